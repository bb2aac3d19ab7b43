//! How many threads are idle, shared by the problems that are in hand at once. No search.

use std::sync::atomic::{AtomicIsize, Ordering};

/// How many threads have nothing to do. One for all problems that are in hand at once.
#[derive(Debug, Default)]
pub struct IdleThreads {
    count: AtomicIsize,
}

impl IdleThreads {
    /// So many threads, all of them idle.
    pub fn new(threads: usize) -> Self {
        Self { count: AtomicIsize::new(threads as isize) }
    }

    /// Counts one more as busy, until the return value goes.
    pub fn begin(&self) -> BusyThreads<'_> {
        self.count.fetch_sub(1, Ordering::Relaxed);
        BusyThreads { idle: self, threads: 1 }
    }

    /// How many are idle; less than none where more work than there are threads.
    #[cfg(test)]
    pub(super) fn count(&self) -> isize {
        self.count.load(Ordering::Relaxed)
    }

    /// As many of the idle ones as can be had, at most so many.
    pub(super) fn take(&self, most: usize) -> BusyThreads<'_> {
        let taken = |idle: isize| idle.clamp(0, most as isize);
        let take = |idle| Some(idle - taken(idle));
        let idle = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        BusyThreads { idle: self, threads: taken(idle) as usize }
    }
}

/// Threads that are not idle.
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
