//! What a table can choose from: seats, captures of pawns, the worth of a stalemate.

use crate::geometry::{Direction, Hex};
use crate::rules::Player;

/// Where the pawns of a seat are heading in a game for so many.
#[inline]
pub(super) const fn forward(players: u8, seat: Player) -> Direction {
    Direction::N.turn(12 / players * seat.index() as u8)
}

/// How the arrays of the other players follow from the first one's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Top and bottom change places; for two players.
    Mirrored,
    /// The board is turned clockwise, by the same angle for each seat.
    Turned,
}

impl Seating {
    /// Where a man stands in the array of `seat`, from its place in the first one's.
    pub const fn place(self, hex: Hex, seat: Player, players: u8) -> Hex {
        match self {
            Self::Mirrored if seat.index() == 1 => hex.mirrored(),
            Self::Mirrored => hex,
            Self::Turned => hex.turned(6 / players * seat.index() as u8),
        }
    }
}

/// Where pawns take; the discriminant is the hours to either side of straight ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PawnTakes {
    /// Beyond the two forward vertices, as a bishop moves.
    Diagonally = 1,
    /// Across the two forward edges to the side, as a rook moves.
    Orthogonally = 2,
}

impl PawnTakes {
    /// The two directions in which a pawn takes that is heading so.
    #[inline]
    pub(super) const fn directions(self, forward: Direction) -> [Direction; 2] {
        let hours = self as u8;
        [forward.turn(12 - hours), forward.turn(hours)]
    }
}

/// What a stalemate is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StalemateScore {
    /// Half a point each.
    Draw,
    /// Three quarters to the player who moved last, a quarter to the other.
    ThreeQuarters,
}
