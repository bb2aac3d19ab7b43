//! Axial coordinates after Red Blob Games.

use std::ops::{Add, Neg, Sub};

/// A hex or a displacement on the infinite plane.
///
/// `q` grows to the east, `r` to the south, and `q + r + s = 0`. Hexes are
/// flat-topped, so a column of equal `q` is vertical.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex {
    /// Columns to the east of the centre.
    pub q: i8,
    /// Rows to the south of the centre, along the column.
    pub r: i8,
}

impl Hex {
    /// The middle of every hexagon.
    pub const CENTRE: Self = Self::new(0, 0);

    /// Creates a hex from its axial coordinates.
    pub const fn new(q: i8, r: i8) -> Self {
        Self { q, r }
    }

    /// Returns the third cube coordinate.
    pub const fn s(self) -> i8 {
        -self.q - self.r
    }

    /// Returns the number of steps across edges from the centre.
    pub const fn length(self) -> i8 {
        let [q, r, s] = [self.q.abs(), self.r.abs(), self.s().abs()];
        let longer = if q > r { q } else { r };
        if longer > s { longer } else { s }
    }

    /// Returns the sum of two displacements; `+` for use in constants.
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }

    /// Turns the hex clockwise about the centre by 60 degrees, `sixths` times.
    ///
    /// ```
    /// use hexmate_core::geometry::Hex;
    ///
    /// assert_eq!(Hex::new(0, -1).turned(3), Hex::new(0, 1));
    /// ```
    pub const fn turned(self, sixths: u8) -> Self {
        let mut hex = self;
        let mut left = sixths % 6;
        while left > 0 {
            hex = Self::new(-hex.r, -hex.s());
            left -= 1;
        }
        hex
    }

    /// Reflects the hex in the horizontal axis.
    pub const fn mirrored(self) -> Self {
        Self::new(self.q, self.s())
    }

    /// Returns the image under one of the twelve symmetries of the grid: six rotations, then six of the mirror image.
    pub const fn image(self, way: u8) -> Self {
        let hex = if way < 6 { self } else { self.mirrored() };
        hex.turned(way % 6)
    }

    /// Returns the colour of the hex, 0, 1 or 2; neighbours have different colours.
    ///
    /// The centre is 0, its neighbour to the north 1, its neighbour to the south 2.
    ///
    /// ```
    /// use hexmate_core::geometry::Hex;
    ///
    /// assert_eq!([Hex::new(0, -1), Hex::CENTRE, Hex::new(0, 1)].map(Hex::colour), [1, 0, 2]);
    /// ```
    pub const fn colour(self) -> u8 {
        (self.q - self.r).rem_euclid(3) as u8
    }

    /// Returns the number of hexes within `radius` steps of the centre.
    ///
    /// ```
    /// use hexmate_core::geometry::Hex;
    ///
    /// assert_eq!(Hex::count_within(5), 91);
    /// ```
    pub const fn count_within(radius: i8) -> usize {
        let radius = radius as usize;
        1 + 3 * radius * (radius + 1)
    }
}

impl Add for Hex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Hex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Hex {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.q, -self.r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Hex = Hex::new(3, -1);

    #[test]
    fn six_turns_come_full_circle() {
        assert_eq!(SOME.turned(6), SOME);
        assert_eq!(SOME.turned(3), -SOME);
    }

    #[test]
    fn a_turn_is_clockwise() {
        let [north, north_east] = [Hex::new(0, -1), Hex::new(1, -1)];
        assert_eq!(north.turned(1), north_east);
    }

    #[test]
    fn a_mirror_twice_is_no_mirror() {
        assert_eq!(SOME.mirrored().mirrored(), SOME);
        assert_eq!(Hex::new(0, -1).mirrored(), Hex::new(0, 1));
    }

    #[test]
    fn no_neighbour_shares_a_colour() {
        for sixth in 0..6 {
            let neighbour = SOME + Hex::new(0, -1).turned(sixth);
            assert_ne!(SOME.colour(), neighbour.colour());
        }
    }

    #[test]
    fn hexagons_have_37_91_217_cells() {
        assert_eq!([3, 5, 8].map(Hex::count_within), [37, 91, 217]);
    }
}
