//! Methods of `Board` about pieces, attacks, en passant and castling rights.

use hexmate_position::{letter, wings_text};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Board;
use crate::cell::{Cell, CellLike};
use crate::errors::Problem;
use crate::game::player_of;
use crate::piece::Piece;

impl Board {
    fn cells(&self, cells: Vec<hexmate_core::geometry::Cell>) -> Vec<Cell> {
        let shape = self.game().shape;
        cells.into_iter().map(|cell| Cell { shape, cell }).collect()
    }

    fn attackers_of(&self, player: &str, cell: &CellLike) -> Result<Vec<Cell>, Problem> {
        let game = self.game();
        let (player, cell) = (player_of(&game, player)?, cell.cell(&game)?);
        // `attackers` expects the attacked player: any other player has this one among its attackers.
        let other = game.players().find(|&other| other != player).unwrap_or(player);
        let attackers = self.position.attackers(cell, other).into_iter();
        let is_own = |from: &_| self.position.piece(*from).is_some_and(|piece| piece.owner == player);
        Ok(self.cells(attackers.filter(is_own).collect()))
    }
}

#[pymethods]
impl Board {
    /// Returns the piece on a cell, or None.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board()
    /// >>> board.piece_at("f11"), board.piece_at(hexmate.Cell("f6"))
    /// (Piece('bishop', 'b'), None)
    fn piece_at(&self, cell: CellLike) -> Result<Option<Piece>, Problem> {
        let game = self.game();
        let piece = self.position.piece(cell.cell(&game)?);
        Ok(piece.map(|piece| Piece { game, piece }))
    }

    /// Returns all pieces as a dictionary by cell.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = self.game();
        let map = PyDict::new(py);
        for (cell, piece) in self.position.pieces() {
            map.set_item(Cell { shape: game.shape, cell }, Piece { game, piece })?;
        }
        Ok(map)
    }

    /// Returns the cell of a player's king, by default of the player to move; None if the player is eliminated.
    #[pyo3(signature = (player = None))]
    fn king(&self, player: Option<&str>) -> Result<Option<Cell>, Problem> {
        let game = self.game();
        let player = player.map_or(Ok(self.position.turn()), |player| player_of(&game, player))?;
        Ok(self.position.king(player).map(|cell| Cell { shape: game.shape, cell }))
    }

    /// Returns the cells of a player's pieces that attack a cell, empty or occupied.
    ///
    /// >>> import hexmate
    /// >>> [cell.name for cell in hexmate.Board().attackers("w", "f4")]
    /// ['c1', 'd1', 'h1', 'i1']
    fn attackers(&self, player: &str, cell: CellLike) -> Result<Vec<Cell>, Problem> {
        self.attackers_of(player, &cell)
    }

    /// Returns True if a piece of a player attacks a cell.
    fn is_attacked_by(&self, player: &str, cell: CellLike) -> Result<bool, Problem> {
        Ok(!self.attackers_of(player, &cell)?.is_empty())
    }

    /// Returns the cells that the piece on a cell attacks; empty if there is no piece.
    fn attacks(&self, cell: CellLike) -> Result<Vec<Cell>, Problem> {
        Ok(self.cells(self.position.attacks(cell.cell(&self.game())?)))
    }

    /// Returns the cells of the pieces that give check to the player to move.
    fn checkers(&self) -> Vec<Cell> {
        self.cells(self.position.checkers())
    }

    /// Cells on which a pawn can be captured en passant, each with the letter of the pawn's owner.
    #[getter]
    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = self.game();
        let map = PyDict::new(py);
        for player in game.players() {
            let Some(right) = self.position.en_passant(player) else { continue };
            // Only in games for two a pawn crosses several cells.
            let crossed = if game.players == 2 { self.position.crossed_cells() } else { vec![right.crossed] };
            for cell in crossed {
                map.set_item(Cell { shape: game.shape, cell }, letter(&game, player))?;
            }
        }
        Ok(map)
    }

    /// Castling rights as in a FEN, such as `QBqb`; `-` if there are none.
    #[getter]
    fn castling_rights(&self) -> String {
        wings_text(&self.game(), self.position.wings())
    }
}
