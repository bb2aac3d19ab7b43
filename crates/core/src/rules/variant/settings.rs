//! Options of a game table: seating and score of a stalemate.

use crate::geometry::{Hex, Shape};
use crate::rules::Player;

/// Derivation of the other players' arrays from the first one's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Top and bottom change places; for two players.
    Mirrored,
    /// The board is turned clockwise, by the same angle for each seat.
    Turned,
}

impl Seating {
    /// Returns the place of a piece in the array of `seat`, from its place in the first one's.
    pub const fn place(self, shape: Shape, hex: Hex, seat: Player, players: u8) -> Hex {
        match self {
            Self::Mirrored if seat.index() == 1 => shape.mirrored(hex),
            Self::Mirrored => hex,
            Self::Turned => shape.turned(hex, 6 / players * seat.index() as u8),
        }
    }
}

/// Score of a stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StalemateScore {
    /// Half a point each.
    Draw,
    /// Three quarters to the player who moved last, a quarter to the other.
    ThreeQuarters,
}
