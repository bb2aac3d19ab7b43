//! What a problem asks: who plays for what, and in how many moves. No positions.

use crate::rules::{Player, PlayerSet, Position, Variant};

/// What is asked of the player on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// Who plays for whom.
    pub play: Play,
    /// What is to be reached.
    pub goal: Goal,
    /// The length, in moves of the player who begins; half a move more for [`Play::HelpAndHalf`].
    pub moves: u32,
    /// Who is to be mated.
    pub victim: Victim,
}

/// Who plays for whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Play {
    /// `#2`: the player on turn reaches the goal whatever the others play.
    Direct,
    /// `exact-#2`: the player reaches it with just this move, whatever they play, and nothing ends before.
    Exact,
    /// `s#2`: the opponent is made to reach it against the player on turn.
    Selfmate,
    /// `r#2`: the same, and whoever can reach the goal at once must.
    Reflex,
    /// `h#2`: both play together so that the player who begins is the victim.
    Help,
    /// `h#2.5`: both play together, and the player who begins has the last move.
    HelpAndHalf,
}

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// `#`
    Mate,
    /// `=`
    Stalemate,
}

/// Who is to be mated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victim {
    /// Any opponent; the only one in games for two.
    Any,
    /// This player and no other.
    Named(Player),
}

impl Victim {
    /// The players that are meant, seen from the one on turn.
    pub(super) fn among<V: Variant>(self, position: &Position<V>) -> PlayerSet {
        match self {
            Self::Named(player) => PlayerSet::EMPTY.with(player),
            Self::Any => position.living().without(position.turn()),
        }
    }
}

impl Stipulation {
    /// Mate of any opponent within `moves`.
    pub const fn mate_in(moves: u32) -> Self {
        Self { play: Play::Direct, goal: Goal::Mate, moves, victim: Victim::Any }
    }

    /// Whether both sides play together, so that the solution is made of lines.
    pub const fn is_help(self) -> bool {
        matches!(self.play, Play::Help | Play::HelpAndHalf)
    }

    /// The same task with another length.
    pub const fn with_moves(self, moves: u32) -> Self {
        Self { moves, ..self }
    }

    /// The lengths to ask for, one after the other, until there is a solution.
    pub(super) fn lengths(self) -> std::ops::RangeInclusive<u32> {
        match self.play {
            Play::Exact => self.moves..=self.moves,
            Play::HelpAndHalf => 0..=self.moves,
            _ => 1..=self.moves,
        }
    }

    /// Moves of single players in a line where both play together.
    pub(super) fn plies(self) -> u32 {
        2 * self.moves + u32::from(self.play == Play::HelpAndHalf)
    }
}
