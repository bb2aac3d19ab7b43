//! Several moves of the side to be mated, then one of the other: may it mate? No search.

use super::scene::{Cells, MOST_MISSES, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Role, Variant};

impl<V: Variant> Scene<'_, V> {
    /// Whether one move of a hunter may mate or stalemate the king after so many of its side; `true` if in doubt.
    pub(in crate::mate) fn may_end_after(&self, moves: u32) -> bool {
        let mut ring = CellSet::of(self.king);
        let mut seen = ring;
        for steps in 0..=moves {
            if ring.into_iter().any(|cell| self.with_king(cell).may_one_move_do(moves, moves - steps)) {
                return true;
            }
            let next = |ring, cell| ring | V::Geometry::adjacent(cell);
            ring = ring.into_iter().fold(CellSet::EMPTY, next) - seen;
            seen |= ring;
        }
        false
    }

    /// The same where the king stands now, if so many of the moves before may be those of other pieces.
    fn may_one_move_do(&self, moves: u32, rest: u32) -> bool {
        let misses = rest as usize;
        if misses > MOST_MISSES {
            return true;
        }
        // Each move takes one piece out of the way, the last one that of the piece itself.
        let is_opened = |cell: Cell| {
            let between = |sniper| V::Geometry::between(cell, sniper) & self.occupied;
            self.snipers(cell).into_iter().any(|sniper| between(sniper).len() <= moves + 1)
        };
        let unguarded: Cells<V> = self.flights().into_iter().filter(|&cell| !is_opened(cell)).collect();
        let is_free = !self.needs_check || is_opened(self.king);
        for role in Role::ALL {
            let mut posts = self.posts(role, unguarded, misses);
            if !is_free {
                posts &= self.origins(role, self.king);
            }
            if posts.is_empty() {
                continue;
            }
            for from in self.position.board().by_role(role) & self.hunters {
                let goals = match role {
                    Role::Pawn => self.pawn_goals(CellSet::of(from)) - V::promotion_cells(self.hunter),
                    _ => self.sight(role, from, self.occupied, moves),
                };
                if self.may_stand_among(role, posts & goals, from, unguarded, moves, rest) {
                    return true;
                }
            }
            let pawns = self.position.board().by_role(Role::Pawn) & self.hunters;
            let promoting = self.pawn_goals(pawns) & V::promotion_cells(self.hunter);
            if V::PROMOTIONS.contains(&role) && posts.meets(promoting) {
                return true;
            }
        }
        false
    }

    /// Whether a piece leaves few enough cells unguarded on one of its posts.
    fn may_stand_among(
        &self,
        role: Role,
        posts: Cells<V>,
        from: Cell,
        unguarded: Cells<V>,
        moves: u32,
        rest: u32,
    ) -> bool {
        let occupied = self.occupied - CellSet::of(from);
        posts.into_iter().any(|post| {
            let missed = unguarded - self.sight(role, post, occupied, moves);
            missed.len() <= rest && !missed.contains(post)
        })
    }
}
