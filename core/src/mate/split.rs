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
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::{panic, thread};

use super::budget::Meter;
use super::recent::Recent;
use super::refutations::Refutations;
use super::search::Search;
use super::table::Notes;
use super::two::Replies;
use super::{Stop, Table};

/// What came of a question, and what it leaves behind.
struct Answered<R> {
    number: usize,
    answer: Result<R, Stop>,
    nodes: u64,
    table: Table,
    refutations: Refutations,
    replies: Replies,
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
        for first in (0..count).step_by(Table::BRANCHES) {
            for answered in self.ask_wave(first..count.min(first + Table::BRANCHES), ask) {
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
        let (next, spent) = (AtomicUsize::new(wave.start), AtomicU64::new(self.nodes()));
        let stopped = AtomicUsize::new(usize::MAX);
        let work = || {
            let mut answered = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= wave.end || number > stopped.load(Ordering::Relaxed) {
                    break;
                }
                // Whatever is done by now was begun before, and counts before this.
                let before = spent.load(Ordering::Relaxed);
                let mut table = self.table.branch();
                let mut search = self.branch(&mut table, before);
                let answer = ask(&mut search, number);
                let nodes = search.nodes() - before;
                let Search { refutations, replies, .. } = search;
                spent.fetch_add(nodes, Ordering::Relaxed);
                if answer.is_err() {
                    stopped.fetch_min(number, Ordering::Relaxed);
                }
                answered.push(Answered { number, answer, nodes, table, refutations, replies });
            }
            answered
        };
        let idle = self.meter.budget.idle.map(|idle| idle.take(wave.len() - 1));
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
    fn branch<'s>(&'s self, table: &'s mut Table, nodes: u64) -> Search<'s, 'b> {
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
