//! What a problem asks: who plays for what, and in how many moves. No positions.

use crate::rules::{Player, PlayerSet, Position, Variant};

/// What is asked of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// Who plays for whom.
    pub play: Play,
    /// What is to be reached.
    pub goal: Goal,
    /// The length, in moves of the player who begins; half a move more for [`Play::HelpAndHalf`] and
    /// [`Play::HelpSelfmateAndHalf`].
    pub moves: u32,
    /// Who is to be mated.
    pub victim: Victim,
}

/// Who plays for whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Play {
    /// `#2`: the player to move reaches the goal whatever the others play.
    Direct,
    /// `exact-#2`: the player reaches it with just this move, whatever they play, and nothing ends before.
    Exact,
    /// `s#2`: the opponent is made to reach it against the player to move.
    Selfmate,
    /// `r#2`: the same, and whoever can reach the goal at once must.
    Reflex,
    /// `h#2`: both play together so that the player who begins is the victim.
    Help,
    /// `h#2.5`: both play together, and the player who begins has the last move.
    HelpAndHalf,
    /// `hs#2`: both play together, until the last move of the player who begins forces the other to mate.
    HelpSelfmate,
    /// `hs#2.5`: the same, but the player who begins is the one who is forced to mate.
    HelpSelfmateAndHalf,
    /// `ser-#4`: the player who begins makes all moves in a row, and mates with the last.
    Series,
    /// `ser-h#4`: the same, and then the other side mates with one move.
    SeriesHelp,
    /// `ser-s#4`: the same, and the last of the moves forces the other side to mate.
    SeriesSelfmate,
}

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// `#`
    Mate,
    /// `=`
    Stalemate,
    /// `+`: check, which may be mate.
    Check,
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
    /// The players that are meant, seen from the one to move.
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

    /// Whether nobody resists but with a last forced move, so that the solution is made of lines.
    pub const fn has_lines(self) -> bool {
        !matches!(self.play, Play::Direct | Play::Exact | Play::Selfmate | Play::Reflex)
    }

    /// Whether the player who begins makes its moves in a row.
    pub const fn is_series(self) -> bool {
        matches!(self.play, Play::Series | Play::SeriesHelp | Play::SeriesSelfmate)
    }

    /// Whether the last move of a line must reach the goal whichever it is.
    pub const fn ends_forced(self) -> bool {
        matches!(self.play, Play::HelpSelfmate | Play::HelpSelfmateAndHalf | Play::SeriesSelfmate)
    }

    /// Whether a move of a line after which so many are left is answered by a pass.
    ///
    /// Whoever passes may not be in check then, and no pawn can be taken en passant afterwards.
    pub const fn other_side_passes(self, left: u32) -> bool {
        match self.play {
            Play::Series => left > 0,
            Play::SeriesHelp | Play::SeriesSelfmate => left > 1,
            _ => false,
        }
    }

    /// How many of the last so many moves of a line are made by the side that reaches the goal.
    pub(super) const fn moves_of_the_last(self, plies: u32) -> u32 {
        match self.play {
            Play::Series => plies,
            Play::SeriesHelp | Play::SeriesSelfmate => 1,
            _ => plies.div_ceil(2),
        }
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

    /// Moves of single players in a line.
    pub(super) const fn plies(self) -> u32 {
        match self.play {
            Play::Series => self.moves,
            Play::SeriesHelp | Play::SeriesSelfmate => self.moves + 1,
            Play::HelpAndHalf | Play::HelpSelfmateAndHalf => 2 * self.moves + 1,
            _ => 2 * self.moves,
        }
    }
}
