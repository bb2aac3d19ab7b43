//! Methods of `Board` about pieces, attacks, en passant and castling rights.

use hexmate_core::rules;
use hexmate_position::wings_text;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{Board, State};
use crate::cell::{Cell, CellLike};
use crate::errors::Problem;
use crate::piece::{Piece, role_of};
use crate::player::{PlayerLetter, PlayerLike};

impl Board {
    fn cells(&self, cells: Vec<hexmate_core::geometry::Cell>) -> Vec<Cell> {
        let shape = self.game().shape;
        cells.into_iter().map(|cell| Cell { shape, cell }).collect()
    }

    fn attackers_of(&self, player: &PlayerLike, cell: &CellLike) -> Result<Vec<Cell>, Problem> {
        let (game, position) = (self.game(), self.position()?);
        let (player, cell) = (player.player(&game)?, cell.cell(&game)?);
        // `attackers` expects the attacked player: any other player has this one among its attackers.
        let other = game.players().find(|&other| other != player).unwrap_or(player);
        let attackers = position.attackers(cell, other).into_iter();
        let is_own = |from: &_| position.piece(*from).is_some_and(|piece| piece.owner == player);
        Ok(self.cells(attackers.filter(is_own).collect()))
    }

    /// Returns the piece on a cell, of a legal position or not.
    pub(super) fn piece_on(&self, cell: &CellLike) -> Result<Option<Piece>, Problem> {
        let game = self.game();
        let cell = cell.cell(&game)?;
        let piece = match &self.state {
            State::Legal(position) => position.piece(cell),
            State::Illegal(setup) => setup.board.piece(cell),
        };
        Ok(piece.map(|piece| Piece { game, piece }))
    }

    /// Returns all pieces with their cells, of a legal position or not.
    fn all_pieces(&self) -> Vec<(hexmate_core::geometry::Cell, rules::Piece)> {
        match &self.state {
            State::Legal(position) => position.pieces(),
            State::Illegal(setup) => setup.board.pieces().collect(),
        }
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
        self.piece_on(&cell)
    }

    /// Returns the name of the role of the piece on a cell, or None.
    fn piece_type_at(&self, cell: CellLike) -> Result<Option<&'static str>, Problem> {
        Ok(self.piece_on(&cell)?.map(|piece| piece.piece.role.name()))
    }

    /// Returns the letter of the owner of the piece on a cell, or None.
    fn color_at(&self, cell: CellLike) -> Result<Option<PlayerLetter>, Problem> {
        Ok(self.piece_on(&cell)?.map(|piece| PlayerLetter::of(&piece.game, piece.piece.owner)))
    }

    /// Returns the cells of a player's pieces with a role, such as `"pawn"`, `PAWN` or `"P"`.
    ///
    /// >>> import hexmate
    /// >>> [cell.name for cell in hexmate.Board().pieces(hexmate.BISHOP, hexmate.WHITE)]
    /// ['f3', 'f2', 'f1']
    fn pieces(&self, role: &str, player: PlayerLike) -> Result<Vec<Cell>, Problem> {
        let (role, owner) = (role_of(role)?, player.player(&self.game())?);
        let is_wanted = |piece: &rules::Piece| piece.role == role && piece.owner == owner;
        let found = self.all_pieces().into_iter().filter(|(_, piece)| is_wanted(piece));
        Ok(self.cells(found.map(|(cell, _)| cell).collect()))
    }

    /// Returns all pieces as a dictionary by cell.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = self.game();
        let map = PyDict::new(py);
        for (cell, piece) in self.all_pieces() {
            map.set_item(Cell { shape: game.shape, cell }, Piece { game, piece })?;
        }
        Ok(map)
    }

    /// Returns the cell of a player's king, by default of the player to move; None if the player is eliminated.
    #[pyo3(signature = (player = None))]
    fn king(&self, player: Option<PlayerLike>) -> Result<Option<Cell>, Problem> {
        let game = self.game();
        let owner = player.map(|player| player.player(&game)).transpose()?;
        let cell = match &self.state {
            State::Legal(position) => position.king(owner.unwrap_or_else(|| position.turn())),
            State::Illegal(setup) => {
                let owner = owner.unwrap_or(setup.turn);
                let is_king = |piece: &rules::Piece| piece.role == rules::Role::King && piece.owner == owner;
                setup.board.pieces().find(|(_, piece)| is_king(piece)).map(|(cell, _)| cell)
            }
        };
        Ok(cell.map(|cell| Cell { shape: game.shape, cell }))
    }

    /// Returns the cells of a player's pieces that attack a cell, empty or occupied.
    ///
    /// >>> import hexmate
    /// >>> [cell.name for cell in hexmate.Board().attackers("w", "f4")]
    /// ['c1', 'd1', 'h1', 'i1']
    fn attackers(&self, player: PlayerLike, cell: CellLike) -> Result<Vec<Cell>, Problem> {
        self.attackers_of(&player, &cell)
    }

    /// Returns True if a piece of a player attacks a cell.
    fn is_attacked_by(&self, player: PlayerLike, cell: CellLike) -> Result<bool, Problem> {
        Ok(!self.attackers_of(&player, &cell)?.is_empty())
    }

    /// Returns the cells that the piece on a cell attacks; empty if there is no piece.
    fn attacks(&self, cell: CellLike) -> Result<Vec<Cell>, Problem> {
        Ok(self.cells(self.position()?.attacks(cell.cell(&self.game())?)))
    }

    /// Returns the cells of the pieces that give check to the player to move.
    fn checkers(&self) -> Result<Vec<Cell>, Problem> {
        Ok(self.cells(self.position()?.checkers()))
    }

    /// Cells on which a pawn can be captured en passant, each with the letter of the pawn's owner.
    #[getter]
    fn en_passant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (game, position) = (self.game(), self.position()?);
        let map = PyDict::new(py);
        for player in game.players() {
            let Some(right) = position.en_passant(player) else { continue };
            // Only in games for two a pawn crosses several cells.
            let crossed = if game.players == 2 { position.crossed_cells() } else { vec![right.crossed] };
            for cell in crossed {
                map.set_item(Cell { shape: game.shape, cell }, PlayerLetter::of(&game, player))?;
            }
        }
        Ok(map)
    }

    /// The cell on which a pawn can be captured en passant, or None; in games with several, the first in the FEN.
    #[getter]
    fn ep_square(&self) -> Option<Cell> {
        let (shape, crossed) = (self.game().shape, self.setup().crossed);
        crossed.first().map(|&cell| Cell { shape, cell })
    }

    /// Returns True if an en passant capture is legal.
    fn has_legal_en_passant(&self) -> Result<bool, Problem> {
        let position = self.position()?;
        Ok(position.legal_moves().any(|m| position.is_en_passant(m)))
    }

    /// Castling rights as in a FEN, such as `QBqb`; `-` if there are none.
    #[getter]
    fn castling_rights(&self) -> String {
        wings_text(&self.game(), self.setup().wings)
    }
}
