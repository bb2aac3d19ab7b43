//! Items that nobody has begun: numbered, those of other shards left out, no more at once than can be kept.

use std::sync::mpsc::Receiver;

use super::{Supply, WorkItem};
use crate::files::FileError;
use crate::shard::Shard;

/// Items that may have been read and whose results are not yet written.
pub(super) const WINDOW: u64 = 4096;

/// Results after whose writing so many more items may be read.
pub(super) const ROOM: u64 = WINDOW / 16;

/// Items with the place of the first in the order of this run, from 0.
pub(super) struct Chunk<I> {
    pub(super) first: u64,
    /// Each with its number among all items of the work, from 0.
    pub(super) items: Vec<Result<(u64, I), FileError>>,
}

/// Items that nobody has begun.
pub(super) struct Queue<S> {
    supply: S,
    shard: Shard,
    /// The most items of a chunk.
    together: usize,
    /// Items of all shards that have been read.
    pub(super) total: u64,
    /// Items of this shard that have been read, and files that could not be.
    pub(super) read: u64,
    /// How many may be read until others are written.
    allowed: u64,
    /// A sign for each time that there is room for more.
    room: Receiver<()>,
    pub(super) is_exhausted: bool,
}

impl<S> Queue<S> {
    pub(super) fn new(supply: S, shard: Shard, together: usize, room: Receiver<()>) -> Self {
        Self { supply, shard, together, total: 0, read: 0, allowed: WINDOW, room, is_exhausted: false }
    }

    /// The next chunk; waits while the window is full.
    pub(super) fn next<I: WorkItem>(&mut self) -> Option<Chunk<I>>
    where
        S: Supply<I>,
    {
        while self.read >= self.allowed {
            // Nobody writes any more if writing has failed.
            self.room.recv().ok()?;
            self.allowed += ROOM;
        }
        let first = self.read;
        let mut items = Vec::new();
        while let Some(item) = self.next_item() {
            items.push(item);
            // No item waits in a chunk while the next is waited for.
            if items.len() >= self.together || !self.supply.is_at_hand() {
                break;
            }
        }
        self.is_exhausted = items.is_empty();
        self.read += items.len() as u64;
        (!self.is_exhausted).then_some(Chunk { first, items })
    }

    /// The next item of this shard. A file that cannot be read is a failure of every shard.
    fn next_item<I: WorkItem>(&mut self) -> Option<Result<(u64, I), FileError>>
    where
        S: Supply<I>,
    {
        loop {
            let item = match self.supply.next()? {
                Ok(item) => item,
                Err(error) => return Some(Err(error)),
            };
            let number = self.total;
            self.total += 1;
            if self.shard.has(number, || item.hash()) {
                return Some(Ok((number, item)));
            }
        }
    }
}
