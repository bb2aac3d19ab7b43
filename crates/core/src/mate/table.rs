//! What completed searches have proved, by position key. No chess.

/// Proved bounds on the length of a mate, in moves of the attacker that are left; either side may be to move.
///
/// Grows from a few pages to its limit; when it is full, the entry that took
/// fewer moves to prove makes room. Losing an entry costs time, never the answer.
///
/// An entry takes 16 bytes: 112 bits of the position's key, and the two bounds. A search of 10⁹ positions has one
/// wrong entry with a chance of 10⁹ · 10⁹ / 2 / 2¹¹² < 10⁻¹⁶.
#[derive(Clone, Debug)]
pub struct TranspositionTable {
    entries: Vec<Entry>,
    used: usize,
    limit: usize,
    /// Bytes of each branch.
    branch: usize,
}

/// What is known of a position: mate within `proved` moves, none within `disproved`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) proved: u32,
    pub(super) disproved: u32,
}

impl Bounds {
    const UNKNOWN: Self = Self { proved: u32::MAX, disproved: 0 };

    /// Whether a mate within `moves` is known to be, or not to be, there.
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

/// A table that is written to, before one that is only read.
#[derive(Debug)]
pub(super) struct Notes<'t> {
    pub(super) own: &'t mut TranspositionTable,
    pub(super) known: Option<&'t TranspositionTable>,
}

impl Notes<'_> {
    pub(super) fn bounds(&self, key: u128) -> Bounds {
        let own = self.own.bounds(key);
        let known = self.known.map_or(Bounds::UNKNOWN, |known| known.bounds(key));
        Bounds { proved: own.proved.min(known.proved), disproved: own.disproved.max(known.disproved) }
    }

    pub(super) fn note(&mut self, key: u128, moves: u32, is_mate: bool) {
        self.own.note(key, moves, is_mate);
    }

    pub(super) fn branch(&self) -> TranspositionTable {
        self.own.branch()
    }
}

/// A key without its highest 16 bits, and bounds in their place.
///
/// The lower byte of them is what is disproved. The upper one is what is proved, counted down from one more than
/// [`Entry::LONGEST`], so that 0 is nothing known.
#[derive(Clone, Copy, Debug)]
struct Entry(u128);

const VACANT: Entry = Entry(0);

impl Entry {
    const KEY_BITS: u32 = 112;
    /// The longest mate that is kept. Of a longer disproof this much is kept.
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

    /// The key as far as it is kept.
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
    /// How many places an entry may stand from the one its key names.
    const REACH: usize = 4;

    /// Branches that are there at once, at most.
    pub(super) const BRANCHES: usize = 32;

    /// An empty table that never takes more than this many bytes, nor less than 24 KiB.
    ///
    /// Half of it is for the tables of questions that are asked side by side.
    pub fn with_limit(bytes: usize) -> Self {
        Self { branch: bytes / 2 / Self::BRANCHES, ..Self::alone(bytes / 2) }
    }

    /// Bytes that are free while no questions are asked side by side.
    pub(super) fn spare(&self) -> usize {
        self.branch * Self::BRANCHES
    }

    /// An empty table for one of the questions that are asked side by side.
    pub(super) fn branch(&self) -> Self {
        Self::alone(self.branch)
    }

    /// While it grows, the old entries and twice as many new ones are there together.
    fn alone(bytes: usize) -> Self {
        let most = (bytes / 3 * 2 / size_of::<Entry>()).max(Self::FEWEST);
        let limit = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Self { entries: vec![VACANT; Self::FEWEST], used: 0, limit, branch: 0 }
    }

    /// Forgets everything. Memory that a large search took is given back.
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

    /// Notes that a mate within `moves` is there, or is not.
    pub(super) fn note(&mut self, key: u128, moves: u32, is_mate: bool) {
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

    /// Notes all that another table knows.
    pub(super) fn absorb(&mut self, other: &Self) {
        for entry in other.entries.iter().filter(|entry| !entry.is_vacant()) {
            let (key, bounds) = (entry.key(), entry.bounds());
            if bounds.proved < u32::MAX {
                self.note(key, bounds.proved, true);
            }
            if bounds.disproved > 0 {
                self.note(key, bounds.disproved, false);
            }
        }
    }

    fn insert(&mut self, entry: Entry) {
        let key = entry.key();
        let free = |place: &usize| {
            let there = self.entries[*place];
            there.is_of(key) || there.is_vacant()
        };
        // Bounds of longer mates are dearer; they stay.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_close_in_from_both_sides() {
        let mut table = TranspositionTable::with_limit(0);
        table.note(7, 2, false);
        table.note(7, 5, true);
        assert_eq!(
            [2, 3, 4, 5].map(|moves| table.bounds(7).answer(moves)),
            [Some(false), None, None, Some(true)]
        );
    }

    #[test]
    fn a_growing_table_forgets_nothing() {
        let mut table = TranspositionTable::with_limit(1 << 24);
        let keys = (1..50_000_u128).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for key in keys.clone() {
            table.note(key, 3, false);
        }
        let kept = keys.filter(|&key| table.bounds(key).answer(3) == Some(false)).count();
        assert!(kept > 49_900, "{kept}");
    }

    #[test]
    fn a_full_table_stays_within_its_limit_and_answers_nothing_wrong() {
        let mut table = TranspositionTable::with_limit(1 << 15);
        for key in 1..100_000 {
            table.note(key, 1 + (key % 5) as u32, key % 2 == 0);
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
        table.note(0, 3, false);
        let different = (0..u128::BITS).filter(|bit| table.bounds(1 << bit) == Bounds::UNKNOWN).count();
        assert_eq!(different, 112);
    }

    #[test]
    fn longest_bounds_claim_nothing_unproved() {
        for moves in [1, 2, 253, 254, 255, 256, u32::MAX] {
            let mut table = TranspositionTable::with_limit(0);
            table.note(7, moves, true);
            table.note(8, moves, false);
            let [proved, disproved] = [7, 8].map(|key| table.bounds(key));
            assert!(proved.proved == moves || moves > 254 && proved == Bounds::UNKNOWN, "{moves}");
            assert_eq!(disproved, Bounds { disproved: moves.min(254), ..Bounds::UNKNOWN });
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = TranspositionTable::with_limit(1 << 20);
        table.note(7, 2, false);
        table.clear();
        assert_eq!(table.bounds(7), Bounds::UNKNOWN);
    }
}
