//! A game as a type: its tables, and what follows from them for the compiler.

use super::castling::Castling;
use super::pawns::PawnRule;
use super::settings::Seating;
use super::table::{Choice, VariantTable};
use crate::geometry::{CellSet, Direction, Geometry};
use crate::rules::{ByPlayer, KeptWings, Player, Role, Value};

/// A game: its board, its players, its array, and what its pawns do.
pub trait Variant: Value {
    /// The board.
    type Geometry: Geometry;
    /// One `T` for each player.
    type ByPlayer<T: Value>: ByPlayer<T> + Value;
    /// One `T` for each seat that a pawn may have begun in and no longer belong to.
    ///
    /// Holds nothing in games for two, where pieces never change hands.
    type ByFormerSeat<T: Value>: ByPlayer<T> + Value;

    /// On which wings players may still castle: takes no room in games without castling.
    type Wings: KeptWings;

    /// Which of its tables a position is played by: takes no room where there is one.
    type Choice: Choice;

    /// The games that differ in their arrays only; never empty.
    const TABLES: &'static [VariantTable];
    /// Number of players: 2, 3 or 6.
    const PLAYERS: u8;
    /// How the other players' arrays follow from the first one's.
    const SEATING: Seating;
    /// What pawns do.
    const PAWNS: PawnRule;
    /// By how many cells at most a pawn may step.
    const LONGEST_STEP: u8;
    /// Whether players castle.
    const CASTLES: bool;
    /// Whether pawns step one way, by two cells at most, and nobody castles: what the fast ways of counting
    /// and solving rest on.
    const IS_PLAIN: bool = Self::PAWNS.is_plain() && Self::LONGEST_STEP <= 2 && !Self::CASTLES;
    /// What a pawn may become.
    const PROMOTIONS: &'static [Role];

    /// Cells from which a pawn of this seat may step twice or further.
    fn double_step_cells(choice: Self::Choice, seat: Player) -> CellSet<Self::Geometry>;

    /// Those of them from which it may step three times.
    fn triple_step_cells(choice: Self::Choice, seat: Player) -> CellSet<Self::Geometry>;

    /// Cells from which a pawn of this seat also takes straight ahead.
    fn first_takers(seat: Player) -> CellSet<Self::Geometry>;

    /// The ways to castle of a seat.
    fn castlings(seat: Player) -> &'static [Castling];

    /// The table that a position is played by.
    #[inline]
    fn table(choice: Self::Choice) -> &'static VariantTable {
        &Self::TABLES[choice.number()]
    }

    /// All players in turn order.
    #[inline]
    fn players() -> impl DoubleEndedIterator<Item = Player> + Clone {
        Player::first(Self::PLAYERS)
    }

    /// Straight towards the other side, as a seat sees it.
    #[inline]
    fn forward(seat: Player) -> Direction {
        Self::PAWNS.forward(Self::PLAYERS, seat)
    }

    /// Where the pawns of a seat step; twice the same, if it is one way.
    #[inline]
    fn pawn_ways(seat: Player) -> [Direction; 2] {
        Self::PAWNS.steps(Self::forward(seat))
    }

    /// Where the pawns of a seat step, each way once.
    #[inline]
    fn pawn_steps(seat: Player) -> impl Iterator<Item = Direction> {
        Self::pawn_ways(seat).into_iter().take(Self::PAWNS.steps as usize)
    }

    /// The two directions in which the pawns of a seat take.
    #[inline]
    fn pawn_takes(seat: Player) -> [Direction; 2] {
        Self::PAWNS.takes(Self::forward(seat))
    }

    /// Cells where a pawn of this seat promotes: those with no cell before them.
    #[inline]
    fn promotion_cells(seat: Player) -> CellSet<Self::Geometry> {
        let [first, second] = Self::pawn_ways(seat);
        Self::Geometry::rim(first) & Self::Geometry::rim(second)
    }
}
