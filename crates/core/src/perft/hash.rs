//! A table of counts, so that a position met twice is counted once. No locks.

use std::collections::TryReserveError;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::rules::{Position, Variant};

/// Counts of positions already met, shared by all threads.
///
/// An entry is two words, written and read without a lock: the count with its depth
/// and a part of a second key, and that word combined with the first key. Parts of
/// different writes do not fit together, so a torn entry is passed over like a
/// strange one. Four entries share a line of the cache.
///
/// **Certainty.** Positions are distinguished by the two halves of their key, which have
/// nothing in common: all 64 bits of the first, and of the second as many as the count leaves
/// room for: 38 with two plies to go, ten fewer for each further ply, 2 at least. A
/// count can go wrong only if two different positions with the same depth to go
/// agree in all of them: with `L` looks at `E` entries the chance is at most
/// `L · E / 2¹⁰²` with two plies to go. Each further ply divides the looks and the
/// entries by the number of moves, which is about the 2¹⁰ that the shorter key costs.
/// For the start position of Gliński's game to depth 7 that is 1.5 · 10⁸ looks at
/// 6.7 · 10⁷ entries: 1 in 5 · 10¹⁴.
#[derive(Debug)]
pub struct HashTable {
    buckets: Vec<Bucket>,
    /// Raised when counts that are under way may come to anything.
    stop: Option<Arc<AtomicBool>>,
}

/// Key of a stored count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Keys {
    first: u64,
    second: u64,
    depth: u32,
}

impl Keys {
    fn of<V: Variant>(position: &Position<V>, depth: u32) -> Self {
        let key = position.key();
        Self { first: key as u64, second: (key >> 64) as u64, depth }
    }

    /// Returns the bits of an entry's data that the count does not take: depth, and what there is room for of the key.
    fn tag(self) -> u64 {
        let node_bits = node_bits(self.depth);
        u64::from(self.depth) | (self.second >> (node_bits + DEPTH_BITS) << (node_bits + DEPTH_BITS))
    }
}

/// Bits that a count to a depth may take; greater ones are not kept.
fn node_bits(depth: u32) -> u32 {
    (10 * depth).min(MOST_NODE_BITS)
}

/// Plies that are counted without a look at whether to stop.
const UNWATCHED: u32 = 3;

const MANY: u64 = (1 << MOST_NODE_BITS) - 1;
/// Bits of a word that the depth takes.
const DEPTH_BITS: u32 = 6;
const MOST_NODE_BITS: u32 = 56;
/// Greater depths are counted, but not kept.
const MOST_DEPTH: u32 = (1 << DEPTH_BITS) - 1;

#[derive(Debug, Default)]
struct Entry {
    guard: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    fn depth(&self) -> u64 {
        self.data.load(Ordering::Relaxed) & u64::from(MOST_DEPTH)
    }

