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
    /// Both pawns of a capture en passant have left the line of a guard.
    EnPassantOpensLine,
    KingCaptures,
    DoubleCheck,
    /// The last move, by a piece of this role, opens a line of check.
    Discovery(Role),
    PinnedGuard,
    GuardOpenedByDefender,
    GuardOpenedByCapture,
    AttackerCastles,
    DefenderCastles,
    BlockReplaced,
    CheckAndThreeGuards,
    /// The attackers have only a knight beside their king.
    LoneKnight,
    /// A flight is guarded twice, or guarded and blocked.
    CoveredTwice,
}

/// Counts the traps of a line from `nodes[0]`; each once.
pub(super) fn add_traps<V: Variant>(nodes: &[Position<V>], line: &[Move], traps: &mut BTreeMap<Trap, usize>) {
    for trap in traps_of(nodes, line) {
        *traps.entry(trap).or_default() += 1;
    }
}

/// Returns the traps of a line from `nodes[0]`.
pub(super) fn traps_of<V: Variant>(nodes: &[Position<V>], line: &[Move]) -> BTreeSet<Trap> {
    let end = &nodes[line.len()];
    let defender = end.turn();
    let mut found = BTreeSet::new();
    let [mut promoted, mut vacated, mut opened, mut captured] = [CellSet::<V::Geometry>::EMPTY; 4];
    let mut passed = None;
    for (number, (before, &m)) in nodes.iter().zip(line).enumerate() {
        let is_defender = before.turn() == defender;
        let is_king = before.king(before.turn()) == Some(m.from);
        if before.is_en_passant(m) {
            found.insert(Trap::EnPassant);
            passed = Some(before.board().occupied() - nodes[number + 1].board().occupied());
        }
        if before.castling(m).is_some() {
            found.insert(if is_defender { Trap::DefenderCastles } else { Trap::AttackerCastles });
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
            if before.is_capture(m) {
                opened |= CellSet::of(m.from);
            }
            promoted -= CellSet::of(m.from);
            promoted |= if m.promotion.is_some() { CellSet::of(m.to) } else { CellSet::EMPTY };
        }
    }
    let (Some(king), Some(&last)) = (end.king(defender), line.last()) else { return found };
    let around = V::Geometry::adjacent(king);
    let board = end.board();
    let checkers = end.checkers();
    if checkers.is_several() {
        found.insert(Trap::DoubleCheck);
    }
    let before = &nodes[line.len() - 1];
    let is_discovered = checkers
        .into_iter()
        .any(|checker| checker != last.to && V::Geometry::between(checker, king).contains(last.from));
    if let Some(piece) = before.board().piece(last.from).filter(|_| is_discovered) {
        found.insert(Trap::Discovery(piece.role));
    }
    if checkers.contains(last.to) && (board.attacks(last.to) & around).len() >= 3 {
        found.insert(Trap::CheckAndThreeGuards);
    }
    if (around & board.by_owner(defender)).meets(captured) {
        found.insert(Trap::BlockReplaced);
    }
    let attacker = end.next_player();
    let own = board.by_owner(attacker);
    if (own & board.by_role(Role::Knight)).len() == 1 && own.len() == 2 {
        found.insert(Trap::LoneKnight);
    }
    let mut covered = around & board.by_owner(defender);
    for guard in own {
        let seen = board.attacks(guard) & (around | CellSet::of(king));
        if (seen & around).meets(covered) {
            found.insert(Trap::CoveredTwice);
        }
        covered |= seen;
        let is_opened = |cells: CellSet<V::Geometry>| {
            seen.into_iter().any(|cell| V::Geometry::between(guard, cell).meets(cells))
        };
        if is_opened(vacated) {
            found.insert(Trap::GuardOpenedByDefender);
        }
        if is_opened(opened) {
            found.insert(Trap::GuardOpenedByCapture);
        }
        let is_passed = |pawns: CellSet<V::Geometry>| {
            seen.into_iter().any(|cell| (pawns - V::Geometry::between(guard, cell)).is_empty())
        };
        if passed.is_some_and(is_passed) {
            found.insert(Trap::EnPassantOpensLine);
        }
        let Some(own) = end.king(attacker).filter(|&own| own != guard && !seen.is_empty()) else { continue };
        let occupied = board.occupied() - CellSet::of(guard);
        if board.attackers(own, occupied).meets(board.by_owner(defender)) {
            found.insert(Trap::PinnedGuard);
        }
    }
    found
}
