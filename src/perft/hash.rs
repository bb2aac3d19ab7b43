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
/// An entry is three words, written and read without a lock: the count with its
/// depth, and that word combined with each of two keys. Parts of different writes
/// do not fit together, so a torn entry is passed over like a strange one.
///
/// **How sure the result is.** Positions are told apart by two keys of 64 bits
/// that have nothing in common, and both are compared whole. A count can go wrong
/// only if two different positions with the same depth to go share both: with `L`
/// looks at `E` entries the chance is at most `L · E / 2¹²⁸`. For 10¹² looks at
/// 10¹⁰ entries, more than any machine has, that is 1 in 3 · 10¹⁶.
#[derive(Debug)]
pub struct HashTable<V> {
    buckets: Vec<Bucket>,
    /// Keys of one game mean nothing in another.
    game: PhantomData<fn() -> V>,
}

/// What a count is kept under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Keys {
    first: u64,
    second: u64,
    depth: u32,
}

impl Keys {
    fn of<V: Variant>(position: &Position<V>, depth: u32) -> Self {
        Self { first: position.key(), second: position.second_key(), depth }
    }
}

/// Two entries for the positions that fall to one place.
#[derive(Debug, Default)]
struct Bucket {
    deepest: Entry,
    latest: Entry,
}

#[derive(Debug, Default)]
struct Entry {
    guards: [AtomicU64; 2],
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

    fn load(&self, keys: Keys) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let guards = [keys.first, keys.second].map(|key| key ^ data);
        let same = data >> NODE_BITS == u64::from(keys.depth)
            && self.guards.iter().zip(guards).all(|(kept, guard)| kept.load(Ordering::Relaxed) == guard);
        same.then_some(data & MANY)
    }

    fn store(&self, keys: Keys, nodes: u64) {
        let data = u64::from(keys.depth) << NODE_BITS | nodes;
        for (guard, key) in self.guards.iter().zip([keys.first, keys.second]) {
            guard.store(key ^ data, Ordering::Relaxed);
        }
        self.data.store(data, Ordering::Relaxed);
    }
}

impl Bucket {
    fn find(&self, keys: Keys) -> Option<u64> {
        self.deepest.load(keys).or_else(|| self.latest.load(keys))
    }

    fn store(&self, keys: Keys, nodes: u64) {
        let deep = u64::from(keys.depth) >= self.deepest.depth();
        let entry = if deep { &self.deepest } else { &self.latest };
        entry.store(keys, nodes);
    }
}

impl<V: Variant> HashTable<V> {
    /// What the table says of any number from this one on: 2⁵⁶ − 1.
    pub const MANY: u64 = MANY;

    /// An empty table of this size; 1 MiB at least.
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
        let keys = Keys::of(position, depth);
        if let Some(nodes) = self.find(keys) {
            return nodes;
        }
        let nodes = match depth {
            2 => position.count_replies(),
            _ => self.sum(position, depth),
        };
        self.keep(keys, nodes);
        nodes
    }

    fn sum(&self, position: &Position<V>, depth: u32) -> u64 {
        let mut nodes = 0_u64;
        let _: ControlFlow<()> = position.visit_moves(|piece| {
            for m in piece {
                // Neither is more than 2⁵⁶, so the sum is a number.
                nodes = MANY.min(nodes + self.perft(&position.after(m), depth - 1));
            }
            ControlFlow::Continue(())
        });
        nodes
    }

    /// The same number as [`HashTable::perft`], counted by all threads of the current pool.
    pub fn perft_parallel(&self, position: &Position<V>, depth: u32) -> u64 {
        let nodes: Capped = split::sum(position, depth, |unit, depth| {
            Capped(self.perft(&unit.position, depth).saturating_mul(unit.ways).min(MANY))
        });
        nodes.0
    }

    /// The place of a position at a depth: another for each depth, so that they do not push each other out.
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
        if keys.depth <= MOST_DEPTH {
            self.bucket(keys).store(keys, nodes);
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

    fn keys(first: u64, depth: u32) -> Keys {
        Keys { first, second: first + 5, depth }
    }

    #[test]
    fn what_is_kept_is_found_again_and_nothing_else() {
        let table = HashTable::<Mini>::with_mebibytes(1).expect("a mebibyte");
        table.keep(keys(77, 4), 1000);
        assert_eq!(table.find(keys(77, 4)), Some(1000));
        let bucket = table.bucket(keys(77, 4));
        assert_eq!(bucket.find(keys(77, 4)), Some(1000));
        assert_eq!(bucket.find(keys(77, 3)), None);
        assert_eq!(bucket.find(keys(78, 4)), None);
        assert_eq!(bucket.find(Keys { second: 1, ..keys(77, 4) }), None, "the first key alone is not enough");
    }

    #[test]
    fn a_torn_entry_is_passed_over() {
        let entry = Entry::default();
        entry.store(keys(77, 4), 1000);
        entry.data.store((4 << NODE_BITS) + 1001, Ordering::Relaxed);
        assert_eq!(entry.load(keys(77, 4)), None);
    }

    #[test]
    fn a_shallow_count_does_not_push_out_a_deep_one() {
        let bucket = Bucket::default();
        bucket.store(keys(77, 5), 1000);
        bucket.store(keys(78, 2), 10);
        assert_eq!((bucket.find(keys(77, 5)), bucket.find(keys(78, 2))), (Some(1000), Some(10)));
        bucket.store(keys(79, 6), 9999);
        assert_eq!((bucket.find(keys(77, 5)), bucket.find(keys(79, 6))), (None, Some(9999)));
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
