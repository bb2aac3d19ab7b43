//! Batches: many records, many threads, one order, and the files they are read from and written to. No chess.
//!
//! ```text
//! items ─▶ queue ─▶ workers: checkpoint, else Task::work ─▶ in order ─▶ log, output
//!          shard     panics caught here
//! ```
//!
//! [`Runner`] runs a [`Task`] over a [`Supply`] of items. [`files`] has input files with compression and guessed
//! encodings, and outputs that appear complete or not at all; [`log`] has checkpoints and parts of sharded runs.
//!
//! ```
//! use hexmate_batch::shard::Shard;
//!
//! let shard: Shard = "slice:2/3".parse()?;
//! let own = (0..6).filter(|&index| shard.has(index, || 0));
//! assert!(own.eq([1, 4]));
//! # Ok::<(), hexmate_batch::shard::NoShard>(())
//! ```
//!
//! A free worker takes the next item, or a chunk of light ones; results wait in a window of bounded length until
//! all before them are written, so that a long item blocks neither the others nor memory. Workers are threads of
//! one batch, since a shared pool would pile up items on one stack.

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

pub use progress::{Progress, Unseen};
pub use runner::Runner;
pub use stop::StopFlag;

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::digest::Digest;
use crate::files::FileError;
use crate::log::Misfit;

/// Items in a chunk where each is dealt with about as soon as it is read.
pub const LIGHT: usize = 64;

/// Something that is worked on by itself.
pub trait WorkItem: Send {
    /// What to call it where it is complained of: `a.csv: record 3`.
    fn name(&self) -> String;

    /// A digest of its bytes, or of all its fields: another one where a later run finds something else there.
    fn identity(&self) -> Digest;

    /// A hash of what it says, the same wherever it stands; for shards by hash.
    fn hash(&self) -> u64;
}

/// Items that come one after the other, and files among them that cannot be read.
pub trait Supply<I>: Iterator<Item = Result<I, FileError>> + Send {
    /// Whether the next item can be had without waiting for anybody, or that there is none.
    fn is_at_hand(&self) -> bool;
}

/// Items that are there already, or come one by one.
pub struct Items<I>(pub I);

impl<I: Iterator> Iterator for Items<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }
}

impl<T, I: Iterator<Item = Result<T, FileError>> + Send> Supply<T> for Items<I> {
    fn is_at_hand(&self) -> bool {
        false
    }
}

/// What is done with each item.
pub trait Task: Sync {
    /// What it works on.
    type Item: WorkItem;
    /// All that is needed to write what was found of an item.
    type Output: Serialize + DeserializeOwned + Send + 'static;

    /// Works on an item, in any thread.
    fn work(&self, item: Self::Item) -> Self::Output;

    /// What stands for an item over which the program panicked.
    fn panicked(&self, panic: &Panicked) -> Self::Output;

    /// How many items may be taken together; more than one only where each is light.
    fn together(&self) -> usize {
        1
    }

    /// Checks what a log says was found of an item: the log may be forged.
    ///
    /// # Errors
    ///
    /// If this work cannot have found it, or it cannot be written without harm.
    fn check(&self, _found: &Self::Output) -> Result<(), Misfit> {
        Ok(())
    }

    /// Whether a later run would find the same, so that it need not look again.
    fn is_final(&self, _found: &Self::Output) -> bool {
        true
    }
}

/// A fault of this program, met while it worked on one item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panicked(String);

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error: {}", self.0)
    }
}

/// Does some work; a panic ends only that.
fn caught<R>(work: impl FnOnce() -> R) -> Result<R, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Panicked(message(panic.as_ref())))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".to_owned())
}

/// How far a batch has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Items read; each of them has been worked on.
    pub read: u64,
    /// Whether there is more that nobody has begun, because a stop was asked for.
    pub is_stopped: bool,
}

/// Says what is missing after a stop.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { read, .. } = self;
        write!(
            f,
            "stopped by a signal after {read} records; number {} and all after it are missing",
            read + 1
        )
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
