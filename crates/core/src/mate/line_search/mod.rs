//! Finds lines without resistance: helpmates, series, and those that end with a forced move.
//!
//! The [`Estimate`] excludes moves that cannot lead to the goal in the plies left.

mod waves;

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use foldhash::fast::FixedState;

use super::budget::Meter;
use super::estimate::{Cells, Estimate};
use super::mate_in_one::{has_quiet_move, visit_mates_in_one};
use super::objective::Objective;
use super::pictures::{KeptPictures, PictureList, Pictures};
use super::table::{LayeredTable, key_with_moves};
use super::{Budget, Goal, Play, Stipulation, Stop, TranspositionTable};
use crate::rules::{Move, Position, Role, Variant};

/// The ends that a line may still have.
struct Hope<V: Variant> {
    /// Pictures, where they are looked for.
    pictures: Option<PictureList>,
    /// The cells on which the king may be mated.
    kings: Cells<V>,
}

/// The ends that the lines of an item may have.
#[derive(Clone)]
struct KeptHope<V: Variant> {
    pictures: Option<KeptPictures>,
    kings: Cells<V>,
}

/// Source of the ends that a position may have.
#[derive(Clone, Copy)]
enum Origin<'l, V: Variant> {
    /// The diagram, whose ends are all possible.
    Diagram,
    /// A move from a position with known ends.
    Move { before: &'l Position<V>, m: Move, hope: &'l Hope<V> },
    /// The ends of an item, known since the split.
    Item(&'l KeptHope<V>),
}

impl<V: Variant> Origin<'_, V> {
    /// Returns the cells on which the king may be mated.
    fn kings(self) -> Cells<V> {
        match self {
            Self::Diagram => Cells::<V>::all(),
            Self::Move { hope, .. } => hope.kings,
            Self::Item(kept) => kept.kings,
        }
    }
}

/// A search for all lines of a length that end with the goal.
pub(super) struct LineSearch<'t, 'b> {
    objective: Objective,
    stipulation: Stipulation,
    table: LayeredTable<'t>,
    pub(super) meter: Meter<'b>,
    pictures: Pictures,
    line: Vec<Move>,
    found: Found,
    /// Lines found by others before this search.
    shared: Option<&'t Found>,
    /// The most nodes, at least one, of a length without waves, and at first of a unit of a wave.
    pub(super) alone: u64,
}

/// Lines, and where to find those of a position.
#[derive(Debug, Default)]
struct Found {
    /// The lines found so far.
    lines: Vec<Vec<Move>>,
    /// By position and plies: the lines that pass through.
    known: HashMap<u128, Range<usize>, FixedState>,
}

impl Found {
    /// Removes all lines but the first `count`.
    fn cut(&mut self, count: usize) {
        if self.lines.len() > count {
            self.lines.truncate(count);
            self.known.retain(|_, range| range.end <= count);
        }
    }

    /// Returns the lines through a position, by key.
    fn through(&self, key: u128) -> Option<&[Vec<Move>]> {
        self.known.get(&key).map(|range| &self.lines[range.clone()])
    }
}

