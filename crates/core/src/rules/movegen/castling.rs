//! Castling moves.

use super::{Generator, Mover};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{KeptWings, Variant};

impl<V: Variant, M: Mover> Generator<'_, V, M> {
    /// Returns cells that our king reaches by castling.
    ///
    /// King and rook have not moved, all cells between them are empty, the king is not in check, and
    /// no cell that it crosses or reaches is attacked once it has left its own.
    pub(super) fn castling_targets(&self) -> CellSet<V::Geometry> {
        let (us, wings) = (self.mover.player(), self.position.wings.wings());
        if wings.is_empty() || !self.checkers.is_empty() {
            return CellSet::EMPTY;
        }
        let is_open = |rook| !V::Geometry::between(self.king, rook).meets(self.occupied);
        V::castlings(us)
            .iter()
            .filter(|castling| wings.has(us, castling.wing) && is_open(castling.rook[0]))
            .map(|castling| castling.king[1])
            .filter(|&to| !self.is_way_attacked(to))
            .collect()
    }

    /// Returns whether a cell that our king crosses on its way, or the last one, is attacked.
    fn is_way_attacked(&self, to: Cell) -> bool {
        let board = &self.position.board;
        let occupied = self.occupied - CellSet::of(self.king);
        let way = V::Geometry::between(self.king, to) | CellSet::of(to);
        way.into_iter().any(|cell| board.attackers(cell, occupied).meets(self.enemies))
    }
}
