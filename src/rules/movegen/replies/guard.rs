//! Moves that check the replier, or that pin or free one of his men.

use crate::geometry::{CellSet, Geometry};
use crate::rules::attacks::pawn_attackers;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Piece, Player, Role, Variant};

pub(super) struct Guard<V: Variant> {
    pub(super) stay: CellSet<V::Geometry>,
    pub(super) shut: CellSet<V::Geometry>,
    edges: CellSet<V::Geometry>,
    vertices: CellSet<V::Geometry>,
    leaps: CellSet<V::Geometry>,
    king: CellSet<V::Geometry>,
    /// Cells behind one of his men.
    edges_behind: CellSet<V::Geometry>,
    vertices_behind: CellSet<V::Geometry>,
}

impl<V: Variant> Guard<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>, movers: CellSet<V::Geometry>) -> Self {
        let king = replies.king;
        let occupied = replies.occupied;
        let theirs = replies.ours;
        let edges = V::Geometry::slide_edges(king, occupied);
        let vertices = V::Geometry::slide_vertices(king, occupied);
        let mut guard = Self {
            stay: CellSet::EMPTY,
            shut: CellSet::EMPTY,
            edges,
            vertices,
            edges_behind: V::Geometry::slide_edges(king, occupied - (edges & theirs)) - edges,
            vertices_behind: V::Geometry::slide_vertices(king, occupied - (vertices & theirs)) - vertices,
            leaps: V::Geometry::leaps(king),
            king: CellSet::of(king),
        };
        let board = &replies.position.board;
        let queens = board.by_role(Role::Queen);
        let snipers = V::Geometry::edge_lines(king) & (board.by_role(Role::Rook) | queens)
            | V::Geometry::vertex_lines(king) & (board.by_role(Role::Bishop) | queens);
        for sniper in snipers & replies.enemies {
            let line = V::Geometry::between(king, sniper);
            let men = line & occupied;
            if !men.is_several() {
                if men.meets(theirs) {
                    guard.shut |= line;
                    guard.stay |= CellSet::of(sniper);
                } else {
                    guard.stay |= men;
                }
            } else if !men.without_first().is_several() && men.meets(theirs) {
                guard.stay |= men & movers;
            }
        }
        guard
    }

    /// Where a man gives check.
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

    /// Where a man may pin.
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
