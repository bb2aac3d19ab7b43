//! Pawn moves for whole sets of pawns, without en passant.

use super::{Generator, Mover};
use crate::geometry::{CellSet, Geometry};
use crate::rules::attacks::free_to_step;
use crate::rules::{Player, Variant};

impl<V: Variant, M: Mover> Generator<'_, V, M> {
    /// Shows the cells that a set of pawns comes to: by one step, by more, by taking to either side.
    ///
    /// Each cell of each set is the goal of one pawn.
    #[expect(
        clippy::inline_always,
        reason = "a call costs 5 % of a count, and the compiler alone chooses it"
    )]
    #[inline(always)]
    pub(super) fn see_pawn_moves(
        &self,
        seat: Player,
        pawns: CellSet<V::Geometry>,
        allowed: CellSet<V::Geometry>,
        mut see: impl FnMut(CellSet<V::Geometry>),
    ) {
        let free = free_to_step::<V>(seat, pawns, self.enemies);
        for way in V::pawn_steps(seat) {
            let step = |from| V::Geometry::shift(from, way) - self.occupied;
            see(step(free) & allowed);
            see(step(step(free & self.position.double_step_cells(seat))) & allowed);
            if V::LONGEST_STEP > 2 {
                let first = free & V::triple_step_cells(self.position.choice, seat);
                see(step(step(step(first))) & allowed);
            }
        }
        let takeable = self.enemies & allowed;
        for side in V::pawn_takes(seat) {
            see(V::Geometry::shift(pawns, side) & takeable);
        }
        if V::PAWNS.takes_ahead_at_first {
            see(V::Geometry::shift(pawns & V::first_takers(seat), V::forward(seat)) & takeable);
        }
    }

    /// Returns cells that pawns of a plain game come to: by one step, by two, by taking to either side.
    #[inline]
    pub(super) fn pawn_moves(
        &self,
        seat: Player,
        pawns: CellSet<V::Geometry>,
        allowed: CellSet<V::Geometry>,
    ) -> [CellSet<V::Geometry>; 4] {
        let mut sets = [CellSet::EMPTY; 4];
        let mut rest = sets.iter_mut();
        self.see_pawn_moves(seat, pawns, allowed, |cells| {
            if let Some(set) = rest.next() {
                *set = cells;
            }
        });
        sets
    }

    #[inline]
    pub(super) fn count_pawn_moves(
        &self,
        seat: Player,
        pawns: CellSet<V::Geometry>,
        allowed: CellSet<V::Geometry>,
    ) -> u64 {
        let more = V::PROMOTIONS.len() as u64 - 1;
        let last = V::promotion_cells(seat);
        let mut count = 0;
        self.see_pawn_moves(seat, pawns, allowed, |to| {
            count += u64::from(to.len()) + more * u64::from((to & last).len());
        });
        count
    }
}
