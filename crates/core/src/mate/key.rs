//! Keys by which searches know positions again. No chess.

use crate::rules::{Position, Variant};

/// The key of a position, see [`Position::key`].
///
/// Whatever an answer depends on is kept under all of its 128 bits, or under 112 of them at least. Of 10⁹ different
/// positions two share 112 bits with a chance of 10⁹ · 10⁹ / 2 / 2¹¹² < 10⁻¹⁶.
#[inline]
pub(super) fn key<V: Variant>(position: &Position<V>) -> u128 {
    cut(position.key())
}

/// The key of a position where each number of moves left is a question of its own.
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

/// Keys of fewer bits, so that laws can show that they would see a collision.
#[cfg(test)]
mod short {
    use std::cell::Cell;

    use crate::rules::split_mix;

    thread_local! {
        static BITS: Cell<u32> = const { Cell::new(128) };
    }

    /// Runs something on this thread with keys of so many bits.
    pub(crate) fn with_key_bits<R>(bits: u32, run: impl FnOnce() -> R) -> R {
        BITS.set(bits);
        let result = run();
        BITS.set(128);
        result
    }

    /// The same 128 bits for all keys that agree in the first few.
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
