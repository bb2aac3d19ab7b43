//! Forward and backward moves in an ending, as position indices.

use std::ops::ControlFlow;

use super::layout::{Layout, Placement};
use super::links::{Change, Links};
use super::paths::{Mask, Number, Paths, members};
use super::score::{Packed, TableScore};
use hexmate_core::rules::Role;

/// The position after a pseudo-legal move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Successor {
    /// Index of a position of the same ending; the kings are not adjacent in it.
    Same(usize),
    /// A position of the same ending after a long pawn step that can be captured en passant.
    DoubleStep {
        /// Index of the position without the en passant right.
        index: usize,
        /// Score of the best en passant capture, for the capturing side.
        en_passant: TableScore,
        /// `true` if the capturing side has no other legal move.
        is_forced: bool,
    },
    /// Score in a smaller ending, for the side to move there.
    Smaller(Packed),
}

/// A pseudo-legal move of a piece, before the choice of a promotion.
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
    /// Pawn step across these cells.
    LongStep(Mask),
}

/// Move generator for the pieces of one ending.
pub(super) struct Moves<'a> {
    pub(super) paths: &'a Paths,
    pub(super) layout: &'a Layout,
    pub(super) links: &'a Links,
    pub(super) promotions: &'a [Role],
}

/// Return value of visitors: continue or stop.
pub(super) type Flow = ControlFlow<()>;

