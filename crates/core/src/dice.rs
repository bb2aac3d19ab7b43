//! Random numbers that a seed determines.

use crate::rules::split_mix;

/// Random numbers, the same for the same seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Creates a sequence of its own for each seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `sides`, which must not be 0.
    pub fn roll(&mut self, sides: usize) -> usize {
        (split_mix(&mut self.0) % sides as u64) as usize
    }

    /// One of several things, of which there must be one.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}
