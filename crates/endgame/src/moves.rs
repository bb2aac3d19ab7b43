//! Moves of an ending forwards and backwards, as numbers of positions. No scores are decided here.

use std::ops::ControlFlow;

use super::layout::{Layout, Placement};
use super::links::{Change, Links};
use super::paths::{Mask, Number, Paths, members};
use super::score::{Packed, Score};
use hexmate_core::rules::Role;

/// Where a move of an ending leads, seen before it is known whether it is legal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arrival {
    /// To a position of the same ending, if the kings are not side by side there.
    Same(usize),
    /// The same by a long step after which a pawn can be taken en passant: the best such
    /// capture, for the side that takes, and whether it has another move.
    Passed {
        /// The position without the right.
        number: usize,
        /// What the best capture is worth to the one who takes.
        en_passant: Score,
        /// Whether the side that takes has no other move.
        is_forced: bool,
    },
    /// To a smaller ending: what it is worth to the other side.
    Smaller(Packed),
}

/// A piece's way to a cell.
#[derive(Clone, Copy)]
struct Step {
    piece: usize,
    to: Number,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Promotion,
    /// A pawn's, over these cells.
    LongStep(Mask),
}

/// An ending's pieces and where they go.
pub(super) struct Moves<'a> {
    pub(super) paths: &'a Paths,
    pub(super) layout: &'a Layout,
    pub(super) links: &'a Links,
    pub(super) promotions: &'a [Role],
}

/// The rest of a search goes on, or stops.
pub(super) type Flow = ControlFlow<()>;

