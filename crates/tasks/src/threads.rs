//! The threads that one long count shares, and counts that end when somebody asks for it.

use std::fmt;
use std::num::NonZeroUsize;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::count::{CountUnits, count_until};
use hexmate_batch::StopFlag;
use hexmate_core::perft::Kind;
use hexmate_core::rules::Move;
use hexmate_position::divide;
use hexmate_position::{Position, Unit};

/// Threads that count together.
pub struct Threads(ThreadPool);

/// Why there are none.
#[derive(Debug)]
pub struct NoThreads(ThreadPoolBuildError);

impl fmt::Display for NoThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start threads: {}", self.0)
    }
}

impl std::error::Error for NoThreads {}

impl Threads {
    /// So many.
    ///
    /// # Errors
    ///
    /// If they cannot be started.
    pub fn new(threads: NonZeroUsize) -> Result<Self, NoThreads> {
        ThreadPoolBuilder::new().num_threads(threads.get()).build().map(Self).map_err(NoThreads)
    }

    /// Has all of them take part in what this work does in parallel.
    pub fn share<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }
}

/// What all threads of the current pool count of a position; `None` if somebody has asked for the end.
pub(super) fn count_together(
    position: &Position,
    depth: u32,
    stop: &StopFlag,
    how: &CountUnits,
) -> Option<Vec<u64>> {
    let (plies, units) = position.split(depth);
    let unit = |unit: &Unit| {
        let nodes = count_until(&unit.position, depth - plies, stop, how)?;
        Some(nodes.into_iter().map(|nodes| nodes * unit.ways).collect::<Vec<u64>>())
    };
    let numbers = if matches!(how, CountUnits::ByKind) { Kind::ALL.len() + 1 } else { 1 };
    let nothing = || vec![0; numbers];
    let sum = |one: Vec<u64>, next: Vec<u64>| {
        Some(one.into_iter().zip(next).map(|(one, next)| one + next).collect())
    };
    units.par_iter().with_max_len(1).map(unit).try_reduce(nothing, sum)
}

/// The nodes after each first move, counted by all threads of the current pool; `None` if somebody has asked for
/// the end.
pub fn divide_until(position: &Position, depth: u32, stop: &StopFlag) -> Option<Vec<(Move, u64)>> {
    divide::node_counts(position, depth, &|position, depth| {
        count_together(position, depth, stop, &CountUnits::Plainly)?.first().copied()
    })
}
