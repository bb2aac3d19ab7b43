//! Choices that do not depend on each other: in an ordinary run they take turns.

use crate::length::length;

/// One of several, the next one for each number; at full length all of them.
pub fn in_turn<T>(all: &[T], number: usize) -> impl Iterator<Item = &T> {
    all.iter().cycle().skip(number % all.len()).take(length(1, all.len()))
}
