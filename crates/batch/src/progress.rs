//! How far a batch is, for somebody who looks on. Shows nothing itself.

/// Is told how far a batch is.
pub trait Progress: Sync {
    /// So many more records are known to come.
    fn expect(&self, more: u64);

    /// One record more is done.
    fn step(&self);

    /// Writes something where the progress may be shown too.
    fn suspend<R>(&self, write: impl FnOnce() -> R) -> R;
}

/// Progress that nobody looks at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unseen;

impl Progress for Unseen {
    fn expect(&self, _more: u64) {}

    fn step(&self) {}

    fn suspend<R>(&self, write: impl FnOnce() -> R) -> R {
        write()
    }
}
