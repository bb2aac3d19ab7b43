//! Threads that build endgame tables.

use std::num::NonZeroUsize;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A pool of threads for one build.
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
