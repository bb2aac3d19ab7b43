//! Transposition tables: what completed searches have proved, by position key.

use crate::rules::{Position, Variant};

/// Returns the key of a position, see [`Position::key`].
///
/// Answers are stored under 128 bits, or at least 112 of them. The probability that two of 10⁹ positions share
/// 112 bits is 10⁹ · 10⁹ / 2 / 2¹¹² < 10⁻¹⁶.
#[inline]
pub(super) fn key<V: Variant>(position: &Position<V>) -> u128 {
    cut(position.key())
}

/// Returns a key of a position together with the number of moves left.
#[inline]
pub(super) fn key_with_moves<V: Variant>(position: &Position<V>, moves: u32) -> u128 {
    key(position) ^ u128::from(moves).wrapping_mul(0xd1b5_4a32_d192_ed03_9e37_79b9_7f4a_7c15)
}

#[cfg(not(test))]
#[inline]
const fn cut(key: u128) -> u128 {
    key
}

#[cfg(test)]
use short::cut;
#[cfg(test)]
pub(super) use short::with_key_bits;

/// Shorter keys, with which tests show that they would notice a collision.
#[cfg(test)]
mod short {
    use std::cell::Cell;

    use crate::rules::split_mix;

    thread_local! {
        static BITS: Cell<u32> = const { Cell::new(128) };
    }

    /// Runs a closure on this thread with keys of `bits` bits.
    pub(crate) fn with_key_bits<R>(bits: u32, run: impl FnOnce() -> R) -> R {
        BITS.set(bits);
        let result = run();
        BITS.set(128);
        result
    }

    /// Maps keys that agree in the lowest bits to the same 128 bits.
    pub(crate) fn cut(key: u128) -> u128 {
        match BITS.get() {
            128 => key,
            bits => {
                let mut state = key as u64 & ((1 << bits) - 1);
                u128::from(split_mix(&mut state)) << 64 | u128::from(split_mix(&mut state))
            }
        }
    }
}

/// A transposition table of proved bounds on the length of a mate.
///
/// Lengths are attacker moves that are left; either side may be to move. The table grows from a few pages to its
/// limit. When it is full, a new entry replaces the one with the shorter disproof. A lost entry costs time, never
/// the answer.
///
/// An entry takes 16 bytes: 112 bits of the position's key and two bounds. The probability of one wrong entry in a
/// search of 10⁹ positions is 10⁹ · 10⁹ / 2 / 2¹¹² < 10⁻¹⁶.
///
/// ```
/// use hexmate_core::mate::TranspositionTable;
///
/// let mut table = TranspositionTable::with_limit(64 << 20); // 64 MiB, shared by any number of problems
/// table.clear();
/// ```
#[derive(Clone, Debug)]
pub struct TranspositionTable {
    entries: Vec<Entry>,
    used: usize,
    limit: usize,
    /// Bytes of each branch.
    branch: usize,
}

/// Proved bounds of a position: mate within `proved` moves, none within `disproved`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) proved: u32,
    pub(super) disproved: u32,
}

impl Bounds {
    const UNKNOWN: Self = Self { proved: u32::MAX, disproved: 0 };

    /// Returns whether there is a mate within `moves`, if the bounds decide it.
    pub(super) fn answer(self, moves: u32) -> Option<bool> {
        if self.proved <= moves {
            Some(true)
        } else if self.disproved >= moves {
            Some(false)
        } else {
            None
        }
    }
}

/// A table to write to, in front of one that is only read.
#[derive(Debug)]
pub(super) struct LayeredTable<'t> {
    pub(super) own: &'t mut TranspositionTable,
    pub(super) shared: Option<&'t TranspositionTable>,
}

impl LayeredTable<'_> {
    pub(super) fn bounds(&self, key: u128) -> Bounds {
        let own = self.own.bounds(key);
        let shared = self.shared.map_or(Bounds::UNKNOWN, |shared| shared.bounds(key));
        Bounds { proved: own.proved.min(shared.proved), disproved: own.disproved.max(shared.disproved) }
    }

    pub(super) fn store(&mut self, key: u128, moves: u32, is_mate: bool) {
        self.own.store(key, moves, is_mate);
    }

    pub(super) fn branch(&self) -> TranspositionTable {
        self.own.branch()
    }
}

/// The lower 112 bits of a key, with bounds in the upper 16 bits.
///
/// Their lower byte is the disproved length. Their upper byte is `LONGEST + 1` minus the proved length, so that 0
/// means that nothing is known.
#[derive(Clone, Copy, Debug)]
struct Entry(u128);

const VACANT: Entry = Entry(0);

impl Entry {
    const KEY_BITS: u32 = 112;
    /// The longest mate that is stored; longer disproofs are cut to it.
    const LONGEST: u32 = 254;

