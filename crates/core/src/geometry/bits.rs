//! Bit sets in machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of bit positions that fits into registers.
///
/// Positions at or beyond [`Bits::WIDTH`] do not exist; asking for them is a bug.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Number of bit positions.
    const WIDTH: usize;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set of one position.
    fn single(position: u16) -> Self;
    /// Returns whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Returns the number of bits set.
    fn count(self) -> u32;
    /// Position of the lowest bit; [`Bits::WIDTH`] if there is none.
    fn lowest(self) -> u16;
    /// Removes the lowest bit.
    fn without_lowest(self) -> Self;
    /// Moves every position up by `by`, which is less than [`Bits::WIDTH`].
    fn up(self, by: u32) -> Self;
    /// Moves every position down by `by`, which is less than [`Bits::WIDTH`].
    fn down(self, by: u32) -> Self;
    /// Returns the positions from the highest of `below` to the lowest of `above`, both included.
    ///
    /// An empty `below` leaves that end open, and so does an empty `above`.
    /// This is obstruction difference: with the blockers of a line's two arms
    /// it spans the cells that a slider between them attacks.
    fn span(below: Self, above: Self) -> Self;
}

/// A machine word with shifts by less than its width.
trait Word: Copy {
    fn bit(position: u32) -> Self;
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    /// Returns all positions from the highest one of a set on; all of them for the empty set.
    fn highest_and_above(self) -> Self;
}

/// Written out for two words: shifts of 128 bits by a variable take twice the instructions.
#[inline]
fn highest_and_above(value: u128) -> u128 {
    let [low, high] = [value as u64, (value >> 64) as u64];
    let lower = if high == 0 { Word::highest_and_above(low) } else { 0 };
    u128::from(Word::highest_and_above(high)) << 64 | u128::from(lower)
}

macro_rules! plain_shifts {
    ($word:ty, $highest_and_above:expr) => {
        impl Word for $word {
            #[inline]
            fn bit(position: u32) -> Self {
                1 << position
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self << by
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self >> by
            }
            #[inline]
            fn highest_and_above(self) -> Self {
                $highest_and_above(self)
            }
        }
    };
}

plain_shifts!(u64, |value: u64| u64::MAX << (value | 1).ilog2());
#[cfg(not(target_family = "wasm"))]
plain_shifts!(u128, highest_and_above);

/// Shifts of 128 bits in two words. WebAssembly shifts 64 bits at most; without these, a shift would be a call, and all
/// of them an eighth of the time of solving.
#[cfg(any(test, target_family = "wasm"))]
mod two_words {
    /// All sets of one position. The compiler turns a choice between two words back into a shift.
    static BITS: [u128; 128] = {
        let mut bits = [0; 128];
        let mut position = 0;
        while position < 128 {
            bits[position] = 1 << position;
            position += 1;
        }
        bits
    };

    #[inline]
    pub(super) fn bit(position: u32) -> u128 {
        BITS[position as usize % 128]
    }

    #[inline]
    pub(super) fn up(value: u128, by: u32) -> u128 {
        let ([low, high], bits) = (words(value), by % 64);
        // Two shifts, because a shift by 64 is none in a register.
        let [low, high] = [low << bits, high << bits | low >> 1 >> (63 - bits)];
        if by < 64 { joined(low, high) } else { joined(0, low) }
    }

    #[inline]
    pub(super) fn down(value: u128, by: u32) -> u128 {
        let ([low, high], bits) = (words(value), by % 64);
        let [low, high] = [low >> bits | high << 1 << (63 - bits), high >> bits];
        if by < 64 { joined(low, high) } else { joined(high, 0) }
    }

    #[inline]
    fn words(value: u128) -> [u64; 2] {
        [value as u64, (value >> 64) as u64]
    }

    #[inline]
    fn joined(low: u64, high: u64) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }
}

#[cfg(target_family = "wasm")]
impl Word for u128 {
    #[inline]
    fn bit(position: u32) -> Self {
        two_words::bit(position)
    }
    #[inline]
    fn up(self, by: u32) -> Self {
        two_words::up(self, by)
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        two_words::down(self, by)
    }
    #[inline]
    fn highest_and_above(self) -> Self {
        highest_and_above(self)
    }
}

