//! Batch runs: a task over many records on many threads, with results in input order. Contains no chess.
//!
//! ```text
//! items ─▶ queue ─▶ workers: checkpoint, else Task::work ─▶ in order ─▶ log, output
//!          shard     panics caught here
//! ```
//!
//! [`Runner`] runs a [`Task`] over an [`ItemSource`]. [`files`] reads compressed input files in any encoding and writes
//! outputs atomically; [`log`] has checkpoints and the parts of sharded runs; [`shard`] selects the items of one shard.
//!
//! ```
//! use hexmate_batch::shard::Shard;
//!
//! let shard: Shard = "slice:2/3".parse()?;
//! let own = (0..6).filter(|&index| shard.contains(index, || 0));
//! assert!(own.eq([1, 4]));
//! # Ok::<(), hexmate_batch::shard::ParseShardError>(())
//! ```
//!
//! An idle worker takes the next chunk of items. Finished results wait in a bounded window until all earlier results
//! are written, so a slow item neither blocks the workers nor lets memory grow. Workers are plain threads: a thread
//! pool that steals work would nest items on one stack.

pub mod digest;
pub mod files;
pub mod log;
mod progress;
mod queue;
mod runner;
pub mod shard;
mod stop;
pub mod terminal;
#[cfg(test)]
mod tests;

pub use progress::{NoProgress, Progress};
pub use runner::Runner;
pub use stop::StopFlag;

use std::any::Any;
use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::digest::Digest;
use crate::files::FileError;
use crate::log::InvalidEntry;

/// Chunk size of tasks whose work on an item takes about as long as reading it.
pub const LIGHT_CHUNK: usize = 64;

/// An item that is worked on independently of all others.
pub trait WorkItem: Send {
    /// Returns the name for messages: `a.csv: record 3`.
    fn name(&self) -> String;

    /// Returns a digest of all bytes or fields, by which a later run detects a changed item.
    fn identity(&self) -> Digest;

    /// Returns a hash of the content without its place in the input, for [shards by hash](shard::Shard).
    fn hash(&self) -> u64;

    /// Returns the approximate memory of an item that may be large, in bytes. It bounds how many items are read ahead.
    fn size(&self) -> usize {
        0
    }
}

/// A source of items; an error is an input file that cannot be read.
pub trait ItemSource<I>: Iterator<Item = Result<I, FileError>> + Send {
    /// Returns whether enough input is buffered that the next item usually needs no waiting.
    fn is_ready(&self) -> bool;
}

/// An iterator as an [`ItemSource`] that is never ready.
pub struct Items<I>(pub I);

impl<I: Iterator> Iterator for Items<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }
}

impl<T, I: Iterator<Item = Result<T, FileError>> + Send> ItemSource<T> for Items<I> {
    fn is_ready(&self) -> bool {
        false
    }
}

/// The work on one item of a batch.
pub trait Task: Sync {
    /// The item worked on.
    type Item: WorkItem;
    /// The result of one item, with everything needed to write it.
    type Output: Serialize + DeserializeOwned + Send + 'static;

    /// Works on an item; called from any worker thread.
    fn work(&self, item: Self::Item) -> Self::Output;

    /// Returns the result of an item whose work panicked.
    fn panicked(&self, panic: &Panicked) -> Self::Output;

    /// Returns the largest number of items that a worker takes at once.
    ///
    /// Greater than 1 only if the work on each item is short; see [`LIGHT_CHUNK`].
    fn chunk_size(&self) -> usize {
        1
    }

    /// Returns the largest number of workers that are of use; `None` if any number is.
    fn most_workers(&self) -> Option<NonZeroUsize> {
        None
    }

    /// Checks a result read from a log, which is untrusted.
    ///
    /// # Errors
    ///
    /// If this task cannot produce the result, or writing it would be unsafe.
    fn check(&self, _output: &Self::Output) -> Result<(), InvalidEntry> {
        Ok(())
    }

    /// Returns whether a resumed run can reuse the result. Otherwise it works on the item again.
    fn is_final(&self, _output: &Self::Output) -> bool {
        true
    }
}

/// A panic during the work on one item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panicked(String);

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error: {}", self.0)
    }
}

/// Runs a closure and returns its panic as an error.
fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Panicked(message(panic.as_ref())))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}

/// Progress of a batch when its run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Number of items read; all of them have been processed.
    pub read: u64,
    /// `true` if a stop left items unread.
    pub is_stopped: bool,
}

/// Displays the missing records after a stop.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = self.read;
        let records = if read == 1 { "record" } else { "records" };
        let next = read + 1;
        write!(
            f,
            "stopped by a signal after {read} {records}; record {next} and all later records are missing"
        )
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
