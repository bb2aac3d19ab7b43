//! Two attacker moves, in a row or with one defender move between: the cells on which the king may be mated.

use super::castling::Blockers;
use super::{Cells, Estimate};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Role, Variant, attacks};

/// An attacker with the cells it can go to.
struct Attacker<V: Variant> {
    from: Cell,
    /// Role after its first move.
    role: Role,
    /// Targets of the first move.
    first: Cells<V>,
    /// Targets of the second move, if the piece did not make the first one.
    second: Cells<V>,
}

/// The most flights of a king: a cell has twelve neighbours.
const MAX_FLIGHTS: usize = 12;

impl<V: Variant> Estimate<'_, V> {
    /// Returns the cells on which the king may be mated or stalemated after a move of each side and one more.
    pub(in crate::mate) fn mating_cells(&self) -> Cells<V> {
        let attackers = self.attackers_in_two();
        let mut kings = CellSet::EMPTY;
        // A cell with a defender counts: an attacker may capture there and be captured by the king.
        for (cells, others) in [(CellSet::of(self.king), 1), (V::Geometry::adjacent(self.king), 0)] {
            for cell in cells {
                if self.with_king(cell).may_two_moves_suffice(&attackers, others) {
                    kings |= CellSet::of(cell);
                }
            }
        }
        if V::CASTLES { kings | self.mating_cells_with_castling(&attackers) } else { kings }
    }

    /// Returns the cells on which the king may be mated or stalemated if it gets there by castling, or if one of the
    /// attackers' moves is a castling.
    fn mating_cells_with_castling(&self, attackers: &[Attacker<V>]) -> Cells<V> {
        let mut kings = CellSet::EMPTY;
        // An attacker may make way for the king's castling with its first move.
        for castling in self.castlings(self.defender, Blockers { own: 0, other: 1 }) {
            let suffices = |after: &Estimate<'_, V>| {
                after.may_two_moves_suffice(attackers, 0)
                    || match self.way(castling).meets(self.attackers) {
                        true => after.may_castle(self.attacker, 2),
                        false => after.may_move_and_castling_suffice(0),
                    }
            };
            if self.after_castling(self.defender, castling, suffices) {
                kings |= CellSet::of(castling.king[1]);
            }
        }
        for (cells, others) in [(CellSet::of(self.king), 1), (V::Geometry::adjacent(self.king), 0)] {
            for cell in cells {
                if self.with_king(cell).may_move_and_castling_suffice(others) {
                    kings |= CellSet::of(cell);
                }
            }
        }
        kings
    }

    /// Returns whether two attacker moves in a row may reach the goal.
    pub(in crate::mate) fn may_reach_goal_in_two(&self) -> bool {
        self.may_castle(self.attacker, 1) || self.may_two_moves_suffice(&self.attackers_in_two(), 0)
    }

    fn attackers_in_two(&self) -> Vec<Attacker<V>> {
        let mut attackers = Vec::with_capacity(24);
        for role in Role::ALL {
            for from in self.position.board().by_role(role) & self.attackers {
                if role != Role::Pawn {
                    let first = attacks::<V>(role, self.attacker, from, self.occupied);
                    let second = self.attacks_through(role, from, self.occupied, 2);
                    attackers.push(Attacker { from, role, first, second });
                    continue;
                }
                let targets = self.pawn_targets(CellSet::of(from));
                let promoting = targets & V::promotion_cells(self.attacker);
                let plain = targets - promoting;
                attackers.push(Attacker { from, role, first: plain, second: plain });
                if !promoting.is_empty() {
                    let promoted = |&role| Attacker { from, role, first: promoting, second: promoting };
                    attackers.extend(V::PROMOTIONS.iter().map(promoted));
                }
            }
        }
        attackers
    }

    /// Returns whether two attacker moves may reach the goal with the king on its current cell; `others` is 1 if a
    /// defender moves in between.
    fn may_two_moves_suffice(&self, attackers: &[Attacker<V>], others: usize) -> bool {
        let is_openable = |cell: Cell| {
            self.snipers(cell).into_iter().any(|sniper| {
                let between = self.between(cell, sniper);
                let [ours, theirs] = [self.attackers, self.defenders].map(|side| (between & side).len());
                // A defender leaves by itself, or is captured by an attacker that moves on.
                theirs as usize <= 1 + others && ours + theirs <= 2 + others as u32
            })
        };
        let unguarded: Cells<V> = self.flights().into_iter().filter(|&cell| !is_openable(cell)).collect();
        if unguarded.len() as usize <= others {
            return true;
        }
        let is_check_free = !self.needs_check || is_openable(self.king);
        self.may_one_attacker_suffice(attackers, unguarded, others, is_check_free)
            || self.may_two_attackers_suffice(attackers, unguarded, others, is_check_free)
    }

    /// Returns whether one attacker may guard all, having come to its cell with one move or two.
    fn may_one_attacker_suffice(
        &self,
        attackers: &[Attacker<V>],
        unguarded: Cells<V>,
        others: usize,
        is_check_free: bool,
    ) -> bool {
        let promotes = self.may_promote_in_two(attackers);
        for role in Role::ALL {
            let mut guard_cells = self.guard_cells(role, unguarded, others);
            if !is_check_free {
                guard_cells &= self.attack_origins(role, self.king);
            }
            if guard_cells.is_empty() {
                continue;
            }
            if promotes && V::PROMOTIONS.contains(&role) {
                return true;
            }
            for attacker in attackers.iter().filter(|attacker| attacker.role == role) {
                let occupied = self.occupied - CellSet::of(attacker.from);
                let may_guard_from = |to: Cell| {
                    let seen = self.attacks_through(role, to, occupied, 2);
                    let missed = unguarded - seen;
                    let comes_in_two = match role {
                        Role::Pawn => self.pawn_targets(attacker.first).contains(to),
                        _ => attacker.first.meets(seen),
                    };
                    missed.len() as usize <= others
                        && !missed.contains(to)
                        && (comes_in_two || attacker.second.contains(to))
                };
                if guard_cells.into_iter().any(may_guard_from) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether a pawn may promote with one of two moves; the new piece may then be anywhere.
    ///
    /// The king may come to the cell that the pawn has left, so the pawn need not be among the attackers around the king.
    fn may_promote_in_two(&self, attackers: &[Attacker<V>]) -> bool {
        let last = V::promotion_cells(self.attacker);
        let pawns = self.position.board().by_role(Role::Pawn);
        attackers.iter().any(|attacker| {
            pawns.contains(attacker.from) && (attacker.first | self.pawn_targets(attacker.first)).meets(last)
        })
    }

    /// Returns whether two attackers, a move each, may guard all together while one of them gives check: the
    /// second, or the first if the second was in its way.
    fn may_two_attackers_suffice(
        &self,
        attackers: &[Attacker<V>],
        unguarded: Cells<V>,
        others: usize,
        is_check_free: bool,
    ) -> bool {
        let need = unguarded.len() as usize - others;
        let mut counts = Vec::with_capacity(attackers.len());
        for role in Role::ALL {
            if !attackers.iter().any(|attacker| attacker.role == role) {
                continue;
            }
            let by_count = self.cells_by_guarded(role, unguarded);
            let checks = if is_check_free { CellSet::all() } else { self.attack_origins(role, self.king) };
            let most =
                |targets: Cells<V>| (0..=MAX_FLIGHTS).rev().find(|&count| by_count[count].meets(targets));
            for attacker in attackers.iter().filter(|attacker| attacker.role == role) {
                let first = [most(attacker.first), most(attacker.first & checks)];
                let second = [most(attacker.second), most(attacker.second & checks)];
                counts.push((attacker.from, first, second));
            }
        }
        let enough =
            |one: Option<usize>, two: Option<usize>| one.zip(two).is_some_and(|(a, b)| a + b >= need);
        counts.iter().any(|&(piece, first, _)| {
            let mut others = counts.iter().filter(|(other, ..)| *other != piece);
            others.any(|(_, _, second)| enough(first[0], second[1]) || enough(first[1], second[0]))
        })
    }

    /// By count: cells from which a piece of this role guards at least that many of `cells` on an empty board.
    fn cells_by_guarded(&self, role: Role, cells: Cells<V>) -> [Cells<V>; MAX_FLIGHTS + 1] {
        let mut by_count = [CellSet::EMPTY; MAX_FLIGHTS + 1];
        by_count[0] = CellSet::all();
        for (number, cell) in cells.into_iter().enumerate() {
            let origins = self.attack_origins(role, cell);
            for count in (1..=number + 1).rev() {
                by_count[count] |= by_count[count - 1] & origins;
            }
        }
        by_count
    }
}
