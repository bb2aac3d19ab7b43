//! Decides when the objective of a stipulation is reached, missed or open.

use std::ops::ControlFlow;

use super::estimate::{Cells, Estimate};
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

    /// Returns whether the attacker has to mate the only opponent, for which there are faster ways.
    pub(super) fn is_plain_mate(self) -> bool {
        self.players == 2 && matches!(self.play, Play::Direct | Play::Exact) && self.goal == Goal::Mate
    }

    /// Returns the number of moves from which searches of first moves take long enough to run in parallel.
    pub(super) fn shortest_in_parallel(self) -> u32 {
        match self.players {
            2 if self.is_plain_mate() => 4,
            2 => 3,
            _ => 2,
        }
    }

    /// Returns whether that mate may also come in fewer moves.
    pub(super) fn is_mate_within(self) -> bool {
        self.is_plain_mate() && self.play == Play::Direct
    }

    /// Returns whether a defender reaches the goal, with the last move.
    pub(super) fn has_last_word(self) -> bool {
        matches!(self.play, Play::Selfmate | Play::Reflex | Play::SemiReflex)
    }

    /// Returns whether the goal is reached against the player to move; for games for two.
    pub(super) fn is_goal<V: Variant>(self, position: &Position<V>) -> bool {
        match self.goal {
            Goal::Mate => position.is_mate(),
            Goal::Stalemate => !position.has_moves() && !position.is_check(),
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
            (Play::Selfmate, _) => Some(!self.can_avoid_goal(position)),
            (Play::Reflex | Play::SemiReflex, _) => Some(self.can_reach_goal(position)),
            _ => None,
        }
    }

    /// Returns whether the attacker, to move, has to reach the goal at once in reflex play, and so misses it.
    fn must_end_early<V: Variant>(self, position: &Position<V>) -> bool {
        self.play == Play::Reflex && self.goal != Goal::Check && self.can_reach_goal(position)
    }

    /// Returns whether a defender, to move with one attacker move left, certainly has a move after which the
    /// attacker cannot stalemate.
    pub(super) fn can_be_avoided<V: Variant>(self, position: &Position<V>) -> bool {
        if self.goal != Goal::Stalemate || self.has_last_word() {
            return false;
        }
        let Some(estimate) = self.estimate(position) else { return false };
        estimate.helping_moves(Cells::<V>::all()).leave_out_any(position)
    }

    /// Lists the attacker's moves that may be its last, in any order.
    pub(super) fn last_moves<V: Variant>(self, position: &Position<V>) -> Vec<Move> {
        match self.estimate(position) {
            Some(_) if self.must_end_early(position) => Vec::new(),
            Some(estimate) if self.has_last_word() => {
                estimate.helping_moves(Cells::<V>::all()).legal(position)
            }
            Some(_) if !self.may_reach_goal(position) => Vec::new(),
            _ => self.moves(position),
        }
    }

    /// Returns the estimate for the king of the player who is mated or stalemated; see [`Estimate::new`].
    fn estimate<V: Variant>(self, position: &Position<V>) -> Option<Estimate<'_, V>> {
        let king = match self.has_last_word() {
            true => self.attacker,
            false => self.attacker.others(self.players).next()?,
        };
        Estimate::new(position, king, self.goal)
    }

    /// Returns whether the player to move has a legal move that does not reach the goal.
    fn can_avoid_goal<V: Variant>(self, position: &Position<V>) -> bool {
        Self::has_move(position, |m| !self.is_goal(&position.after_move(m)))
    }

    /// Returns whether the player to move has a legal move of a kind.
    fn has_move<V: Variant>(position: &Position<V>, is_kind: impl Fn(Move) -> bool) -> bool {
        let found = position.visit_moves(&mut |moves| match moves.into_iter().any(&is_kind) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
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
        self.may_reach_goal(position) && Self::has_move(position, |m| self.is_goal(&position.after_move(m)))
    }

    /// Returns whether the player to move may reach the goal with one move; `false` is certain.
    fn may_reach_goal<V: Variant>(self, position: &Position<V>) -> bool {
        // The estimate does not cover en passant, which empties two cells.
        !position.crossed().is_empty()
            || Estimate::new(position, position.next_player(), self.goal)
                .is_none_or(|estimate| estimate.may_reach_goal_in_one())
    }
}
