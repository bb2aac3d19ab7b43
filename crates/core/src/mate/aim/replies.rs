//! Two moves before the end: which replies of the side to be mated let the other mate? No search.

use std::cell::LazyCell;
use std::ops::ControlFlow;

use super::defence::Defence;
use super::lines::HiddenCells;
use super::scene::{Cells, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Move, Position, Role, Variant, attacks};

/// The replies that may let the other side reach the goal with its next move.
#[derive(Clone)]
pub(in crate::mate) struct Replies<V: Variant> {
    /// Where the king may go.
    king: Cells<V>,
    /// Other pieces, and where they may go.
    others: Vec<(Cells<V>, Cells<V>)>,
}

impl<V: Variant> Replies<V> {
    fn add(&mut self, pieces: Cells<V>, cells: Cells<V>) {
        if !pieces.is_empty() && !cells.is_empty() {
            self.others.push((pieces, cells));
        }
    }

    /// Those that are legal.
    pub(in crate::mate) fn moves(&self, position: &Position<V>) -> Vec<Move> {
        let mut found = Vec::new();
        let mut pieces = self.others.iter().fold(CellSet::EMPTY, |pieces, other| pieces | other.0);
        if !self.king.is_empty() {
            pieces |= position.our(Role::King);
        }
        if !pieces.is_empty() {
            let _ = position.visit_moves_of(pieces, &mut |moves| {
                let others = self.others.iter().filter(|(pieces, _)| pieces.contains(moves.from));
                let cells = match moves.role {
                    Role::King => self.king,
                    _ => others.fold(CellSet::EMPTY, |cells, other| cells | other.1),
                };
                found.extend(moves.into_iter().filter(|m| cells.contains(m.to)));
                ControlFlow::Continue(())
            });
        }
        found
    }
}

/// What is asked of the piece that moves last.
struct Task<V: Variant> {
    /// Flights as the pieces stand; it has to guard those that are left when it has gone.
    flights: Cells<V>,
    lines: HiddenCells<V>,
    batteries: HiddenCells<V>,
    /// What was asked last of a hunter that leaves its cell.
    without: std::cell::Cell<Option<Without<V>>>,
}

/// What is free once a hunter has left its cell.
#[derive(Clone, Copy)]
struct Without<V: Variant> {
    from: Cell,
    flights: Cells<V>,
    /// Those of the flights that a wall hides, alone or with a hunter, and those walls.
    by_wall: Cells<V>,
    walls: Cells<V>,
}

/// A move that may be the last.
struct Last {
    role: Role,
    becomes: Role,
    m: Move,
}