impl<'t, 'b> LineSearch<'t, 'b> {
    pub(super) fn new(
        objective: Objective,
        stipulation: Stipulation,
        table: &'t mut TranspositionTable,
        budget: Budget<'b>,
    ) -> Self {
        Self {
            objective,
            stipulation,
            table: LayeredTable { own: table, shared: None },
            meter: Meter::new(budget, 0),
            pictures: Pictures::default(),
            line: Vec::new(),
            found: Found::default(),
            shared: None,
            alone: Self::ALONE,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes
    }

    /// Finds all lines of `plies` plies, in ascending order; if it has to stop, some of them.
    pub(super) fn find_lines<V: Variant>(&mut self, position: &Position<V>, plies: u32) -> Result<(), Stop> {
        self.found = Found::default();
        // Shorter lines, such as those of set play, leave no plies to an item.
        let most = if plies <= Self::LEFT { u64::MAX } else { self.alone };
        let mut ended = Ok(());
        if !self.ends_within(most, |search| search.search(position, plies, Origin::Diagram).map(drop))? {
            let before = self.take_lines();
            ended = self.search_in_waves(position, plies, Self::UNITS);
            if ended.is_err() {
                self.found.lines.extend(before);
            }
        }
        self.found.lines.sort_unstable();
        self.found.lines.dedup();
        ended
    }

    /// Removes and returns the lines found so far.
    pub(super) fn take_lines(&mut self) -> Vec<Vec<Move>> {
        std::mem::take(&mut self.found).lines
    }

    /// Few enough that a second search, which knows what the first one has refuted, takes little longer.
    const ALONE: u64 = 300_000;

    /// Runs a search up to `most` nodes; returns whether it has ended within them.
    fn ends_within(
        &mut self,
        most: u64,
        search: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let budget = self.meter.budget;
        let most = self.nodes().saturating_add(most);
        self.meter.budget.nodes = Some(budget.nodes.map_or(most, |limit| limit.min(most)));
        let searched = search(self);
        self.meter.budget = budget;
        match searched {
            Err(Stop::Nodes) if budget.nodes.is_none_or(|limit| self.nodes() <= limit) => Ok(false),
            searched => searched.map(|()| true),
        }
    }

    /// Returns the least plies before the end for which positions are remembered.
    ///
    /// The two plies of helping moves take as long as remembering them.
    fn least_remembered(&self) -> u32 {
        if matches!(self.stipulation.play, Play::Help | Play::HelpAndHalf) { 3 } else { 2 }
    }

    /// Collects the lines of `plies` plies from here; returns whether there are any.
    fn search<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        origin: Origin<'_, V>,
    ) -> Result<bool, Stop> {
        self.meter.visit()?;
        if plies == 0 {
            let ends = self.objective.is_goal(position);
            if ends {
                self.found.lines.push(self.line.clone());
            }
            return Ok(ends);
        }
        let is_forced = self.stipulation.ends_forced();
        if plies == 1 && is_forced {
            return self.end_forced(position);
        }
        if plies == 1 && self.stipulation.goal == Goal::Mate && V::PLAYERS == 2 {
            return Ok(self.end_with_mate(position));
        }
        let key = key_with_moves(position, plies);
        let is_remembered = plies >= self.least_remembered();
        if is_remembered {
            if self.is_refuted(key) {
                return Ok(false);
            }
            if self.repeat(key, plies)? {
                return Ok(true);
            }
        }
        let first = self.found.lines.len();
        let before = self.nodes();
        let hope = self.hope(position, plies, origin);
        let searched = self.each_move(position, plies, &hope, |search, next, _, origin| {
            search.search(next, plies - 1, origin).map(drop)
        });
        self.forget(&hope);
        searched?;
        let lines = first..self.found.lines.len();
        let is_found = !lines.is_empty();
        if is_remembered {
            match is_found {
                true => drop(self.found.known.insert(key, lines)),
                false => self.table.store(key, self.cost_since(before), false),
            }
        }
        Ok(is_found)
    }

    /// Returns whether the table knows, by position and plies, that no line starts from here.
    fn is_refuted(&self, key: u128) -> bool {
        self.table.bounds(key).answer(1) == Some(false)
    }

    /// Returns the number of bits of the nodes counted after `before`, as the length of a disproof.
    ///
    /// Keys include the plies, so any length says that no line starts from the position. A full table keeps the longest.
    fn cost_since(&self, before: u64) -> u32 {
        (self.nodes() - before + 1).ilog2() + 1
    }

    /// Finds the ends that lines of `plies` plies from here may have.
    fn hope<V: Variant>(&mut self, position: &Position<V>, plies: u32, origin: Origin<'_, V>) -> Hope<V> {
        let stipulation = self.stipulation;
        let before = origin.kings();
        if plies < Pictures::least(stipulation) {
            return Hope { pictures: None, kings: before };
        }
        let pictures = match origin {
            Origin::Diagram => self.pictures.of(position, stipulation, plies),
            Origin::Move { before, m, hope } => {
                let list = hope.pictures.as_ref();
                list.map(|list| self.pictures.after(list, before, m, position, stipulation, plies))
            }
            Origin::Item(kept) => kept.pictures.as_ref().map(|kept| self.pictures.restore(kept)),
        };
        let kings = pictures.as_ref().map_or(before, |list| self.pictures.kings::<V>(list));
        Hope { pictures, kings }
    }

