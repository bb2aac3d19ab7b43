//! How many threads build, count and verify.

use std::io;
use std::num::NonZeroUsize;

use rayon::ThreadPoolBuilder;

/// Does something with so many threads for whatever it has done in parallel.
///
/// # Errors
///
/// If the system gives no threads.
pub fn with_threads<R: Send>(threads: NonZeroUsize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.get()).build().map_err(io::Error::other)?;
    Ok(pool.install(work))
}
