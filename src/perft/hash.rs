//! A table of counts, so that a position met twice is counted once. No locks.

use std::collections::TryReserveError;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::split;
use crate::rules::{Position, Variant};

/// Counts of positions already met, shared by all threads.
///
/// An entry is two words, written and read without a lock: the count with its
/// depth, and that word combined with the key. Two halves of different writes
/// do not fit together, so a torn entry is passed over like a strange one.
///
/// **How sure the result is.** Positions are told apart by their keys of 64
/// bits, all of which are compared. A count can go wrong only if two different
/// positions with the same depth to go share a key. Every look at the table
/// meets one of at most `E` entries by chance with probability `E / 2⁶⁴`, so a
/// count that looks `L` times is wrong with a chance of at most `L · E / 2⁶⁴`.
/// Glinski's start to depth 6 looks about 7 million times at as many entries:
/// 1 in 300 000. A count with 10⁹ looks at a full table of 1 GiB: 1 in 270. To
/// be sure, count without a table.
#[derive(Debug)]
pub struct HashTable<V> {
    buckets: Vec<Bucket>,
    /// Keys of one game mean nothing in another.
    game: PhantomData<fn() -> V>,
}

/// Two entries for the positions that fall to one place.
#[derive(Debug, Default)]
struct Bucket {
    deepest: Entry,
    latest: Entry,
}

#[derive(Debug, Default)]
struct Entry {
    guard: AtomicU64,
    data: AtomicU64,
}

const MANY: u64 = (1 << NODE_BITS) - 1;
/// Bits of a word that the count takes; the depth has the others.
const NODE_BITS: u32 = 56;
/// Greater depths are counted, but not kept.
const MOST_DEPTH: u32 = u8::MAX as u32;

impl Entry {
    fn depth(&self) -> u64 {
        self.data.load(Ordering::Relaxed) >> NODE_BITS
    }

    fn load(&self, key: u64, depth: u32) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let same = self.guard.load(Ordering::Relaxed) ^ data == key && data >> NODE_BITS == u64::from(depth);
        same.then_some(data & MANY)
    }

    fn store(&self, key: u64, depth: u32, nodes: u64) {
        let data = u64::from(depth) << NODE_BITS | nodes;
        self.guard.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

impl Bucket {
    fn find(&self, key: u64, depth: u32) -> Option<u64> {
        self.deepest.load(key, depth).or_else(|| self.latest.load(key, depth))
    }

    fn store(&self, key: u64, depth: u32, nodes: u64) {
        let deep = u64::from(depth) >= self.deepest.depth();
        let entry = if deep { &self.deepest } else { &self.latest };
        entry.store(key, depth, nodes);
    }
}

impl<V: Variant> HashTable<V> {
    /// What the table says of any number from this one on: 2⁵⁶ − 1.
    pub const MANY: u64 = MANY;

    /// An empty table of at most this size, the greatest power of two that fits; 1 MiB at least.
    ///
    /// # Errors
    ///
    /// If there is not so much memory.
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, TryReserveError> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let count = 1 << (bytes / size_of::<Bucket>()).ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, game: PhantomData })
    }

    /// The same number as [`perft`](super::perft), see the type for how sure it is.
    ///
    /// [`HashTable::MANY`] if there are as many or more: with a table, depths
    /// come within reach at which 64 bits would not do.
    pub fn perft(&self, position: &Position<V>, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return position.count_moves(),
            _ => {}
        }
        let key = position.key();
        if let Some(nodes) = self.find(key, depth) {
            return nodes;
        }
        let mut nodes = 0_u64;
        let _: ControlFlow<()> = position.visit_moves(|piece| {
            for m in piece {
                // Neither is more than 2⁵⁶, so the sum is a number.
                nodes = MANY.min(nodes + self.perft(&position.after(m), depth - 1));
            }
            ControlFlow::Continue(())
        });
        self.keep(key, depth, nodes);
        nodes
    }

    /// The same number as [`HashTable::perft`], counted by all threads of the current pool.
    pub fn perft_parallel(&self, position: &Position<V>, depth: u32) -> u64 {
        let nodes: Capped = split::sum(position, depth, |piece, depth| Capped(self.perft(piece, depth)));
        nodes.0
    }

    /// The place of a position at a depth: another for each depth, so that they do not push each other out.
    fn bucket(&self, key: u64, depth: u32) -> &Bucket {
        let place = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.buckets[place as usize & (self.buckets.len() - 1)]
    }

    fn find(&self, key: u64, depth: u32) -> Option<u64> {
        self.bucket(key, depth).find(key, depth)
    }

    fn keep(&self, key: u64, depth: u32, nodes: u64) {
        if depth <= MOST_DEPTH {
            self.bucket(key, depth).store(key, depth, nodes);
        }
    }
}

