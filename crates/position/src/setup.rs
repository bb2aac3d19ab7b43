//! A position of any game that need not be legal.

use hexmate_core::any::{Kings, SetupParts};

use super::Position;
use super::{Board, Game};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Faults, Player, PlayerSet, Wings};

/// An arrangement of pieces with turn, rights and counters, which need not be legal.
///
/// [`Setup::into_position`] makes a [`Position`] of it or returns all its faults. Displays as its FEN.
///
/// ```
/// # use hexmate_position as hexmate;
/// use hexmate::{Game, Piece, Player, Role, Setup};
///
/// let game = Game::MINI;
/// let mut setup = Setup::empty(game);
/// setup.board.put(game.cell("a1").ok_or("no cell")?, Piece::new(Player::WHITE, Role::King));
/// assert_eq!(setup.to_string(), "1/3/5/7/7/7/K6 w - 0 1");
/// assert!(setup.into_position().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game.
    pub game: Game,
    /// The pieces.
    pub board: Board,
    /// The player to move.
    pub turn: Player,
    /// The players who are still in the game.
    pub living: PlayerSet,
    /// Cells that pawns have crossed and may be captured on, by owner.
    pub crossed: Vec<Cell>,
    /// Cell of the pawn that has just made a double step, in games whose pawns step in two directions.
    pub landed: Option<Cell>,
    /// Castling rights.
    pub wings: Wings,
    /// Half-move clock, in plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// Number of the round, from 1.
    pub fullmoves: u32,
}

impl Setup {
    /// Returns an empty board with the first player to move and all players in the game.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Player, Setup};
    ///
    /// let setup = Setup::empty(Game::GLINSKI);
    /// assert_eq!(setup.board.pieces().count(), 0);
    /// assert_eq!(setup.turn, Player::WHITE);
    /// ```
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

    /// Returns all faults of the setup, warnings included; empty if there are none.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Position, Setup};
    ///
    /// let faults = Setup::empty(Game::GLINSKI).faults();
    /// let codes: Vec<&str> = faults.as_slice().iter().map(|fault| fault.code()).collect();
    /// assert_eq!(codes, ["no-king", "no-king"]);
    /// assert!(Setup::from(&Position::start(Game::GLINSKI)).faults().as_slice().is_empty());
    /// ```
    pub fn faults(&self) -> Faults {
        self.game.faults(self.parts())
    }

    /// Returns the position of a setup that has no faults but warnings.
    ///
    /// If the player to move is mated or cannot move while more than two are in the game, the position is the
    /// one after that player has been eliminated or skipped.
    ///
    /// # Errors
    ///
    /// All faults at once.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Setup};
    ///
    /// let setup = Setup::from_fen(Game::MINI, "k/3/5/7/7/7/K6 b - 0 1")?;
    /// assert_eq!(setup.into_position()?.count_moves(), 5);
    /// let faults = Setup::empty(Game::MINI).into_position().unwrap_err();
    /// assert_eq!(faults.as_slice().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_position(self) -> Result<Position, Faults> {
        Position::from_setup(&self)
    }

    /// Returns the position of a setup in which kings may be optional, as in lectures and tests of other programs.
    ///
    /// A player without a king is never in check: all moves of its pieces are legal.
    ///
    /// # Errors
    ///
    /// All faults at once; a missing king is none where kings are optional.
    ///
    /// ```
    /// # use hexmate_position as hexmate;
    /// use hexmate::{Game, Kings, Setup};
    ///
    /// let rook = Setup::from_fen(Game::GLINSKI, "1/3/5/7/9/11/11/11/11/11/5R5 w - 0 1")?;
    /// assert_eq!(rook.into_position_with(Kings::Optional)?.count_moves(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_position_with(self, kings: Kings) -> Result<Position, Faults> {
        Position::checked(&self, kings)
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
