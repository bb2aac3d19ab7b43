//! The table of one game as plain data, and which of a type's tables is meant. No rules.

use super::array::Array;
use super::settings::{PawnTakes, Seating, StalemateScore, forward};
use crate::geometry::{Cell, Direction, Shape};
use crate::rules::{Player, PlayerSet, Role, Value};

/// A game: what its table says, for everything that need not be fast.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// How the game is called on the command line and in files.
    pub name: &'static str,
    /// How the game is called in print.
    pub title: &'static str,
    /// Its board.
    pub shape: Shape,
    /// Number of players: 2, 3 or 6.
    pub players: u8,
    /// The players' letters in turn order.
    pub letters: &'static str,
    /// How the other players' arrays follow from the first one's.
    pub seating: Seating,
    /// Where pawns take.
    pub pawn_takes: PawnTakes,
    /// What a pawn may become.
    pub promotions: &'static [Role],
    /// What a stalemate is worth.
    pub stalemate: StalemateScore,
    /// The first player's men.
    pub array: Array,
}

impl Table {
    /// All players in turn order.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = Player> + Clone + use<> {
        Player::first(self.players)
    }

    /// The set of all players.
    pub const fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.players)
    }

    /// Where the pawns of a seat are heading.
    pub const fn forward(&self, seat: Player) -> Direction {
        forward(self.players, seat)
    }

    /// The two directions in which the pawns of a seat take.
    pub const fn pawn_takes(&self, seat: Player) -> [Direction; 2] {
        self.pawn_takes.directions(self.forward(seat))
    }

    /// Whether a pawn of this seat promotes on a cell: one with no cell before it.
    pub fn is_promotion_cell(&self, seat: Player, cell: Cell) -> bool {
        self.shape.step(cell, self.forward(seat)).is_none()
    }

    /// Cells from which a pawn of this seat may step twice.
    pub fn double_step_cells(&self, seat: Player) -> impl Iterator<Item = Cell> {
        let men = self.array.pieces().iter().filter(|man| man.steps_twice);
        men.filter_map(move |man| self.shape.cell(self.seating.place(man.hex, seat, self.players)))
    }
}

/// Which of a type's tables is meant.
pub trait Choice: Value + Default {
    /// The choice with this number, which must be less than the number of tables.
    fn new(number: usize) -> Self;
    /// The number of the table.
    fn number(self) -> usize;
}

/// The only table that there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Only;

impl Choice for Only {
    fn new(_: usize) -> Self {
        Self
    }

    #[inline]
    fn number(self) -> usize {
        0
    }
}

/// One of several tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Numbered(u8);

impl Choice for Numbered {
    fn new(number: usize) -> Self {
        Self(number as u8)
    }

    #[inline]
    fn number(self) -> usize {
        self.0.into()
    }
}
