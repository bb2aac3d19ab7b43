//! Which moves concern the king of the player who replies: checks, pins, batteries.

use crate::geometry::{CellSet, Geometry};
use crate::rules::attacks::pawn_attackers;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Piece, Player, Role, Variant};

pub(super) struct Guard<V: Variant> {
    /// Pieces whose departure gives check or frees a pinned piece.
    pub(super) stay: CellSet<V::Geometry>,
    /// Pieces of the player to move whose departure leaves a piece of the other pinned.
    pub(super) curtains: CellSet<V::Geometry>,
    /// Cells where an arrival frees a pinned piece, or takes it.
    pub(super) shut: CellSet<V::Geometry>,
    /// Sliders that look at the king through one piece or two.
    pub(super) snipers: CellSet<V::Geometry>,
    king: CellSet<V::Geometry>,
    edges: CellSet<V::Geometry>,
    vertices: CellSet<V::Geometry>,
    leaps: CellSet<V::Geometry>,
    edges_behind: CellSet<V::Geometry>,
    vertices_behind: CellSet<V::Geometry>,
}

impl<V: Variant> Guard<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>, movers: CellSet<V::Geometry>) -> Self {
        let [king, occupied, theirs] = [CellSet::of(replies.king), replies.occupied, replies.ours];
        let edges = V::Geometry::slide_edges(replies.king, occupied);
        let vertices = V::Geometry::slide_vertices(replies.king, occupied);
        let edges_further = V::Geometry::slide_edges(replies.king, occupied - (edges & theirs));
        let vertices_further = V::Geometry::slide_vertices(replies.king, occupied - (vertices & theirs));
        let mut guard = Self {
            stay: CellSet::EMPTY,
            curtains: CellSet::EMPTY,
            shut: CellSet::EMPTY,
            snipers: CellSet::EMPTY,
            king,
            edges,
            vertices,
            leaps: V::Geometry::leaps(replies.king),
            edges_behind: edges_further - edges,
            vertices_behind: vertices_further - vertices,
        };
        for sniper in replies.snipers() & replies.enemies {
            let line = V::Geometry::between(replies.king, sniper);
            let pieces = line & occupied;
            if pieces.without_first().is_several() {
                continue;
            }
            guard.snipers |= CellSet::of(sniper);
            let several = pieces.is_several();
            if several && pieces.meets(theirs) {
                guard.curtains |= pieces & movers;
            } else if !several && pieces.meets(theirs) {
                guard.shut |= line;
                guard.stay |= CellSet::of(sniper);
            } else if !several {
                guard.stay |= pieces;
            }
        }
        guard
    }

    /// Where a piece gives check.
    #[inline]
    pub(super) fn checks(&self, piece: Piece) -> CellSet<V::Geometry> {
        match piece.role {
            Role::King => CellSet::EMPTY,
            Role::Queen => self.edges | self.vertices,
            Role::Rook => self.edges,
            Role::Bishop => self.vertices,
            Role::Knight => self.leaps,
            Role::Pawn => self.pawn_checks(piece.seat),
        }
    }

    /// Where a pawn of this seat gives check.
    #[inline]
    pub(super) fn pawn_checks(&self, seat: Player) -> CellSet<V::Geometry> {
        pawn_attackers::<V>(seat, self.king)
    }

    /// Where a slider pins the piece before the king.
    #[inline]
    pub(super) fn pins(&self, role: Role) -> CellSet<V::Geometry> {
        match role {
            Role::Queen => self.edges_behind | self.vertices_behind,
            Role::Rook => self.edges_behind,
            Role::Bishop => self.vertices_behind,
            Role::King | Role::Knight | Role::Pawn => CellSet::EMPTY,
        }
    }
}
