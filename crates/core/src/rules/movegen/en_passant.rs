//! Captures en passant, the only moves whose legality is tested one by one.

use std::ops::ControlFlow;

use super::{Generator, Mover, Visitor};
use crate::geometry::CellSet;
use crate::rules::attacks::pawns_beside;
use crate::rules::{PieceMoves, Role, Variant};

impl<V: Variant, M: Mover> Generator<'_, V, M> {
    /// Visits the en passant moves of some of our pieces, each by itself.
    pub(super) fn visit_en_passant(
        &self,
        pieces: CellSet<V::Geometry>,
        visit: &mut Visitor<'_, V>,
    ) -> ControlFlow<()> {
        let us = self.mover.player();
        let mut seen = CellSet::EMPTY;
        for stepper in us.others(V::PLAYERS) {
            let Some(en_passant) = self.position.en_passant[stepper] else { continue };
            for crossed in en_passant.cells::<V>() - seen {
                let to = CellSet::of(crossed);
                seen |= to;
                let victims = self.position.en_passant_victims(crossed, us);
                for (seat, pawns) in self.own_pawns(pieces) {
                    for from in pawns_beside::<V>(seat, to) & pawns {
                        let occupied = (self.occupied - CellSet::of(from) - victims) | to;
                        if !self.is_king_attacked(occupied) {
                            let promoting = to & V::promotion_cells(seat);
                            visit(PieceMoves { role: Role::Pawn, from, to, promoting })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the target cells of the legal en passant moves.
    pub(super) fn en_passant_targets(&self) -> CellSet<V::Geometry> {
        let mut targets = CellSet::EMPTY;
        let _ = self.visit_en_passant(self.ours, &mut |moves| {
            targets |= moves.to;
            ControlFlow::Continue(())
        });
        targets
    }

    /// Returns the number of en passant moves.
    #[inline]
    pub(super) fn count_en_passant(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_en_passant(self.ours, &mut |moves| {
            count += moves.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// Returns whether a pawn may be able to capture en passant.
    pub(super) fn may_take_en_passant(&self) -> bool {
        let us = self.mover.player();
        us.others(V::PLAYERS).filter_map(|player| self.position.en_passant[player]).any(|en_passant| {
            self.own_pawns(self.ours)
                .any(|(seat, pawns)| pawns_beside::<V>(seat, en_passant.cells::<V>()).meets(pawns))
        })
    }

    /// Returns whether our king is attacked by an enemy among `occupied`.
    fn is_king_attacked(&self, occupied: CellSet<V::Geometry>) -> bool {
        let attackers = self.position.board.attackers(self.king, occupied);
        self.has_king() && attackers.meets(self.enemies & occupied)
    }
}
