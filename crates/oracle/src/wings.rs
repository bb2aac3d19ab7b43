//! Castling: the wings on which a king may castle, and where king and rook go. Knows no position.

use super::cells::Cells;
use super::hex::{Hex, ORTHOGONAL};
use super::piece::Player;

/// A king and a rook that may castle while neither has moved.
#[derive(Debug)]
pub struct Wing {
    /// The letter in the field of a FEN.
    pub letter: char,
    /// Whose king and rook these are.
    pub owner: Player,
    /// Where the king begins.
    pub king: Hex,
    /// Where the rook begins.
    pub rook: Hex,
    /// The step from the king towards the rook.
    pub(super) step: Hex,
    /// How far the king may go, and what that is called.
    pub(super) ways: &'static [(i8, &'static str)],
}

/// What a move of a king does besides if it castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castle {
    /// The letter of the wing.
    pub wing: char,
    /// What it is called, such as `0-0-0`.
    pub text: &'static str,
    /// Where the rook stood.
    pub rook_from: Hex,
    /// Where it goes: to the cell that the king has crossed last.
    pub rook_to: Hex,
}

/// A wing of a game: its letter, king and rook, how far the king may go.
pub(super) type Drawn = (char, &'static str, &'static str, &'static [(i8, &'static str)]);

impl Wing {
    /// The wing as the table of its game has it.
    pub(super) fn of(cells: &Cells, &(letter, king, rook, ways): &Drawn) -> Wing {
        let [king, rook] = [king, rook].map(|name| cells.by_name(name).expect("a cell"));
        let row = |step: Hex| (1..).map(move |far| king.after(step, far)).take_while(|&cell| cells.has(cell));
        let step = ORTHOGONAL.into_iter().find(|&step| row(step).any(|cell| cell == rook));
        let owner = Player::from(letter.is_ascii_lowercase());
        Wing { letter, owner, king, rook, step: step.expect("a row with both"), ways }
    }

    /// The cells between king and rook.
    pub(super) fn between(&self) -> impl Iterator<Item = Hex> + '_ {
        (1..).map(|far| self.king.after(self.step, far)).take_while(|&cell| cell != self.rook)
    }
}
