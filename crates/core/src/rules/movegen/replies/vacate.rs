//! What a piece's departure adds to the replies: lines it opens, pawns it frees, takers it escapes.

use super::reach::Reach;
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::Variant;
use crate::rules::attacks::{pawn_attackers, pawn_weight};
use crate::rules::movegen::{Generator, Mover};

impl<V: Variant> Reach<V> {
    /// What one piece's departures to these cells add to the moves, all together.
    ///
    /// Arrivals are reckoned as if the piece still stood where it was. So this also sets right
    /// what goes wrong with them where the piece goes along the line of a slider that saw it,
    /// or takes a piece that it stood in the way of, or goes on standing in its way.
    #[inline]
    pub(super) fn departures<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        match self.touched.contains(from) {
            true => self.slides_opened(moves, from, to) + self.pawns_freed(moves, from, to),
            false => 0,
        }
    }

    #[inline]
    fn slides_opened<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        if !self.seen.contains(from) {
            return 0;
        }
        let edges = V::Geometry::slide_edges(from, moves.occupied);
        let vertices = V::Geometry::slide_vertices(from, moves.occupied);
        let sliders = moves.position.board.sliders(edges, vertices);
        let mut sum = 0;
        for slider in (sliders & self.pieces) - self.pinned {
            let Some(direction) = V::Geometry::direction(slider, from) else { continue };
            let behind = V::Geometry::ray(from, direction);
            let opened = (edges | vertices) & behind & self.targets;
            let before = (V::Geometry::ray(slider, direction) | CellSet::of(slider)) - behind;
            // Nothing opens if the piece comes nearer, or takes the slider.
            sum += i64::from(opened.len()) * i64::from((to - before).len());
            // If it goes away along the line, the line ends there.
            for cell in to & behind {
                sum += match self.pieces.contains(cell) {
                    true => 1,
                    false => -i64::from((opened & V::Geometry::ray(cell, direction)).len()),
                };
            }
        }
        sum
    }

    #[inline]
    fn pawns_freed<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        let here = CellSet::of(from);
        let mut sum = 0;
        for (seat, pawns) in moves.enemy_pawns(self.pieces - self.pinned) {
            let forward = V::forward(seat);
            let back = forward.opposite();
            let weight = pawn_weight::<V>(seat, from) as i64;
            let doubles = pawns & moves.position.double_step_cells(seat);
            let behind = V::Geometry::shift(here, back);
            let blocked = behind & pawns;
            if !blocked.is_empty() {
                sum += weight * i64::from((to - blocked).len());
                let second = V::Geometry::shift(here, forward) - moves.occupied;
                if blocked.meets(doubles) && !second.is_empty() {
                    sum += i64::from((to - blocked - second).len());
                }
            }
            let two_behind = V::Geometry::shift(behind, back) & doubles;
            if !two_behind.is_empty() && !behind.meets(moves.occupied) {
                sum += i64::from((to - behind - two_behind).len());
            }
            let takers = pawn_attackers::<V>(seat, here) & pawns;
            // A taker that is taken is gone with all that it could do.
            let escapes = i64::from(to.len()) * i64::from(takers.len()) - i64::from((takers & to).len());
            sum -= weight * escapes;
        }
        sum
    }
}
