//! Limits of a search, and the resources it may use.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::geometry::Cell;
use crate::rules::{Move, Piece, Player};

/// Why a search stopped before its answer was complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stop {
    /// The limit on nodes was reached.
    Nodes,
    /// The deadline passed.
    Time,
    /// The interrupt flag was set.
    Interrupted,
}

/// Limits of a search and resources it may use; by default no limit and one thread.
///
/// Only the limit on nodes gives the same answer on every machine.
///
/// ```
/// use hexmate_core::mate::Budget;
///
/// let budget = Budget { nodes: Some(100_000), ..Budget::default() };
/// assert!(budget.deadline.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// Time at which to stop.
    pub deadline: Option<Instant>,
    /// A flag that another thread sets to stop the search.
    pub interrupt: Option<&'a AtomicBool>,
    /// Threads that join the search while they are idle. Answer and nodes do not depend on them.
    pub idle: Option<&'a IdleThreads>,
    /// Known results of positions with few pieces, which need no search.
    pub known: Option<&'a dyn KnownMates>,
    /// Observer of the search for the keys.
    pub observer: Option<&'a dyn Observer>,
}

impl Budget<'_> {
    #[cold]
    fn check_clock(&self) -> Result<(), Stop> {
        if self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Err(Stop::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }
}

/// The part of a budget that a search has used.
///
/// Nodes are reported. Work also counts positions that are made only to order moves; it decides when to read the
/// clock, a few times in a millisecond.
#[derive(Clone, Debug)]
pub(super) struct Meter<'b> {
    pub(super) budget: Budget<'b>,
    pub(super) nodes: u64,
    work: usize,
}

impl<'b> Meter<'b> {
    /// Work between two readings of the clock.
    const PAUSE: usize = 64;

    /// Creates a meter that reads the clock at the first node.
    pub(super) fn new(budget: Budget<'b>, nodes: u64) -> Self {
        Self { budget, nodes, work: Self::PAUSE }
    }

    /// Counts a node. Fails if the search has to stop.
    #[inline]
    pub(super) fn visit(&mut self) -> Result<(), Stop> {
        self.add_tried(1);
        if self.budget.nodes.is_some_and(|limit| self.nodes > limit) {
            return Err(Stop::Nodes);
        }
        if self.work >= Self::PAUSE {
            self.work = 0;
            self.budget.check_clock()?;
        }
        Ok(())
    }

    /// Counts nodes that have been visited already.
    #[inline]
    pub(super) fn add_tried(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.work += nodes as usize;
    }

    /// Counts nodes that another search has visited. Fails if they exceed the limit.
    pub(super) fn add_counted(&mut self, nodes: u64) -> Result<(), Stop> {
        self.nodes += nodes;
        match self.budget.nodes {
            Some(limit) if self.nodes > limit => {
                self.nodes = limit + 1;
                Err(Stop::Nodes)
            }
            _ => Ok(()),
        }
    }

    /// Counts positions that are not nodes.
    #[inline]
    pub(super) fn add_work(&mut self, positions: usize) {
        self.work += positions;
    }
}

/// Result of a position of a game for two if one side plays for mate and the other against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// The side to move mates with the last of this many plies.
    Mates(u32),
    /// The side to move is mated after this many plies.
    IsMated(u32),
    /// Neither side can force mate.
    NoMate,
}

/// A source of results of positions with few pieces, such as endgame tables.
///
/// Searches treat its results as proved.
pub trait KnownMates: Sync {
    /// Returns the most pieces of a position that may be known.
    fn most_pieces(&self) -> u32;

    /// Returns the result of a position without en passant rights, if it is known.
    fn prospect(&self, pieces: &[(Cell, Piece)], turn: Player) -> Option<Prospect>;
}

impl fmt::Debug for dyn KnownMates + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KnownMates(up to {} pieces)", self.most_pieces())
    }
}

/// Observer of a search, for progress.
pub trait Observer: Sync {
    /// A length has been searched completely; `keys` are its solutions, and empty if there are none.
    fn searched(&self, moves: u32, keys: &[Move]);
}

impl fmt::Debug for dyn Observer + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}

/// The number of idle threads, shared by all problems or counts that are worked on at the same time.
///
/// ```
/// use hexmate_core::mate::IdleThreads;
///
/// let idle = IdleThreads::new(2);
/// let busy = idle.begin(); // one thread solves a problem; the other may help
/// drop(busy);
/// ```
#[derive(Debug, Default)]
pub struct IdleThreads {
    count: AtomicIsize,
}

impl IdleThreads {
    /// Creates a count of idle threads.
    pub fn new(threads: usize) -> Self {
        Self { count: AtomicIsize::new(threads as isize) }
    }

    /// Counts one more thread as busy until the returned value is dropped.
    pub fn begin(&self) -> BusyThreads<'_> {
        self.count.fetch_sub(1, Ordering::Relaxed);
        BusyThreads { idle: self, threads: 1 }
    }

    /// Returns the number of idle threads; negative if there is more work than threads.
    #[cfg(test)]
    pub(super) fn count(&self) -> isize {
        self.count.load(Ordering::Relaxed)
    }

    /// Takes an idle thread, if there is one.
    pub fn take_one(&self) -> Option<BusyThreads<'_>> {
        let busy = self.take(1);
        (busy.threads > 0).then_some(busy)
    }

    /// Returns whether there is more work than threads.
    pub fn is_overdrawn(&self) -> bool {
        self.count.load(Ordering::Relaxed) < 0
    }

    /// Takes up to `most` idle threads.
    pub(super) fn take(&self, most: usize) -> BusyThreads<'_> {
        let taken = |idle: isize| idle.clamp(0, most as isize);
        let take = |idle| Some(idle - taken(idle));
        let idle = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        BusyThreads { idle: self, threads: taken(idle) as usize }
    }
}

/// Busy threads, which become idle when this is dropped.
#[derive(Debug)]
pub struct BusyThreads<'a> {
    idle: &'a IdleThreads,
    pub(super) threads: usize,
}

impl Drop for BusyThreads<'_> {
    fn drop(&mut self) {
        self.idle.count.fetch_add(self.threads as isize, Ordering::Relaxed);
    }
}
