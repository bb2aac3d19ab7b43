//! Reproducible random numbers.

use crate::rules::split_mix;

/// A seeded random number generator: the same seed gives the same numbers on every machine.
///
/// ```
/// use hexmate_core::random::Rng;
///
/// let (mut first, mut second) = (Rng::new(7), Rng::new(7));
/// assert_eq!(first.below(100), second.below(100));
/// assert!(["a", "b"].contains(&first.choose(&["a", "b"])));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates the sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `limit`.
    ///
    /// # Panics
    ///
    /// If `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (split_mix(&mut self.0) % limit as u64) as usize
    }

    /// Returns one element of a slice.
    ///
    /// # Panics
    ///
    /// If the slice is empty.
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
