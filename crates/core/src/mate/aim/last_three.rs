//! Three moves before the end, the mating side to move: on which cells may the king be mated? No search.

use super::scene::{Cells, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Role, Variant, attacks};

/// A hunter, what it is or becomes, and where it may come with one move.
struct Hunter<V: Variant> {
    from: Cell,
    role: Role,
    /// With its next move.
    at_once: Cells<V>,
    /// With the move after it, if it has not moved before.
    later: Cells<V>,
}

/// Flights beside a king: a king has twelve neighbours.
const MOST_FLIGHTS: usize = 12;

impl<V: Variant> Scene<'_, V> {
    /// Cells on which the king may be mated or stalemated: its own, and those that it may go to between.
    pub(in crate::mate) fn kings_in_three(&self) -> Cells<V> {
        let hunters = self.hunters_in_two();
        let mut kings = CellSet::EMPTY;
        // Where a wall stands, a hunter may take it and be taken.
        for (cells, rest) in [(CellSet::of(self.king), 1), (V::Geometry::adjacent(self.king), 0)] {
            for cell in cells {
                if self.with_king(cell).may_two_moves_do(&hunters, rest) {
                    kings |= CellSet::of(cell);
                }
            }
        }
        kings
    }

    /// Whether two moves of hunters in a row may mate or stalemate the king.
    pub(in crate::mate) fn may_end_in_a_row(&self) -> bool {
        self.may_two_moves_do(&self.hunters_in_two(), 0)
    }

    fn hunters_in_two(&self) -> Vec<Hunter<V>> {
        let mut hunters = Vec::with_capacity(24);
        for role in Role::ALL {
            for from in self.position.board().by_role(role) & self.hunters {
                if role != Role::Pawn {
                    let at_once = attacks::<V>(role, self.hunter, from, self.occupied);
                    let later = self.sight(role, from, self.occupied, 2);
                    hunters.push(Hunter { from, role, at_once, later });
                    continue;
                }
                let goals = self.pawn_goals(CellSet::of(from));
                let promoting = goals & V::promotion_cells(self.hunter);
                let plain = goals - promoting;
                hunters.push(Hunter { from, role, at_once: plain, later: plain });
                if !promoting.is_empty() {
                    let promoted = |&role| Hunter { from, role, at_once: promoting, later: promoting };
                    hunters.extend(V::PROMOTIONS.iter().map(promoted));
                }
            }
        }
        hunters
    }

    /// Whether two moves of hunters may do where the king stands now; `rest` is one if another piece moves between.
    fn may_two_moves_do(&self, hunters: &[Hunter<V>], rest: usize) -> bool {
        let is_opened = |cell: Cell| {
            self.snipers(cell).into_iter().any(|sniper| {
                let between = V::Geometry::between(cell, sniper) & self.occupied;
                let (ours, theirs) = ((between & self.hunters).len(), (between & self.walls).len());
                // A wall goes away by itself, or is taken by a hunter that goes on.
                theirs as usize <= 1 + rest && ours + theirs <= 2 + rest as u32
            })
        };
        let unguarded: Cells<V> = self.flights().into_iter().filter(|&cell| !is_opened(cell)).collect();
        if unguarded.len() as usize <= rest {
            return true;
        }
        let is_free = !self.needs_check || is_opened(self.king);
        self.may_one_of_them_do(hunters, unguarded, rest, is_free)
            || self.may_two_of_them_do(hunters, unguarded, rest, is_free)
    }

    /// Whether one hunter may guard all, having come to its cell with one move or two.
    fn may_one_of_them_do(
        &self,
        hunters: &[Hunter<V>],
        unguarded: Cells<V>,
        rest: usize,
        is_free: bool,
    ) -> bool {
        let promotes = self.may_promote_in_two(hunters);
        for role in Role::ALL {
            let mut posts = self.posts(role, unguarded, rest);
            if !is_free {
                posts &= self.origins(role, self.king);
            }
            if posts.is_empty() {
                continue;
            }
            if promotes && V::PROMOTIONS.contains(&role) {
                return true;
            }
            for hunter in hunters.iter().filter(|hunter| hunter.role == role) {
                let occupied = self.occupied - CellSet::of(hunter.from);
                let may_stand = |post: Cell| {
                    let seen = self.sight(role, post, occupied, 2);
                    let missed = unguarded - seen;
                    let comes_in_two = match role {
                        Role::Pawn => self.pawn_goals(hunter.at_once).contains(post),
                        _ => hunter.at_once.meets(seen),
                    };
                    missed.len() as usize <= rest
                        && !missed.contains(post)
                        && (comes_in_two || hunter.later.contains(post))
                };
                if posts.into_iter().any(may_stand) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a pawn may promote with one of two moves, and be anywhere then.
    fn may_promote_in_two(&self, hunters: &[Hunter<V>]) -> bool {
        let last = V::promotion_cells(self.hunter);
        let pawns = self.position.board().by_role(Role::Pawn) & self.hunters;
        hunters.iter().any(|hunter| {
            pawns.contains(hunter.from) && (hunter.at_once | self.pawn_goals(hunter.at_once)).meets(last)
        })
    }

    /// Whether two hunters, a move each, may guard all together, one of them giving check: the second, or the first
    /// if the second stood in its way.
    fn may_two_of_them_do(
        &self,
        hunters: &[Hunter<V>],
        unguarded: Cells<V>,
        rest: usize,
        is_free: bool,
    ) -> bool {
        let need = unguarded.len() as usize - rest;
        let mut counts = Vec::with_capacity(hunters.len());
        for role in Role::ALL {
            if !hunters.iter().any(|hunter| hunter.role == role) {
                continue;
            }
            let guarding = self.guarding(role, unguarded);
            let checks = if is_free { CellSet::all() } else { self.origins(role, self.king) };
            let most = |goals: Cells<V>| (0..=MOST_FLIGHTS).rev().find(|&count| guarding[count].meets(goals));
            for hunter in hunters.iter().filter(|hunter| hunter.role == role) {
                let first = [most(hunter.at_once), most(hunter.at_once & checks)];
                let second = [most(hunter.later), most(hunter.later & checks)];
                counts.push((hunter.from, first, second));
            }
        }
        let enough =
            |one: Option<usize>, two: Option<usize>| one.zip(two).is_some_and(|(a, b)| a + b >= need);
        counts.iter().any(|&(piece, first, _)| {
            let mut others = counts.iter().filter(|(other, ..)| *other != piece);
            others.any(|(_, _, second)| enough(first[0], second[1]) || enough(first[1], second[0]))
        })
    }

    /// By number: cells from which a piece of this role attacks as many of the cells, or more, on an empty board.
    fn guarding(&self, role: Role, cells: Cells<V>) -> [Cells<V>; MOST_FLIGHTS + 1] {
        let mut guarding = [CellSet::EMPTY; MOST_FLIGHTS + 1];
        guarding[0] = CellSet::all();
        for (number, cell) in cells.into_iter().enumerate() {
            let origins = self.origins(role, cell);
            for count in (1..=number + 1).rev() {
                guarding[count] |= guarding[count - 1] & origins;
            }
        }
        guarding
    }
}
