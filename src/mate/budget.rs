//! How long a search may go on, and why it stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Why a search stopped before its answer was complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
}

impl Budget<'_> {
    /// How many positions are looked at between two looks at the clock.
    const PAUSE: u64 = 1024;

    /// Fails if the search has to stop after this many positions.
    #[inline]
    pub(super) fn check(&self, nodes: u64) -> Result<(), Stop> {
        if self.nodes.is_some_and(|limit| nodes > limit) {
            return Err(Stop::Nodes);
        }
        if nodes.is_multiple_of(Self::PAUSE) {
            self.check_clock()?;
        }
        Ok(())
    }

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