macro_rules! one_word {
    ($(#[$doc:meta])* $name:ident($word:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name($word);

        impl $name {
            /// The empty set; as [`Bits::EMPTY`], for constants.
            pub const NONE: Self = Self(0);

            /// Adds a position; for tables built in constants.
            #[must_use]
            pub const fn with(self, position: usize) -> Self {
                Self(self.0 | 1 << position)
            }

            /// Returns whether the position is in the set; for building tables in constants.
            pub const fn has(self, position: usize) -> bool {
                self.0 >> position & 1 == 1
            }
        }

        impl Bits for $name {
            const WIDTH: usize = <$word>::BITS as usize;
            const EMPTY: Self = Self::NONE;

            #[inline]
            fn single(position: u16) -> Self {
                Self(Word::bit(position.into()))
            }
            #[inline]
            fn count(self) -> u32 {
                self.0.count_ones()
            }
            #[inline]
            fn lowest(self) -> u16 {
                self.0.trailing_zeros() as u16
            }
            #[inline]
            fn without_lowest(self) -> Self {
                Self(self.0 & self.0.wrapping_sub(1))
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                Self(Word::up(self.0, by))
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                Self(Word::down(self.0, by))
            }
            #[inline]
            fn span(below: Self, above: Self) -> Self {
                Self(below.0.highest_and_above() & (above.0 ^ above.0.wrapping_sub(1)))
            }
        }

        impl BitAnd for $name {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl BitOr for $name {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitXor for $name {
            type Output = Self;
            #[inline]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl Not for $name {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
    };
}

one_word! {
    /// 64 positions, one register.
    Bits64(u64)
}

one_word! {
    /// 128 positions, two registers.
    Bits128(u128)
}

const WORDS: usize = 5;

/// 320 positions, five registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bits320([u64; WORDS]);

impl Bits320 {
    /// The empty set; as [`Bits::EMPTY`], for constants.
    pub const NONE: Self = Self([0; WORDS]);

    /// Adds a position; for tables built in constants.
    #[inline]
    #[must_use]
    pub const fn with(mut self, position: usize) -> Self {
        self.0[position / 64] |= 1 << (position % 64);
        self
    }

    /// Returns whether the position is in the set; for building tables in constants.
    pub const fn has(self, position: usize) -> bool {
        self.0[position / 64] >> (position % 64) & 1 == 1
    }

    /// Written out, because `array::from_fn` becomes a loop of calls at low optimisation levels.
    #[inline]
    fn from_words(word: impl Fn(usize) -> u64) -> Self {
        Self([word(0), word(1), word(2), word(3), word(4)])
    }

    #[inline]
    fn highest(self) -> usize {
        (0..WORDS)
            .rev()
            .find(|&word| self.0[word] != 0)
            .map_or(0, |word| word * 64 + 63 - self.0[word].leading_zeros() as usize)
    }

    /// Returns all positions from `position` on.
    #[inline]
    fn from_position(position: usize) -> Self {
        Self::from_words(|word| match position.checked_sub(word * 64) {
            None => u64::MAX,
            Some(above @ 0..64) => u64::MAX << above,
            Some(_) => 0,
        })
    }
}

impl Bits for Bits320 {
    const WIDTH: usize = WORDS * 64;
    const EMPTY: Self = Self::NONE;

    #[inline]
    fn single(position: u16) -> Self {
        Self::NONE.with(position as usize)
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] | self.0[4] == 0
    }
    #[inline]
    fn count(self) -> u32 {
        let ones = |word: usize| self.0[word].count_ones();
        ones(0) + ones(1) + ones(2) + ones(3) + ones(4)
    }
    #[inline]
    fn lowest(self) -> u16 {
        (0..WORDS)
            .find(|&word| self.0[word] != 0)
            .map_or(Self::WIDTH as u16, |word| word as u16 * 64 + self.0[word].trailing_zeros() as u16)
    }
    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
    #[inline]
    fn up(self, by: u32) -> Self {
        let [words, bits] = [by as usize / 64, by as usize % 64];
        let word = |index: Option<usize>| index.map_or(0, |index| self.0[index]);
        Self::from_words(|to| {
            let from = to.checked_sub(words);
            let carry = word(from.and_then(|from| from.checked_sub(1)));
            // Two shifts, because a shift by 64 is none in a register.
            word(from) << bits | carry >> 1 >> (63 - bits)
        })
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        let [words, bits] = [by as usize / 64, by as usize % 64];
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Self::from_words(|to| word(to + words) >> bits | word(to + words + 1) << 1 << (63 - bits))
    }
    #[inline]
    fn span(below: Self, above: Self) -> Self {
        let upto = match above.lowest() as usize {
            Self::WIDTH => !Self::NONE,
            last => !Self::from_position(last + 1),
        };
        Self::from_position(below.highest()) & upto
    }
}

impl BitAnd for Bits320 {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::from_words(|word| self.0[word] & other.0[word])
    }
}

impl BitOr for Bits320 {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::from_words(|word| self.0[word] | other.0[word])
    }
}

impl BitXor for Bits320 {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self::from_words(|word| self.0[word] ^ other.0[word])
    }
}

