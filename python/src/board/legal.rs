//! Methods of `Board` that select legal moves, and the question of a king left in check.

use hexmate_core::rules;
use hexmate_core::rules::Fault;
use hexmate_position::{Position, Setup, SetupEditor};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString};

use super::Board;
use crate::cell::CellLike;
use crate::errors::Problem;
use crate::moves::Move;

/// Cells given by an iterable of cells or names, or one of these.
enum Cells {
    One(CellLike),
    Many(Vec<CellLike>),
}

impl<'py> FromPyObject<'_, 'py> for Cells {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.cast::<PyString>().is_ok() || object.cast::<crate::cell::Cell>().is_ok() {
            return object.extract().map(Self::One);
        }
        let cells = object.try_iter()?.map(|cell| cell?.extract::<CellLike>());
        cells.collect::<PyResult<_>>().map(Self::Many)
    }
}

impl Cells {
    fn cells(&self, game: &hexmate_position::Game) -> Result<Vec<hexmate_core::geometry::Cell>, Problem> {
        match self {
            Self::One(cell) => Ok(vec![cell.cell(game)?]),
            Self::Many(cells) => cells.iter().map(|cell| cell.cell(game)).collect(),
        }
    }
}

impl Board {
    /// Returns an iterator over the legal moves between cells for which a condition holds.
    fn selected<'py>(
        &self,
        py: Python<'py>,
        from: Option<Cells>,
        to: Option<Cells>,
        holds: impl Fn(&Position, rules::Move) -> bool,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let (game, position) = (self.game(), self.position()?);
        let from = from.map(|cells| cells.cells(&game)).transpose()?;
        let to = to.map(|cells| cells.cells(&game)).transpose()?;
        let is_among =
            |cells: &Option<Vec<_>>, cell| cells.as_ref().is_none_or(|cells| cells.contains(&cell));
        let moves: Vec<rules::Move> = position
            .legal_moves()
            .filter(|m| is_among(&from, m.from) && is_among(&to, m.to) && holds(position, *m))
            .collect();
        Move::list(py, game.shape, moves.into_iter())?.try_iter()
    }
}

#[pymethods]
impl Board {
    /// Returns an iterator over the legal moves; with `from_cells` or `to_cells` only over those between these cells.
    #[pyo3(signature = (from_cells = None, to_cells = None))]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_cells: Option<Cells>,
        to_cells: Option<Cells>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.selected(py, from_cells, to_cells, |_, _| true)
    }

    /// Returns an iterator over the legal captures, en passant included; see `generate_legal_moves`.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board(moves=["e4e6", "f7e6"])
    /// >>> [board.san(move) for move in board.generate_legal_captures()]
    /// ['Bxb7', 'Qxe6']
    #[pyo3(signature = (from_cells = None, to_cells = None))]
    fn generate_legal_captures<'py>(
        &self,
        py: Python<'py>,
        from_cells: Option<Cells>,
        to_cells: Option<Cells>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.selected(py, from_cells, to_cells, Position::is_capture)
    }

    /// Returns an iterator over the legal captures en passant; see `generate_legal_moves`.
    #[pyo3(signature = (from_cells = None, to_cells = None))]
    fn generate_legal_ep<'py>(
        &self,
        py: Python<'py>,
        from_cells: Option<Cells>,
        to_cells: Option<Cells>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.selected(py, from_cells, to_cells, Position::is_en_passant)
    }

    /// Returns an iterator over the legal castling moves; see `generate_legal_moves`.
    #[pyo3(signature = (from_cells = None, to_cells = None))]
    fn generate_castling_moves<'py>(
        &self,
        py: Python<'py>,
        from_cells: Option<Cells>,
        to_cells: Option<Cells>,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.selected(py, from_cells, to_cells, |position, m| position.castling(m).is_some())
    }

    /// Returns True if a move that its piece could make leaves the own king in check.
    ///
    /// Raises `IllegalMoveError` if the player to move has no piece on its first cell.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board("1/k2/5/7/9/r10/11/11/11/P10/K10 w - 0 1")
    /// >>> board.is_into_check(hexmate.Move.from_uci("a1b2")), board.is_into_check(hexmate.Move.from_uci("a1b1"))
    /// (False, False)
    fn is_into_check(&self, r#move: &Move) -> Result<bool, Problem> {
        let (m, position) = (self.own(r#move)?, self.position()?);
        if position.is_legal(m) {
            return Ok(false);
        }
        let mover = position.turn();
        let Some(piece) = position.piece(m.from).filter(|piece| piece.owner == mover) else {
            return Err(self.illegal(m));
        };
        let role = m.promotion.unwrap_or(piece.role);
        let mut editor = SetupEditor::new(Setup::from(position));
        let _ = (editor.remove(m.from), editor.remove(m.to));
        let taken = piece.role == rules::Role::Pawn && position.piece(m.to).is_none() && m.from != m.to;
        if taken && position.is_en_passant(m) {
            for (player, right) in
                self.game().players().filter_map(|player| Some((player, position.en_passant(player)?)))
            {
                if player != mover {
                    let _ = editor.remove(right.pawn);
                }
            }
        }
        let _ = editor.add(m.to, rules::Piece { role, ..piece });
        let mut after = editor.finish();
        (after.crossed, after.landed) = (Vec::new(), None);
        if self.game().players > 2 {
            // The mover stays to move: with more than two players no other king may be in check for it.
            return Ok(Position::from_setup(&after).is_ok_and(|position| position.is_check()));
        }
        after.turn = self.game().players().find(|&player| player != mover).unwrap_or(mover);
        Ok(after.faults().as_slice().iter().any(|fault| matches!(fault, Fault::OpponentInCheck(_))))
    }
}
