//! Stipulations: who plays for what, and in how many moves.

use std::fmt;
use std::str::FromStr;

use crate::any::Game;
use crate::rules::{Player, PlayerSet, Position, Variant, VariantTable};

/// A stipulation such as `#3` or `h#2.5`.
///
/// ```
/// use hexmate_core::mate::{Goal, Play, Stipulation};
///
/// let selfmate = Stipulation { play: Play::Selfmate, ..Stipulation::mate_in(2) };
/// assert_eq!((selfmate.goal, selfmate.moves), (Goal::Mate, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// The kind of play.
    pub play: Play,
    /// The goal.
    pub goal: Goal,
    /// The length, in moves of the player to move; half a move more for [`Play::HelpAndHalf`], where it may be 0, and
    /// [`Play::HelpSelfmateAndHalf`].
    pub moves: u32,
    /// The player to be mated.
    pub victim: Victim,
}

/// The kind of play: who plays for whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Play {
    /// `#2`: the player to move reaches the goal whatever the others play.
    Direct,
    /// `exact-#2`: the player reaches it with just this move, whatever they play, and nothing ends before.
    Exact,
    /// `s#2`: the opponent is made to reach it against the player to move.
    Selfmate,
    /// `r#2`: a selfmate in which a player who can reach the goal at once must do so.
    Reflex,
    /// `semi-r#2`: a selfmate in which only the opponent must reach the goal if it can.
    SemiReflex,
    /// `h#2`: both sides help to mate the player who begins.
    Help,
    /// `h#2.5`: both play together, and the player who begins has the last move.
    HelpAndHalf,
    /// `hs#2`: both play together, until the last move of the player who begins forces the other to mate.
    HelpSelfmate,
    /// `hs#2.5`: a help-selfmate in which the player who begins is forced to mate.
    HelpSelfmateAndHalf,
    /// `ser-#4`: the player who begins makes all moves in a row, and mates with the last.
    Series,
    /// `ser-h#4`: the player who begins makes all moves in a row, then the other side mates with one move.
    SeriesHelp,
    /// `ser-s#4`: the player who begins makes all moves in a row, and the last one forces the other side to mate.
    SeriesSelfmate,
}

/// The goal of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// `#`: mate.
    Mate,
    /// `=`: stalemate.
    Stalemate,
    /// `+`: check, which may be mate.
    Check,
}

/// The player to be mated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victim {
    /// Any opponent; in games for two the only one.
    Any,
    /// This player only.
    Named(Player),
}

impl Victim {
    /// Returns the players that may be mated.
    pub(super) fn among<V: Variant>(self, position: &Position<V>) -> PlayerSet {
        match self {
            Self::Named(player) => PlayerSet::EMPTY.with(player),
            Self::Any => position.living().without(position.turn()),
        }
    }
}

impl Stipulation {
    /// Creates the stipulation of a mate of any opponent within `moves`.
    pub const fn mate_in(moves: u32) -> Self {
        Self { play: Play::Direct, goal: Goal::Mate, moves, victim: Victim::Any }
    }

    /// Returns whether there is no resistance except a last forced move, so that the solution consists of lines.
    ///
    /// ```
    /// use hexmate_core::mate::{Play, Stipulation};
    ///
    /// let helpmate = Stipulation { play: Play::Help, ..Stipulation::mate_in(2) };
    /// assert!(helpmate.has_lines() && !Stipulation::mate_in(2).has_lines());
    /// ```
    pub const fn has_lines(self) -> bool {
        !matches!(self.play, Play::Direct | Play::Exact | Play::Selfmate | Play::Reflex | Play::SemiReflex)
    }

    /// Returns whether the player who begins makes all its moves in a row.
    pub const fn is_series(self) -> bool {
        matches!(self.play, Play::Series | Play::SeriesHelp | Play::SeriesSelfmate)
    }

    /// Returns whether every legal last move of a line must reach the goal.
    pub const fn ends_forced(self) -> bool {
        matches!(self.play, Play::HelpSelfmate | Play::HelpSelfmateAndHalf | Play::SeriesSelfmate)
    }

    /// Returns whether the other side passes after a move of a line with `left` moves left.
    ///
    /// The passing side may not be in check, and the pass ends en passant rights.
    pub const fn other_side_passes(self, left: u32) -> bool {
        match self.play {
            Play::Series => left > 0,
            Play::SeriesHelp | Play::SeriesSelfmate => left > 1,
            _ => false,
        }
    }

    /// Returns how many of the last `plies` moves of a line the side that reaches the goal makes.
    pub(super) const fn moves_of_the_last(self, plies: u32) -> u32 {
        match self.play {
            Play::Series => plies,
            Play::SeriesHelp | Play::SeriesSelfmate => 1,
            _ => plies.div_ceil(2),
        }
    }

