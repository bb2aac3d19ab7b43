//! Scores of positions: the result for the side to move and its distance in plies.

use serde::{Deserialize, Serialize};

/// The result of best play for the side to move, ordered from best to worst.
///
/// In games in which stalemate is a draw, only win, draw and loss occur.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Worth {
    /// The side to move forces mate.
    Win,
    /// The side to move forces stalemate of the opponent: three quarters of a point.
    Stalemating,
    /// Neither side forces mate or stalemate.
    Draw,
    /// The opponent forces stalemate of the side to move: a quarter of a point.
    Stalemated,
    /// The opponent forces mate.
    Loss,
}

impl Worth {
    /// All results, best first.
    pub const ALL: [Self; 5] = [Self::Win, Self::Stalemating, Self::Draw, Self::Stalemated, Self::Loss];

    /// Returns the word for the result in tables and files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Stalemating => "stalemating",
            Self::Draw => "draw",
            Self::Stalemated => "stalemated",
            Self::Loss => "loss",
        }
    }

    /// Returns the result from the other side's view.
    #[must_use]
    pub const fn to_other(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Stalemating => Self::Stalemated,
            Self::Draw => Self::Draw,
            Self::Stalemated => Self::Stalemating,
            Self::Loss => Self::Win,
        }
    }
}

/// The result of a position, and the number of plies to the mate or stalemate.
///
/// Scores are ordered from best to worst for the side to move: of equal results, the forcing side prefers
/// fewer plies and the other side prefers more.
///
/// ```
/// # mod hexmate { pub use hexmate_endgame as endgame; }
/// use hexmate::endgame::{TableScore, Worth};
///
/// let mated = TableScore { worth: Worth::Loss, plies: 0 };
/// let mates = mated.before();
/// assert_eq!(mates, TableScore { worth: Worth::Win, plies: 1 });
/// assert!(mates < TableScore::DRAW && TableScore::DRAW < mated);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableScore {
    /// The result.
    pub worth: Worth,
    /// Plies of best play to the mate or stalemate; 0 for a draw.
    pub plies: u16,
}

impl TableScore {
    /// The score of a draw.
    pub const DRAW: Self = Self { worth: Worth::Draw, plies: 0 };

    /// Returns the score of a move to a position with this score, for the side that makes the move.
    #[must_use]
    pub const fn before(self) -> Self {
        match self.worth {
            Worth::Draw => self,
            worth => Self { worth: worth.to_other(), plies: self.plies + 1 },
        }
    }

    /// Returns a sort key; less is better for the side to move.
    const fn rank(self) -> (u8, i32) {
        let plies = self.plies as i32;
        match self.worth {
            Worth::Win | Worth::Stalemating | Worth::Draw => (self.worth as u8, plies),
            Worth::Stalemated | Worth::Loss => (self.worth as u8, -plies),
        }
    }
}

impl PartialOrd for TableScore {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TableScore {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// A [`TableScore`] in the sixteen bits of a table in memory.
///
/// Of two candidates for a position the lesser number is kept: a shorter win before a longer one, before a
/// forced stalemate, before an unknown score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed(pub(super) u16);

impl Packed {
    /// Not a position: two pieces on one cell, the side not to move in check, or the image of another position.
    pub(super) const NONE: Self = Self(0);
    /// Unknown during the build; a draw at the end.
    pub(super) const UNKNOWN: Self = Self(0x7000);
    const STALEMATING: u16 = 0x2000;
    const STALEMATED: u16 = 0x9000;
    const LOSS: u16 = 0xA000;
    const PLIES: u16 = 0x0FFF;

    pub(super) const fn new(score: TableScore) -> Self {
        Self(match score.worth {
            Worth::Win => score.plies,
            Worth::Stalemating => Self::STALEMATING + score.plies,
            Worth::Draw => Self::UNKNOWN.0,
            Worth::Stalemated => Self::STALEMATED + score.plies,
            Worth::Loss => Self::LOSS + score.plies,
        })
    }

    /// Returns the score; `None` for [`Packed::NONE`].
    pub(super) const fn score(self) -> Option<TableScore> {
        let worth = match self.0 & !Self::PLIES {
            _ if self.0 == Self::NONE.0 => return None,
            0 => Worth::Win,
            Self::STALEMATING => Worth::Stalemating,
            Self::STALEMATED => Worth::Stalemated,
            Self::LOSS => Worth::Loss,
            _ => return Some(TableScore::DRAW),
        };
        Some(TableScore { worth, plies: self.0 & Self::PLIES })
    }
}
