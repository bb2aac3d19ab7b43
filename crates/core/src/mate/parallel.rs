//! Runs independent searches on idle threads, with results that do not depend on their number.
//!
//! Searches run in waves of fixed size. Each reads what was proved before its wave, stores what it proves in its
//! own table, and counts its own nodes. After the wave, tables and counts are merged in order. The limit on nodes
//! applies to the merged count, so that nodes do not depend on threads either.
//!
//! Threads are started for a wave and end with it. In a pool that lends waiting threads to other work, one problem
//! would wait for another.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{panic, thread};

use super::budget::{IdleThreads, Meter};
use super::pruning::Pruning;
use super::search::{Refutations, Search};
use super::table::{LayeredTable, RecentAnswers};
use super::{Stop, TranspositionTable};

/// Result of one search, with the state to merge.
struct BranchResult<R> {
    answer: Result<R, Stop>,
    nodes: u64,
    table: TranspositionTable,
    refutations: Refutations,
    pruning: Pruning,
}

/// The searches of a wave that are still to be started, and the nodes of those that have ended.
struct Wave(Mutex<Pending>);

struct Pending {
    numbers: Range<usize>,
    nodes: u64,
}

impl Wave {
    fn new(numbers: Range<usize>, nodes: u64) -> Self {
        Self(Mutex::new(Pending { numbers, nodes }))
    }

    /// Takes the next search, with the nodes counted so far.
    ///
    /// One step under the lock: every ended search started earlier, so that no node belongs to a later search.
    fn begin(&self) -> Option<(usize, u64)> {
        let mut pending = self.pending();
        pending.numbers.next().map(|number| (number, pending.nodes))
    }

    fn end(&self, nodes: u64) {
        self.pending().nodes += nodes;
    }

    /// Starts no further search.
    fn stop(&self) {
        self.pending().numbers = 0..0;
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that has ended.
pub(super) struct Ended<R> {
    pub(super) nodes: u64,
    pub(super) is_stopped: bool,
    pub(super) result: R,
}

/// Runs a search for each number of a wave, on this thread and idle ones, after `nodes` nodes.
///
/// A search gets its number and the nodes counted before it. Returns the results in order, up to the first that had to
/// stop, and perhaps some after it.
pub(super) fn run_wave<R: Send>(
    wave: Range<usize>,
    nodes: u64,
    idle: Option<&IdleThreads>,
    run: &(dyn Fn(usize, u64) -> Ended<R> + Sync),
) -> Vec<R> {
    let most = wave.len().saturating_sub(1);
    let wave = Wave::new(wave, nodes);
    let work = || {
        let mut results = Vec::new();
        while let Some((number, before)) = wave.begin() {
            let ended = run(number, before);
            wave.end(ended.nodes);
            if ended.is_stopped {
                wave.stop();
            }
            results.push((number, ended.result));
        }
        results
    };
    let idle = idle.map(|idle| idle.take(most));
    let others = idle.as_ref().map_or(0, |busy| busy.threads);
    let mut results: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        }
        results
    });
    results.sort_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A search for the item with a number. Not a type parameter: the call costs nothing beside the search.
type ItemSearch<'q, 'b, R> = dyn Fn(&mut Search<'_, 'b>, usize) -> Result<R, Stop> + Sync + 'q;

impl<'b> Search<'_, 'b> {
    /// Runs a search for each of `count` items with `moves` left; ends at the first that has to stop.
    ///
    /// Short searches, and those within another search, run in turn on this thread.
    pub(super) fn each<R: Send>(
        &mut self,
        moves: u32,
        count: usize,
        search_item: &ItemSearch<'_, 'b, R>,
    ) -> (Vec<R>, Result<(), Stop>) {
        let mut answers = Vec::with_capacity(count);
        let least = self.objective.shortest_in_parallel();
        if !self.is_root || moves < least {
            for number in 0..count {
                match search_item(self, number) {
                    Ok(answer) => answers.push(answer),
                    Err(stop) => return (answers, Err(stop)),
                }
            }
            return (answers, Ok(()));
        }
        for first in (0..count).step_by(TranspositionTable::BRANCHES) {
            for branch in self.run_wave(first..count.min(first + TranspositionTable::BRANCHES), search_item) {
                match self.merge(branch) {
                    Ok(answer) => answers.push(answer),
                    Err(stop) => return (answers, Err(stop)),
                }
            }
        }
        (answers, Ok(()))
    }

    /// Returns the results in order, up to the first that had to stop, and perhaps some after it.
    fn run_wave<R: Send>(
        &self,
        wave: Range<usize>,
        search_item: &ItemSearch<'_, 'b, R>,
    ) -> Vec<BranchResult<R>> {
        run_wave(wave, self.nodes(), self.meter.budget.idle, &|number, before| {
            let mut table = self.table.branch();
            let mut search = self.branch(&mut table, before);
            let answer = search_item(&mut search, number);
            let nodes = search.nodes() - before;
            let Search { refutations, pruning, .. } = search;
            Ended {
                nodes,
                is_stopped: answer.is_err(),
                result: BranchResult { answer, nodes, table, refutations, pruning },
            }
        })
    }

    /// Creates the search for one item, after `nodes` nodes.
    fn branch<'s>(&'s self, table: &'s mut TranspositionTable, nodes: u64) -> Search<'s, 'b> {
        Search {
            objective: self.objective,
            table: LayeredTable { own: table, shared: Some(self.table.own) },
            meter: Meter::new(self.meter.budget, nodes),
            refutations: self.refutations.clone(),
            pruning: self.pruning,
            recent: RecentAnswers::default(),
            is_root: false,
        }
    }

    fn merge<R>(&mut self, branch: BranchResult<R>) -> Result<R, Stop> {
        self.table.own.absorb(&branch.table);
        self.refutations = branch.refutations;
        self.pruning = branch.pruning;
        self.meter.add_counted(branch.nodes)?;
        branch.answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wave_counts_no_later_nodes() {
        const SEARCHES: usize = 20_000;
        let wave = Wave::new(0..SEARCHES, 0);
        let work = || {
            while let Some((number, nodes)) = wave.begin() {
                assert!(nodes <= number as u64, "{nodes} nodes before search {number}");
                wave.end(1);
            }
        };
        thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        assert_eq!(wave.pending().nodes, SEARCHES as u64);
    }
}
