//! Two moves before the end: which replies of the side to be mated let the other mate? No search.

use super::scene::{Cells, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Move, Role, Variant, attacks};

/// The replies that may let the other side reach the goal with its next move.
#[derive(Clone, Copy)]
pub(in crate::mate) struct Replies<V: Variant> {
    /// Whether the goal is threatened, so that any move will do that does not move the king.
    is_threatened: bool,
    /// Cells that have to be filled.
    to: Cells<V>,
    /// Pieces that stand in the way.
    from: Cells<V>,
    /// Where the king may go.
    king: Cells<V>,
}

impl<V: Variant> Replies<V> {
    const NONE: Self = Self {
        is_threatened: false,
        to: CellSet::EMPTY,
        from: CellSet::EMPTY,
        king: CellSet::EMPTY,
    };

    pub(in crate::mate) fn is_empty(&self) -> bool {
        !self.is_threatened && self.to.is_empty() && self.from.is_empty() && self.king.is_empty()
    }

    /// Whether a move of a piece is one of them.
    pub(in crate::mate) fn contains(&self, role: Role, m: Move) -> bool {
        match role {
            Role::King => self.king.contains(m.to),
            _ => self.is_threatened || self.to.contains(m.to) || self.from.contains(m.from),
        }
    }
}

/// Lines of sliders that one departure of either side can open, from one cell or several.
struct Lines<V: Variant> {
    /// Cells that a hunter hides alone.
    by_hunter: Cells<V>,
    /// Cells that are hidden by a wall, and by a hunter at most.
    by_wall: Cells<V>,
    /// Those walls.
    walls: Cells<V>,
    /// Those hunters: alone, or with a wall.
    hunters: [Cells<V>; 2],
}

/// What is asked of a piece that moves last.
struct Wanted<V: Variant> {
    /// Flights that it has to guard, unless a wall goes away.
    unguarded: Cells<V>,
    /// Flights that it has to guard even then.
    hidden: Cells<V>,
    lines: Lines<V>,
    batteries: Lines<V>,
    /// How many flights the reply may block: one, or none where the king has moved.
    blocks: usize,
}

