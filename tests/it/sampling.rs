//! Smaller samples for ordinary test runs.

use crate::law_length::quick_or_full;

/// Returns a fifth of `number`; at full length `number`.
pub fn scaled(number: u64) -> u64 {
    quick_or_full(number.div_ceil(5), number)
}

/// Returns one item, a different one for each `number` in turn; at full length all items.
pub fn in_turn<T>(all: &[T], number: usize) -> impl Iterator<Item = &T> {
    all.iter().cycle().skip(number % all.len()).take(quick_or_full(1, all.len()))
}
