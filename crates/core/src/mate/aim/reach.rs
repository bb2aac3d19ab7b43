//! What the hunters attack and where they can go, found once for all cells that the king may step to. No search.

use super::scene::{Cells, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Role, Variant, attacks};

/// What hunters attack with the king off the board, and where they could go with their next move.
pub(super) struct Reach<V: Variant> {
    pub(super) attacked: Cells<V>,
    /// By the role that a piece has when it comes there.
    by_role: [Cells<V>; Role::ALL.len()],
}

impl<V: Variant> Scene<'_, V> {
    pub(super) fn reach(&self) -> Reach<V> {
        let board = self.position.board();
        let mut by_role = [CellSet::EMPTY; Role::ALL.len()];
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
            for from in board.by_role(role) & self.hunters {
                by_role[role as usize] |= attacks::<V>(role, self.hunter, from, self.occupied);
            }
        }
        let pawns = board.by_role(Role::Pawn) & self.hunters;
        let attacked = by_role.iter().fold(self.taken_by(pawns), |attacked, &cells| attacked | cells);
        let goals = self.pawn_goals(pawns);
        by_role[Role::Pawn as usize] = goals;
        for &role in V::PROMOTIONS {
            by_role[role as usize] |= goals & V::promotion_cells(self.hunter);
        }
        Reach { attacked, by_role }
    }

    /// Whether hunters may reach the goal with the next move if the king has stepped to an empty cell; `true` if in doubt.
    pub(super) fn may_end_on(&self, king: Cell, reach: &Reach<V>) -> bool {
        let mut posts = reach.by_role;
        if self.needs_check && !self.is_hidden_by_a_hunter(king) {
            for role in Role::ALL {
                posts[role as usize] &= self.origins(role, king);
            }
            posts[Role::King as usize] = CellSet::EMPTY;
        }
        let flights = V::Geometry::adjacent(king) - self.walls - reach.attacked;
        for flight in flights {
            if posts.iter().all(|posts| posts.is_empty()) {
                return false;
            }
            if !self.is_hidden_by_a_hunter(flight) {
                for role in Role::ALL {
                    posts[role as usize] &= self.origins(role, flight);
                }
            }
        }
        posts.iter().any(|posts| !posts.is_empty())
    }

    /// Whether a slider would attack a cell if one hunter went.
    fn is_hidden_by_a_hunter(&self, cell: Cell) -> bool {
        self.snipers(cell).into_iter().any(|sniper| {
            let between = V::Geometry::between(cell, sniper) & self.occupied;
            !between.meets(self.walls) && !between.is_several()
        })
    }
}