impl Not for Bits320 {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_words(|word| !self.0[word])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions<B: Bits>(mut bits: B) -> Vec<u16> {
        let mut found = Vec::new();
        while bits != B::EMPTY {
            found.push(bits.lowest());
            bits = bits.without_lowest();
        }
        assert_eq!(bits.lowest() as usize, B::WIDTH);
        found
    }

    fn set<B: Bits>(positions: &[u16]) -> B {
        positions.iter().fold(B::EMPTY, |bits, &position| bits | B::single(position))
    }

    fn positions_come_back_in_order_and_move_up_and_down<B: Bits>() {
        let width = B::WIDTH as u16;
        let some: Vec<u16> = (0..width).filter(|position| position % 7 < 2).collect();
        assert_eq!(positions(set::<B>(&some)), some);
        assert_eq!(set::<B>(&some).count() as usize, some.len());
        for by in 0..width {
            let up: Vec<u16> = some.iter().map(|p| p + by).filter(|&p| p < width).collect();
            let down: Vec<u16> = some.iter().filter_map(|p| p.checked_sub(by)).collect();
            assert_eq!(positions(set::<B>(&some).up(by.into())), up);
            assert_eq!(positions(set::<B>(&some).down(by.into())), down);
        }
    }

    fn a_span_runs_from_the_highest_below_to_the_lowest_above<B: Bits>() {
        let width = B::WIDTH as u16;
        for low in 0..width {
            for high in low + 1..width {
                let spanned = B::span(set(&[0, low]), set(&[high, width - 1]));
                assert_eq!(positions(spanned), (low..=high).collect::<Vec<_>>());
            }
            assert_eq!(positions(B::span(set(&[low]), B::EMPTY)), (low..width).collect::<Vec<_>>());
            assert_eq!(positions(B::span(B::EMPTY, set(&[low]))), (0..=low).collect::<Vec<_>>());
        }
    }

    #[test]
    fn shifts_in_two_words_agree() {
        for by in 0..128 {
            assert_eq!(two_words::bit(by), 1 << by);
            for value in [u128::MAX, 1 << 127 | 1, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834] {
                assert_eq!(
                    (two_words::up(value, by), two_words::down(value, by)),
                    (value << by, value >> by)
                );
            }
        }
    }

    #[test]
    fn bits_of_every_width_agree() {
        positions_come_back_in_order_and_move_up_and_down::<Bits64>();
        positions_come_back_in_order_and_move_up_and_down::<Bits128>();
        positions_come_back_in_order_and_move_up_and_down::<Bits320>();
        a_span_runs_from_the_highest_below_to_the_lowest_above::<Bits64>();
        a_span_runs_from_the_highest_below_to_the_lowest_above::<Bits128>();
        a_span_runs_from_the_highest_below_to_the_lowest_above::<Bits320>();
    }
}
