//! The queue of items: numbers them, leaves out other shards, and bounds how far reading is ahead of writing.

use std::sync::mpsc::Receiver;

use super::{ItemSource, WorkItem};
use crate::files::FileError;
use crate::shard::Shard;

/// Largest number of items that are read but whose results are not yet written.
pub(super) const WINDOW: u64 = 4096;

/// Number of written results after which the same number of items may be read.
pub(super) const ROOM: u64 = WINDOW / 16;

/// Total size of the items that are read but whose results are not yet written, in bytes, after which reading waits.
const HEAVY: usize = 64 << 20;

/// Size of written items after which more may be read, in bytes.
pub(super) const ROOM_BYTES: usize = HEAVY / 16;

/// Size of a chunk after which no item is added, in bytes.
const HEAVY_CHUNK: usize = 1 << 20;

/// Items that have been written since the last message.
#[derive(Clone, Copy, Default)]
pub(super) struct Written {
    pub(super) count: u64,
    pub(super) bytes: usize,
}

impl Written {
    /// Returns whether so much has been written that more may be read.
    pub(super) fn makes_room(self) -> bool {
        self.count >= ROOM || self.bytes >= ROOM_BYTES
    }
}

/// Consecutive items that one worker takes at once.
pub(super) struct Chunk<I> {
    /// Index of the first item in the order of this run, from 0.
    pub(super) first: u64,
    /// The items.
    pub(super) items: Vec<Result<Taken<I>, FileError>>,
}

/// An item with its number among the items of all shards, from 0.
pub(super) struct Taken<I> {
    pub(super) number: u64,
    pub(super) size: usize,
    pub(super) item: I,
}

/// The items that no worker has taken yet.
pub(super) struct Queue<S> {
    source: S,
    shard: Shard,
    /// Largest number of items in a chunk.
    chunk_size: usize,
    /// Number of items read, of all shards.
    pub(super) total: u64,
    /// Number of items read of this shard, plus files that could not be read.
    pub(super) read: u64,
    /// Value of `read` at which reading waits for results to be written.
    allowed: u64,
    /// Total size of the items that are read but whose results are not known to be written.
    held: usize,
    /// Receives what has been written each time that [`Written::makes_room`].
    room: Receiver<Written>,
    pub(super) is_exhausted: bool,
}

impl<S> Queue<S> {
    pub(super) fn new(source: S, shard: Shard, chunk_size: usize, room: Receiver<Written>) -> Self {
        Self {
            source,
            shard,
            chunk_size,
            total: 0,
            read: 0,
            allowed: WINDOW,
            held: 0,
            room,
            is_exhausted: false,
        }
    }

    /// Returns the next chunk; waits while the window is full.
    pub(super) fn next<I: WorkItem>(&mut self) -> Option<Chunk<I>>
    where
        S: ItemSource<I>,
    {
        while self.read >= self.allowed || self.held >= HEAVY {
            // The sender is gone if writing has failed.
            let Written { count, bytes } = self.room.recv().ok()?;
            self.allowed += count;
            self.held -= bytes;
        }
        let first = self.read;
        let mut items = Vec::new();
        let mut size = 0;
        while let Some(item) = self.next_item() {
            size += item.as_ref().map_or(0, |taken| taken.size);
            items.push(item);
            // An item must not wait in a chunk until the next one arrives.
            if items.len() >= self.chunk_size || size >= HEAVY_CHUNK || !self.source.is_ready() {
                break;
            }
        }
        self.held += size;
        self.is_exhausted = items.is_empty();
        self.read += items.len() as u64;
        (!self.is_exhausted).then_some(Chunk { first, items })
    }

    /// Returns the next item of this shard. A file that cannot be read is an error in every shard.
    fn next_item<I: WorkItem>(&mut self) -> Option<Result<Taken<I>, FileError>>
    where
        S: ItemSource<I>,
    {
        loop {
            let item = match self.source.next()? {
                Ok(item) => item,
                Err(error) => return Some(Err(error)),
            };
            let number = self.total;
            self.total += 1;
            if self.shard.contains(number, || item.hash()) {
                return Some(Ok(Taken { number, size: item.size(), item }));
            }
        }
    }
}