impl<V: Variant> Scene<'_, V> {
    /// The replies by which the side of the king may be mated or stalemated with the next move.
    pub(in crate::mate) fn replies(&self) -> Replies<V> {
        let flights = self.flights();
        let mut replies = self.replies_at(flights, 1);
        for cell in flights {
            if self.with_king(cell).is_threatened() {
                replies.king |= CellSet::of(cell);
            }
        }
        replies
    }

    /// Whether the hunters may reach the goal if they are on turn.
    pub(in crate::mate) fn is_threatened(&self) -> bool {
        self.replies_at(self.flights(), 0).is_threatened
    }

    /// The replies of other pieces than the king.
    fn replies_at(&self, flights: Cells<V>, blocks: usize) -> Replies<V> {
        let lines = self.lines(flights);
        let unguarded = flights - lines.by_hunter;
        let batteries = match self.needs_check {
            true => self.lines(CellSet::of(self.king)),
            false => Lines::NONE,
        };
        let hidden = match blocks {
            0 => unguarded,
            _ => unguarded - lines.by_wall,
        };
        let wanted = Wanted { unguarded, hidden, lines, batteries, blocks };
        let mut replies = Replies::NONE;
        for role in Role::ALL {
            let pieces = self.position.board().by_role(role) & self.hunters;
            if pieces.is_empty() {
                continue;
            }
            let mut posts = self.posts(role, wanted.hidden, blocks) - CellSet::of(self.king);
            let mut checks = posts;
            if role == Role::King {
                posts -= V::Geometry::adjacent(self.king);
            }
            if self.needs_check {
                checks = posts & self.origins(role, self.king);
            }
            for from in pieces {
                if role == Role::Pawn {
                    self.add_promotions(from, &wanted, &mut replies);
                }
                let [alone, behind] = wanted.batteries.hunters;
                let is_battery = (alone | behind).contains(from);
                let posts = if is_battery { posts } else { checks };
                let reach = match role {
                    Role::Pawn => self.pawn_goals(from) - V::promotion_cells(self.hunter),
                    _ => self.origins(role, from),
                };
                for post in posts & reach {
                    self.add_replies(role, role, Move { from, to: post, promotion: None }, &wanted, &mut replies);
                    if replies.is_threatened {
                        return replies;
                    }
                }
            }
        }
        replies
    }

    /// The same before a move that promotes a pawn.
    fn add_promotions(&self, pawn: Cell, wanted: &Wanted<V>, replies: &mut Replies<V>) {
        for to in self.pawn_goals(pawn) & V::promotion_cells(self.hunter) {
            for &becomes in V::PROMOTIONS {
                let m = Move { from: pawn, to, promotion: Some(becomes) };
                self.add_replies(Role::Pawn, becomes, m, wanted, replies);
            }
        }
    }

    /// Adds the replies before which one move of a hunter may reach the goal.
    fn add_replies(&self, role: Role, becomes: Role, m: Move, wanted: &Wanted<V>, replies: &mut Replies<V>) {
        let Move { from, to, .. } = m;
        let here = CellSet::of(to);
        let mut way = V::Geometry::between(from, to) & self.occupied;
        // What must come to this cell before, for a pawn to take it or a piece to find its own cell free.
        let mut is_awaited = self.hunters.meets(here);
        if role == Role::Pawn {
            let is_taking = V::Geometry::direction(from, to) != Some(V::forward(self.hunter));
            if is_taking {
                is_awaited |= !self.walls.meets(here);
            } else {
                way |= here & self.occupied;
                is_awaited = false;
            }
        }
        if way.meets(self.hunters) || way.is_several() || wanted.blocks == 0 && (is_awaited || !way.is_empty()) {
            return;
        }
        let occupied = self.occupied - CellSet::of(from);
        let guarded = attacks::<V>(becomes, self.hunter, to, occupied);
        let [alone, behind] = wanted.batteries.hunters;
        let is_check = !self.needs_check || guarded.contains(self.king) || alone.contains(from);
        let missed = wanted.unguarded - guarded;
        let is_blocked_here = missed.meets(here);
        let fills = usize::from(!missed.is_empty());
        let is_ready = way.is_empty() && is_check && !missed.is_several() && !is_blocked_here && fills <= wanted.blocks;
        if is_ready && !is_awaited && missed.is_empty() {
            replies.is_threatened = true;
            return;
        }
        if wanted.blocks == 0 {
            return;
        }
        // One reply that opens a line, wherever it goes to.
        let screens = guarded & self.walls;
        let farther = match becomes {
            Role::Queen | Role::Rook | Role::Bishop => attacks::<V>(becomes, self.hunter, to, occupied - screens),
            Role::King | Role::Knight | Role::Pawn => guarded,
        };
        let still_missed = wanted.hidden - farther;
        let may_check = !self.needs_check || farther.contains(self.king) || (alone | behind).contains(from);
        if !may_check || still_missed.is_several() || still_missed.meets(here) {
            return;
        }
        if is_awaited {
            replies.to |= here;
            replies.from |= self.double_steppers_over(to);
            return;
        }
        if is_ready {
            replies.to |= missed;
            if still_missed == missed {
                return;
            }
        }
        replies.from |= way | screens | wanted.lines.walls | wanted.batteries.walls;
    }

    /// Walls that a pawn can take en passant on a cell, once they have stepped over it.
    fn double_steppers_over(&self, cell: Cell) -> Cells<V> {
        let Some(owner) = self.hunter.others(V::PLAYERS).next() else { return CellSet::EMPTY };
        let behind = V::Geometry::shift(CellSet::of(cell), V::forward(owner).opposite());
        behind & self.walls & self.position.board().by_role(Role::Pawn)
    }

    /// What departures open on the way of sliders to some cells.
    fn lines(&self, cells: Cells<V>) -> Lines<V> {
        let mut lines = Lines::NONE;
        for cell in cells {
            let here = CellSet::of(cell);
            for sniper in self.snipers(cell) {
                let between = V::Geometry::between(cell, sniper) & self.occupied;
                let [ours, theirs] = [between & self.hunters, between & self.walls];
                if ours.is_several() || theirs.is_several() {
                    continue;
                }
                if theirs.is_empty() {
                    lines.by_hunter |= here;
                    lines.hunters[0] |= ours;
                } else {
                    lines.by_wall |= here;
                    lines.walls |= theirs;
                    lines.hunters[1] |= ours;
                }
            }
        }
        lines
    }
}

impl<V: Variant> Lines<V> {
    const NONE: Self = Self {
        by_hunter: CellSet::EMPTY,
        by_wall: CellSet::EMPTY,
        walls: CellSet::EMPTY,
        hunters: [CellSet::EMPTY; 2],
    };
}
