//! Places on a hexagon and the steps between them (rules.md, part 1). No chess.

use std::ops::Add;

/// A place in axial coordinates, or the step from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex {
    /// Column, growing to the east.
    pub q: i8,
    /// Row, growing to the south.
    pub r: i8,
}

/// The steps of a rook: 12, 2, 4, 6, 8 and 10 o'clock.
pub const ORTHOGONAL: [Hex; 6] = [hex(0, -1), hex(1, -1), hex(1, 0), hex(0, 1), hex(-1, 1), hex(-1, 0)];

/// The steps of a bishop: 1, 3, 5, 7, 9 and 11 o'clock.
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

/// The letters of the files; there is no j.
const FILES: &[u8] = b"abcdefghiklmnopqr";

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
    /// Whether the board of this radius has the place.
    pub const fn is_on(self, radius: i8) -> bool {
        let s = -self.q - self.r;
        self.q.abs() <= radius && self.r.abs() <= radius && s.abs() <= radius
    }

    /// The place turned clockwise about the centre, `sixths` times 60 degrees.
    pub fn turned(self, sixths: usize) -> Hex {
        let mut place = self;
        for _ in 0..sixths {
            place = hex(-place.r, place.q + place.r);
        }
        place
    }

    /// The step backwards.
    pub fn reversed(self) -> Hex {
        hex(-self.q, -self.r)
    }

    /// The rank: 1 is White's near edge on every file.
    pub fn rank(self, radius: i8) -> i8 {
        radius - self.q.max(0) - self.r + 1
    }

    /// The place on a file, counted from the west, and a rank.
    pub fn from_file_and_rank(file: i8, rank: i8, radius: i8) -> Hex {
        let q = file - radius;
        hex(q, radius - q.max(0) + 1 - rank)
    }

    /// The name of the cell, such as `f6`.
    pub fn name(self, radius: i8) -> String {
        let file = FILES[usize::from((self.q + radius).unsigned_abs())];
        format!("{}{}", char::from(file), self.rank(radius))
    }

    /// The cell of that name, if the board of this radius has it.
    pub fn from_name(name: &str, radius: i8) -> Option<Hex> {
        let (letter, digits) = name.split_at_checked(1)?;
        let file = FILES.iter().position(|&file| letter.as_bytes() == [file])?;
        let file = i8::try_from(file).ok()?;
        let rank = digits.parse::<i8>().ok()?;
        if file > 2 * radius || !(1..=2 * radius + 1).contains(&rank) {
            return None;
        }
        let cell = Hex::from_file_and_rank(file, rank, radius);
        let found = cell.is_on(radius) && cell.name(radius) == name;
        found.then_some(cell)
    }
}
