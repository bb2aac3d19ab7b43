//! How much can the moves that are left guard, block and attack at most? No search.

use super::scene::{Cells, MOST_MISSES, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Role, Variant};

/// How many moves either side has left, of which the last is the mating side's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::mate) struct MovesLeft {
    pub(in crate::mate) mating: u32,
    pub(in crate::mate) mated: u32,
}

/// A hunter, what it is or becomes, and where it may come with one move.
struct Arrival<V: Variant> {
    from: Cell,
    role: Role,
    becomes: Role,
    goals: Cells<V>,
}

/// Flights beside a king: a king has twelve neighbours.
const MOST_FLIGHTS: usize = 12;

impl<V: Variant> Scene<'_, V> {
    /// Whether the king may be mated or stalemated with the last of these moves; `true` where it is not known.
    pub(in crate::mate) fn may_end(&self, left: MovesLeft) -> bool {
        if !(1..=2).contains(&left.mating) {
            return true;
        }
        let arrivals = self.arrivals(left);
        let mut ring = CellSet::of(self.king);
        let mut seen = ring;
        for steps in 0..=left.mated {
            for cell in ring {
                if self.with_king(cell).may_end_here(&arrivals, left, left.mated - steps) {
                    return true;
                }
            }
            ring = ring.into_iter().fold(CellSet::EMPTY, |next, cell| next | V::Geometry::adjacent(cell)) - seen;
            seen |= ring;
        }
        false
    }

    /// What each hunter can do with one move when others have left its way.
    fn arrivals(&self, left: MovesLeft) -> Vec<Arrival<V>> {
        let mut arrivals = Vec::with_capacity(24);
        let passed = left.mated + left.mating - 1;
        for role in Role::ALL {
            for from in self.position.board().by_role(role) & self.hunters {
                let goals = match role {
                    Role::Pawn => self.pawn_goals(from),
                    _ => self.sight(role, from, self.occupied, passed),
                };
                let promoting = match role {
                    Role::Pawn => goals & V::promotion_cells(self.hunter),
                    _ => CellSet::EMPTY,
                };
                arrivals.push(Arrival { from, role, becomes: role, goals: goals - promoting });
                if !promoting.is_empty() {
                    let promoted = |&becomes| Arrival { from, role, becomes, goals: promoting };
                    arrivals.extend(V::PROMOTIONS.iter().map(promoted));
                }
            }
        }
        arrivals
    }

    /// The same where the king stands now, with so many moves of other pieces of its side.
    fn may_end_here(&self, arrivals: &[Arrival<V>], left: MovesLeft, rest: u32) -> bool {
        let plies = left.mating + left.mated;
        let is_opened = |cell: Cell| {
            self.snipers(cell)
                .into_iter()
                .any(|sniper| (V::Geometry::between(cell, sniper) & self.occupied).len() <= plies)
        };
        let unguarded: Cells<V> = self.flights().into_iter().filter(|&cell| !is_opened(cell)).collect();
        let Some(need) = unguarded.len().checked_sub(rest).filter(|&need| need > 0) else { return true };
        if rest as usize > MOST_MISSES {
            return true;
        }
        let is_free = !self.needs_check || is_opened(self.king);
        if self.may_one_do(arrivals, left, unguarded, rest, is_free) {
            return true;
        }
        left.mating == 2 && self.may_two_do(arrivals, unguarded, need, is_free)
    }

    /// Whether one piece may guard all flights but so many; `is_free` if it need not give check.
    fn may_one_do(
        &self,
        arrivals: &[Arrival<V>],
        left: MovesLeft,
        unguarded: Cells<V>,
        rest: u32,
        is_free: bool,
    ) -> bool {
        let passed = left.mated + left.mating - 1;
        for role in Role::ALL {
            let mut posts = self.posts(role, unguarded, rest as usize) - CellSet::of(self.king);
            if role == Role::King {
                posts -= V::Geometry::adjacent(self.king);
            }
            if !is_free {
                posts &= self.origins(role, self.king);
            }
            if posts.is_empty() {
                continue;
            }
            for arrival in arrivals.iter().filter(|arrival| arrival.becomes == role) {
                let occupied = self.occupied - CellSet::of(arrival.from);
                let may_be_post = |post: Cell| {
                    let seen = self.sight(role, post, occupied, passed);
                    let missed = unguarded - seen;
                    missed.len() <= rest
                        && !missed.contains(post)
                        && (arrival.goals.contains(post)
                            || left.mating == 2 && self.comes_in_two(arrival, post, seen))
                };
                if posts.into_iter().any(may_be_post) {
                    return true;
                }
            }
            // A pawn that promotes with the first of two moves, or the second.
            if left.mating == 2 && V::PROMOTIONS.contains(&role) && self.may_promote_in_two(arrivals) {
                return true;
            }
        }
        false
    }

    /// Whether a piece may come to a cell with two moves, of which the last leads there from a cell that it sees.
    fn comes_in_two(&self, arrival: &Arrival<V>, post: Cell, seen: Cells<V>) -> bool {
        match arrival.becomes {
            Role::Pawn => arrival.goals.into_iter().any(|cell| self.pawn_goals(cell).contains(post)),
            _ => arrival.goals.meets(seen),
        }
    }

    fn may_promote_in_two(&self, arrivals: &[Arrival<V>]) -> bool {
        let last = V::promotion_cells(self.hunter);
        arrivals.iter().filter(|arrival| arrival.role == Role::Pawn).any(|arrival| {
            arrival.goals.meets(last) || arrival.goals.into_iter().any(|cell| self.pawn_goals(cell).meets(last))
        })
    }

    /// Whether two pieces, a move each, may guard so many flights together.
    fn may_two_do(&self, arrivals: &[Arrival<V>], unguarded: Cells<V>, need: u32, is_free: bool) -> bool {
        let mut most = Most::default();
        for role in Role::ALL {
            if !arrivals.iter().any(|arrival| arrival.becomes == role) {
                continue;
            }
            let guarding = self.guarding(role, unguarded);
            let checks = self.origins(role, self.king);
            for arrival in arrivals.iter().filter(|arrival| arrival.becomes == role) {
                let best = |goals: Cells<V>| (0..=MOST_FLIGHTS).rev().find(|&count| guarding[count].meets(goals));
                let any = best(arrival.goals);
                let check = if is_free { any } else { best(arrival.goals & checks) };
                most.add(arrival.from, any, check);
            }
        }
        most.together().is_some_and(|count| count >= need as usize)
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

/// The most flights that two different pieces guard, of which the one gives check.
#[derive(Default)]
struct Most {
    pieces: Vec<(Cell, usize, Option<usize>)>,
}

impl Most {
    fn add(&mut self, piece: Cell, any: Option<usize>, check: Option<usize>) {
        if let Some(any) = any {
            self.pieces.push((piece, any, check));
        }
    }

    fn together(&self) -> Option<usize> {
        let pairs = self.pieces.iter().flat_map(|&(checker, _, check)| {
            let others = self.pieces.iter().filter(move |(piece, ..)| *piece != checker);
            others.filter_map(move |&(_, any, _)| Some(check? + any))
        });
        pairs.max()
    }
}
