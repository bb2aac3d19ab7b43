//! Arrays of games, read from a drawing at compile time.

use super::super::Role;
use crate::geometry::{Hex, Shape};

/// The most pieces that a player begins with.
const MOST: usize = 24;

/// Filler for unused places.
const NOBODY: ArrayPiece = ArrayPiece { hex: Hex::CENTRE, role: Role::Pawn, steps: 0 };

/// One piece of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayPiece {
    /// The hex of the first seat's piece.
    pub hex: Hex,
    /// The role.
    pub role: Role,
    /// The longest step of a pawn from there, in cells; 0 for other pieces.
    pub steps: u8,
}

/// The pieces of the first player's array.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    pieces: [ArrayPiece; MOST],
    count: usize,
}

impl Array {
    /// The empty board.
    pub const EMPTY: Self = Self { pieces: [NOBODY; MOST], count: 0 };

    /// Returns the pieces, in the order of the drawing.
    pub const fn pieces(&self) -> &[ArrayPiece] {
        self.pieces.split_at(self.count).0
    }

    /// Returns the number of pieces with this role.
    pub fn count(&self, role: Role) -> usize {
        self.pieces().iter().filter(|piece| piece.role == role).count()
    }

    /// Parses a drawing: one character for each cell of a board,
    /// line by line from the top, white space ignored.
    ///
    /// K Q R B N P are pieces, `p` is a pawn without a double step, `T` one with a triple step,
    /// `.` is an empty cell.
    ///
    /// # Panics
    ///
    /// On anything else, in constants while compiling; also if there are more than
    /// 24 pieces.
    pub const fn drawn(drawing: &str, shape: Shape) -> Self {
        let mut array = Self::EMPTY;
        let bytes = drawing.as_bytes();
        let mut at = 0;
        let [mut line, last] = shape.lines_of_text();
        while line <= last {
            let [mut q, end] = shape.column_bounds();
            while q < end {
                if let Some(hex) = shape.hex_in_text(q, line) {
                    while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    assert!(at < bytes.len(), "fewer cells drawn than the board has");
                    if bytes[at] != b'.' {
                        assert!(array.count < MOST, "more pieces drawn than a player can have");
                        array.pieces[array.count] = ArrayPiece::drawn(hex, bytes[at]);
                        array.count += 1;
                    }
                    at += 1;
                }
                q += 1;
            }
            line += 1;
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
            b'p' | b'T' => Some(Role::Pawn),
            _ => Role::from_letter(character as char),
        };
        let steps = match character {
            b'p' => 1,
            b'P' => 2,
            b'T' => 3,
            _ => 0,
        };
        Self { hex, role: role.expect("a character that is no piece"), steps }
    }
}
