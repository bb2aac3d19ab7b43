//! Castling: the wings on which a king may castle, and where king and rook go. Knows no position.

use super::cells::Cells;
use super::hex::{Hex, ORTHOGONAL};
use super::piece::Player;

/// A king and a rook that may castle while neither has moved.
#[derive(Debug)]
pub struct Wing {
    /// The letter in the field of a FEN.
    pub letter: char,
    /// The owner of king and rook.
    pub owner: Player,
    /// First cell of the king.
    pub king: Hex,
    /// First cell of the rook.
    pub rook: Hex,
    /// The step from the king towards the rook.
    pub(super) step: Hex,
    /// The king's possible distances with their texts.
    pub(super) ways: &'static [(i8, &'static str)],
}

/// The rook's part of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castle {
    /// The letter of the wing.
    pub wing: char,
    /// Text, such as `0-0-0`.
    pub text: &'static str,
    /// The rook's origin.
    pub rook_from: Hex,
    /// The rook's target: the last cell that the king crosses.
    pub rook_to: Hex,
}

/// A wing of a game: its letter, king and rook, how far the king may go.
pub(super) type Drawn = (char, &'static str, &'static str, &'static [(i8, &'static str)]);

impl Wing {
    /// Returns the wing as the table of its game has it.
    pub(super) fn of(cells: &Cells, &(letter, king, rook, ways): &Drawn) -> Wing {
        let [king, rook] = [king, rook].map(|name| cells.by_name(name).expect("a cell"));
        let row = |step: Hex| (1..).map(move |far| king.after(step, far)).take_while(|&cell| cells.has(cell));
        let step = ORTHOGONAL.into_iter().find(|&step| row(step).any(|cell| cell == rook));
        let owner = Player::from(letter.is_ascii_lowercase());
        Wing { letter, owner, king, rook, step: step.expect("a row with both"), ways }
    }

    /// Returns the cells between king and rook.
    pub(super) fn between(&self) -> impl Iterator<Item = Hex> + '_ {
        (1..).map(|far| self.king.after(self.step, far)).take_while(|&cell| cell != self.rook)
    }
}
