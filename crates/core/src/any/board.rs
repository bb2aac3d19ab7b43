//! Which piece stands where, on a board of any shape. No turn, no legality.

use crate::geometry::{Cell, Shape};
use crate::rules::{Piece, PlayerSet};

/// Pieces on the cells of a board. Any arrangement is possible, also nonsense.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// By the number of the cell.
    pieces: Vec<Option<Piece>>,
}

impl Board {
    /// A board without pieces.
    pub fn empty(shape: Shape) -> Self {
        Self { pieces: vec![None; shape.slots()] }
    }

    /// The piece on a cell.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.pieces.get(cell.index()).copied().flatten()
    }

    /// Puts a piece on a cell; one that stood there is gone.
    ///
    /// # Panics
    ///
    /// On a cell of a larger board.
    pub fn put(&mut self, cell: Cell, piece: Piece) {
        self.pieces[cell.index()] = Some(piece);
    }

    /// Removes the piece from a cell.
    pub fn take(&mut self, cell: Cell) -> Option<Piece> {
        self.pieces.get_mut(cell.index())?.take()
    }

    /// All pieces with their cells, in the order of the cells.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + Clone {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter_map(|(index, &piece)| Some((Cell::numbered(index), piece?)))
    }

    /// Players who own a piece.
    pub fn owners(&self) -> PlayerSet {
        self.pieces().map(|(_, piece)| piece.owner).collect()
    }
}
