//! Progress notifications of a batch.

/// Receiver of progress notifications, such as a progress bar.
pub trait Progress: Sync {
    /// Adds `more` records to the expected total.
    fn expect(&self, more: u64);

    /// Counts one record as finished.
    fn step(&self);

    /// Hides the progress display while `write` runs, because both may use the same terminal.
    fn suspend<R>(&self, write: impl FnOnce() -> R) -> R;
}

/// Progress without a display.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn expect(&self, _more: u64) {}

    fn step(&self) {}

    fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        write()
    }
}
