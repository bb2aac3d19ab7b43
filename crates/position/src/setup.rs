//! A position of any game that may be nonsense. What is wrong with it, the core says.

use hexmate_core::any::SetupParts;

use super::{Board, Game};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Faults, Player, PlayerSet, Wings};

/// What a diagram and its legend say, not yet known to make sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game.
    pub game: Game,
    /// The pieces.
    pub board: Board,
    /// Who is to move.
    pub turn: Player,
    /// Who is still in.
    pub living: PlayerSet,
    /// Cells that pawns have crossed and may be taken on, in the order of their owners.
    pub crossed: Vec<Cell>,
    /// Where the pawn stands that has crossed a cell, in games whose pawns step two ways.
    pub landed: Option<Cell>,
    /// Where players may still castle.
    pub wings: Wings,
    /// Moves of single players since a piece was taken or a pawn moved.
    pub halfmoves: u32,
    /// Number of the round.
    pub fullmoves: u32,
}

impl Setup {
    /// A board without pieces, the first player to move, everybody in.
    pub fn empty(game: Game) -> Self {
        Self {
            game,
            board: Board::empty(game.shape),
            turn: Player::WHITE,
            living: game.everybody(),
            crossed: Vec::new(),
            landed: None,
            wings: Wings::NONE,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Everything that is wrong, warnings among them; empty if nothing is.
    pub fn faults(&self) -> Faults {
        self.game.faults(self.parts())
    }

    pub(super) fn parts(&self) -> SetupParts<'_> {
        SetupParts {
            board: &self.board,
            turn: self.turn,
            living: self.living,
            crossed: &self.crossed,
            landed: self.landed,
            wings: self.wings,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }
}
