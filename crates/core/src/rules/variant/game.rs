//! Games as types.

use super::castling::Castling;
use super::pawns::PawnRule;
use super::settings::Seating;
use super::table::{Choice, VariantTable};
use crate::geometry::{CellSet, Direction, Geometry};
use crate::rules::{ByPlayer, KeptWings, Player, Role, Value};

/// A game: its board, players, array and pawns.
pub trait Variant: Value {
    /// The board.
    type Geometry: Geometry;
    /// One `T` for each player.
    type ByPlayer<T: Value>: ByPlayer<T> + Value;
    /// One `T` for each seat that a pawn may have begun in and no longer belong to.
    ///
    /// Holds nothing in games for two, where pieces never change hands.
    type ByFormerSeat<T: Value>: ByPlayer<T> + Value;

    /// Castling rights; take no room in games without castling.
    type Wings: KeptWings;

    /// Which of the tables a position uses; takes no room where there is only one.
    type Choice: Choice;

    /// The games that differ in their arrays only; never empty.
    const TABLES: &'static [VariantTable];
    /// Number of players: 2, 3 or 6.
    const PLAYERS: u8;
    /// Derivation of the other players' arrays from the first one's.
    const SEATING: Seating;
    /// Rules of pawns.
    const PAWNS: PawnRule;
    /// The longest step of a pawn, in cells.
    const LONGEST_STEP: u8;
    /// `true` if players castle.
    const CASTLES: bool;
    /// `true` if pawns step one way, by two cells at most, and there is no castling: the fast ways of counting
    /// and solving require it.
    const IS_PLAIN: bool = Self::PAWNS.is_plain() && Self::LONGEST_STEP <= 2 && !Self::CASTLES;
    /// Roles to which a pawn may promote.
    const PROMOTIONS: &'static [Role];

    /// Returns the cells from which a pawn of this seat may step twice or further.
    fn double_step_cells(choice: Self::Choice, seat: Player) -> CellSet<Self::Geometry>;

    /// Returns the cells from which a pawn of this seat may step three times.
    fn triple_step_cells(choice: Self::Choice, seat: Player) -> CellSet<Self::Geometry>;

    /// Returns the cells from which a pawn of this seat also takes straight ahead.
    fn first_takers(seat: Player) -> CellSet<Self::Geometry>;

    /// Returns the ways to castle of a seat.
    fn castlings(seat: Player) -> &'static [Castling];

    /// Returns the table that a position is played by.
    #[inline]
    fn table(choice: Self::Choice) -> &'static VariantTable {
        &Self::TABLES[choice.number()]
    }

    /// Returns all players in turn order.
    #[inline]
    fn players() -> impl DoubleEndedIterator<Item = Player> + Clone {
        Player::first(Self::PLAYERS)
    }

    /// Returns the forward direction of a seat.
    #[inline]
    fn forward(seat: Player) -> Direction {
        Self::PAWNS.forward(Self::PLAYERS, seat)
    }

    /// Returns the two directions in which pawns of a seat step; equal if there is only one.
    #[inline]
    fn pawn_ways(seat: Player) -> [Direction; 2] {
        Self::PAWNS.steps(Self::forward(seat))
    }

    /// Returns the directions in which pawns of a seat step, each once.
    #[inline]
    fn pawn_steps(seat: Player) -> impl Iterator<Item = Direction> {
        Self::pawn_ways(seat).into_iter().take(Self::PAWNS.steps as usize)
    }

    /// Returns the two directions in which the pawns of a seat take.
    #[inline]
    fn pawn_takes(seat: Player) -> [Direction; 2] {
        Self::PAWNS.takes(Self::forward(seat))
    }

    /// Returns cells where a pawn of this seat promotes: those with no cell before them.
    #[inline]
    fn promotion_cells(seat: Player) -> CellSet<Self::Geometry> {
        let [first, second] = Self::pawn_ways(seat);
        Self::Geometry::rim(first) & Self::Geometry::rim(second)
    }
}
