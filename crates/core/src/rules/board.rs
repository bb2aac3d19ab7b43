//! Pieces on cells, with a position key.

use super::{ByPlayer, Piece, Player, Role, Variant, zobrist};
use crate::geometry::{Cell, CellSet, Geometry};

/// Pieces on cells, with a Zobrist key that changes only together with them.
///
/// Any arrangement is possible: several kings, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypedBoard<V: Variant> {
    by_role: [CellSet<V::Geometry>; Role::ALL.len()],
    by_owner: V::ByPlayer<CellSet<V::Geometry>>,
    pawns_by_seat: V::ByFormerSeat<CellSet<V::Geometry>>,
    key: u128,
}

impl<V: Variant> TypedBoard<V> {
    /// `true` if pieces can change owners, so that a pawn's owner does not give its direction.
    const PIECES_CHANGE_HANDS: bool = V::PLAYERS > 2;

    /// Returns the empty board.
    pub fn empty() -> Self {
        Self {
            by_role: [CellSet::EMPTY; Role::ALL.len()],
            by_owner: V::ByPlayer::splat(CellSet::EMPTY),
            pawns_by_seat: V::ByFormerSeat::splat(CellSet::EMPTY),
            key: 0,
        }
    }

    /// Returns the arrays of all players.
    pub fn start(choice: V::Choice) -> Self {
        let mut board = Self::empty();
        for player in V::players() {
            for piece in V::table(choice).array.pieces() {
                let hex = V::SEATING.place(V::Geometry::SHAPE, piece.hex, player, V::PLAYERS);
                if let Some(cell) = V::Geometry::cell(hex) {
                    board.toggle(cell, Piece::new(player, piece.role));
                }
            }
        }
        board
    }

    /// Returns the cells of all pieces of a role.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Role};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.board().by_role(Role::Pawn).len(), 18);
    /// ```
    #[inline]
    pub fn by_role(&self, role: Role) -> CellSet<V::Geometry> {
        self.by_role[role as usize]
    }

    /// Returns the cells of all pieces of a player.
    #[inline]
    pub fn by_owner(&self, player: Player) -> CellSet<V::Geometry> {
        self.by_owner[player]
    }

    /// Returns the cells of all pieces.
    #[inline]
    pub fn occupied(&self) -> CellSet<V::Geometry> {
        V::players().fold(CellSet::EMPTY, |occupied, player| occupied | self.by_owner[player])
    }

    /// Returns the cells of all pawns that began in a seat, of any owner.
    #[inline]
    pub fn pawns(&self, seat: Player) -> CellSet<V::Geometry> {
        if Self::PIECES_CHANGE_HANDS {
            self.pawns_by_seat[seat]
        } else {
            self.by_role(Role::Pawn) & self.by_owner[seat]
        }
    }

    /// Returns the piece on a cell.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let (cell, piece) = start.board().pieces().next().expect("a piece");
    /// assert_eq!(start.board().piece(cell), Some(piece));
    /// ```
    #[inline]
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        let here = CellSet::of(cell);
        let owner = V::players().find(|&player| self.by_owner[player].meets(here))?;
        let role = Role::ALL.into_iter().find(|&role| self.by_role(role).meets(here))?;
        self.piece_of(owner, role, cell)
    }

    /// Returns the piece on a cell whose owner and role are known.
    #[inline]
    pub(super) fn piece_of(&self, owner: Player, role: Role, cell: Cell) -> Option<Piece> {
        let seat = match role {
            Role::Pawn if Self::PIECES_CHANGE_HANDS => {
                V::players().find(|&seat| self.pawns_by_seat[seat].contains(cell))?
            }
            _ => owner,
        };
        Some(Piece { owner, role, seat })
    }

    /// Puts a piece on a cell, replacing any other.
    #[inline]
    pub fn put(&mut self, cell: Cell, piece: Piece) {
        self.take(cell);
        self.toggle(cell, piece);
    }

    /// Removes the piece from a cell.
    #[inline]
    pub fn take(&mut self, cell: Cell) -> Option<Piece> {
        let piece = self.piece(cell)?;
        self.toggle(cell, piece);
        Some(piece)
    }

    /// Transfers all pieces of one player to another. Pawns keep their seats.
    pub fn hand_over(&mut self, from: Player, heir: Player) {
        for cell in self.by_owner[from] {
            if let Some(piece) = self.take(cell) {
                self.toggle(cell, piece.inherited_by(heir));
            }
        }
    }

    /// Returns all pieces with their cells, in the order of the cells.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.occupied().into_iter().filter_map(|cell| Some((cell, self.piece(cell)?)))
    }

    /// Returns the key of the pieces alone.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Moves a known piece to a cell that must be empty, and may change its role.
    #[inline]
    pub(super) fn relocate(&mut self, from: Cell, to: Cell, piece: Piece, becomes: Piece) {
        if piece != becomes {
            self.toggle(from, piece);
            self.toggle(to, becomes);
            return;
        }
        let both = CellSet::of(from) | CellSet::of(to);
        self.toggle_cells(both, piece);
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    /// Puts a piece on an empty cell, or removes just this piece.
    #[inline]
    pub(super) fn toggle(&mut self, cell: Cell, piece: Piece) {
        self.toggle_cells(CellSet::of(cell), piece);
        self.key ^= zobrist::piece(piece, cell);
    }

    #[inline]
    fn toggle_cells(&mut self, cells: CellSet<V::Geometry>, piece: Piece) {
        self.by_role[piece.role as usize] ^= cells;
        self.by_owner[piece.owner] ^= cells;
        if Self::PIECES_CHANGE_HANDS && piece.role == Role::Pawn {
            self.pawns_by_seat[piece.seat] ^= cells;
        }
    }
}
