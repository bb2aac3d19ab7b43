//! Places in a plane of hexagons and the steps between them (rules.md, part 1). No chess.

use std::ops::Add;

/// A place in axial coordinates, or the step from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex {
    /// Column, growing to the east.
    pub q: i8,
    /// Row, growing to the south.
    pub r: i8,
}

/// The steps of a rook: 12, 2, 4, 6, 8 and 10 o'clock; 11, 1, 3, 5, 7 and 9 where corners face the players.
pub const ORTHOGONAL: [Hex; 6] = [hex(0, -1), hex(1, -1), hex(1, 0), hex(0, 1), hex(-1, 1), hex(-1, 0)];

/// The steps of a bishop: 1, 3, 5, 7, 9 and 11 o'clock; 12, 2, 4, 6, 8 and 10 where corners face the players.
pub const DIAGONAL: [Hex; 6] = [hex(1, -2), hex(2, -1), hex(1, 1), hex(-1, 2), hex(-2, 1), hex(-1, -1)];

/// The jumps of a knight: six, and their opposites.
pub const KNIGHT: [Hex; 12] = [
    hex(1, -3),
    hex(2, -3),
    hex(3, -2),
    hex(3, -1),
    hex(2, 1),
    hex(1, 2),
    hex(-1, 3),
    hex(-2, 3),
    hex(-3, 2),
    hex(-3, 1),
    hex(-2, -1),
    hex(-1, -2),
];

/// Short for the place, or the step, `(q, r)`.
pub const fn hex(q: i8, r: i8) -> Hex {
    Hex { q, r }
}

impl Add for Hex {
    type Output = Hex;

    fn add(self, step: Hex) -> Hex {
        hex(self.q + step.q, self.r + step.r)
    }
}

impl Hex {
    /// Returns the place turned clockwise about the centre, `sixths` times 60 degrees.
    pub fn turned(self, sixths: usize) -> Hex {
        let mut place = self;
        for _ in 0..sixths {
            place = hex(-place.r, place.q + place.r);
        }
        place
    }

    /// Returns the place after a number of steps.
    pub fn after(self, step: Hex, times: i8) -> Hex {
        hex(self.q + step.q * times, self.r + step.r * times)
    }

    /// Returns whether repeating this step leads from one place to the other.
    pub fn leads(self, from: Hex, to: Hex) -> bool {
        let way = hex(to.q - from.q, to.r - from.r);
        self.q * way.r == self.r * way.q && self.q * way.q + self.r * way.r > 0
    }
}
