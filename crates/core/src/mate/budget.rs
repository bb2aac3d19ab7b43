//! How long a search may go on, and why it stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::known::KnownMates;
use super::threads::IdleThreads;

/// Why a search stopped before its answer was complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stop {
    /// As many positions as allowed were looked at.
    Nodes,
    /// The time was up.
    Time,
    /// Somebody asked it to stop.
    Interrupted,
}

/// How long a search may go on; by default as long as it takes.
///
/// Only the limit on nodes gives the same answer on every machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// Greatest number of positions to look at.
    pub nodes: Option<u64>,
    /// When to stop at the latest.
    pub deadline: Option<Instant>,
    /// Set by somebody else when the search shall stop.
    pub interrupt: Option<&'a AtomicBool>,
    /// Threads that take a part of the search when they are idle; the answer does not depend on them.
    pub idle: Option<&'a IdleThreads>,
    /// What tells the end of positions with few pieces, so that they need no search.
    pub known: Option<&'a dyn KnownMates>,
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

/// What a search has spent of its budget.
///
/// Nodes are what it tells. Its work is what it takes time for: also positions
/// that are made only to put moves in order. The clock is looked at by work, a
/// few times in a millisecond.
#[derive(Clone, Debug)]
pub(super) struct Meter<'b> {
    pub(super) budget: Budget<'b>,
    pub(super) nodes: u64,
    work: usize,
}

impl<'b> Meter<'b> {
    /// How many positions are made between two looks at the clock.
    const PAUSE: usize = 64;

    /// Begins with a look at the clock.
    pub(super) fn new(budget: Budget<'b>, nodes: u64) -> Self {
        Self { budget, nodes, work: Self::PAUSE }
    }

    /// Counts a node; fails if the search has to stop.
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

    /// Counts nodes that were looked at already.
    #[inline]
    pub(super) fn add_tried(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.work += nodes as usize;
    }

    /// Counts nodes that somebody else has visited; fails if they are more than allowed.
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

    /// Counts positions that are no nodes.
    #[inline]
    pub(super) fn add_work(&mut self, positions: usize) {
        self.work += positions;
    }
}