    fn new(key: u128, Bounds { proved, disproved }: Bounds) -> Self {
        let proved = (Self::LONGEST + 1).saturating_sub(proved);
        let bounds = u128::from(proved << 8 | disproved.min(Self::LONGEST));
        Self(bounds << Self::KEY_BITS | key & Self::key_mask())
    }

    const fn key_mask() -> u128 {
        (1 << Self::KEY_BITS) - 1
    }

    fn is_vacant(self) -> bool {
        self.0 >> Self::KEY_BITS == 0
    }

    fn is_of(self, key: u128) -> bool {
        (self.0 ^ key) & Self::key_mask() == 0
    }

    /// Returns the stored bits of the key.
    fn key(self) -> u128 {
        self.0 & Self::key_mask()
    }

    fn bounds(self) -> Bounds {
        let [disproved, proved] = ((self.0 >> Self::KEY_BITS) as u16).to_le_bytes().map(u32::from);
        let proved = if proved == 0 { u32::MAX } else { Self::LONGEST + 1 - proved };
        Bounds { proved, disproved }
    }
}

impl TranspositionTable {
    /// Entries of a new table.
    const FEWEST: usize = 1 << 10;
    /// Number of places that a key may use.
    const REACH: usize = 4;

    /// The most branches at a time.
    pub(super) const BRANCHES: usize = 32;

    /// Creates an empty table that never takes more than `bytes`, but at least 24 KiB.
    ///
    /// Half of the memory is reserved for the branches of a parallel search.
    pub fn with_limit(bytes: usize) -> Self {
        Self { branch: bytes / 2 / Self::BRANCHES, ..Self::alone(bytes / 2) }
    }

    /// Returns the bytes that are free while no branches are in use.
    pub(super) fn spare(&self) -> usize {
        self.branch * Self::BRANCHES
    }

    /// Creates an empty table for one branch of a parallel search.
    pub(super) fn branch(&self) -> Self {
        Self::alone(self.branch)
    }

    /// Creates a table without room for branches. While it grows, old and new entries take three times the memory.
    fn alone(bytes: usize) -> Self {
        let most = (bytes / 3 * 2 / size_of::<Entry>()).max(Self::FEWEST);
        let limit = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Self { entries: vec![VACANT; Self::FEWEST], used: 0, limit, branch: 0 }
    }

    /// Removes all entries and releases the memory of a large search.
    pub fn clear(&mut self) {
        if self.used > 0 {
            self.entries.clear();
            self.entries.shrink_to(Self::FEWEST);
            self.entries.resize(Self::FEWEST, VACANT);
            self.used = 0;
        }
    }

    pub(super) fn bounds(&self, key: u128) -> Bounds {
        self.places(key)
            .map(|place| self.entries[place])
            .find(|entry| entry.is_of(key))
            .map_or(Bounds::UNKNOWN, Entry::bounds)
    }

    /// Stores that there is a mate within `moves`, or that there is none.
    pub(super) fn store(&mut self, key: u128, moves: u32, is_mate: bool) {
        let mut bounds = self.bounds(key);
        if is_mate {
            bounds.proved = bounds.proved.min(moves);
        } else {
            bounds.disproved = bounds.disproved.max(moves);
        }
        let entry = Entry::new(key, bounds);
        if entry.is_vacant() {
            return;
        }
        if self.used >= self.entries.len() / 2 && self.entries.len() < self.limit {
            self.grow();
        }
        self.insert(entry);
    }

    /// Stores all entries of another table.
    pub(super) fn absorb(&mut self, other: &Self) {
        for entry in other.entries.iter().filter(|entry| !entry.is_vacant()) {
            let (key, bounds) = (entry.key(), entry.bounds());
            if bounds.proved < u32::MAX {
                self.store(key, bounds.proved, true);
            }
            if bounds.disproved > 0 {
                self.store(key, bounds.disproved, false);
            }
        }
    }

    fn insert(&mut self, entry: Entry) {
        let key = entry.key();
        let free = |place: &usize| {
            let there = self.entries[*place];
            there.is_of(key) || there.is_vacant()
        };
        // Bounds of longer mates cost more to prove: keep them.
        let cheapest = |place: &usize| self.entries[*place].bounds().disproved;
        let place = self.places(key).find(free).or_else(|| self.places(key).min_by_key(cheapest));
        if let Some(place) = place {
            self.used += usize::from(self.entries[place].is_vacant());
            self.entries[place] = entry;
        }
    }

    fn grow(&mut self) {
        let larger = vec![VACANT; self.entries.len() * 2];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in entries.into_iter().filter(|entry| !entry.is_vacant()) {
            self.insert(entry);
        }
    }

