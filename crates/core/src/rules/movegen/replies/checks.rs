//! Replies to a check that one piece gives from where it arrives.

use super::moving::MovingPiece;
use super::opponent::Replies;
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::{pawn_attackers, pawn_weight};
use crate::rules::movegen::Mover;
use crate::rules::{Role, Variant};

impl<V: Variant, B: Mover> Replies<'_, V, B> {
    /// Number of replies: the king steps aside, a piece takes, a piece comes between.
    ///
    /// `flights` are the cells that the king could go to if it were not for this piece's attack.
    #[inline]
    pub(super) fn to_check(&self, moving: MovingPiece, to: Cell, flights: CellSet<V::Geometry>) -> u64 {
        let king = self.generator.king;
        let here = CellSet::of(to);
        let occupied = (self.generator.occupied - CellSet::of(moving.from)) | here;
        // A slider also sees the cell behind the king.
        let seen = moving.attacks::<V>(to, occupied - CellSet::of(king));
        // A piece that has been taken takes nobody and comes between nothing.
        let able = self.generator.ours - self.generator.pinned - here;
        let mut replies = u64::from((flights - seen).len()) + self.count_takers(to, occupied, able);
        if matches!(moving.piece.role, Role::Bishop | Role::Rook | Role::Queen) {
            for cell in V::Geometry::between(king, to) {
                replies += self.count_blockers(cell, occupied, able);
            }
        }
        replies
    }

    /// Number of moves of `able` pieces that take on a cell.
    #[inline]
    fn count_takers(&self, cell: Cell, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let pawns = self.generator.own_pawns(able).map(|(seat, pawns)| {
            let takers = pawn_attackers::<V>(seat, CellSet::of(cell)) & pawns;
            u64::from(takers.len()) * pawn_weight::<V>(seat, cell) as u64
        });
        self.count_officers(cell, occupied, able) + pawns.sum::<u64>()
    }

    /// Number of moves of `able` pieces to an empty cell.
    #[inline]
    fn count_blockers(&self, cell: Cell, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let pawns = self.generator.own_pawns(able).map(|(seat, pawns)| {
            let back = V::forward(seat).opposite();
            let behind = V::Geometry::shift(CellSet::of(cell), back);
            if behind.meets(occupied) {
                return u64::from(behind.meets(pawns)) * pawn_weight::<V>(seat, cell) as u64;
            }
            let two_behind = V::Geometry::shift(behind, back);
            u64::from(two_behind.meets(pawns & self.generator.position.double_step_cells(seat)))
        });
        self.count_officers(cell, occupied, able) + pawns.sum::<u64>()
    }

    #[inline]
    fn count_officers(&self, cell: Cell, occupied: CellSet<V::Geometry>, able: CellSet<V::Geometry>) -> u64 {
        let board = &self.generator.position.board;
        let knights = V::Geometry::leaps(cell) & board.by_role(Role::Knight);
        let edges = V::Geometry::slide_edges(cell, occupied);
        let sliders = board.sliders(edges, V::Geometry::slide_vertices(cell, occupied));
        u64::from(((knights | sliders) & able).len())
    }
}
