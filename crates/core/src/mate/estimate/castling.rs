//! Castling among the moves that an estimate covers.
//!
//! The other predicates move one piece at a time. A castling that may be among the moves left is estimated here: king
//! and rook are put where they would be, and the moves of the other pieces are left to the predicates for fewer moves.
//! Nothing is asked about attacked cells on the king's way.
//!
//! The right of the king that is to be mated matters for its move only: castling answers no check.

use super::{Cells, Estimate};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Castling, Player, Role, Variant};

/// The most pieces between king and rook that may be gone when they castle.
#[derive(Clone, Copy)]
pub(super) struct Blockers {
    /// Pieces of the castling side.
    pub(super) own: u32,
    /// Pieces of the other side, without the king that is to be mated.
    pub(super) other: u32,
}

impl<V: Variant> Estimate<'_, V> {
    /// Lists the castlings that a player may get to, with king and rook still on their cells.
    pub(super) fn castlings(
        &self,
        player: Player,
        most: Blockers,
    ) -> impl Iterator<Item = &'static Castling> {
        let wings = self.position.wings();
        let (ours, theirs) = match player == self.attacker {
            true => (self.attackers, self.defenders),
            false => (self.defenders | CellSet::of(self.king), self.attackers),
        };
        let ways = if wings.is_empty() { &[] } else { V::castlings(player) };
        ways.iter().filter(move |castling| {
            let way = self.way(castling);
            wings.has(player, castling.wing)
                && ours.contains(castling.king[0])
                && ours.contains(castling.rook[0])
                && (way & ours).len() <= most.own
                && (way & theirs).len() <= most.other
        })
    }

    /// Returns whether a player may castle once up to `departures` pieces of each side are out of the way.
    pub(super) fn may_castle(&self, player: Player, departures: u32) -> bool {
        self.castlings(player, Blockers { own: departures, other: departures }).next().is_some()
    }

    /// Returns pieces between king and rook.
    pub(super) fn way(&self, castling: &Castling) -> Cells<V> {
        V::Geometry::between(castling.king[0], castling.rook[0]) & self.occupied
    }

    /// Applies a test to the arrangement after a castling, without the pieces that were on the cells reached.
    pub(super) fn after_castling(
        &self,
        player: Player,
        castling: &Castling,
        test: impl FnOnce(&Estimate<'_, V>) -> bool,
    ) -> bool {
        let position = self.position.with_castled(player, castling);
        let king = if player == self.defender { castling.king[1] } else { self.king };
        let board = position.board();
        // The king that is to be mated may still be elsewhere in `position`.
        let kings = board.by_role(Role::King) & board.by_owner(self.defender);
        let occupied = board.occupied() - kings - CellSet::of(king);
        let attackers = occupied - board.by_owner(self.defender);
        test(&Estimate {
            position: &position,
            attackers,
            defenders: occupied - attackers,
            king,
            occupied,
            ..*self
        })
    }

    /// Returns whether the attackers may reach the goal by castling, after a move of a defender if `others` is 1.
    pub(super) fn may_castling_suffice(&self, others: u32) -> bool {
        self.castlings(self.attacker, Blockers { own: 0, other: others }).any(|castling| {
            self.after_castling(self.attacker, castling, |after| after.is_nearly_reached(others))
        })
    }

    /// Returns whether the goal may be reached if `others` defenders leave their cells, each of which blocks a flight at
    /// best.
    fn is_nearly_reached(&self, others: u32) -> bool {
        let is_closed = |&cell: &Cell| !self.is_openable(cell, others);
        let unguarded = self.flights().into_iter().filter(is_closed).count();
        unguarded <= others as usize && (!self.needs_check || self.is_openable(self.king, others))
    }

    /// Returns whether the attackers may reach the goal by a castling and another move, in any order, with a defender
    /// move in between; it is not the king's if `others` is 1.
    pub(super) fn may_move_and_castling_suffice(&self, others: u32) -> bool {
        // A defender may leave the way, and another may be captured there.
        self.castlings(self.attacker, Blockers { own: 1, other: 2 }).any(|castling| {
            // The piece in the way makes the other move, and may be on a cell that king or rook reaches.
            self.way(castling).meets(self.attackers)
                // The other move may pass the castled pieces, if it comes first, or what has been in the way.
                || self.after_castling(self.attacker, castling, |after| after.may_one_move_suffice(3, others))
        })
    }
}
