//! A setup that is being changed: pieces added, removed, moved and exchanged, the board turned. No texts, no search.
//!
//! One rule for rights, whatever changes a diagram: a right to castle goes with its king and its rook, a right to
//! capture en passant with its pawn and the cells that it crossed. Where both stay together, as when the whole board
//! is turned and the colours are exchanged, the right stays if the game allows it there.

use super::{Board, Setup};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Castling, Fault, Piece, Player, Role, Wings};

/// A setup that is being changed.
///
/// The result is legal if its board is, whichever rights the setup had.
#[derive(Clone, Debug)]
pub struct SetupEditor {
    /// The setup; its castling rights are in `castlings`.
    setup: Setup,
    castlings: Vec<CastlingRight>,
}

/// A castling right, with the cells of its pieces.
#[derive(Clone, Copy, Debug)]
struct CastlingRight {
    owner: Player,
    king: Cell,
    rook: Cell,
}

impl SetupEditor {
    /// Begins to change a setup.
    pub fn new(setup: Setup) -> Self {
        let mut castlings = Vec::new();
        for owner in setup.game.players().filter(|_| !setup.wings.is_empty()) {
            let ways = setup.game.castlings(owner).iter().filter(|way| setup.wings.has(owner, way.wing));
            castlings.extend(ways.map(|way| CastlingRight { owner, king: way.king[0], rook: way.rook[0] }));
        }
        Self { setup, castlings }
    }

    /// The board as it is now; rights may be outdated.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Adds a piece; `None` if the cell is occupied.
    pub fn add(&mut self, cell: Cell, piece: Piece) -> Option<()> {
        self.is_vacant(cell).then(|| self.setup.board.put(cell, piece))?;
        self.settle();
        Some(())
    }

    /// Removes a piece; `None` if the cell is vacant.
    pub fn remove(&mut self, cell: Cell) -> Option<Piece> {
        let piece = self.setup.board.take(cell)?;
        self.settle();
        Some(piece)
    }

    /// Puts another piece in the place of one; `None` if the cell is vacant.
    pub fn replace(&mut self, cell: Cell, piece: Piece) -> Option<Piece> {
        let old = self.setup.board.take(cell)?;
        self.setup.board.put(cell, piece);
        self.settle();
        Some(old)
    }

    /// Moves a piece; `None` if there is none or another piece is in the way.
    pub fn relocate(&mut self, from: Cell, to: Cell) -> Option<()> {
        let piece = self.setup.board.piece(from).filter(|_| from == to || self.is_vacant(to))?;
        self.setup.board.take(from);
        self.setup.board.put(to, piece);
        self.settle();
        Some(())
    }

    /// Exchanges two pieces; `None` if one of the cells is vacant.
    pub fn exchange(&mut self, one: Cell, other: Cell) -> Option<()> {
        let board = &mut self.setup.board;
        let (first, second) = (board.piece(one)?, board.piece(other)?);
        board.put(one, second);
        board.put(other, first);
        self.settle();
        Some(())
    }

    /// Moves all pieces to the image of their cell; `None`, and nothing is changed, if one would leave the board.
    pub fn carry(&mut self, image: impl Fn(Cell) -> Option<Cell>) -> Option<()> {
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

    /// Gives each piece to the other player; `None` among more than two.
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

    /// Ends the changes: the setup with the rights that are left.
    pub fn finish(mut self) -> Setup {
        self.settle();
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

    /// Ends the rights whose pieces are gone.
    fn settle(&mut self) {
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
            self.settle();
        }
    }
}
