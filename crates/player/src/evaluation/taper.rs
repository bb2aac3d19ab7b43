//! Scores that change from the opening to the ending.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score in centipawns for a full board and for an ending; positions between them mix both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taper {
    /// Score with all officers on the board.
    pub middle: i32,
    /// Score without officers.
    pub ending: i32,
}

impl Taper {
    /// No score.
    pub const ZERO: Self = Self { middle: 0, ending: 0 };

    /// Creates a score.
    pub const fn new(middle: i32, ending: i32) -> Self {
        Self { middle, ending }
    }

    /// Mixes both scores: `phase` of `full` parts of the middle game.
    pub fn mix(self, phase: i32, full: i32) -> i32 {
        let phase = phase.clamp(0, full);
        (self.middle * phase + self.ending * (full - phase)) / full
    }

    /// Returns the share `numerator / denominator`.
    #[must_use]
    pub fn share(self, numerator: i32, denominator: i32) -> Self {
        Self::new(self.middle * numerator / denominator, self.ending * numerator / denominator)
    }
}

impl Add for Taper {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.middle + other.middle, self.ending + other.ending)
    }
}

impl Sub for Taper {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.middle - other.middle, self.ending - other.ending)
    }
}

impl Neg for Taper {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.middle, -self.ending)
    }
}

impl Mul<i32> for Taper {
    type Output = Self;
    #[inline]
    fn mul(self, by: i32) -> Self {
        Self::new(self.middle * by, self.ending * by)
    }
}

impl AddAssign for Taper {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Taper {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
