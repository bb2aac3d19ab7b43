//! Questions that do not depend on one another, answered by idle threads where there are some. No chess.
//!
//! What comes out does not show how many threads there were, nodes included:
//! questions are taken in waves of fixed size. Each sees what was proved before
//! its wave, notes what it proves in a table of its own, and counts its own
//! nodes; after the wave tables and counts are put together in the order of the
//! questions. The limit on nodes is where that count passes it.
//!
//! Threads are started for a wave and end with it. A pool that lends its waiting
//! threads to other work would hold up one problem until another is done.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{panic, thread};

use super::budget::Meter;
use super::recent::Recent;
use super::refutations::Refutations;
use super::search::Search;
use super::table::Notes;
use super::two::Replies;
use super::{Stop, TranspositionTable};

/// What came of a question, and what it leaves behind.
struct Answered<R> {
    number: usize,
    answer: Result<R, Stop>,
    nodes: u64,
    table: TranspositionTable,
    refutations: Refutations,
    replies: Replies,
}

/// Which questions of a wave are still to be begun, and what those that are done have spent.
struct Wave(Mutex<Ahead>);

struct Ahead {
    numbers: Range<usize>,
    nodes: u64,
}

impl Wave {
    fn new(numbers: Range<usize>, nodes: u64) -> Self {
        Self(Mutex::new(Ahead { numbers, nodes }))
    }

    /// The next question, and the nodes that were counted before it at least.
    ///
    /// Taken in one step: whatever is done by now was begun before, and none of
    /// the nodes is of a question that comes after.
    fn begin(&self) -> Option<(usize, u64)> {
        let mut ahead = self.ahead();
        ahead.numbers.next().map(|number| (number, ahead.nodes))
    }

    fn end(&self, nodes: u64) {
        self.ahead().nodes += nodes;
    }

    /// No further question is begun.
    fn stop(&self) {
        self.ahead().numbers = 0..0;
    }

    fn ahead(&self) -> MutexGuard<'_, Ahead> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is asked of each item, by its number. Not a type parameter: a question is a search.
type Question<'q, 'b, R> = dyn Fn(&mut Search<'_, 'b>, usize) -> Result<R, Stop> + Sync + 'q;

impl<'b> Search<'_, 'b> {
    /// Asks the same of so many items, where `moves` are left; ends at the first that has to stop.
    ///
    /// Short questions, and those within another one, are answered in turn on this thread.
    pub(super) fn each<R: Send>(
        &mut self,
        moves: u32,
        count: usize,
        ask: &Question<'_, 'b, R>,
    ) -> (Vec<R>, Result<(), Stop>) {
        let mut answers = Vec::with_capacity(count);
        let least = if self.objective.is_plain_mate() { 4 } else { 2 };
        if !self.is_root || moves < least {
            for number in 0..count {
                match ask(self, number) {
                    Ok(answer) => answers.push(answer),
                    Err(stop) => return (answers, Err(stop)),
                }
            }
            return (answers, Ok(()));
        }
        for first in (0..count).step_by(TranspositionTable::BRANCHES) {
            for answered in self.ask_wave(first..count.min(first + TranspositionTable::BRANCHES), ask) {
                match self.take_in(answered) {
                    Ok(answer) => answers.push(answer),
                    Err(stop) => return (answers, Err(stop)),
                }
            }
        }
        (answers, Ok(()))
    }

    /// The answers by number, up to the first that had to stop, and perhaps some after it.
    fn ask_wave<R: Send>(&self, wave: Range<usize>, ask: &Question<'_, 'b, R>) -> Vec<Answered<R>> {
        let most = wave.len() - 1;
        let wave = Wave::new(wave, self.nodes());
        let work = || {
            let mut answered = Vec::new();
            while let Some((number, before)) = wave.begin() {
                let mut table = self.table.branch();
                let mut search = self.branch(&mut table, before);
                let answer = ask(&mut search, number);
                let nodes = search.nodes() - before;
                let Search { refutations, replies, .. } = search;
                wave.end(nodes);
                if answer.is_err() {
                    wave.stop();
                }
                answered.push(Answered { number, answer, nodes, table, refutations, replies });
            }
            answered
        };
        let idle = self.meter.budget.idle.map(|idle| idle.take(most));
        let others = idle.as_ref().map_or(0, |busy| busy.threads);
        let mut answered: Vec<_> = thread::scope(|scope| {
            let others: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
            let mut answered = work();
            for other in others {
                answered.extend(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
            }
            answered
        });
        answered.sort_by_key(|answered| answered.number);
        answered
    }

    /// A search for one question, after which so many nodes have been counted.
    fn branch<'s>(&'s self, table: &'s mut TranspositionTable, nodes: u64) -> Search<'s, 'b> {
        Search {
            objective: self.objective,
            table: Notes { own: table, known: Some(self.table.own) },
            meter: Meter::new(self.meter.budget, nodes),
            refutations: self.refutations.clone(),
            replies: self.replies,
            recent: Recent::default(),
            is_root: false,
        }
    }

    fn take_in<R>(&mut self, answered: Answered<R>) -> Result<R, Stop> {
        self.table.own.absorb(&answered.table);
        self.refutations = answered.refutations;
        self.replies = answered.replies;
        self.meter.add_counted(answered.nodes)?;
        answered.answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_question_counts_the_nodes_of_a_later_one() {
        const QUESTIONS: usize = 20_000;
        let wave = Wave::new(0..QUESTIONS, 0);
        let work = || {
            while let Some((number, nodes)) = wave.begin() {
                assert!(nodes <= number as u64, "{nodes} nodes before question {number}");
                wave.end(1);
            }
        };
        thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        assert_eq!(wave.ahead().nodes, QUESTIONS as u64);
    }
}
