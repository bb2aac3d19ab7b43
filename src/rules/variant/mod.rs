//! What tells one game from another: a table for each, and nothing else.
//!
//! A game is a type that implements [`Variant`], declared by one
//! [`variant!`](crate::variant) table with a drawing of its array. The rules are
//! written once, over the trait, and the compiler makes a copy of them for each
//! game.

mod array;
mod declare;
mod echex;
mod glinski;
mod mccooey;
mod mini;
mod table;

pub use array::{Array, ArrayPiece};
pub use declare::assert_sound;
pub use echex::{Echex3, Echex6};
pub use glinski::Glinski;
pub use mccooey::McCooey;
pub use mini::Mini;
pub use table::{Choice, Numbered, Only, Table};

use std::fmt::Debug;
use std::hash::Hash;

use super::{ByPlayer, Player, Role};
use crate::geometry::{CellSet, Direction, Geometry, Hex};

/// What a container holds for each player.
pub trait Value: Copy + Eq + Hash + Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static> Value for T {}

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

/// Where the pawns of a seat are heading in a game for so many.
#[inline]
const fn forward(players: u8, seat: Player) -> Direction {
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
    const fn directions(self, forward: Direction) -> [Direction; 2] {
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

use declare::variant;
