//! Methods of `Board` that change the position without playing a move.

use hexmate_position::symmetry::images;
use hexmate_position::{Position, Setup, SetupEditor};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyTuple};

use super::{Board, State};
use crate::cell::CellLike;
use crate::errors::Problem;
use crate::files::fen_form;
use crate::game::{GameLike, game_or_default, one_of};
use crate::piece::PieceLike;

impl Board {
    /// Returns a board with an arrangement, legal or not.
    fn with_setup(setup: Setup) -> Self {
        match Position::from_setup(&setup) {
            Ok(position) => Self { edited: Some(Box::new(setup)), ..Self::of(position) },
            Err(_) => {
                Self { state: State::Illegal(Box::new(setup)), edited: None, past: Vec::new(), spare: None }
            }
        }
    }

    /// Changes the arrangement. The board forgets its moves, which do not lead to the new one.
    pub(super) fn edit(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.edited.take().map_or_else(|| self.setup(), |setup| *setup);
        change(&mut setup);
        *self = Self::with_setup(setup);
    }

    fn edit_piece(&mut self, cell: &CellLike, piece: Option<&PieceLike>) -> Result<(), Problem> {
        let game = self.game();
        let cell = cell.cell(&game)?;
        let piece = piece.map(|piece| piece.piece(&game)).transpose()?;
        self.edit(|setup| {
            let mut editor = SetupEditor::new(setup.clone());
            let _ = editor.remove(cell);
            if let Some(piece) = piece {
                let _ = editor.add(cell, piece);
            }
            *setup = editor.finish();
        });
        Ok(())
    }
}

#[pymethods]
impl Board {
    /// Returns a board without pieces, to be filled with `set_piece_at`.
    ///
    /// Methods that need a legal position raise `InvalidFenError` until there is one; `status` lists the faults.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board.empty("mini")
    /// >>> board.set_piece_at("a1", hexmate.Piece("king", "w"))
    /// >>> board.is_valid(), board.status()
    /// (False, ('no-king',))
    /// >>> board.set_piece_at("d7", hexmate.Piece("king", "b"))
    /// >>> board.fen(), board.legal_moves.count()
    /// ('k/3/5/7/7/7/K6 w - 0 1', 5)
    #[staticmethod]
    #[pyo3(signature = (game = None, *, variant = None))]
    fn empty(game: Option<GameLike>, variant: Option<GameLike>) -> Result<Self, Problem> {
        Ok(Self::with_setup(Setup::empty(game_or_default(one_of(game, variant)?)?)))
    }

    /// Returns the board of a FEN whose position need not be legal; see `status`.
    #[staticmethod]
    #[pyo3(signature = (fen, game = None, *, variant = None, from_fen = None))]
    fn unchecked(
        fen: &str,
        game: Option<GameLike>,
        variant: Option<GameLike>,
        from_fen: Option<&str>,
    ) -> Result<Self, Problem> {
        let game = game_or_default(one_of(game, variant)?)?;
        let setup = Setup::from_fen_in(game, fen, fen_form(from_fen, None)?)
            .map_err(|error| Problem::fen(&game, &error.into()))?;
        Ok(Self::with_setup(setup))
    }

    /// Returns the codes of all faults of the position; empty, as `STATUS_VALID`, if it is legal.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let codes: Vec<&str> = match &self.state {
            State::Legal(_) => Vec::new(),
            State::Illegal(setup) => setup.faults().as_slice().iter().map(|fault| fault.code()).collect(),
        };
        PyTuple::new(py, codes)
    }

    /// Returns True if the position is legal.
    fn is_valid(&self) -> bool {
        matches!(self.state, State::Legal(_))
    }

    /// Sets the position of a FEN of the same game, and forgets all moves.
    ///
    /// Raises `InvalidFenError` and leaves the board unchanged if the FEN is not that of a legal position.
    #[pyo3(signature = (fen, *, from_fen = None))]
    fn set_fen(&mut self, fen: &str, from_fen: Option<&str>) -> Result<(), Problem> {
        let (game, form) = (self.game(), fen_form(from_fen, None)?);
        *self =
            Self::of(Position::from_fen_in(game, fen, form).map_err(|error| Problem::fen(&game, &error))?);
        Ok(())
    }

    /// Sets the initial position of the game, and forgets all moves.
    fn reset(&mut self) {
        *self = Self::of(Position::start(self.game()));
    }

    /// Removes all pieces, rights and moves; see `empty`.
    fn clear(&mut self) {
        *self = Self::with_setup(Setup::empty(self.game()));
    }

    /// Forgets the moves that led to the position.
    fn clear_stack(&mut self) {
        self.past.clear();
    }

    /// Puts a piece, such as `Piece("king", "w")` or `"K"`, on a cell; None removes the piece there.
    ///
    /// The board forgets its moves. The position need not be legal; see `empty`.
    fn set_piece_at(&mut self, cell: CellLike, piece: Option<PieceLike>) -> Result<(), Problem> {
        self.edit_piece(&cell, piece.as_ref())
    }

    /// Removes the piece on a cell and returns it; None if there is none.
    fn remove_piece_at(&mut self, cell: CellLike) -> Result<Option<crate::piece::Piece>, Problem> {
        let found = self.piece_on(&cell)?;
        if found.is_some() {
            self.edit_piece(&cell, None)?;
        }
        Ok(found)
    }

    /// Replaces all pieces by those of a dictionary by cell; turn and counters stay.
    fn set_piece_map(&mut self, pieces: &Bound<'_, PyMapping>) -> PyResult<()> {
        let game = self.game();
        let mut placed = Vec::new();
        for item in pieces.items()? {
            let (cell, piece): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            placed.push((
                cell.extract::<CellLike>()?.cell(&game)?,
                piece.extract::<PieceLike>()?.piece(&game)?,
            ));
        }
        self.edit(|setup| {
            let bare = Setup { turn: setup.turn, halfmoves: setup.halfmoves, ..Setup::empty(game) };
            *setup = Setup { fullmoves: setup.fullmoves, living: setup.living, ..bare };
            for (cell, piece) in placed {
                setup.board.put(cell, piece);
            }
        });
        Ok(())
    }

    /// Returns the board with the players exchanged, by the symmetry that maps the initial position to itself: a
    /// reflection from top to bottom in Gliński's and McCooey's game, half a turn in the other games for two.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board(moves=["e4e6"])
    /// >>> board.mirror().ep_square, board.mirror().turn, board.mirror().mirror() == board
    /// (Cell('e6'), 'w', True)
    fn mirror(&self) -> Result<Self, Problem> {
        let position = self.position()?;
        let game = position.game();
        if game.players != 2 {
            return Err(Problem::option(format!("mirror: {} has more than two players", game.title)));
        }
        let start = Position::start(game);
        // The second image of each pair has the players exchanged.
        let exchanged = |position: &Position| images(position).skip(1).step_by(2).collect::<Vec<_>>();
        let board = Setup::from(&start).board;
        let number = exchanged(&start).iter().position(|image| image.board == board).unwrap_or_default();
        let image = exchanged(position).into_iter().nth(number);
        Ok(image.map_or_else(|| self.clone(), Self::with_setup))
    }
}
