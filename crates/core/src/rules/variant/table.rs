//! Tables of games as plain data, and the choice of one of a type's tables.

use super::array::Array;
use super::castling::Castling;
use super::pawns::PawnRule;
use super::settings::{Seating, StalemateScore};
use crate::geometry::{Cell, Direction, Shape};
use crate::rules::{Player, PlayerSet, Role, Value};

/// The table of a game, for all code that need not be fast.
#[derive(Clone, Copy, Debug)]
pub struct VariantTable {
    /// Name on the command line and in files.
    pub name: &'static str,
    /// Name in print.
    pub title: &'static str,
    /// The board.
    pub shape: Shape,
    /// Number of players: 2, 3 or 6.
    pub players: u8,
    /// The players' letters in turn order.
    pub letters: &'static str,
    /// Derivation of the other players' arrays from the first one's.
    pub seating: Seating,
    /// Rules of pawns.
    pub pawns: PawnRule,
    /// Roles to which a pawn may promote.
    pub promotions: &'static [Role],
    /// Score of a stalemate.
    pub stalemate: StalemateScore,
    /// Castlings by seat; empty in games without castling.
    pub castlings: &'static [&'static [Castling]],
    /// The first player's pieces.
    pub array: Array,
}

impl VariantTable {
    /// Returns all players in turn order.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = Player> + Clone + use<> {
        Player::first(self.players)
    }

    /// Returns the letter of a player in FEN.
    pub fn letter(&self, player: Player) -> char {
        self.letters.as_bytes().get(player.index()).map_or('?', |&byte| byte.into())
    }

    /// Returns the player with this letter.
    pub fn player(&self, letter: u8) -> Option<Player> {
        self.players().zip(self.letters.bytes()).find(|&(_, own)| own == letter).map(|(player, _)| player)
    }

    /// Returns the set of all players.
    pub const fn everybody(&self) -> PlayerSet {
        PlayerSet::first(self.players)
    }

    /// Returns the forward direction of a seat: across an edge for pawns that step one way, else beyond a vertex.
    pub const fn forward(&self, seat: Player) -> Direction {
        self.pawns.forward(self.players, seat)
    }

    /// Returns the directions in which pawns of a seat step.
    pub fn pawn_steps(&self, seat: Player) -> impl Iterator<Item = Direction> + Clone + use<> {
        self.pawns.steps(self.forward(seat)).into_iter().take(self.pawns.steps as usize)
    }

    /// Returns the two directions in which the pawns of a seat take.
    pub const fn pawn_takes(&self, seat: Player) -> [Direction; 2] {
        self.pawns.takes(self.forward(seat))
    }

    /// Returns the directions in which a pawn of this seat takes from a cell.
    pub fn pawn_takes_from(&self, seat: Player, cell: Cell) -> impl Iterator<Item = Direction> + use<> {
        let takes_ahead =
            self.pawns.takes_ahead_at_first && self.double_step_cells(seat).any(|first| first == cell);
        self.pawn_takes(seat).into_iter().chain(takes_ahead.then(|| self.forward(seat)))
    }

    /// Returns whether a pawn of this seat promotes on a cell: one with no cell before it.
    pub fn is_promotion_cell(&self, seat: Player, cell: Cell) -> bool {
        self.pawn_steps(seat).all(|way| self.shape.step(cell, way).is_none())
    }

    /// Returns the cells from which a pawn of this seat may step twice.
    pub fn double_step_cells(&self, seat: Player) -> impl Iterator<Item = Cell> {
        self.long_step_cells(seat, 2)
    }

    /// Returns the cells from which a pawn of this seat may take at least `steps` steps at once.
    pub fn long_step_cells(&self, seat: Player, steps: u8) -> impl Iterator<Item = Cell> {
        let pieces = self.array.pieces().iter().filter(move |piece| piece.steps >= steps);
        pieces.filter_map(move |piece| {
            self.shape.cell(self.seating.place(self.shape, piece.hex, seat, self.players))
        })
    }

    /// Returns the longest step of a pawn in any of the tables, in cells.
    #[doc(hidden)]
    pub const fn longest_step(tables: &[Self]) -> u8 {
        let mut longest = 1;
        let mut table = 0;
        while table < tables.len() {
            let pieces = tables[table].array.pieces();
            let mut piece = 0;
            while piece < pieces.len() {
                longest = if pieces[piece].steps > longest { pieces[piece].steps } else { longest };
                piece += 1;
            }
            table += 1;
        }
        longest
    }

    /// Returns the ways to castle of a seat.
    pub fn castlings(&self, seat: Player) -> &'static [Castling] {
        self.castlings.get(seat.index()).copied().unwrap_or_default()
    }

    /// Returns the letters of the wings that players castle on, in the order of a FEN.
    pub fn wings(&self) -> impl Iterator<Item = char> {
        let ways = self.castlings(Player::WHITE);
        let first = |wing| ways.iter().find(|castling| castling.wing == wing);
        (0..2).filter_map(first).map(|castling| castling.letter)
    }
}

/// The choice of one of a type's tables.
pub trait Choice: Value + Default {
    /// Returns the choice with this number, which must be less than the number of tables.
    fn new(number: usize) -> Self;
    /// Returns the number of the table.
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