impl<V: Variant> Scene<'_, V> {
    /// The replies by which the side of the king may be mated or stalemated with the next move on one of some cells.
    pub(in crate::mate) fn replies(&self, kings: Cells<V>) -> Replies<V> {
        let reach = self.reach();
        let flights = V::Geometry::adjacent(self.king) - self.walls - reach.attacked;
        let mut replies = Replies { king: CellSet::EMPTY, others: Vec::new() };
        if kings.contains(self.king) {
            let task = self.task(flights);
            let hidden = task.flights - task.lines.by_hunter - task.lines.by_wall;
            let _ = self
                .visit_last_moves(&task, hidden, 1, &mut |last| self.add_replies(&task, &last, &mut replies));
        }
        for cell in flights & kings {
            let is_taken = self.occupied.contains(cell);
            if (is_taken || self.may_end_on(cell, &reach)) && self.with_king(cell).is_threatened() {
                replies.king |= CellSet::of(cell);
            }
        }
        replies
    }

    /// Whether the hunters may reach the goal if they are to move.
    pub(in crate::mate) fn is_threatened(&self) -> bool {
        let task = self.task(self.flights());
        let hidden = task.flights - task.lines.by_hunter;
        self.visit_last_moves(&task, hidden, 0, &mut |last| match self.is_end(&task, &last) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
        .is_break()
    }

    fn task(&self, flights: Cells<V>) -> Task<V> {
        let lines = self.lines(flights);
        let batteries = match self.needs_check {
            true => self.lines(CellSet::of(self.king)),
            false => HiddenCells::NONE,
        };
        Task { flights, lines, batteries, without: std::cell::Cell::new(None) }
    }

    /// Visits moves of hunters that may guard all of some cells but so many, and give check.
    fn visit_last_moves(
        &self,
        task: &Task<V>,
        guarded: Cells<V>,
        misses: usize,
        visit: &mut dyn FnMut(Last) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let batteries = task.batteries.hunters();
        let mut by_queen = CellSet::all();
        for role in Role::ALL {
            let pieces = self.position.board().by_role(role) & self.hunters;
            if pieces.is_empty() {
                continue;
            }
            // What no queen guards, no rook and no bishop does.
            if by_queen.is_empty() && matches!(role, Role::Rook | Role::Bishop) {
                continue;
            }
            let posts = self.posts(role, guarded, misses);
            if role == Role::Queen {
                by_queen = posts;
            }
            let checks = match self.needs_check {
                true => posts & self.origins(role, self.king),
                false => posts,
            };
            if role == Role::Pawn {
                let goals = self.pawn_goals(pieces);
                if !goals.meets(posts) && !goals.meets(V::promotion_cells(self.hunter)) {
                    continue;
                }
            }
            for from in pieces {
                let posts = if batteries.contains(from) { posts } else { checks };
                if role != Role::Pawn {
                    for to in posts & self.origins(role, from) {
                        visit(Last { role, becomes: role, m: Move { from, to, promotion: None } })?;
                    }
                    continue;
                }
                let goals = self.pawn_goals(CellSet::of(from));
                let promoting = goals & V::promotion_cells(self.hunter);
                for to in posts & (goals - promoting) {
                    visit(Last { role, becomes: role, m: Move { from, to, promotion: None } })?;
                }
                for to in promoting {
                    for &becomes in V::PROMOTIONS {
                        visit(Last { role, becomes, m: Move { from, to, promotion: Some(becomes) } })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a move, if it is legal, may reach the goal as the pieces stand.
    fn is_end(&self, task: &Task<V>, last: &Last) -> bool {
        let Move { from, to, .. } = last.m;
        let mut way = V::Geometry::between(from, to);
        let mut is_open = !self.hunters.contains(to);
        if last.role == Role::Pawn {
            match self.is_taking(last.m) {
                true => is_open = self.walls.contains(to),
                false => way |= CellSet::of(to),
            }
        }
        if !is_open || way.meets(self.occupied) {
            return false;
        }
        let seen = attacks::<V>(last.becomes, self.hunter, to, self.occupied - CellSet::of(from));
        let is_check = !self.needs_check || seen.contains(self.king) || task.batteries.alone.contains(from);
        is_check
            && (self.without(task, from).flights - seen).is_empty()
            && (!self.is_taking_beside_the_king(to) || self.protection(to, from).0)
            && self.defence(&task.batteries, from, to).is_none()
    }

    /// What is free once a hunter has left its cell.
    fn without(&self, task: &Task<V>, from: Cell) -> Without<V> {
        if let Some(without) = task.without.get().filter(|without| without.from == from) {
            return without;
        }
        let gone = CellSet::of(from);
        let flights = self.flights_beside(self.hunters - gone, self.occupied - gone);
        let lines = self.lines(flights - task.flights);
        let by_wall = task.lines.by_wall | lines.by_wall;
        let without = Without { from, flights, by_wall, walls: task.lines.walls | lines.walls };
        task.without.set(Some(without));
        without
    }

    /// Adds the replies before which a move may reach the goal.
    fn add_replies(&self, task: &Task<V>, last: &Last, replies: &mut Replies<V>) -> ControlFlow<()> {
        let Last { role, becomes, m: Move { from, to, .. } } = *last;
        let (here, is_slider) = (CellSet::of(to), matches!(becomes, Role::Queen | Role::Rook | Role::Bishop));
        let mut way = V::Geometry::between(from, to) & self.occupied;
        // Whether an enemy has to come to this cell before, to be taken by a pawn or to take what stands there.
        let mut is_awaited = self.hunters.contains(to);
        if role == Role::Pawn {
            is_awaited = self.is_taking(last.m) && !self.walls.contains(to);
            if !self.is_taking(last.m) {
                way |= here & self.occupied;
            }
        }
        if way.meets(self.hunters) || way.is_several() {
            return ControlFlow::Continue(());
        }
        let occupied = self.occupied - CellSet::of(from);
        let seen = attacks::<V>(becomes, self.hunter, to, occupied);
        let screens = if is_slider { seen & self.walls } else { CellSet::EMPTY };
        let farther = match screens.is_empty() {
            true => seen,
            false => attacks::<V>(becomes, self.hunter, to, occupied - screens),
        };
        let may_check =
            !self.needs_check || farther.contains(self.king) || task.batteries.hunters().contains(from);
        if !may_check {
            return ControlFlow::Continue(());
        }
        let without = self.without(task, from);
        let missed = without.flights - farther - without.by_wall;
        if missed.is_several() || missed.meets(here) {
            return ControlFlow::Continue(());
        }
        if is_awaited {
            if missed.is_empty() {
                replies.add(self.movers_to(here), here);
                replies.add(self.double_steppers_over(to), CellSet::all());
            }
            return ControlFlow::Continue(());
        }
        let (is_protected, protectors) = match self.is_taking_beside_the_king(to) {
            true => self.protection(to, from),
            false => (true, CellSet::EMPTY),
        };
        if !is_protected && protectors.is_empty() {
            return ControlFlow::Continue(());
        }
        let defence = LazyCell::new(|| self.defence(&task.batteries, from, to));
        let is_check_given =
            !self.needs_check || seen.contains(self.king) || task.batteries.alone.contains(from);
        let missed = without.flights - seen;
        if is_protected && way.is_empty() && is_check_given && !missed.is_several() && !missed.meets(here) {
            self.add_answers(&defence, self.walls, missed, replies);
            if missed.is_empty() && defence.is_none() {
                return ControlFlow::Break(());
            }
        }
        let openers = match is_protected {
            true => way | screens | without.walls | task.batteries.walls,
            false => protectors,
        };
        for opener in openers {
            let gone = CellSet::of(opener);
            if !(way - gone).is_empty() {
                continue;
            }
            let seen = match screens.contains(opener) {
                true => attacks::<V>(becomes, self.hunter, to, occupied - gone),
                false => seen,
            };
            let is_fired = task.batteries.behind.contains(from) && task.batteries.walls.contains(opener);
            let is_check = is_check_given || is_fired || seen.contains(self.king);
            let mut missed = without.flights - seen;
            if is_check && missed.meets(without.by_wall) {
                missed -= self.opened_by(opener, from, missed);
            }
            if is_check && !missed.is_several() && !missed.meets(here) {
                let defence = if is_fired { &Defence::NONE } else { &*defence };
                self.add_answers(defence, gone, missed, replies);
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds moves of some pieces that block the flight that is missed, if any, after which nobody can answer the check.
    fn add_answers(
        &self,
        defence: &Defence<V>,
        pieces: Cells<V>,
        missed: Cells<V>,
        replies: &mut Replies<V>,
    ) {
        let cells = if missed.is_empty() { CellSet::all() } else { missed };
        if defence.is_none() {
            return self.add_moves(pieces, cells, replies);
        }
        self.add_moves(pieces & defence.pinners, cells, replies);
        if !defence.pieces.is_several() {
            self.add_moves(pieces & defence.pieces, cells, replies);
        }
        for (stop, others) in defence.stops(cells) {
            if !others.is_several() {
                let pieces = if others.is_empty() { pieces } else { pieces & others };
                self.add_moves(pieces, CellSet::of(stop), replies);
            }
        }
    }

    /// Leaves out pieces that cannot come to any of the cells, where these are few.
    fn add_moves(&self, pieces: Cells<V>, cells: Cells<V>, replies: &mut Replies<V>) {
        let is_worth_it = !pieces.is_empty() && cells.len() <= 3;
        let movers = if is_worth_it { self.movers_to(cells) & pieces } else { pieces };
        replies.add(movers, cells);
    }

    /// Whether the king could take back what takes on a cell.
    fn is_taking_beside_the_king(&self, cell: Cell) -> bool {
        self.walls.contains(cell) && V::Geometry::adjacent(self.king).contains(cell)
    }

    /// Whether a pawn's move does not go straight ahead.
    fn is_taking(&self, m: Move) -> bool {
        V::Geometry::direction(m.from, m.to) != Some(V::forward(self.hunter))
    }

    /// Walls that a pawn can take en passant on a cell, once they have stepped over it.
    fn double_steppers_over(&self, cell: Cell) -> Cells<V> {
        let Some(owner) = self.hunter.others(V::PLAYERS).next() else { return CellSet::EMPTY };
        let behind = V::Geometry::shift(CellSet::of(cell), V::forward(owner).opposite());
        behind & self.walls & self.position.board().by_role(Role::Pawn)
    }
}
