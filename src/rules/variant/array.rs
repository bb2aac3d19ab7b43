//! A game's array, read from its drawing by the compiler. Only the first seat's men.

use super::super::Role;
use crate::geometry::Hex;

/// The most men that a player begins with.
const MOST: usize = 24;

/// What fills the room of men that an array does not have.
const NOBODY: ArrayPiece = ArrayPiece { hex: Hex::CENTRE, role: Role::Pawn, steps_twice: false };

/// One man of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayPiece {
    /// Where the first seat's man stands.
    pub hex: Hex,
    /// Its kind.
    pub role: Role,
    /// Whether it is a pawn that may step twice from there.
    pub steps_twice: bool,
}

/// The men that the first player begins with.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    pieces: [ArrayPiece; MOST],
    count: usize,
}

impl Array {
    /// No man at all.
    pub const EMPTY: Self = Self { pieces: [NOBODY; MOST], count: 0 };

    /// The men, in the order of the drawing.
    pub const fn pieces(&self) -> &[ArrayPiece] {
        self.pieces.split_at(self.count).0
    }

    /// Number of men with this role.
    pub fn count(&self, role: Role) -> usize {
        self.pieces().iter().filter(|man| man.role == role).count()
    }

    /// Reads a drawing: one character for each cell of a board of `radius`,
    /// line by line from the top, white space ignored.
    ///
    /// K Q R B N P are men, `p` is a pawn without a double step, `.` is an
    /// empty cell.
    ///
    /// # Panics
    ///
    /// On anything else, in constants while compiling; also if there are more than
    /// 24 men.
    pub const fn drawn(drawing: &str, radius: i8) -> Self {
        let mut array = Self::EMPTY;
        let bytes = drawing.as_bytes();
        let mut at = 0;
        let mut half_row = -2 * radius;
        while half_row <= 2 * radius {
            let mut q = -radius;
            while q <= radius {
                let hex = Hex::new(q, (half_row - q).div_euclid(2));
                if (half_row - q) % 2 == 0 && hex.length() <= radius {
                    while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    assert!(at < bytes.len(), "fewer cells drawn than the board has");
                    if bytes[at] != b'.' {
                        assert!(array.count < MOST, "more men drawn than a player can have");
                        array.pieces[array.count] = ArrayPiece::drawn(hex, bytes[at]);
                        array.count += 1;
                    }
                    at += 1;
                }
                q += 1;
            }
            half_row += 1;
        }
        while at < bytes.len() {
            assert!(bytes[at].is_ascii_whitespace(), "more cells drawn than the board has");
            at += 1;
        }
        array
    }
}

impl ArrayPiece {
    const fn drawn(hex: Hex, character: u8) -> Self {
        let role = match character {
            b'p' => Some(Role::Pawn),
            _ => Role::from_letter(character as char),
        };
        Self { hex, role: role.expect("a character that is no man"), steps_twice: character == b'P' }
    }
}
