//! Results of a search.

use std::cmp::Ordering;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::search::{MATE, MATE_BOUND, end_score};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// Value of a position for the side to move.
///
/// Displays as in UCI: `cp 35`, `mate 3`, `mate -2`. Greater is better.
///
/// ```
/// use hexmate_player::SearchScore;
///
/// assert!(SearchScore::Mates { plies: 3 } > SearchScore::Mates { plies: 5 });
/// assert!(SearchScore::Mates { plies: 5 } > SearchScore::Centipawns(900));
/// assert!(SearchScore::Centipawns(-900) > SearchScore::IsMated { plies: 4 });
/// assert_eq!(SearchScore::Mates { plies: 3 }.to_string(), "mate 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SearchScore {
    /// Advantage in hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates with the last of this many plies.
    Mates {
        /// Length in plies; odd.
        plies: u32,
    },
    /// The side to move is mated after this many plies.
    IsMated {
        /// Length in plies; even.
        plies: u32,
    },
}

impl SearchScore {
    /// Advantage at which the expected score is ten elevenths of a point.
    const TENFOLD: f64 = 400.0;

    pub(crate) fn of(internal: i32) -> Self {
        match internal {
            MATE_BOUND.. => Self::Mates { plies: (MATE - internal).max(0) as u32 },
            _ if internal <= -MATE_BOUND => Self::IsMated { plies: (MATE + internal).max(0) as u32 },
            _ => Self::Centipawns(internal),
        }
    }

    /// Returns the score of a finished game for two, for the side to move.
    pub fn of_end(position: &Position) -> Self {
        Self::of(end_score(position.game().stalemate_score(), position.is_check(), 0))
    }

    fn order(self) -> i64 {
        match self {
            Self::Centipawns(value) => value.into(),
            Self::Mates { plies } => i64::from(u32::MAX) * 2 - i64::from(plies),
            Self::IsMated { plies } => i64::from(plies) - i64::from(u32::MAX) * 2,
        }
    }

    /// Returns the plies to mate, negative if the side to move is mated; `None` without a mate.
    pub(crate) fn mate_plies(self) -> Option<i64> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mates { plies } => Some(plies.into()),
            Self::IsMated { plies } => Some(-i64::from(plies)),
        }
    }

    /// Returns the length of a mate in moves, if the side to move mates.
    pub fn mates_in(self) -> Option<u32> {
        match self {
            Self::Mates { plies } => Some(plies.div_ceil(2)),
            _ => None,
        }
    }

    /// Returns the score for the other side.
    ///
    /// ```
    /// use hexmate_player::SearchScore;
    ///
    /// assert_eq!(SearchScore::Centipawns(35).opposite(), SearchScore::Centipawns(-35));
    /// ```
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Mates { plies } => Self::IsMated { plies },
            Self::IsMated { plies } => Self::Mates { plies },
        }
    }

    /// Returns the expected share of a point, from 0 to 1: `1 / (1 + 10^(-centipawns / 400))`, and 0 or 1 for mates.
    ///
    /// ```
    /// use hexmate_player::SearchScore;
    ///
    /// assert_eq!(SearchScore::Centipawns(0).expectation(), 0.5);
    /// assert!((SearchScore::Centipawns(191).expectation() - 0.75).abs() < 0.001);
    /// ```
    pub fn expectation(self) -> f64 {
        match self {
            Self::Centipawns(value) => 1.0 / (1.0 + 10_f64.powf(-f64::from(value) / Self::TENFOLD)),
            Self::Mates { .. } => 1.0,
            Self::IsMated { .. } => 0.0,
        }
    }
}

/// Greatest number of pawns or moves of an evaluation that is read.
const GREATEST: f64 = 10_000.0;

impl SearchScore {
    /// Returns the value in `[%eval …]` of PGN: pawns such as `0.35`, or moves to mate such as `#-3`.
    ///
    /// PGN states it for White, whoever is to move.
    ///
    /// ```
    /// use hexmate_player::SearchScore;
    ///
    /// assert_eq!(SearchScore::Centipawns(-35).to_eval(), "-0.35");
    /// assert_eq!(SearchScore::IsMated { plies: 6 }.to_eval(), "#-3");
    /// ```
    pub fn to_eval(self) -> String {
        match self {
            Self::Centipawns(value) => format!("{:.2}", f64::from(value) / 100.0),
            Self::Mates { plies } => format!("#{}", plies.div_ceil(2)),
            Self::IsMated { plies } => format!("#-{}", plies.div_ceil(2)),
        }
    }

