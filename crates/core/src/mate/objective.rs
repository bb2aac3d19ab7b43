//! When an objective is reached, missed or still open: the terms of every stipulation. No search.

use std::ops::ControlFlow;

use super::one::{has_mate_in_one, has_quiet_move};
use super::{Goal, Play, Stipulation};
use crate::rules::{Move, Player, PlayerSet, Position, Variant};

/// What the player who is to move in the diagram plays for.
///
/// Called the attacker whatever is played for, the others defenders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Objective {
    pub(super) attacker: Player,
    victims: PlayerSet,
    pub(super) play: Play,
    goal: Goal,
    players: u8,
}

/// What a position means for an objective, just after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalStatus {
    Reached,
    Missed,
    /// Not decided, with so many moves left to the attacker.
    Open(u32),
}

impl Objective {
    pub(super) fn new<V: Variant>(position: &Position<V>, stipulation: Stipulation) -> Self {
        let victims = stipulation.victim.among(position);
        Self {
            attacker: position.turn(),
            victims,
            play: stipulation.play,
            goal: stipulation.goal,
            players: V::PLAYERS,
        }
    }

    /// Whether it is mate by the attacker's own move in a game for two, for which there is a shortcut.
    pub(super) fn is_plain_mate(self) -> bool {
        self.players == 2 && self.play == Play::Direct && self.goal == Goal::Mate
    }

    /// Whether a defender has to reach the goal with the last move.
    pub(super) fn has_last_word(self) -> bool {
        matches!(self.play, Play::Selfmate | Play::Reflex)
    }

    /// Whether the player to move is where the goal demands; only asked in games for two.
    pub(super) fn is_goal<V: Variant>(self, position: &Position<V>) -> bool {
        match self.goal {
            Goal::Mate => position.is_mate(),
            Goal::Stalemate => !position.is_check() && !position.has_moves(),
            Goal::Check => position.is_check(),
        }
    }

    /// What it means that a move has led from one position to the other, `left` moves being left before it.
    pub(super) fn status<V: Variant>(
        self,
        before: &Position<V>,
        after: &Position<V>,
        left: u32,
    ) -> GoalStatus {
        let by_attacker = before.turn() == self.attacker;
        let left = left - u32::from(by_attacker);
        if V::PLAYERS > 2 {
            return self.status_among_many(before, after, left);
        }
        let reached = |reached| if reached { GoalStatus::Reached } else { GoalStatus::Missed };
        match (self.play, by_attacker) {
            (Play::Direct | Play::Exact, true) if left == 0 => reached(self.is_goal(after)),
            // A check, and no other goal, leaves moves.
            (Play::Direct, true) if self.goal == Goal::Check && self.is_goal(after) => GoalStatus::Reached,
            (_, true) if after.has_moves() => GoalStatus::Open(left),
            (play, true) => reached(play == Play::Direct && self.is_goal(after)),
            (Play::Selfmate | Play::Reflex, false) if self.is_goal(after) => GoalStatus::Reached,
            (_, false) if left == 0 => GoalStatus::Missed,
            (_, false) => GoalStatus::Open(left),
        }
    }

    /// The same for a mate among more than two players, where a mate is judged at the victim's turn.
    ///
    /// A turn that the attacker loses because it cannot move counts as one of
    /// its moves: otherwise a mate might be put off for ever.
    fn status_among_many<V: Variant>(
        self,
        before: &Position<V>,
        after: &Position<V>,
        left: u32,
    ) -> GoalStatus {
        let turn = after.turn();
        if !self.victims.iter().all(|victim| after.living().contains(victim)) {
            return GoalStatus::Reached;
        }
        if !after.living().contains(self.attacker) {
            return GoalStatus::Missed;
        }
        let is_turn_lost = before.turn() != self.attacker && self.is_between(before.turn(), turn);
        let Some(left) = left.checked_sub(u32::from(is_turn_lost)) else { return GoalStatus::Missed };
        if turn == self.attacker {
            return if left == 0 { GoalStatus::Missed } else { GoalStatus::Open(left) };
        }
        let is_last = left == 0 && self.victims == PlayerSet::EMPTY.with(turn);
        if is_last || !after.has_moves() {
            let is_mated = self.victims.contains(turn) && after.is_mate();
            return if is_mated { GoalStatus::Reached } else { GoalStatus::Missed };
        }
        GoalStatus::Open(left)
    }

    /// Whether the defender, who is to move and has a move, must reach the goal now, if that is seen before any is made.
    ///
    /// In a selfmate one move without check is enough not to mate; in reflex play whoever can mate has to.
    pub(super) fn is_forced_at_last<V: Variant>(self, position: &Position<V>) -> Option<bool> {
        match (self.play, self.goal) {
            (Play::Selfmate, Goal::Mate | Goal::Check) if has_quiet_move(position) => Some(false),
            (Play::Reflex, Goal::Mate) => Some(has_mate_in_one(position, &mut 0)),
            _ => None,
        }
    }

    /// Whether the turn has gone past the attacker on its way from one player to another.
    pub(super) fn is_between(self, from: Player, to: Player) -> bool {
        from.others(self.players).take_while(|&player| player != to).any(|player| player == self.attacker)
    }

    /// The moves that may be played: in reflex play those that reach the goal at once, if there are any.
    pub(super) fn moves<V: Variant>(self, position: &Position<V>) -> Vec<Move> {
        let mut moves: Vec<_> = position.legal_moves().collect();
        if self.play == Play::Reflex && self.can_end_at_once(position) {
            moves.retain(|&m| self.is_goal(&position.after_move(m)));
        }
        moves
    }

    /// Whether the player to move can reach the goal with one move.
    fn can_end_at_once<V: Variant>(self, position: &Position<V>) -> bool {
        if self.goal == Goal::Mate {
            return has_mate_in_one(position, &mut 0);
        }
        let found = position.visit_moves(&mut |moves| match moves
            .into_iter()
            .any(|m| self.is_goal(&position.after_move(m)))
        {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }
}