    /// Removes the latest pictures.
    fn forget<V: Variant>(&mut self, hope: &Hope<V>) {
        if let Some(pictures) = &hope.pictures {
            self.pictures.drop(pictures);
        }
    }

    /// Visits the positions after moves that may lead to one of the ends.
    fn each_move<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        hope: &Hope<V>,
        mut visit: impl FnMut(&mut Self, &Position<V>, Move, Origin<'_, V>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if hope.kings.is_empty() {
            return Ok(());
        }
        for m in self.promising_moves(position, plies, hope.kings) {
            let after = position.after_move(m);
            let next = match self.stipulation.other_side_passes(plies - 1) {
                true => after.after_null_move(),
                false => Some(after),
            };
            let Some(next) = next else { continue };
            self.line.push(m);
            let visited = visit(self, &next, m, Origin::Move { before: position, m, hope });
            self.line.pop();
            visited?;
        }
        Ok(())
    }

    /// Adds the lines of a position whose last `plies` plies have been found before; returns whether there are any.
    fn repeat(&mut self, key: u128, plies: u32) -> Result<bool, Stop> {
        let mut lines = Vec::new();
        let own = self.found.through(key);
        let Some(known) = own.or_else(|| self.shared?.through(key)) else { return Ok(false) };
        for line in known {
            self.meter.visit()?;
            lines.push([&self.line[..], &line[line.len() - plies as usize..]].concat());
        }
        self.found.lines.append(&mut lines);
        Ok(true)
    }

    /// Collects the lines of one ply that mate.
    fn end_with_mate<V: Variant>(&mut self, position: &Position<V>) -> bool {
        let before = self.found.lines.len();
        let mut tried = 0;
        let _ = visit_mates_in_one(position, &mut tried, |m| {
            self.found.lines.push(self.line.iter().copied().chain([m]).collect());
            ControlFlow::Continue(())
        });
        self.meter.add_tried(tried);
        self.found.lines.len() > before
    }

    /// Returns the moves that may lead to the goal with the king on one of `kings`.
    fn promising_moves<V: Variant>(
        &self,
        position: &Position<V>,
        plies: u32,
        kings: Cells<V>,
    ) -> std::vec::IntoIter<Move> {
        let last = self.stipulation.moves_of_the_last(plies);
        let is_on_turn = match self.stipulation.is_series() {
            true => last == plies,
            false => plies % 2 == 1,
        };
        let defender = if is_on_turn { position.next_player() } else { position.turn() };
        let Some(estimate) = Estimate::new(position, defender, self.stipulation.goal) else {
            return position.legal_moves();
        };
        let may_reach = match (last, plies - last) {
            (1, 1) => return estimate.helping_moves(kings).legal(position).into_iter(),
            // The estimates do not cover en passant, which empties two cells.
            _ if has_en_passant(position) => true,
            (1, 0) => estimate.may_reach_goal_in_one(),
            (1, moves) => estimate.may_reach_goal_after(moves),
            (2, 0) => estimate.may_reach_goal_in_two(),
            (2, 1) => estimate.mating_cells().meets(kings),
            _ => true,
        };
        if may_reach { position.legal_moves() } else { Vec::new().into_iter() }
    }

    /// Collects the lines of one ply if every legal move reaches the goal.
    fn end_forced<V: Variant>(&mut self, position: &Position<V>) -> Result<bool, Stop> {
        if self.stipulation.goal == Goal::Mate && has_quiet_move(position) {
            return Ok(false);
        }
        let mut ends = Vec::new();
        for m in position.legal_moves() {
            self.meter.visit()?;
            if !self.objective.is_goal(&position.after_move(m)) {
                return Ok(false);
            }
            ends.push(self.line.iter().copied().chain([m]).collect());
        }
        let is_forced = !ends.is_empty();
        self.found.lines.append(&mut ends);
        Ok(is_forced)
    }
}

/// Returns whether a pawn may be captured en passant.
fn has_en_passant<V: Variant>(position: &Position<V>) -> bool {
    let crossed = position.crossed();
    !crossed.is_empty()
        && position
            .visit_moves_of(position.our(Role::Pawn), &mut |moves| match moves.to.meets(crossed) {
                true if moves.into_iter().any(|m| position.is_en_passant(m)) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
            .is_break()
}
