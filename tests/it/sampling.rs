//! Smaller samples for ordinary test runs.

use crate::law_length::quick_or_full;

/// Returns `number`, or a fifth of it if `HEXMATE_LAWS` is `brief`, as in `make check`.
pub fn scaled(number: u64) -> u64 {
    match std::env::var("HEXMATE_LAWS").as_deref() {
        Ok("brief") => number.div_ceil(5),
        _ => number,
    }
}

/// Returns one item, a different one for each `number` in turn; at full length all items.
pub fn in_turn<T>(all: &[T], number: usize) -> impl Iterator<Item = &T> {
    all.iter().cycle().skip(number % all.len()).take(quick_or_full(1, all.len()))
}
