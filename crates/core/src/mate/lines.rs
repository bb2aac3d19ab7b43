//! Lines in which nobody resists: helpmates, series, and those that end with a forced move. No attack, no defence.

use std::ops::ControlFlow;

use super::aim::{Cells, Scene};
use super::budget::Meter;
use super::key::key_with_moves;
use super::objective::Objective;
use super::one::{check_candidates, has_mate_in_one};
use super::{Budget, Goal, Stipulation, Stop, TranspositionTable};
use crate::rules::{Move, Position, Role, Variant};

/// What is known of the moves that may lead to the goal.
enum Promising<V: Variant> {
    All,
    /// They lead to it only if the king is on one of some cells then.
    Kings(Cells<V>),
    /// No others do.
    Moves(Vec<Move>),
}

/// A search for all lines of a length that end with the goal.
pub(super) struct LineSearch<'t, 'b> {
    objective: Objective,
    stipulation: Stipulation,
    table: &'t mut TranspositionTable,
    meter: Meter<'b>,
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

    /// Finds all lines of so many plies, in ascending order.
    pub(super) fn find_lines<V: Variant>(&mut self, position: &Position<V>, plies: u32) -> Result<(), Stop> {
        self.go_on(position, plies, Cells::<V>::all())?;
        self.lines.sort_unstable();
        Ok(())
    }

    /// Whether a line of so many plies begins here; notes all of them.
    ///
    /// Two plies before the end the king is known to be mated on one of `kings`, or not at all.
    fn go_on<V: Variant>(
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
        // A position that leads nowhere in so many plies is not entered again.
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
            let reached = self.go_on(&next, plies - 1, kings);
            self.line.pop();
            found |= reached?;
        }
        if !found {
            self.table.note(key, 1, false);
        }
        Ok(found)
    }

    /// What is known of the moves that may lead to the goal.
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
        let victim = if is_on_turn { position.next_player() } else { position.turn() };
        let Some(scene) = Scene::new(position, victim, self.stipulation.goal) else { return Promising::All };
        let en_passant = en_passant(position);
        let may_end = match (last, plies - last) {
            (1, 1) => {
                let mut moves = scene.replies(kings).moves(position);
                // Nothing is said of what takes en passant, which empties two cells.
                moves.retain(|m| !en_passant.contains(m));
                moves.extend(en_passant);
                return Promising::Moves(moves);
            }
            _ if !en_passant.is_empty() => true,
            (1, 0) => scene.is_threatened(),
            (1, moves) => scene.may_end_after(moves),
            (2, 0) => scene.may_end_in_a_row(),
            (2, 1) => return Promising::Kings(scene.kings_in_three()),
            _ => true,
        };
        if may_end { Promising::All } else { Promising::Moves(Vec::new()) }
    }

    /// The same before a last move that must reach the goal whichever it is.
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

/// The moves that take en passant.
fn en_passant<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let mut found = Vec::new();
    if V::players().any(|player| position.en_passant(player).is_some()) {
        let _ = position.visit_moves_of(position.our(Role::Pawn), &mut |moves| {
            found.extend(moves.into_iter().filter(|&m| position.is_en_passant(m)));
            ControlFlow::Continue(())
        });
    }
    found
}
