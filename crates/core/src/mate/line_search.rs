//! Finds lines without resistance: helpmates, series, and those that end with a forced move.
//!
//! The [`Estimate`] excludes moves that cannot lead to the goal in the plies left.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use foldhash::fast::FixedState;

use super::budget::Meter;
use super::estimate::{Cells, Estimate};
use super::mate_in_one::{has_quiet_move, visit_mates_in_one};
use super::objective::Objective;
use super::pictures::{PictureList, Pictures};
use super::table::key_with_moves;
use super::{Budget, Goal, Stipulation, Stop, TranspositionTable};
use crate::rules::{Move, Position, Role, Variant};

/// The ends that a line may still have.
struct Hope<V: Variant> {
    /// Pictures, where they are looked for.
    pictures: Option<PictureList>,
    /// The cells on which the king may be mated.
    kings: Cells<V>,
}

/// The position before the latest move of a line.
#[derive(Clone, Copy)]
struct Origin<'l, V: Variant> {
    before: &'l Position<V>,
    m: Move,
    hope: &'l Hope<V>,
}

/// A search for all lines of a length that end with the goal.
pub(super) struct LineSearch<'t, 'b> {
    objective: Objective,
    stipulation: Stipulation,
    table: &'t mut TranspositionTable,
    pub(super) meter: Meter<'b>,
    pictures: Pictures,
    line: Vec<Move>,
    /// The lines found so far.
    pub(super) lines: Vec<Vec<Move>>,
    /// By position and plies: where its lines are among those found.
    known: HashMap<u128, Range<usize>, FixedState>,
}

impl<'t, 'b> LineSearch<'t, 'b> {
    pub(super) fn new(
        objective: Objective,
        stipulation: Stipulation,
        table: &'t mut TranspositionTable,
        budget: Budget<'b>,
    ) -> Self {
        let meter = Meter::new(budget, 0);
        let pictures = Pictures::default();
        let known = HashMap::default();
        Self { objective, stipulation, table, meter, pictures, line: Vec::new(), lines: Vec::new(), known }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes
    }

    /// Returns the least plies before the end for which pictures are looked for.
    fn least(&self) -> u32 {
        if self.stipulation.ends_forced() { 2 } else { 3 }
    }

    /// Finds all lines of `plies` plies, in ascending order.
    pub(super) fn find_lines<V: Variant>(&mut self, position: &Position<V>, plies: u32) -> Result<(), Stop> {
        self.known.clear();
        self.search(position, plies, None)?;
        self.lines.sort_unstable();
        Ok(())
    }

    /// Collects the lines of `plies` plies from here; returns whether there are any.
    fn search<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        origin: Option<Origin<'_, V>>,
    ) -> Result<bool, Stop> {
        self.meter.visit()?;
        if plies == 0 {
            let ends = self.objective.is_goal(position);
            if ends {
                self.lines.push(self.line.clone());
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
        // The table knows positions from which no line of this length starts.
        let key = key_with_moves(position, plies);
        if self.table.bounds(key).answer(1) == Some(false) {
            return Ok(false);
        }
        if let Some(lines) = self.known.get(&key) {
            return self.repeat(lines.clone(), plies).map(|()| true);
        }
        let first = self.lines.len();
        let hope = self.hope(position, plies, origin);
        let searched = self.search_moves(position, plies, &hope);
        if let Some(pictures) = &hope.pictures {
            self.pictures.drop(pictures);
        }
        searched?;
        let found = self.lines.len() > first;
        if found {
            self.known.insert(key, first..self.lines.len());
        } else {
            self.table.store(key, 1, false);
        }
        Ok(found)
    }

    /// Finds the ends that lines of `plies` plies from here may have.
    fn hope<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        origin: Option<Origin<'_, V>>,
    ) -> Hope<V> {
        let stipulation = self.stipulation;
        if plies < self.least() {
            let kings = origin.map_or(Cells::<V>::all(), |origin| origin.hope.kings);
            return Hope { pictures: None, kings };
        }
        let pictures = match origin {
            Some(Origin { before, m, hope }) => hope
                .pictures
                .as_ref()
                .map(|list| self.pictures.after(list, before, m, position, stipulation, plies)),
            None => self.pictures.of(position, stipulation, plies),
        };
        let kings = pictures.as_ref().map_or(Cells::<V>::all(), |list| self.pictures.kings::<V>(list));
        Hope { pictures, kings }
    }

    /// Collects the lines of `plies` plies that end with one of the hopes.
    fn search_moves<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        hope: &Hope<V>,
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
            let searched = self.search(&next, plies - 1, Some(Origin { before: position, m, hope }));
            self.line.pop();
            searched?;
        }
        Ok(())
    }

    /// Adds lines whose last `plies` plies are those of lines found before.
    fn repeat(&mut self, lines: Range<usize>, plies: u32) -> Result<(), Stop> {
        for number in lines {
            self.meter.visit()?;
            let found = &self.lines[number];
            let rest = &found[found.len() - plies as usize..];
            self.lines.push([&self.line[..], rest].concat());
        }
        Ok(())
    }

    /// Collects the lines of one ply that mate.
    fn end_with_mate<V: Variant>(&mut self, position: &Position<V>) -> bool {
        let before = self.lines.len();
        let mut tried = 0;
        let _ = visit_mates_in_one(position, &mut tried, |m| {
            self.lines.push(self.line.iter().copied().chain([m]).collect());
            ControlFlow::Continue(())
        });
        self.meter.add_tried(tried);
        self.lines.len() > before
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
        self.lines.append(&mut ends);
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