    #[inline]
    fn load(&self, keys: Keys) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let counted = ((1 << node_bits(keys.depth)) - 1) << DEPTH_BITS;
        let same = self.guard.load(Ordering::Relaxed) == keys.first ^ data && data & !counted == keys.tag();
        same.then_some((data & counted) >> DEPTH_BITS)
    }

    fn store(&self, keys: Keys, nodes: u64) {
        let data = keys.tag() | nodes << DEPTH_BITS;
        self.guard.store(keys.first ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    /// A concurrent write of another thread at worst gives a torn entry, which is not found.
    fn copy(&self, other: &Self) {
        self.guard.store(other.guard.load(Ordering::Relaxed), Ordering::Relaxed);
        self.data.store(other.data.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// Entries for the positions that fall to one place: the deepest first, of equally deep ones the latest.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

impl Bucket {
    #[inline]
    fn peek(&self) -> u64 {
        self.0[0].guard.load(Ordering::Relaxed)
    }

    #[inline]
    fn find(&self, keys: Keys) -> Option<u64> {
        self.0.iter().find_map(|entry| entry.load(keys))
    }

    /// Pushes out the oldest of the shallowest, or the last where all are deeper.
    fn store(&self, keys: Keys, nodes: u64) {
        let Self(entries) = self;
        let last = entries.len() - 1;
        let deeper = |entry: &Entry| entry.depth() > u64::from(keys.depth);
        let place = entries.iter().position(|entry| !deeper(entry)).unwrap_or(last);
        for later in (place..last).rev() {
            entries[later + 1].copy(&entries[later]);
        }
        entries[place].store(keys, nodes);
    }
}

impl HashTable {
    /// Stored value of all larger counts: 2⁵⁶ − 1.
    pub const MANY: u64 = MANY;

    /// Creates an empty table of this size, at least 1 MiB.
    ///
    /// # Errors
    ///
    /// If there is not so much memory.
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, TryReserveError> {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, stop: None })
    }

    /// Returns the table with a flag that ends counts. Once it is set, these and later counts do not mean
    /// anything.
    #[must_use]
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> Self {
        Self { stop: Some(flag), ..self }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Counts as [`perft`](super::perft); see the type for its certainty.
    ///
    /// [`HashTable::MANY`] if there are as many or more: with a table, depths
    /// come within reach at which 64 bits would not do.
    ///
    /// ```
    /// use hexmate_core::perft::HashTable;
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let table = HashTable::with_mebibytes(1).expect("memory");
    /// assert_eq!(table.perft(&Position::<Glinski>::start(), 2), 2_586);
    /// ```
    pub fn perft<V: Variant>(&self, position: &Position<V>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => position.count_moves(),
            _ => self.look_up_and_count(&[position.for_counting()], depth),
        }
    }

    /// Returns the sum over positions that are as deep.
    ///
    /// All are looked up before the first is counted, so that the processor fetches
    /// from many places of the table at once.
    fn look_up_and_count<V: Variant>(&self, positions: &[Position<V>], depth: u32) -> u64 {
        if depth > UNWATCHED && self.is_stopped() {
            return 0;
        }
        let keys: Vec<Keys> = positions.iter().map(|position| Keys::of(position, depth)).collect();
        // Nothing is asked of what is read here, so that no wrong guess holds the reads up.
        black_box(keys.iter().fold(0, |all, &keys| all ^ self.bucket(keys).peek()));
        let known: Vec<Option<u64>> = keys.iter().map(|&keys| self.find(keys)).collect();
        let counts = positions.iter().zip(keys).zip(known).map(|((position, keys), known)| {
            known.unwrap_or_else(|| {
                let nodes = match depth {
                    2 => position.count_replies(),
                    _ => self.look_up_and_count(&children(position), depth - 1),
                };
                self.keep(keys, nodes);
                nodes
            })
        });
        // Neither is more than 2⁵⁶, so the sum is a number.
        counts.fold(0, |sum, nodes| MANY.min(sum + nodes))
    }

    /// Returns the place of a position at a depth: another for each depth, so that they do not push each other out.
    fn bucket(&self, keys: Keys) -> &Bucket {
        let mixed = (keys.first ^ u64::from(keys.depth)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The high half of the product is a number below the length.
        let place = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    fn find(&self, keys: Keys) -> Option<u64> {
        self.bucket(keys).find(keys)
    }

    fn keep(&self, keys: Keys, nodes: u64) {
        if keys.depth <= MOST_DEPTH && nodes >> node_bits(keys.depth) == 0 {
            self.bucket(keys).store(keys, nodes);
        }
    }
}

fn children<V: Variant>(position: &Position<V>) -> Vec<Position<V>> {
    let mut children = Vec::with_capacity(position.count_moves() as usize);
    let _ = position.visit_moves(&mut |piece| {
        children.extend(piece.into_iter().map(|m| position.after_move(m).for_counting()));
        ControlFlow::Continue(())
    });
    children
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, Hex, Hexagon37};
    use crate::perft::perft;
    use crate::rules::{Echex3, Echex6, Glinski, McCooey, Mini, Piece, Player, Role, Setup};

    fn a_table_changes_no_count<V: Variant>(deepest: u32) {
        let table = HashTable::with_mebibytes(1).expect("a mebibyte");
        let start = Position::<V>::start();
        for depth in 0..=deepest {
            let nodes = perft(&start, depth);
            assert_eq!(table.perft(&start, depth), nodes, "{} {depth}", V::TABLES[0].name);
        }
    }

    #[test]
    fn hash_table_changes_no_count() {
        a_table_changes_no_count::<Glinski>(4);
        a_table_changes_no_count::<McCooey>(4);
        a_table_changes_no_count::<Mini>(6);
        a_table_changes_no_count::<Echex3>(4);
        a_table_changes_no_count::<Echex6>(4);
    }

    fn keys(first: u64, depth: u32) -> Keys {
        Keys { first, second: first + 5, depth }
    }

    #[test]
    fn hash_table_finds_only_stored_counts() {
        let table = HashTable::with_mebibytes(1).expect("a mebibyte");
        table.keep(keys(77, 4), 1000);
        assert_eq!(table.find(keys(77, 4)), Some(1000));
        let bucket = table.bucket(keys(77, 4));
        assert_eq!(bucket.find(keys(77, 4)), Some(1000));
        assert_eq!(bucket.find(keys(77, 3)), None);
        assert_eq!(bucket.find(keys(78, 4)), None);
        let other = Keys { second: 1 << 63, ..keys(77, 4) };
        assert_eq!(bucket.find(other), None, "the first key alone is not enough");
    }

    #[test]
    fn a_torn_entry_is_passed_over() {
        let entry = Entry::default();
        entry.store(keys(77, 4), 1000);
        entry.data.fetch_add(1 << DEPTH_BITS, Ordering::Relaxed);
        assert_eq!(entry.load(keys(77, 4)), None);
    }

    #[test]
    fn shallow_count_does_not_replace_deep() {
        let bucket = Bucket::default();
        let found = |first, depth| bucket.find(keys(first, depth));
        bucket.store(keys(1, 5), 1000);
        for first in 2..=9 {
            bucket.store(keys(first, 2), first);
        }
        assert_eq!(found(1, 5), Some(1000));
        assert_eq!(
            (6..=9).map(|first| found(first, 2)).collect::<Vec<_>>(),
            [None, Some(7), Some(8), Some(9)]
        );
        for first in 11..=14 {
            bucket.store(keys(first, 3), first);
        }
        assert_eq!((found(1, 5), found(11, 3), found(14, 3)), (Some(1000), None, Some(14)));
    }

    #[test]
    fn counts_survive_while_there_is_room() {
        for depth in 2..=MOST_DEPTH {
            let most = (1 << node_bits(depth)) - 1;
            for nodes in [0, 1, most] {
                let entry = Entry::default();
                let keys = Keys { first: u64::MAX / 3, second: u64::MAX, depth };
                entry.store(keys, nodes);
                assert_eq!(entry.load(keys), Some(nodes), "{depth}");
                let strange = Keys { second: u64::MAX >> 1, ..keys };
                assert_eq!(entry.load(strange), None, "{depth}");
            }
        }
    }

    #[test]
    fn count_too_large_becomes_many() {
        let mut setup = Setup::<Mini>::empty();
        for (r, owner) in [(3, Player::WHITE), (-3, Player::BLACK)] {
            let cell = Hexagon37::cell(Hex::new(0, r)).expect("a corner");
            setup.board.put(cell, Piece::new(owner, Role::King));
        }
        let kings = setup.into_position().expect("a legal position");
        let table = HashTable::with_mebibytes(8).expect("eight mebibytes");
        assert_eq!(table.perft(&kings, 30), HashTable::MANY);
    }
}