    fn places(&self, key: u128) -> impl Iterator<Item = usize> + use<> {
        let mask = self.entries.len() - 1;
        (0..Self::REACH).map(move |step| (key as usize ^ step) & mask)
    }
}

/// A small cache of answers about positions with one move left, which often recur.
///
/// Answers nothing before it is opened. Two positions are confused if their keys differ in the lowest bit alone:
/// for 10⁹ positions the probability is 10⁹ · 10⁹ / 2 / 2¹²⁷ < 10⁻²⁰.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentAnswers {
    /// Keys, each at the place given by its bits from the second on. In an entry the second bit is 1, to tell it
    /// from an empty one, and the lowest bit is the answer.
    entries: Vec<u128>,
}

impl RecentAnswers {
    /// Few enough to stay in a near processor cache.
    const PLACES: usize = 1 << 12;

    /// Allocates the entries.
    pub(super) fn open(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![0; Self::PLACES];
        }
    }

    /// Returns the stored answer for a position, if it is still there.
    pub(super) fn answer(&self, key: u128) -> Option<bool> {
        let entry = *self.entries.get(Self::place(key))?;
        (entry | 1 == key | 3).then_some(entry & 1 == 1)
    }

    pub(super) fn store(&mut self, key: u128, answer: bool) {
        if let Some(entry) = self.entries.get_mut(Self::place(key)) {
            *entry = key & !3 | 2 | u128::from(answer);
        }
    }

    fn place(key: u128) -> usize {
        (key >> 1) as usize % Self::PLACES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_narrow_from_both_sides() {
        let mut table = TranspositionTable::with_limit(0);
        table.store(7, 2, false);
        table.store(7, 5, true);
        assert_eq!(
            [2, 3, 4, 5].map(|moves| table.bounds(7).answer(moves)),
            [Some(false), None, None, Some(true)]
        );
    }

    #[test]
    fn growing_table_keeps_entries() {
        let mut table = TranspositionTable::with_limit(1 << 24);
        let keys = (1..50_000_u128).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for key in keys.clone() {
            table.store(key, 3, false);
        }
        let kept = keys.filter(|&key| table.bounds(key).answer(3) == Some(false)).count();
        assert!(kept > 49_900, "{kept}");
    }

    #[test]
    fn full_table_stays_within_limit() {
        let mut table = TranspositionTable::with_limit(1 << 15);
        for key in 1..100_000 {
            table.store(key, 1 + (key % 5) as u32, key % 2 == 0);
        }
        assert!(table.entries.len() * size_of::<Entry>() <= 1 << 15);
        for key in 1..100_000 {
            let answer = table.bounds(key).answer(1 + (key % 5) as u32);
            assert!(answer.is_none_or(|mate| mate == (key % 2 == 0)));
        }
    }

    #[test]
    fn entry_takes_16_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
    }

    #[test]
    fn entry_keeps_112_bits_of_key() {
        let mut table = TranspositionTable::with_limit(0);
        table.store(0, 3, false);
        let different = (0..u128::BITS).filter(|bit| table.bounds(1 << bit) == Bounds::UNKNOWN).count();
        assert_eq!(different, 112);
    }

    #[test]
    fn longest_bounds_claim_nothing_unproved() {
        for moves in [1, 2, 253, 254, 255, 256, u32::MAX] {
            let mut table = TranspositionTable::with_limit(0);
            table.store(7, moves, true);
            table.store(8, moves, false);
            let [proved, disproved] = [7, 8].map(|key| table.bounds(key));
            assert!(proved.proved == moves || moves > 254 && proved == Bounds::UNKNOWN, "{moves}");
            assert_eq!(disproved, Bounds { disproved: moves.min(254), ..Bounds::UNKNOWN });
        }
    }

    #[test]
    fn cleared_table_is_empty() {
        let mut table = TranspositionTable::with_limit(1 << 20);
        table.store(7, 2, false);
        table.clear();
        assert_eq!(table.bounds(7), Bounds::UNKNOWN);
    }

    #[test]
    fn recent_answers_return_latest_stored_answer() {
        let keys = (0..100_000_u128)
            .map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15_9e37_79b9_7f4a_7c15) & !1);
        let mut recent = RecentAnswers::default();
        recent.store(2, true);
        assert_eq!(recent.answer(2), None, "not open yet");
        recent.open();
        for place in 0..2 * RecentAnswers::PLACES as u128 {
            assert_eq!(recent.answer(place), None);
        }
        for (number, key) in keys.enumerate() {
            recent.store(key, number % 3 == 0);
            recent.open();
            assert_eq!(recent.answer(key), Some(number % 3 == 0));
            assert_eq!(recent.answer(key ^ 1 << 40), None);
            recent.store(key, true);
            assert_eq!(recent.answer(key), Some(true));
        }
    }
}
