//! Legal moves that a writer may have meant, for diagnostics. Not for speed.

use super::MoveText;
use crate::geometry::{Cell, Geometry};
use crate::rules::{Move, Position, Role, Variant};

/// No more moves than this are offered.
const MOST: usize = 5;

/// Moves less like the text than this are not offered.
const FARTHEST: u32 = 4;

impl MoveText {
    /// A handful of legal moves most like the text, the most like it first.
    ///
    /// The same man to the same cell from elsewhere comes before the same man
    /// to a cell beside, another man to the same cell, and the man named to
    /// another cell. Empty if nothing is alike.
    pub fn nearest<V: Variant>(&self, position: &Position<V>) -> Vec<Move<V::Geometry>> {
        let mut moves: Vec<(u32, Move<V::Geometry>)> = position
            .legal_moves()
            .map(|m| (self.distance(position, m), m))
            .filter(|&(distance, _)| distance <= FARTHEST)
            .collect();
        moves.sort_by_key(|&(distance, m)| (distance, m.from, m.to, m.promotion));
        moves.into_iter().take(MOST).map(|(_, m)| m).collect()
    }

    /// How unlike the text a legal move is.
    fn distance<V: Variant>(&self, position: &Position<V>, m: Move<V::Geometry>) -> u32 {
        let role = position.board().piece(m.from).map(|piece| piece.role);
        let meant = match self.role {
            None if self.origin.is_whole() => role,
            None => Some(Role::Pawn),
            written => written,
        };
        let cell = match self.target.cell() {
            Some(target) => steps(target, m.to) * 2,
            None if self.target.fits(m.to) => 0,
            None => FARTHEST,
        };
        let man = if role == meant { 0 } else { 3 };
        let origin = match self.origin.cell() {
            Some(origin) => steps(origin, m.from).min(2),
            None => u32::from(!self.origin.fits(m.from)),
        };
        let promotion = u32::from(self.promotion.is_some() && self.promotion != m.promotion);
        // From the very cell that is named, a longer way off the mark is likely still.
        let cell = if self.origin.is_whole() && origin == 0 { cell.min(3) } else { cell };
        let sign = u32::from(self.capture && !position.is_capture(m));
        cell + man + origin + promotion + sign
    }
}

/// Steps across edges from one cell to another.
fn steps<G: Geometry>(from: Cell<G>, to: Cell<G>) -> u32 {
    (to.hex() - from.hex()).length().unsigned_abs().into()
}
