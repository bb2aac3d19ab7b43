//! What the replier's men other than the king can do, and how one man more or less changes it.

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::pawn_attackers;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Role, Variant};

const SLOTS: usize = 288;

pub(super) struct Reach<V: Variant> {
    pub(super) moves: u64,
    pub(super) officers: u32,
    pub(super) theirs: CellSet<V::Geometry>,
    pinned: CellSet<V::Geometry>,
    targets: CellSet<V::Geometry>,
    /// Cells that unpinned sliders see.
    seen: CellSet<V::Geometry>,
    /// Cells where a man's departure may change something.
    pub(super) touched: CellSet<V::Geometry>,
    pub(super) pawn_attacks: CellSet<V::Geometry>,
    /// By cell: what the arrival of an enemy there adds to the moves.
    landing: [i16; SLOTS],
}

impl<V: Variant> Reach<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>) -> Self {
        let mut reach = Self {
            moves: 0,
            officers: 0,
            theirs: replies.ours,
            pinned: replies.pinned,
            targets: replies.targets,
            seen: CellSet::EMPTY,
            touched: CellSet::EMPTY,
            pawn_attacks: CellSet::EMPTY,
            landing: [0; SLOTS],
        };
        reach.add_officers(replies);
        reach.touched = reach.seen;
        for seat in replies.own_seats() {
            let pawns = replies.position.board.pawns(seat) & replies.ours;
            if V::PLAYERS > 2 && pawns.is_empty() {
                continue;
            }
            for pawn in pawns & replies.pinned {
                let line = replies.targets & replies.pin_line(pawn);
                reach.moves += replies.count_pawn_moves(seat, CellSet::of(pawn), line);
            }
            reach.add_pawns(replies, seat, pawns);
        }
        reach
    }

    #[inline]
    fn add_officers<B: Mover>(&mut self, replies: &Generator<'_, V, B>) {
        let theirs = self.theirs;
        for from in replies.our(Role::Knight) - self.pinned {
            let leaps = V::Geometry::leaps(from);
            let moves = (leaps & self.targets).len();
            self.moves += u64::from(moves);
            self.officers += u32::from(moves > 0);
            self.landing[from.index()] -= moves as i16;
            for blocked in leaps & theirs {
                self.landing[blocked.index()] += 1;
            }
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in replies.our(role) {
                let mut seen = CellSet::EMPTY;
                if role != Role::Rook {
                    seen |= V::Geometry::slide_vertices(from, replies.occupied);
                }
                if role != Role::Bishop {
                    seen |= V::Geometry::slide_edges(from, replies.occupied);
                }
                let to = seen & self.targets;
                if self.pinned.contains(from) {
                    self.moves += u64::from((to & replies.pin_line(from)).len());
                    continue;
                }
                let moves = to.len();
                self.moves += u64::from(moves);
                self.officers += u32::from(moves > 0);
                self.seen |= seen;
                self.landing[from.index()] -= moves as i16;
                for blocked in seen & theirs {
                    self.landing[blocked.index()] += 1;
                }
                for cell in to - replies.occupied {
                    if let Some(direction) = V::Geometry::direction(from, cell) {
                        self.landing[cell.index()] -= (to & V::Geometry::ray(cell, direction)).len() as i16;
                    }
                }
            }
        }
    }

    #[inline]
    fn add_pawns<B: Mover>(&mut self, replies: &Generator<'_, V, B>, seat: crate::rules::Player, all: CellSet<V::Geometry>) {
        let more = V::PROMOTIONS.len() as i16 - 1;
        let last = V::promotion_cells(seat);
        let pawns = all - self.pinned;
        let forward = V::forward(seat);
        let back = forward.opposite();
        let once = V::Geometry::shift(pawns, forward) - replies.occupied;
        let stepped = V::Geometry::shift(pawns & V::double_step_cells(seat), forward) - replies.occupied;
        let twice = V::Geometry::shift(stepped, forward) - replies.occupied;
        let through = V::Geometry::shift(twice, back);
        let ahead = V::Geometry::shift(pawns, forward);
        self.touched |= ahead | V::Geometry::shift(ahead, forward);
        for cell in once {
            let weight = if last.contains(cell) { 1 + more } else { 1 };
            self.moves += weight as u64;
            self.landing[cell.index()] -= weight;
            // The pawn is one step back.
            if let Some(pawn) = cell.step(back) {
                self.landing[pawn.index()] -= weight;
            }
        }
        for cell in through {
            self.moves += 1;
            self.landing[cell.index()] -= 1;
            if let Some(pawn) = cell.step(back) {
                self.landing[pawn.index()] -= 1;
            }
        }
        for cell in twice {
            self.landing[cell.index()] -= 1;
        }
        for side in V::pawn_takes(seat) {
            let attacked = V::Geometry::shift(pawns, side);
            self.pawn_attacks |= V::Geometry::shift(all, side);
            self.touched |= attacked;
            let takes = attacked & replies.enemies & self.targets;
            for cell in takes {
                let weight = if last.contains(cell) { 1 + more } else { 1 };
                self.moves += weight as u64;
                if let Some(pawn) = cell.step(side.opposite()) {
                    self.landing[pawn.index()] -= weight;
                }
            }
            for cell in attacked - replies.enemies {
                let weight = if last.contains(cell) { 1 + more } else { 1 };
                self.landing[cell.index()] += weight;
            }
        }
    }

    #[inline]
    pub(super) fn landing(&self, to: CellSet<V::Geometry>) -> i64 {
        to.into_iter().map(|cell| i64::from(self.landing[cell.index()])).sum()
    }

    /// What the departure of a man adds to the moves, over all its goals in `to`.
    ///
    /// The sum with [`Reach::landing`] is right also where the man goes along the line of a
    /// slider that saw it, takes the man that saw it, or stays before a pawn that it blocked.
    #[inline]
    pub(super) fn vacate<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell<V::Geometry>,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        match self.touched.contains(from) {
            true => self.slides_opened(moves, from, to) + self.pawns_freed(moves, from, to),
            false => 0,
        }
    }

    #[inline]
    fn slides_opened<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell<V::Geometry>,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        if !self.seen.contains(from) {
            return 0;
        }
        let board = &moves.position.board;
        let edges = V::Geometry::slide_edges(from, moves.occupied);
        let vertices = V::Geometry::slide_vertices(from, moves.occupied);
        let queens = board.by_role(Role::Queen);
        let sliders =
            edges & (board.by_role(Role::Rook) | queens) | vertices & (board.by_role(Role::Bishop) | queens);
        let mut sum = 0;
        for slider in (sliders & self.theirs) - self.pinned {
            let Some(direction) = V::Geometry::direction(slider, from) else { continue };
            let behind = V::Geometry::ray(from, direction);
            let opened = (edges | vertices) & behind & self.targets;
            let line = V::Geometry::ray(slider, direction) | CellSet::of(slider);
            // Nothing opens if the man comes nearer, or takes the slider.
            sum += i64::from(opened.len()) * i64::from((to - (line - behind)).len());
            for cell in to & behind {
                if self.theirs.contains(cell) {
                    sum += 1;
                } else {
                    sum -= i64::from((opened & V::Geometry::ray(cell, direction)).len());
                }
            }
        }
        sum
    }

    #[inline]
    fn pawns_freed<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        from: Cell<V::Geometry>,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        let here = CellSet::of(from);
        let goals = i64::from(to.len());
        let mut sum = 0;
        for seat in V::players() {
            if V::PLAYERS == 2 && seat == moves.mover.player() {
                continue;
            }
            let pawns = (moves.position.board.pawns(seat) & self.theirs) - self.pinned;
            if V::PLAYERS > 2 && pawns.is_empty() {
                continue;
            }
            let forward = V::forward(seat);
            let back = forward.opposite();
            let weight = if V::promotion_cells(seat).contains(from) { V::PROMOTIONS.len() as i64 } else { 1 };
            let behind = V::Geometry::shift(here, back);
            let doubles = pawns & V::double_step_cells(seat);
            let blocked = behind & pawns;
            if !blocked.is_empty() {
                let away = i64::from((to - blocked).len());
                sum += weight * away;
                let second = V::Geometry::shift(here, forward) - moves.occupied;
                if blocked.meets(doubles) && !second.is_empty() {
                    sum += i64::from((to - blocked - second).len());
                }
            }
            let far = V::Geometry::shift(behind, back) & doubles;
            if !far.is_empty() && !behind.meets(moves.occupied) {
                sum += i64::from((to - behind - far).len());
            }
            let takers = pawn_attackers::<V>(seat, here) & pawns;
            // One that is taken is counted with what it could do.
            sum -= weight * (goals * i64::from(takers.len()) - i64::from((takers & to).len()));
        }
        sum
    }
}
