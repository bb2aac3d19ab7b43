//! Counting one position on several threads, with a stop flag.

use std::num::NonZeroUsize;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::count::{CountMethod, count_unless_stopped};
use hexmate_batch::StopFlag;
use hexmate_core::perft::Kind;
use hexmate_core::rules::Move;
use hexmate_position::divide::{self, ParsedDivide};
use hexmate_position::{Position, PositionUnit};

/// A pool of threads that share one count.
///
/// Without threads, as in a browser, the calling thread does all the work.
pub struct Threads(Option<ThreadPool>);

/// Error of starting threads.
#[derive(Debug, thiserror::Error)]
#[error("cannot start threads: {0}")]
pub struct ThreadError(ThreadPoolBuildError);

impl Threads {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// If they cannot be started.
    pub fn new(threads: NonZeroUsize) -> Result<Self, ThreadError> {
        if cfg!(target_family = "wasm") {
            return Ok(Self(None));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads.get()).build().map_err(ThreadError)?;
        Ok(Self(Some(pool)))
    }

    /// Runs a closure whose parallel iterators use these threads.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Counts the nodes of a position with all threads of the current pool; `None` if the stop flag is raised.
///
/// Returns the nodes, and for [`CountMethod::ByKind`] the counts in the order of [`Kind::ALL`] after them.
pub(super) fn count_in_parallel(
    position: &Position,
    depth: u32,
    stop: &StopFlag,
    method: &CountMethod,
) -> Option<Vec<u64>> {
    let (plies, units) = position.split(depth);
    let unit = |unit: &PositionUnit| {
        let nodes = count_unless_stopped(&unit.position, depth - plies, stop, method)?;
        Some(nodes.into_iter().map(|nodes| nodes * unit.ways).collect::<Vec<u64>>())
    };
    let numbers = if matches!(method, CountMethod::ByKind) { Kind::ALL.len() + 1 } else { 1 };
    let zero = || vec![0; numbers];
    let sum = |one: Vec<u64>, next: Vec<u64>| {
        Some(one.into_iter().zip(next).map(|(one, next)| one + next).collect())
    };
    units.par_iter().with_max_len(1).map(unit).try_reduce(zero, sum)
}

/// Counts the nodes after each first move with all threads of the current pool; `None` if the stop flag is raised.
pub fn divide_unless_stopped(position: &Position, depth: u32, stop: &StopFlag) -> Option<Vec<(Move, u64)>> {
    divide::node_counts(position, depth, &|position, depth| {
        count_in_parallel(position, depth, stop, &CountMethod::Plain)?.first().copied()
    })
}

/// Returns whether all counts of a divide are those of this depth, counted with all threads of the current pool; `None`
/// if the stop flag is raised.
pub fn fits_unless_stopped(
    position: &Position,
    depth: u32,
    theirs: &ParsedDivide,
    stop: &StopFlag,
) -> Option<bool> {
    divide::fits(position, depth, theirs, &|position, depth| {
        count_in_parallel(position, depth, stop, &CountMethod::Plain)?.first().copied()
    })
}
