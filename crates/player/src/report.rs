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

    /// Returns plies to mate, negative if the side to move is mated; `None` without a mate.
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

    /// Parses the value in `[%eval …]`; a depth after a comma is ignored. `None` if it is not a score.
    ///
    /// ```
    /// use hexmate_player::SearchScore;
    ///
    /// assert_eq!(SearchScore::from_eval("-0.35,24"), Some(SearchScore::Centipawns(-35)));
    /// assert_eq!(SearchScore::from_eval("#-3"), Some(SearchScore::IsMated { plies: 6 }));
    /// assert_eq!(SearchScore::from_eval("good"), None);
    /// ```
    pub fn from_eval(text: &str) -> Option<Self> {
        let text = text.split(',').next()?.trim();
        let number: f64 = text.strip_prefix('#').unwrap_or(text).parse().ok()?;
        if !number.is_finite() || number.abs() > GREATEST {
            return None;
        }
        if !text.starts_with('#') {
            return Some(Self::Centipawns((100.0 * number).round() as i32));
        }
        let plies = 2 * number.abs().round() as u32;
        // `#0` is a mate that has been given.
        Some(if text.starts_with("#-") {
            Self::IsMated { plies }
        } else {
            Self::Mates { plies: plies.saturating_sub(1) }
        })
    }
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

/// Progress of a search: one line of one depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Finished depth, in plies.
    pub depth: u32,
    /// Greatest depth that a line has reached, in plies.
    pub deepest: u32,
    /// Number of the line, from 1.
    pub number: u32,
    /// The line.
    pub line: ScoredLine,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Filled share of the transposition table, in thousandths.
    pub fill: u32,
}