impl Moves<'_> {
    /// Whether the king of a side is attacked.
    pub(super) fn is_attacked(&self, side: usize, at: Placement, occupied: Mask) -> bool {
        self.layout.slots.iter().enumerate().any(|(piece, slot)| {
            slot.side != side && self.paths.attacks(slot.side, slot.role, at[piece], at[side], occupied)
        })
    }

    /// Shows where each move of a side leads, whether or not it leaves the king attacked.
    pub(super) fn visit(
        &self,
        side: usize,
        at: Placement,
        occupied: Mask,
        see: &mut impl FnMut(Arrival) -> Flow,
    ) -> Flow {
        self.each_step(side, at, occupied, &mut |Step { piece, to, kind }| match kind {
            Kind::Plain => see(self.arrival(at, occupied, side, piece, to, None)),
            Kind::Promotion => {
                let becomes = |&role| see(self.arrival(at, occupied, side, piece, to, Some(role)));
                self.promotions.iter().try_for_each(becomes)
            }
            Kind::LongStep(crossed) => see(self.long_step(side, at, occupied, piece, crossed, to)),
        })
    }

    /// Whether a side has a legal move, captures en passant aside.
    pub(super) fn has_move(&self, side: usize, at: Placement, occupied: Mask) -> bool {
        let is_safe = |Step { piece, to, .. }| {
            let mut there = at;
            there[piece] = to;
            let stands = occupied & !(1 << at[piece]) | 1 << to;
            !self.layout.slots.iter().enumerate().any(|(other, slot)| {
                slot.side != side
                    && at[other] != to
                    && self.paths.attacks(slot.side, slot.role, at[other], there[side], stands)
            })
        };
        let stop_at_safe = |step| if is_safe(step) { Flow::Break(()) } else { Flow::Continue(()) };
        self.each_step(side, at, occupied, &mut { stop_at_safe }).is_break()
    }

    /// Shows each piece's way to each cell, captures en passant aside, whether or not it leaves the king attacked.
    #[inline]
    fn each_step(
        &self,
        side: usize,
        at: Placement,
        occupied: Mask,
        see: &mut impl FnMut(Step) -> Flow,
    ) -> Flow {
        let ours = self.cells_of(side, at);
        let is_free = |cell: Number| occupied >> cell & 1 == 0;
        for (piece, slot) in self.layout.slots.iter().enumerate().filter(|(_, slot)| slot.side == side) {
            let from = at[piece];
            let mut go = |to| see(Step { piece, to, kind: Kind::Plain });
            match slot.role {
                Role::King | Role::Knight => {
                    let steps =
                        if slot.role == Role::King { &self.paths.adjacent } else { &self.paths.leaps };
                    for to in members(steps[usize::from(from)] & !ours) {
                        go(to)?;
                    }
                }
                Role::Pawn => {
                    let pawns = &self.paths.pawns[side];
                    let kind = |to: Number| match pawns.promotes >> to & 1 {
                        1 => Kind::Promotion,
                        _ => Kind::Plain,
                    };
                    for to in members(pawns.takes[usize::from(from)] & occupied & !ours) {
                        see(Step { piece, to, kind: kind(to) })?;
                    }
                    if pawns.stopped_by[usize::from(from)] & occupied & !ours != 0 {
                        continue;
                    }
                    for way in self.paths.ahead(side, from) {
                        let mut ahead = way.iter().copied().take_while(|&cell| is_free(cell));
                        let Some(one) = ahead.next() else { continue };
                        see(Step { piece, to: one, kind: kind(one) })?;
                        let mut crossed: Mask = 1 << one;
                        for to in ahead.take(pawns.longest_step(from) - 1) {
                            see(Step { piece, to, kind: Kind::LongStep(crossed) })?;
                            crossed |= 1 << to;
                        }
                    }
                }
                role => {
                    for line in self.paths.slides(role, from) {
                        for &to in line {
                            if ours >> to & 1 == 1 {
                                break;
                            }
                            go(to)?;
                            if !is_free(to) {
                                break;
                            }
                        }
                    }
                }
            }
        }
        Flow::Continue(())
    }

    fn long_step(
        &self,
        side: usize,
        at: Placement,
        occupied: Mask,
        piece: usize,
        crossed: Mask,
        to: Number,
    ) -> Arrival {
        let plain = self.arrival(at, occupied, side, piece, to, None);
        let Arrival::Same(number) = plain else { return plain };
        let mut there = at;
        there[piece] = to;
        let mut best: Option<Score> = None;
        for (taker, cell) in self.takers(side, there, crossed) {
            let mut taken = there;
            taken[taker] = cell;
            let change = Change { captured: Some(piece), promoted: None };
            let score = self.links.packed(change, taken, side, self.layout.slots.len()).score();
            best = best.into_iter().chain(score.map(Score::before)).min();
        }
        let Some(en_passant) = best else { return plain };
        let stands = occupied & !(1 << at[piece]) | 1 << to;
        let is_forced = !self.has_move(1 - side, there, stands);
        Arrival::Passed { number, en_passant, is_forced }
    }

    /// The other side's pawns that take en passant on one of some cells, each with the cell.
    fn takers(&self, side: usize, at: Placement, crossed: Mask) -> impl Iterator<Item = (usize, Number)> {
        let pawns = (2..self.layout.slots.len()).filter(move |&piece| {
            let slot = self.layout.slots[piece];
            slot.side != side && slot.role == Role::Pawn
        });
        let takes = move |piece: usize| self.paths.pawns[1 - side].takes_passing[usize::from(at[piece])];
        pawns.flat_map(move |piece| members(takes(piece) & crossed).map(move |cell| (piece, cell)))
    }

    /// Shows the positions from which the side not to move can have come, but by a long step
    /// after which a pawn could be taken en passant.
    pub(super) fn visit_back(
        &self,
        side: usize,
        at: Placement,
        occupied: Mask,
        see: &mut impl FnMut(usize, Placement, Mask),
    ) {
        let mover = 1 - side;
        for (piece, slot) in self.layout.slots.iter().enumerate().filter(|(_, slot)| slot.side == mover) {
            let to = at[piece];
            let mut back = |from: Number| {
                let mut before = at;
                before[piece] = from;
                if let Some(number) = self.layout.number(before) {
                    see(number, before, occupied & !(1 << to) | 1 << from);
                }
            };
            match slot.role {
                Role::King => members(self.paths.adjacent[usize::from(to)] & !occupied).for_each(back),
                Role::Knight => members(self.paths.leaps[usize::from(to)] & !occupied).for_each(back),
                Role::Pawn => {
                    let pawns = &self.paths.pawns[mover];
                    let enemies = self.cells_of(side, at);
                    for way in self.paths.behind(mover, to) {
                        let mut crossed: Mask = 0;
                        let free = way.iter().copied().take_while(|cell| occupied >> cell & 1 == 0);
                        for (steps, from) in (1..=3).zip(free) {
                            let comes = steps <= pawns.longest_step(from)
                                && pawns.stopped_by[usize::from(from)] & enemies == 0;
                            if comes && self.takers(mover, at, crossed).next().is_none() {
                                back(from);
                            }
                            crossed |= 1 << from;
                        }
                    }
                }
                role => {
                    for line in self.paths.slides(role, to) {
                        line.iter().copied().take_while(|cell| occupied >> cell & 1 == 0).for_each(&mut back);
                    }
                }
            }
        }
    }

    fn cells_of(&self, side: usize, at: Placement) -> Mask {
        let ours = self.layout.slots.iter().enumerate().filter(|(_, slot)| slot.side == side);
        ours.fold(0, |cells, (piece, _)| cells | 1 << at[piece])
    }

    /// Where a piece's move to a cell leads.
    fn arrival(
        &self,
        at: Placement,
        occupied: Mask,
        side: usize,
        piece: usize,
        to: Number,
        becomes: Option<Role>,
    ) -> Arrival {
        let mut there = at;
        there[piece] = to;
        let captured = match occupied >> to & 1 {
            0 => None,
            _ => (0..self.layout.slots.len()).find(|&other| other != piece && at[other] == to),
        };
        let change = Change { captured, promoted: becomes.map(|role| (piece, role)) };
        match change == Change::default() {
            true => self.layout.number(there).map_or(Arrival::Smaller(Packed::NONE), Arrival::Same),
            false => Arrival::Smaller(self.links.packed(change, there, 1 - side, self.layout.slots.len())),
        }
    }
}
