//! A position of any game that may be nonsense. What is wrong with it, the core says.

use super::{Board, Game, Position};
use crate::geometry::Cell;
use crate::rules::{Faults, Player, PlayerSet};

/// What a diagram and its legend say, not yet known to make sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game.
    pub game: Game,
    /// The men.
    pub board: Board,
    /// Who is to move.
    pub turn: Player,
    /// Who is still in.
    pub living: PlayerSet,
    /// Cells that pawns have crossed and may be taken on, in the order of their owners.
    pub crossed: Vec<Cell>,
    /// Moves of single players since a man was taken or a pawn moved.
    pub halfmoves: u32,
    /// Number of the round.
    pub fullmoves: u32,
}

impl Setup {
    /// A board without men, the first player on turn, everybody in.
    pub fn empty(game: Game) -> Self {
        Self {
            game,
            board: Board::empty(game.shape),
            turn: Player::WHITE,
            living: game.everybody(),
            crossed: Vec::new(),
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// The position, if nothing but a warning speaks against it.
    ///
    /// If the player on turn is mated or cannot move while more than two are
    /// in, the position is the one after that player has been put out or skipped.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, at once.
    pub fn into_position(self) -> Result<Position, Faults> {
        Position::from_setup(&self)
    }

    /// Everything that is wrong, warnings among them; empty if nothing is.
    pub fn faults(&self) -> Faults {
        self.game.faults(self)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self {
            turn: position.turn(),
            living: position.living(),
            crossed: position.crossed_cells(),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
            ..Self::empty(position.game())
        };
        for (cell, piece) in position.pieces() {
            setup.board.put(cell, piece);
        }
        setup
    }
}
