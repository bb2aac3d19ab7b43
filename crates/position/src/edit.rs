//! Changes to a setup: pieces added, removed, moved and exchanged, the board rotated.
//!
//! Rights follow their pieces: a castling right its king and rook, an en passant right its pawn and the cells that
//! the pawn crossed. A change that moves these pieces together, such as a rotation of the whole board, keeps the
//! right if the game allows it on the new cells; any other change of these pieces removes it.

use super::{Board, Setup};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Castling, Fault, Piece, Player, Role, Wings};

/// Editor of a setup, which keeps the rights consistent with the board.
///
/// Rights never make the result illegal: those that the board no longer supports are removed.
#[derive(Clone, Debug)]
pub struct SetupEditor {
    /// The current setup. Its own castling rights are stale until `finish`.
    setup: Setup,
    /// Current castling rights.
    castlings: Vec<CastlingRight>,
}

/// A castling right with the current cells of its king and rook.
#[derive(Clone, Copy, Debug)]
struct CastlingRight {
    owner: Player,
    king: Cell,
    rook: Cell,
}

impl SetupEditor {
    /// Starts editing a setup.
    pub fn new(setup: Setup) -> Self {
        let mut castlings = Vec::new();
        for owner in setup.game.players().filter(|_| !setup.wings.is_empty()) {
            let ways = setup.game.castlings(owner).iter().filter(|way| setup.wings.has(owner, way.wing));
            castlings.extend(ways.map(|way| CastlingRight { owner, king: way.king[0], rook: way.rook[0] }));
        }
        Self { setup, castlings }
    }

    /// Returns the current setup; its castling rights may be stale until [`finish`](Self::finish).
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Adds a piece, or returns `None` if the cell is occupied.
    pub fn add(&mut self, cell: Cell, piece: Piece) -> Option<()> {
        self.is_vacant(cell).then(|| self.setup.board.put(cell, piece))?;
        self.remove_lost_rights();
        Some(())
    }

    /// Removes and returns a piece, or returns `None` if the cell is vacant.
    pub fn remove(&mut self, cell: Cell) -> Option<Piece> {
        let piece = self.setup.board.take(cell)?;
        self.remove_lost_rights();
        Some(piece)
    }

    /// Replaces a piece and returns the old one, or returns `None` if the cell is vacant.
    pub fn replace(&mut self, cell: Cell, piece: Piece) -> Option<Piece> {
        let old = self.setup.board.take(cell)?;
        self.setup.board.put(cell, piece);
        self.remove_lost_rights();
        Some(old)
    }

    /// Moves a piece, or returns `None` if `from` is vacant or `to` is occupied.
    pub fn relocate(&mut self, from: Cell, to: Cell) -> Option<()> {
        let piece = self.setup.board.piece(from).filter(|_| from == to || self.is_vacant(to))?;
        self.setup.board.take(from);
        self.setup.board.put(to, piece);
        self.remove_lost_rights();
        Some(())
    }

    /// Exchanges two pieces, or returns `None` if one of the cells is vacant.
    pub fn exchange(&mut self, one: Cell, other: Cell) -> Option<()> {
        let board = &mut self.setup.board;
        let (first, second) = (board.piece(one)?, board.piece(other)?);
        board.put(one, second);
        board.put(other, first);
        self.remove_lost_rights();
        Some(())
    }

    /// Moves every piece to the image of its cell, or returns `None` and changes nothing if an image is off the board.
    pub fn map_cells(&mut self, image: impl Fn(Cell) -> Option<Cell>) -> Option<()> {
        let pieces = self.setup.board.pieces().map(|(cell, piece)| Some((image(cell)?, piece)));
        let pieces: Vec<(Cell, Piece)> = pieces.collect::<Option<_>>()?;
        let Setup { game, board, crossed, landed, .. } = &mut self.setup;
        *board = Board::empty(game.shape);
        for (cell, piece) in pieces {
            board.put(cell, piece);
        }
        let cells: Option<Vec<Cell>> = crossed.iter().map(|&cell| image(cell)).collect();
        *crossed = cells.unwrap_or_default();
        *landed = landed.and_then(&image);
        self.castlings = std::mem::take(&mut self.castlings)
            .into_iter()
            .filter_map(|right| {
                Some(CastlingRight { king: image(right.king)?, rook: image(right.rook)?, ..right })
            })
            .collect();
        Some(())
    }

    /// Gives each piece to the other player, or returns `None` in games for more than two.
    pub fn exchange_colours(&mut self) -> Option<()> {
        let players: Vec<Player> = self.setup.game.players().collect();
        let &[first, second] = &players[..] else { return None };
        let other = |player| if player == first { second } else { first };
        let pieces: Vec<(Cell, Piece)> = self.setup.board.pieces().collect();
        for (cell, piece) in pieces {
            let piece = Piece { owner: other(piece.owner), seat: other(piece.seat), ..piece };
            self.setup.board.put(cell, piece);
        }
        for right in &mut self.castlings {
            right.owner = other(right.owner);
        }
        Some(())
    }

    /// Returns the edited setup with the remaining rights.
    pub fn finish(mut self) -> Setup {
        self.remove_lost_rights();
        let game = self.setup.game;
        self.setup.wings = self.castlings.iter().fold(Wings::NONE, |wings, right| {
            let fits = |way: &&Castling| (way.king[0], way.rook[0]) == (right.king, right.rook);
            let way = game.castlings(right.owner).iter().find(fits);
            way.map_or(wings, |way| wings.with(right.owner, way.wing))
        });
        self.setup
    }

    fn is_vacant(&self, cell: Cell) -> bool {
        self.setup.board.piece(cell).is_none()
    }

    /// Removes the rights that the board no longer supports.
    fn remove_lost_rights(&mut self) {
        let Setup { board, crossed, landed, .. } = &mut self.setup;
        self.castlings.retain(|&CastlingRight { owner, king, rook }| {
            board.piece(king) == Some(Piece::new(owner, Role::King))
                && board.piece(rook) == Some(Piece::new(owner, Role::Rook))
        });
        if crossed.is_empty() {
            *landed = None;
            return;
        }
        let faults = self.setup.faults();
        let is_lost = |cell: &Cell| faults.as_slice().contains(&Fault::ImpossibleEnPassant(*cell));
        let count = self.setup.crossed.len();
        self.setup.crossed.retain(|cell| !is_lost(cell));
        if self.setup.crossed.len() < count {
            self.remove_lost_rights();
        }
    }
}
