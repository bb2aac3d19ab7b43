//! Decides when the objective of a stipulation is reached, missed or open.

use std::ops::ControlFlow;

use super::mate_in_one::{has_mate_in_one, has_quiet_move};
use super::{Goal, Play, Stipulation};
use crate::rules::{Move, Player, PlayerSet, Position, Variant};

/// The objective of the player to move in the diagram.
///
/// That player is the attacker, whatever the stipulation; the others are the defenders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Objective {
    pub(super) attacker: Player,
    victims: PlayerSet,
    pub(super) play: Play,
    goal: Goal,
    players: u8,
}

/// Status of the goal after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalStatus {
    Reached,
    Missed,
    /// Undecided; the attacker has this many moves left.
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

    /// Returns whether the goal is a direct mate in a game for two, for which there are faster ways.
    pub(super) fn is_plain_mate(self) -> bool {
        self.players == 2 && self.play == Play::Direct && self.goal == Goal::Mate
    }

    /// Returns whether a defender reaches the goal, with the last move.
    pub(super) fn has_last_word(self) -> bool {
        matches!(self.play, Play::Selfmate | Play::Reflex | Play::SemiReflex)
    }

    /// Returns whether the goal is reached against the player to move; for games for two.
    pub(super) fn is_goal<V: Variant>(self, position: &Position<V>) -> bool {
        match self.goal {
            Goal::Mate => position.is_mate(),
            Goal::Stalemate => !position.is_check() && !position.has_moves(),
            Goal::Check => position.is_check(),
        }
    }

    /// Returns the status after a move from `before` to `after`, with `left` attacker moves left before it.
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
            (Play::Selfmate | Play::Reflex | Play::SemiReflex, false) if self.is_goal(after) => {
                GoalStatus::Reached
            }
            (_, false) if left == 0 => GoalStatus::Missed,
            (_, false) => GoalStatus::Open(left),
        }
    }

    /// Returns the status among more than two players, where a mate is judged at the victim's turn.
    ///
    /// A turn that the attacker loses for want of a move counts as one of its moves: otherwise a mate might be
    /// delayed for ever.
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

    /// Returns whether the defender, who has a legal move, must reach the goal with it, if that shows without making one.
    ///
    /// In a selfmate one move without check avoids mating; in reflex play a player who can mate has to.
    pub(super) fn is_forced_at_last<V: Variant>(self, position: &Position<V>) -> Option<bool> {
        match (self.play, self.goal) {
            (Play::Selfmate, Goal::Mate | Goal::Check) if has_quiet_move(position) => Some(false),
            (Play::Reflex | Play::SemiReflex, Goal::Mate) => Some(has_mate_in_one(position, &mut 0)),
            _ => None,
        }
    }

    /// Returns whether the turn passes over the attacker on its way from one player to another.
    pub(super) fn is_between(self, from: Player, to: Player) -> bool {
        from.others(self.players).take_while(|&player| player != to).any(|player| player == self.attacker)
    }

    /// Lists the moves that may be played: for a side in reflex play those that reach the goal at once, if there are any.
    pub(super) fn moves<V: Variant>(self, position: &Position<V>) -> Vec<Move> {
        let mut moves: Vec<_> = position.legal_moves().collect();
        let must_reach = match self.play {
            Play::Reflex => true,
            Play::SemiReflex => position.turn() != self.attacker,
            _ => false,
        };
        if must_reach && self.can_reach_goal(position) {
            moves.retain(|&m| self.is_goal(&position.after_move(m)));
        }
        moves
    }

    /// Returns whether the player to move can reach the goal with one move.
    fn can_reach_goal<V: Variant>(self, position: &Position<V>) -> bool {
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
