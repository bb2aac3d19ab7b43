//! A game as a type: its tables, and what follows from them for the compiler.

use super::settings::{PawnTakes, Seating, forward};
use super::table::{Choice, Table};
use crate::geometry::{CellSet, Direction, Geometry};
use crate::rules::{ByPlayer, Player, Role, Value};

/// A game: its board, its players, its array, and what its pawns do.
pub trait Variant: Value {
    /// The board.
    type Geometry: Geometry;
    /// One `T` for each player.
    type ByPlayer<T: Value>: ByPlayer<T> + Value;
    /// One `T` for each seat that a pawn may have begun in and no longer belong to.
    ///
    /// Holds nothing in games for two, where men never change hands.
    type ByFormerSeat<T: Value>: ByPlayer<T> + Value;

    /// Which of its tables a position is played by: takes no room where there is one.
    type Choice: Choice;

    /// The games that differ in their arrays only; never empty.
    const TABLES: &'static [Table];
    /// Number of players: 2, 3 or 6.
    const PLAYERS: u8;
    /// How the other players' arrays follow from the first one's.
    const SEATING: Seating;
    /// Where pawns take.
    const PAWN_TAKES: PawnTakes;
    /// What a pawn may become.
    const PROMOTIONS: &'static [Role];

    /// Cells from which a pawn of this seat may step twice.
    fn double_step_cells(choice: Self::Choice, seat: Player) -> CellSet<Self::Geometry>;

    /// The table that a position is played by.
    #[inline]
    fn table(choice: Self::Choice) -> &'static Table {
        &Self::TABLES[choice.number()]
    }

    /// All players in turn order.
    #[inline]
    fn players() -> impl DoubleEndedIterator<Item = Player> + Clone {
        Player::first(Self::PLAYERS)
    }

    /// Where the pawns of a seat are heading.
    #[inline]
    fn forward(seat: Player) -> Direction {
        forward(Self::PLAYERS, seat)
    }

    /// The two directions in which the pawns of a seat take.
    #[inline]
    fn pawn_takes(seat: Player) -> [Direction; 2] {
        Self::PAWN_TAKES.directions(Self::forward(seat))
    }

    /// Cells where a pawn of this seat promotes: those with no cell before them.
    #[inline]
    fn promotion_cells(seat: Player) -> CellSet<Self::Geometry> {
        Self::Geometry::rim(Self::forward(seat))
    }
}
