//! Finds lines without resistance: helpmates, series, and those that end with a forced move.
//!
//! The [`Estimate`] excludes moves that cannot lead to the goal in the plies left.

use std::ops::ControlFlow;

use super::budget::Meter;
use super::estimate::{Cells, Estimate};
use super::mate_in_one::{check_candidates, has_mate_in_one};
use super::objective::Objective;
use super::table::key_with_moves;
use super::{Budget, Goal, Stipulation, Stop, TranspositionTable};
use crate::rules::{Move, Position, Role, Variant};

/// The moves that may lead to the goal.
enum Promising<V: Variant> {
    /// All moves.
    All,
    /// All moves, but the king has to be mated on one of these cells.
    Kings(Cells<V>),
    /// No other moves than these.
    Moves(Vec<Move>),
}

/// A search for all lines of a length that end with the goal.
pub(super) struct LineSearch<'t, 'b> {
    objective: Objective,
    stipulation: Stipulation,
    table: &'t mut TranspositionTable,
    pub(super) meter: Meter<'b>,
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
        Self { objective, stipulation, table, meter, line: Vec::new(), lines: Vec::new() }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes
    }

    /// Finds all lines of `plies` plies, in ascending order.
    pub(super) fn find_lines<V: Variant>(&mut self, position: &Position<V>, plies: u32) -> Result<(), Stop> {
        self.search(position, plies, Cells::<V>::all())?;
        self.lines.sort_unstable();
        Ok(())
    }

    /// Collects the lines of `plies` plies from here; returns whether there are any.
    ///
    /// Two plies before the end, the king is mated on one of `kings` or not at all.
    fn search<V: Variant>(
        &mut self,
        position: &Position<V>,
        plies: u32,
        kings: Cells<V>,
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
        let is_last_mate = plies == 1 && self.stipulation.goal == Goal::Mate;
        let (moves, kings) = match self.promising_moves(position, plies, kings) {
            Promising::All if is_last_mate && V::PLAYERS == 2 => {
                (check_candidates(position).into_iter(), Cells::<V>::all())
            }
            Promising::All => (position.legal_moves(), Cells::<V>::all()),
            Promising::Kings(kings) if kings.is_empty() => (Vec::new().into_iter(), kings),
            Promising::Kings(kings) => (position.legal_moves(), kings),
            Promising::Moves(moves) => (moves.into_iter(), Cells::<V>::all()),
        };
        let mut found = false;
        for m in moves {
            let after = position.after_move(m);
            let next = match self.stipulation.other_side_passes(plies - 1) {
                true => after.after_null_move(),
                false => Some(after),
            };
            let Some(next) = next else { continue };
            self.line.push(m);
            let reached = self.search(&next, plies - 1, kings);
            self.line.pop();
            found |= reached?;
        }
        if !found {
            self.table.store(key, 1, false);
        }
        Ok(found)
    }

    /// Returns the moves that may lead to the goal.
    fn promising_moves<V: Variant>(
        &self,
        position: &Position<V>,
        plies: u32,
        kings: Cells<V>,
    ) -> Promising<V> {
        let last = self.stipulation.moves_of_the_last(plies);
        let is_on_turn = match self.stipulation.is_series() {
            true => last == plies,
            false => plies % 2 == 1,
        };
        let defender = if is_on_turn { position.next_player() } else { position.turn() };
        let Some(estimate) = Estimate::new(position, defender, self.stipulation.goal) else {
            return Promising::All;
        };
        let may_reach = match (last, plies - last) {
            (1, 1) => return Promising::Moves(estimate.helping_moves(kings).legal(position)),
            // The estimates do not cover en passant, which empties two cells.
            _ if has_en_passant(position) => true,
            (1, 0) => estimate.may_reach_goal_in_one(),
            (1, moves) => estimate.may_reach_goal_after(moves),
            (2, 0) => estimate.may_reach_goal_in_two(),
            (2, 1) => return Promising::Kings(estimate.mating_cells()),
            _ => true,
        };
        if may_reach { Promising::All } else { Promising::Moves(Vec::new()) }
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