    /// Returns the stipulation with another length.
    ///
    /// ```
    /// use hexmate_core::mate::Stipulation;
    ///
    /// assert_eq!(Stipulation::mate_in(2).with_moves(3), Stipulation::mate_in(3));
    /// ```
    pub const fn with_moves(self, moves: u32) -> Self {
        Self { moves, ..self }
    }

    /// Returns the lengths to search, one after the other, until there is a solution.
    pub(super) fn lengths(self) -> std::ops::RangeInclusive<u32> {
        match self.play {
            Play::Exact => self.moves..=self.moves,
            Play::HelpAndHalf => 0..=self.moves,
            _ => 1..=self.moves,
        }
    }

    /// Returns the length of a line in plies.
    pub const fn plies(self) -> u32 {
        match self.play {
            Play::Series => self.moves,
            Play::SeriesHelp | Play::SeriesSelfmate => self.moves + 1,
            Play::HelpAndHalf | Play::HelpSelfmateAndHalf => 2 * self.moves + 1,
            _ => 2 * self.moves,
        }
    }
}

/// Prefix of each play before its goal; a longer prefix precedes one that it begins with.
const PREFIXES: [(&str, Play); 10] = [
    ("exact-", Play::Exact),
    ("semi-r", Play::SemiReflex),
    ("ser-h", Play::SeriesHelp),
    ("ser-s", Play::SeriesSelfmate),
    ("ser-", Play::Series),
    ("hs", Play::HelpSelfmate),
    ("s", Play::Selfmate),
    ("r", Play::Reflex),
    ("h", Play::Help),
    ("", Play::Direct),
];

/// The longest stipulation that is read: longer than any composed, and short enough for the stack of a thread.
const MOST_MOVES: u32 = 999;

impl Stipulation {
    /// Parses a stipulation of a game: `#2`, `s#3`, `h#2.5`, `ser-h#4`; for several players `#2r` with the letter of the victim.
    pub fn parse_for(game: &VariantTable, text: &str) -> Option<Self> {
        let begin = |(prefix, play)| Some((play, text.strip_prefix(prefix)?));
        let (mut play, text) = PREFIXES.into_iter().find_map(begin)?;
        let (goal, text) = match text.as_bytes().first()? {
            b'#' => (Goal::Mate, &text[1..]),
            b'=' => (Goal::Stalemate, &text[1..]),
            b'+' if play == Play::Direct => (Goal::Check, &text[1..]),
            _ => return None,
        };
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let least = u32::from(!(play == Play::Help && &text[digits..] == ".5"));
        let moves = text[..digits].parse().ok().filter(|&moves| (least..=MOST_MOVES).contains(&moves))?;
        let mut victim = Victim::Any;
        match &text.as_bytes()[digits..] {
            [] => {}
            b".5" if play == Play::Help => play = Play::HelpAndHalf,
            b".5" if play == Play::HelpSelfmate => play = Play::HelpSelfmateAndHalf,
            &[letter] if game.players > 2 => victim = Victim::Named(game.player(letter)?),
            _ => return None,
        }
        let stipulation = Self { play, goal, moves, victim };
        let is_plain = (play, goal) == (Play::Direct, Goal::Mate);
        (game.players == 2 || is_plain).then_some(stipulation)
    }

    /// Returns the stipulation as problemists write it in a game.
    pub fn text_for(self, game: &VariantTable) -> String {
        let (whole, half) = match self.play {
            Play::HelpAndHalf => (Play::Help, ".5"),
            Play::HelpSelfmateAndHalf => (Play::HelpSelfmate, ".5"),
            play => (play, ""),
        };
        let prefix = PREFIXES.iter().find(|(_, play)| *play == whole).map_or("", |(prefix, _)| prefix);
        let goal = match self.goal {
            Goal::Mate => '#',
            Goal::Stalemate => '=',
            Goal::Check => '+',
        };
        let victim = match self.victim {
            Victim::Any => String::new(),
            Victim::Named(victim) => game.letter(victim).to_string(),
        };
        format!("{prefix}{goal}{}{half}{victim}", self.moves)
    }
}

/// Text that is not a stipulation of a game for two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseStipulationError(String);

impl fmt::Display for ParseStipulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown stipulation {:?}; write #2, h#3 or s#2", self.0)
    }
}

impl std::error::Error for ParseStipulationError {}

impl FromStr for Stipulation {
    type Err = ParseStipulationError;

    /// Parses a stipulation of a game for two.
    fn from_str(text: &str) -> Result<Self, ParseStipulationError> {
        Self::parse_for(&Game::GLINSKI, text).ok_or_else(|| ParseStipulationError(text.to_owned()))
    }
}

impl fmt::Display for Stipulation {
    /// Writes the stipulation; a victim among several players by its seat, since the letter depends on the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self { victim: Victim::Any, ..*self }.text_for(&Game::GLINSKI))?;
        match self.victim {
            Victim::Any => Ok(()),
            Victim::Named(player) => write!(f, " (player {})", player.index() + 1),
        }
    }
}
