//! The threads that one long count shares. Knows no counts.

use std::fmt;
use std::num::NonZeroUsize;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

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
