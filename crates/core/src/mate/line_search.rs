//! Finds lines without resistance: helpmates, series, and those that end with a forced move.
//!
//! The [`Estimate`] excludes moves that cannot lead to the goal in the plies left.

use std::ops::ControlFlow;

use super::budget::Meter;
use super::estimate::{Cells, Estimate};
use super::mate_in_one::{check_candidates, has_mate_in_one};
use super::objective::Objective;
use super::pictures::{PictureList, Pictures};
use super::table::key_with_moves;
use super::{Budget, Goal, Stipulation, Stop, TranspositionTable};
use crate::rules::{Move, Position, Role, Variant};

/// The least plies before the end for which pictures are looked for.
const LEAST: u32 = 3;

/// The ends that a line may still have.
#[derive(Clone, Copy)]
struct Hope<'l, V: Variant> {
    /// Pictures, where they are looked for.
    pictures: Option<&'l PictureList>,
    /// The cells on which the king may be mated.
    kings: Cells<V>,
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
        Self { objective, stipulation, table, meter, pictures, line: Vec::new(), lines: Vec::new() }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes
    }

    /// Finds all lines of `plies` plies, in ascending order.
    pub(super) fn find_lines<V: Variant>(&mut self, position: &Position<V>, plies: u32) -> Result<(), Stop> {
        let pictures = match plies {
            LEAST.. => self.pictures.of(position, self.stipulation, plies),
            _ => None,
        };
        let kings = pictures.as_ref().map_or(Cells::<V>::all(), |list| self.pictures.kings::<V>(list));
        let searched = self.search(position, plies, Hope { pictures: pictures.as_ref(), kings });
        if let Some(pictures) = &pictures {
            self.pictures.drop(pictures);
        }
        searched?;
        self.lines.sort_unstable();
        Ok(())
    }

    /// Collects the lines of `plies` plies from here; returns whether there are any.
    fn search<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        hope: Hope<'_, V>,
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
        if plies == 1 && self.stipulation.goal == Goal::Mate {
            let mut tried = 0;
            let found = has_mate_in_one(position, &mut tried);
            self.meter.add_tried(tried);
            if !found {
                return Ok(false);
            }
        }
        // The table knows positions from which no line of this length starts.
        let key = key_with_moves(position, plies);
        if self.table.bounds(key).answer(1) == Some(false) {
            return Ok(false);
        }
        let mut found = false;
        if !hope.kings.is_empty() {
            for m in self.promising_moves(position, plies, hope.kings) {
                let after = position.after_move(m);
                let next = match self.stipulation.other_side_passes(plies - 1) {
                    true => after.after_null_move(),
                    false => Some(after),
                };
                let Some(next) = next else { continue };
                self.line.push(m);
                let reached = self.search_after(position, m, &next, plies - 1, hope);
                self.line.pop();
                found |= reached?;
            }
        }
        if !found {
            self.table.store(key, 1, false);
        }
        Ok(found)
    }

    /// Collects the lines of `plies` plies after a move.
    fn search_after<V: Variant>(
        &mut self,
        before: &Position<V>,
        m: Move,
        after: &Position<V>,
        plies: u32,
        hope: Hope<'_, V>,
    ) -> Result<bool, Stop> {
        let Some(pictures) = hope.pictures.filter(|_| plies >= LEAST) else {
            return self.search(after, plies, Hope { pictures: None, ..hope });
        };
        let pictures = self.pictures.after(pictures, before, m, after, self.stipulation, plies);
        let kings = self.pictures.kings::<V>(&pictures);
        let found = match kings.is_empty() {
            true => Ok(false),
            false => self.search(after, plies, Hope { pictures: Some(&pictures), kings }),
        };
        self.pictures.drop(&pictures);
        found
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
        match may_reach {
            false => Vec::new().into_iter(),
            true if plies == 1 && self.stipulation.goal == Goal::Mate && V::PLAYERS == 2 => {
                check_candidates(position).into_iter()
            }
            true => position.legal_moves(),
        }
    }

    /// Collects the lines of one ply if every legal move reaches the goal.
    fn end_forced<V: Variant>(&mut self, position: &Position<V>) -> Result<bool, Stop> {
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
