//! A piece that moves, and what it attacks.

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::{lines, pawn_attackers, pawn_attacks, slides};
use crate::rules::{Piece, Role, Variant};

/// A piece that moves.
#[derive(Clone, Copy)]
pub(super) struct MovingPiece {
    pub(super) piece: Piece,
    pub(super) from: Cell,
}

impl MovingPiece {
    /// Where such a piece stands when it attacks `cell`.
    #[inline]
    pub(super) fn attackers<V: Variant>(
        self,
        cell: Cell,
        occupied: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::King => V::Geometry::adjacent(cell),
            Role::Queen | Role::Rook | Role::Bishop => slides::<V>(self.piece.role, cell, occupied),
            Role::Knight => V::Geometry::leaps(cell),
            Role::Pawn => pawn_attackers::<V>(self.piece.seat, CellSet::of(cell)),
        }
    }

    /// What such a piece attacks from `cell`.
    #[inline]
    pub(super) fn attacks<V: Variant>(
        self,
        cell: Cell,
        occupied: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        match self.piece.role {
            Role::Pawn => pawn_attacks::<V>(self.piece.seat, CellSet::of(cell)),
            _ => self.attackers::<V>(cell, occupied),
        }
    }

    /// Whether such a piece on its cell is in line with one of `cells`; always, if it is no slider.
    #[inline]
    pub(super) fn is_in_line<V: Variant>(self, cells: CellSet<V::Geometry>) -> bool {
        match self.piece.role {
            Role::Queen | Role::Rook | Role::Bishop => lines::<V>(self.piece.role, self.from).meets(cells),
            Role::King | Role::Knight | Role::Pawn => true,
        }
    }
}
