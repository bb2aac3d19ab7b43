//! Pieces on a board of any shape.

use crate::geometry::{Cell, Shape};
use crate::rules::{Piece, PlayerSet};

/// Pieces on the cells of a board. Any arrangement is possible.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// By the number of the cell.
    pieces: Vec<Option<Piece>>,
}

impl Board {
    /// Creates a board without pieces.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::{any::*, rules::*}; }
    /// use hexmate::{Board, Game, Piece, Player, Role};
    ///
    /// let game = Game::GLINSKI;
    /// let f6 = game.cell("f6").ok_or("no cell")?;
    /// let king = Piece::new(Player::WHITE, Role::King);
    /// let board = Board::empty(game.shape);
    /// assert_eq!(board.piece(f6), None);
    /// # let _ = king;
    /// # Ok::<(), &str>(())
    /// ```
    pub fn empty(shape: Shape) -> Self {
        Self { pieces: vec![None; shape.slots()] }
    }

    /// Returns the piece on a cell.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::{any::*, rules::*}; }
    /// use hexmate::{Board, Game, Piece, Player, Role};
    ///
    /// let game = Game::GLINSKI;
    /// let f6 = game.cell("f6").ok_or("no cell")?;
    /// let king = Piece::new(Player::WHITE, Role::King);
    /// let mut board = Board::empty(game.shape);
    /// board.put(f6, king);
    /// assert_eq!(board.piece(f6), Some(king));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.pieces.get(cell.index()).copied().flatten()
    }

    /// Puts a piece on a cell, replacing any other.
    ///
    /// # Panics
    ///
    /// On a cell of a larger board.
    ///
    /// ```
    /// use hexmate_core::any::{Board, Game};
    /// use hexmate_core::geometry::Hex;
    /// use hexmate_core::rules::{Piece, Player, Role};
    ///
    /// let shape = Game::MINI.shape;
    /// let centre = shape.cell(Hex::CENTRE).expect("a centre");
    /// let mut board = Board::empty(shape);
    /// board.put(centre, Piece::new(Player::WHITE, Role::King));
    /// assert_eq!(board.pieces().count(), 1);
    /// ```
    pub fn put(&mut self, cell: Cell, piece: Piece) {
        self.pieces[cell.index()] = Some(piece);
    }

    /// Removes the piece from a cell.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::{any::*, rules::*}; }
    /// use hexmate::{Board, Game, Piece, Player, Role};
    ///
    /// let game = Game::GLINSKI;
    /// let f6 = game.cell("f6").ok_or("no cell")?;
    /// let king = Piece::new(Player::WHITE, Role::King);
    /// let mut board = Board::empty(game.shape);
    /// board.put(f6, king);
    /// assert_eq!(board.take(f6), Some(king));
    /// assert_eq!(board.take(f6), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn take(&mut self, cell: Cell) -> Option<Piece> {
        self.pieces.get_mut(cell.index())?.take()
    }

    /// Returns all pieces with their cells, in the order of the cells.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::{any::*, rules::*}; }
    /// use hexmate::{Board, Game, Piece, Player, Role};
    ///
    /// let game = Game::GLINSKI;
    /// let f6 = game.cell("f6").ok_or("no cell")?;
    /// let king = Piece::new(Player::WHITE, Role::King);
    /// let mut board = Board::empty(game.shape);
    /// assert_eq!(board.pieces().count(), 0);
    /// board.put(f6, king);
    /// assert_eq!(board.pieces().count(), 1);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + Clone {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter_map(|(index, &piece)| Some((Cell::numbered(index), piece?)))
    }

    /// Returns players who own a piece.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::{any::*, rules::*}; }
    /// use hexmate::{Board, Game, Piece, Player, Role};
    ///
    /// let game = Game::GLINSKI;
    /// let f6 = game.cell("f6").ok_or("no cell")?;
    /// let king = Piece::new(Player::WHITE, Role::King);
    /// let mut board = Board::empty(game.shape);
    /// board.put(f6, king);
    /// assert!(board.owners().contains(Player::WHITE));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn owners(&self) -> PlayerSet {
        self.pieces().map(|(_, piece)| piece.owner).collect()
    }
}
