//! Pawns that take in passing: the only moves that are looked at one by one.

use std::ops::ControlFlow;

use super::{Generator, Mover, Visitor};
use crate::geometry::CellSet;
use crate::rules::attacks::pawn_attackers;
use crate::rules::{Passing, PieceMoves, Role, Variant};

impl<V: Variant, M: Mover> Generator<'_, V, M> {
    /// Visits the en passant moves of some of our men, each by itself.
    pub(super) fn visit_en_passant(
        &self,
        men: CellSet<V::Geometry>,
        visit: &mut Visitor<'_, V>,
    ) -> ControlFlow<()> {
        let us = self.mover.player();
        let mut seen = CellSet::EMPTY;
        for stepper in us.after(V::PLAYERS) {
            let Some(Passing { over, .. }) = self.position.passing[stepper] else { continue };
            let to = CellSet::of(over);
            if seen.meets(to) {
                continue;
            }
            seen |= to;
            let victims = self.position.pawns_passing(over, us);
            for (seat, pawns) in self.own_pawns(men) {
                for from in pawn_attackers::<V>(seat, to) & pawns {
                    let occupied = (self.occupied - CellSet::of(from) - victims) | to;
                    if !self.is_king_attacked(occupied) {
                        let promoting = to & V::promotion_cells(seat);
                        visit(PieceMoves { role: Role::Pawn, from, to, promoting })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Number of the en passant moves.
    #[inline]
    pub(super) fn count_en_passant(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_en_passant(self.ours, &mut |moves| {
            count += moves.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether a pawn stands ready to take in passing.
    pub(super) fn may_take_in_passing(&self) -> bool {
        let us = self.mover.player();
        us.after(V::PLAYERS).filter_map(|player| self.position.passing[player]).any(|passing| {
            self.own_pawns(self.ours)
                .any(|(seat, pawns)| pawn_attackers::<V>(seat, CellSet::of(passing.over)).meets(pawns))
        })
    }

    /// Whether our king is attacked by an enemy among `occupied`.
    fn is_king_attacked(&self, occupied: CellSet<V::Geometry>) -> bool {
        let attackers = self.position.board.attackers(self.king, occupied);
        attackers.meets(self.enemies & occupied)
    }
}