/// A count that grows to [`HashTable::MANY`] and no further.
struct Capped(u64);

impl Sum for Capped {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        Self(parts.fold(0, |sum, part| MANY.min(sum + part.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Cell, Hex};
    use crate::perft::perft;
    use crate::rules::{Echex3, Echex6, Glinski, McCooey, Mini, Piece, Player, Role, Setup};

    fn a_table_changes_no_count<V: Variant>(deepest: u32) {
        let table = HashTable::with_mebibytes(1).expect("a mebibyte");
        let start = Position::<V>::start();
        for depth in 0..=deepest {
            let nodes = perft(&start, depth);
            assert_eq!(table.perft(&start, depth), nodes, "{} {depth}", V::NAME);
            assert_eq!(table.perft_parallel(&start, depth), nodes, "{} {depth}", V::NAME);
        }
        let fresh = HashTable::with_mebibytes(1).expect("a mebibyte");
        assert_eq!(fresh.perft_parallel(&start, deepest), perft(&start, deepest), "{}", V::NAME);
    }

    #[test]
    fn a_table_changes_no_count_in_any_game() {
        a_table_changes_no_count::<Glinski>(4);
        a_table_changes_no_count::<McCooey>(4);
        a_table_changes_no_count::<Mini>(6);
        a_table_changes_no_count::<Echex3>(4);
        a_table_changes_no_count::<Echex6>(4);
    }

    #[test]
    fn what_is_kept_is_found_again_and_nothing_else() {
        let table = HashTable::<Mini>::with_mebibytes(1).expect("a mebibyte");
        table.keep(77, 4, 1000);
        assert_eq!(table.find(77, 4), Some(1000));
        assert_eq!(table.find(77, 3), None);
        assert_eq!(table.find(78, 4), None);
        assert_eq!(table.find(77 + (1 << 40), 4), None, "the same bucket, another key");
    }

    #[test]
    fn a_torn_entry_is_passed_over() {
        let entry = Entry::default();
        entry.store(77, 4, 1000);
        entry.data.store((4 << NODE_BITS) + 1001, Ordering::Relaxed);
        assert_eq!(entry.load(77, 4), None);
    }

    #[test]
    fn a_shallow_count_does_not_push_out_a_deep_one() {
        let bucket = Bucket::default();
        bucket.store(77, 5, 1000);
        bucket.store(78, 2, 10);
        assert_eq!((bucket.find(77, 5), bucket.find(78, 2)), (Some(1000), Some(10)));
        bucket.store(79, 6, 9999);
        assert_eq!((bucket.find(77, 5), bucket.find(79, 6)), (None, Some(9999)));
    }

    #[test]
    fn a_count_too_great_for_an_entry_is_said_to_be_so() {
        let mut setup = Setup::<Mini>::empty();
        for (r, owner) in [(3, Player::WHITE), (-3, Player::BLACK)] {
            let cell = Cell::at(Hex::new(0, r)).expect("a corner");
            setup.board.put(cell, Piece::new(owner, Role::King));
        }
        let kings = setup.into_position().expect("a legal position");
        let table = HashTable::with_mebibytes(8).expect("eight mebibytes");
        assert_eq!(table.perft(&kings, 30), HashTable::<Mini>::MANY);
        assert_eq!(table.perft_parallel(&kings, 30), HashTable::<Mini>::MANY);
    }
}