    /// Parses the value in `[%eval …]`, in the spellings of other programs too; `None` if it is not a score.
    ///
    /// Pawns may have a plus sign. The sign of a mate may come before or after `#`, and `#` may be `M` or `mate`. What
    /// follows a comma, slash or semicolon, such as a depth, is ignored. A comma is never a decimal point.
    ///
    /// ```
    /// use hexmate_player::SearchScore;
    ///
    /// assert_eq!(SearchScore::from_eval("-0.35,24"), Some(SearchScore::Centipawns(-35)));
    /// assert_eq!(SearchScore::from_eval("+0.3/18"), Some(SearchScore::Centipawns(30)));
    /// for mate in ["#-3", "-#3", "-M3", "mate -3"] {
    ///     assert_eq!(SearchScore::from_eval(mate), Some(SearchScore::IsMated { plies: 6 }));
    /// }
    /// assert_eq!(SearchScore::from_eval("good"), None);
    /// ```
    pub fn from_eval(text: &str) -> Option<Self> {
        let text = text.split([',', '/', ';']).next()?.trim();
        let (sign, rest) = signed(text);
        let Some(moves) = MATE_SIGNS.iter().find_map(|word| strip_word(rest, word)) else {
            let is_plain = rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let pawns: f64 = Some(rest).filter(|_| is_plain)?.parse().ok()?;
            let value = (100.0 * pawns).round() as i32;
            let value = if sign == Some(Sign::Minus) { -value } else { value };
            return (pawns <= GREATEST).then_some(Self::Centipawns(value));
        };
        let (inner, digits) = signed(moves.trim_start());
        if sign.is_some() && inner.is_some() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let moves: u32 = digits.parse().ok().filter(|&moves| f64::from(moves) <= GREATEST)?;
        // `#0` is a mate that has been given.
        Some(match sign.or(inner) {
            Some(Sign::Minus) => Self::IsMated { plies: 2 * moves },
            _ => Self::Mates { plies: (2 * moves).saturating_sub(1) },
        })
    }
}

/// Signs of a mate in evaluations of PGN, the longest first.
const MATE_SIGNS: [&str; 3] = ["mate", "M", "#"];

/// Sign before a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// Splits a sign from a text; programs for typesetting write other minus signs than ASCII has.
fn signed(text: &str) -> (Option<Sign>, &str) {
    match text.strip_prefix(['-', '\u{2212}', '\u{2013}']) {
        Some(rest) => (Some(Sign::Minus), rest),
        None => text.strip_prefix('+').map_or((None, text), |rest| (Some(Sign::Plus), rest)),
    }
}

/// Removes a word from the beginning of a text. Ignores case.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    head.eq_ignore_ascii_case(word).then_some(rest)
}

impl Ord for SearchScore {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for SearchScore {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for SearchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mates { plies } => write!(f, "mate {}", plies.div_ceil(2)),
            Self::IsMated { plies: 0 } => f.write_str("mate 0"),
            Self::IsMated { plies } => write!(f, "mate -{}", plies.div_ceil(2)),
        }
    }
}

/// The best play from a position, with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// Score for the side to move.
    pub score: SearchScore,
    /// Moves; the first is the one to play. Empty if there is no legal move.
    pub moves: Vec<Move>,
}

/// Relation of a score to the value of a position at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ScoreBound {
    /// The score is the value.
    #[default]
    Exact,
    /// The value is the score or more.
    Lower,
    /// The value is the score or less.
    Upper,
}

/// The root move that a long search examines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrentMove {
    /// Depth of the search, in plies.
    pub depth: u32,
    /// The move.
    pub m: Move,
    /// Number of the move at this depth, from 1.
    pub number: u32,
}

/// Progress of a search: one line of one depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Finished depth, in plies; 0 for a value without a search.
    pub depth: u32,
    /// Greatest depth that a line has reached, in plies.
    pub deepest: u32,
    /// Number of the line, from 1.
    pub number: u32,
    /// The line.
    pub line: ScoredLine,
    /// Relation of its score to the value of the search, which goes on if it is not exact.
    pub bound: ScoreBound,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Filled share of the transposition table, in thousandths.
    pub fill: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_have_many_spellings() {
        let pawns = |value| Some(SearchScore::Centipawns(value));
        let mates = |moves: u32| Some(SearchScore::Mates { plies: 2 * moves - 1 });
        let is_mated = |moves: u32| Some(SearchScore::IsMated { plies: 2 * moves });
        for (texts, score) in [
            (&["0.3", "+0.3", " 0.30 ", "0.3,18", "0.3, 18", "+.3/20", "0.30;d=9"][..], pawns(30)),
            (&["-0.35", "\u{2212}0.35", "\u{2013}0.35,1", "-.35/9"], pawns(-35)),
            (&["0", "-0", "+0.00", "0,35"], pawns(0)),
            (&["#3", "+#3", "#+3", "M3", "m3", "+M3", "mate 3", "Mate+3", "#3,18", "# 3"], mates(3)),
            (
                &["#-3", "-#3", "-M3", "M-3", "mate -3", "-mate 3", "\u{2212}#3", "#\u{2212}3,40", "-#3/7"],
                is_mated(3),
            ),
            (&["#-0", "-#0"], is_mated(0)),
            (&["#0"], Some(SearchScore::Mates { plies: 0 })),
        ] {
            for text in texts {
                assert_eq!(SearchScore::from_eval(text), score, "{text:?}");
            }
        }
        for text in [
            "", "-", "#", "-#", "-#-3", "+-0.3", "--1", "1e3", "inf", "nan", "3#", "good", "10001", "#10001",
            "0.3.1",
        ] {
            assert_eq!(SearchScore::from_eval(text), None, "{text:?}");
        }
    }

    #[test]
    fn written_evaluations_read_back() {
        for plies in 0..40 {
            let score =
                if plies % 2 == 1 { SearchScore::Mates { plies } } else { SearchScore::IsMated { plies } };
            assert_eq!(SearchScore::from_eval(&score.to_eval()), Some(score));
        }
        for value in -2000..2000 {
            let score = SearchScore::Centipawns(value);
            assert_eq!(SearchScore::from_eval(&score.to_eval()), Some(score));
        }
    }
}