impl Moves<'_> {
    /// Returns whether the king of a side is attacked.
    pub(super) fn is_attacked(&self, side: usize, at: Placement, occupied: Mask) -> bool {
        self.layout.slots.iter().enumerate().any(|(piece, slot)| {
            slot.side != side && self.paths.attacks(slot.side, slot.role, at[piece], at[side], occupied)
        })
    }

    /// Visits the position after each pseudo-legal move of a side, except en passant captures.
    pub(super) fn visit(
        &self,
        side: usize,
        at: Placement,
        occupied: Mask,
        visit: &mut impl FnMut(Successor) -> Flow,
    ) -> Flow {
        self.each_step(side, at, occupied, &mut |Step { piece, to, kind }| match kind {
            Kind::Plain => visit(self.successor(at, occupied, side, piece, to, None)),
            Kind::Promotion => {
                let promote = |&role| visit(self.successor(at, occupied, side, piece, to, Some(role)));
                self.promotions.iter().try_for_each(promote)
            }
            Kind::LongStep(crossed) => visit(self.long_step(side, at, occupied, piece, crossed, to)),
        })
    }

    /// Returns whether a side has a legal move other than an en passant capture.
    pub(super) fn has_move(&self, side: usize, at: Placement, occupied: Mask) -> bool {
        let is_safe = |Step { piece, to, .. }| {
            let mut there = at;
            there[piece] = to;
            let occupied = occupied & !(1 << at[piece]) | 1 << to;
            !self.layout.slots.iter().enumerate().any(|(other, slot)| {
                slot.side != side
                    && at[other] != to
                    && self.paths.attacks(slot.side, slot.role, at[other], there[side], occupied)
            })
        };
        let stop_at_safe = |step| if is_safe(step) { Flow::Break(()) } else { Flow::Continue(()) };
        self.each_step(side, at, occupied, &mut { stop_at_safe }).is_break()
    }

    /// Visits each pseudo-legal move of a side, except en passant captures.
    #[inline]
    fn each_step(
        &self,
        side: usize,
        at: Placement,
        occupied: Mask,
        visit: &mut impl FnMut(Step) -> Flow,
    ) -> Flow {
        let own = self.cells_of(side, at);
        let is_free = |cell: Number| occupied >> cell & 1 == 0;
        for (piece, slot) in self.layout.slots.iter().enumerate().filter(|(_, slot)| slot.side == side) {
            let from = at[piece];
            let mut go = |to| visit(Step { piece, to, kind: Kind::Plain });
            match slot.role {
                Role::King | Role::Knight => {
                    let steps =
                        if slot.role == Role::King { &self.paths.adjacent } else { &self.paths.leaps };
                    for to in members(steps[usize::from(from)] & !own) {
                        go(to)?;
                    }
                }
                Role::Pawn => {
                    let pawns = &self.paths.pawns[side];
                    let kind = |to: Number| match pawns.promotes >> to & 1 {
                        1 => Kind::Promotion,
                        _ => Kind::Plain,
                    };
                    for to in members(pawns.takes[usize::from(from)] & occupied & !own) {
                        visit(Step { piece, to, kind: kind(to) })?;
                    }
                    if pawns.stopped_by[usize::from(from)] & occupied & !own != 0 {
                        continue;
                    }
                    for way in self.paths.ahead(side, from) {
                        let mut ahead = way.iter().copied().take_while(|&cell| is_free(cell));
                        let Some(one) = ahead.next() else { continue };
                        visit(Step { piece, to: one, kind: kind(one) })?;
                        let mut crossed: Mask = 1 << one;
                        for to in ahead.take(pawns.longest_step(from) - 1) {
                            visit(Step { piece, to, kind: Kind::LongStep(crossed) })?;
                            crossed |= 1 << to;
                        }
                    }
                }
                role => {
                    for line in self.paths.slides(role, from) {
                        for &to in line {
                            if own >> to & 1 == 1 {
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
    ) -> Successor {
        let plain = self.successor(at, occupied, side, piece, to, None);
        let Successor::Same(index) = plain else { return plain };
        let mut there = at;
        there[piece] = to;
        let mut best: Option<TableScore> = None;
        for (capturer, cell) in self.en_passant_captures(side, there, crossed) {
            let mut captured_at = there;
            captured_at[capturer] = cell;
            let change = Change { captured: Some(piece), promoted: None };
            let score = self.links.packed(change, captured_at, side, self.layout.slots.len()).score();
            best = best.into_iter().chain(score.map(TableScore::before)).min();
        }
        let Some(en_passant) = best else { return plain };
        let occupied = occupied & !(1 << at[piece]) | 1 << to;
        let is_forced = !self.has_move(1 - side, there, occupied);
        Successor::DoubleStep { index, en_passant, is_forced }
    }

    /// Returns the pawns of the other side that can capture en passant on a crossed cell, each with that cell.
    fn en_passant_captures(
        &self,
        side: usize,
        at: Placement,
        crossed: Mask,
    ) -> impl Iterator<Item = (usize, Number)> {
        let pawns = (2..self.layout.slots.len()).filter(move |&piece| {
            let slot = self.layout.slots[piece];
            slot.side != side && slot.role == Role::Pawn
        });
        let takes = move |piece: usize| self.paths.pawns[1 - side].takes_en_passant[usize::from(at[piece])];
        pawns.flat_map(move |piece| members(takes(piece) & crossed).map(move |cell| (piece, cell)))
    }

    /// Visits the positions before each move of the side not to move, except captures, promotions and long steps
    /// that can be captured en passant.
    pub(super) fn visit_back(
        &self,
        side: usize,
        at: Placement,
        occupied: Mask,
        visit: &mut impl FnMut(usize, Placement, Mask),
    ) {
        let mover = 1 - side;
        for (piece, slot) in self.layout.slots.iter().enumerate().filter(|(_, slot)| slot.side == mover) {
            let to = at[piece];
            let mut back = |from: Number| {
                let mut before = at;
                before[piece] = from;
                if let Some(index) = self.layout.index(before) {
                    visit(index, before, occupied & !(1 << to) | 1 << from);
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
                            if comes && self.en_passant_captures(mover, at, crossed).next().is_none() {
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
        let own = self.layout.slots.iter().enumerate().filter(|(_, slot)| slot.side == side);
        own.fold(0, |cells, (piece, _)| cells | 1 << at[piece])
    }

    /// Returns the position after a piece moves to a cell.
    fn successor(
        &self,
        at: Placement,
        occupied: Mask,
        side: usize,
        piece: usize,
        to: Number,
        promotion: Option<Role>,
    ) -> Successor {
        let mut there = at;
        there[piece] = to;
        let captured = match occupied >> to & 1 {
            0 => None,
            _ => (0..self.layout.slots.len()).find(|&other| other != piece && at[other] == to),
        };
        let change = Change { captured, promoted: promotion.map(|role| (piece, role)) };
        match change == Change::default() {
            true => self.layout.index(there).map_or(Successor::Smaller(Packed::NONE), Successor::Same),
            false => Successor::Smaller(self.links.packed(change, there, 1 - side, self.layout.slots.len())),
        }
    }
}
