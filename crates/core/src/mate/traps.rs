//! Features of lines that bounds are known to get wrong.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::{CellSet, Geometry};
use crate::rules::{Move, Position, Role, Variant};

/// A feature of a line that bounds are known to get wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Trap {
    AttackerPromotes(Role),
    DefenderPromotes(Role),
    PromotedDefenderCaptured,
    EnPassant,
    KingCaptures,
    DoubleCheck,
    Discovery,
    DiscoveryByKing,
    PinnedGuard,
    GuardOpenedByDefender,
    BlockReplaced,
    CheckAndThreeGuards,
}

/// Counts the traps of a line from `nodes[0]`; each once.
pub(super) fn add_traps<V: Variant>(nodes: &[Position<V>], line: &[Move], traps: &mut BTreeMap<Trap, usize>) {
    let end = &nodes[line.len()];
    let defender = end.turn();
    let mut found = BTreeSet::new();
    let [mut promoted, mut vacated, mut captured] = [CellSet::<V::Geometry>::EMPTY; 3];
    for (before, &m) in nodes.iter().zip(line) {
        let is_defender = before.turn() == defender;
        let is_king = before.king(before.turn()) == Some(m.from);
        if before.is_en_passant(m) {
            found.insert(Trap::EnPassant);
        }
        if is_king && before.is_capture(m) {
            found.insert(Trap::KingCaptures);
        }
        if !is_defender && promoted.contains(m.to) {
            found.insert(Trap::PromotedDefenderCaptured);
        }
        if !is_defender && before.is_capture(m) {
            captured |= CellSet::of(m.to);
        }
        if let Some(role) = m.promotion {
            found.insert(match is_defender {
                true => Trap::DefenderPromotes(role),
                false => Trap::AttackerPromotes(role),
            });
        }
        if is_defender {
            vacated |= CellSet::of(m.from);
            promoted -= CellSet::of(m.from);
            promoted |= if m.promotion.is_some() { CellSet::of(m.to) } else { CellSet::EMPTY };
        }
    }
    let (Some(king), Some(&last)) = (end.king(defender), line.last()) else { return };
    let around = V::Geometry::adjacent(king);
    let board = end.board();
    let checkers = end.checkers();
    if checkers.is_several() {
        found.insert(Trap::DoubleCheck);
    }
    if !checkers.is_empty() && !checkers.contains(last.to) {
        found.insert(Trap::Discovery);
        if board.by_role(Role::King).contains(last.to) {
            found.insert(Trap::DiscoveryByKing);
        }
    }
    if checkers.contains(last.to) && (board.attacks(last.to) & around).len() >= 3 {
        found.insert(Trap::CheckAndThreeGuards);
    }
    if (around & board.by_owner(defender)).meets(captured) {
        found.insert(Trap::BlockReplaced);
    }
    let attacker = end.next_player();
    for guard in board.by_owner(attacker) {
        let seen = board.attacks(guard) & (around | CellSet::of(king));
        if seen.into_iter().any(|cell| V::Geometry::between(guard, cell).meets(vacated)) {
            found.insert(Trap::GuardOpenedByDefender);
        }
        let Some(own) = end.king(attacker).filter(|&own| own != guard && !seen.is_empty()) else { continue };
        let occupied = board.occupied() - CellSet::of(guard);
        if board.attackers(own, occupied).meets(board.by_owner(defender)) {
            found.insert(Trap::PinnedGuard);
        }
    }
    for trap in found {
        *traps.entry(trap).or_default() += 1;
    }
}
