//! What a position of an ending is worth to the side to move, and in how many plies. No positions.

use serde::{Deserialize, Serialize};

/// What best play comes to for the side to move, best first.
///
/// Where stalemate is a draw only three of the five arise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Worth {
    /// The side to move mates.
    Win,
    /// The side to move stalemates: three quarters of a point.
    Stalemating,
    /// Neither.
    Draw,
    /// The side to move is stalemated: a quarter of a point.
    Stalemated,
    /// The side to move is mated.
    Loss,
}

impl Worth {
    /// All, best first.
    pub const ALL: [Self; 5] = [Self::Win, Self::Stalemating, Self::Draw, Self::Stalemated, Self::Loss];

    /// How it is called in tables and files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Stalemating => "stalemating",
            Self::Draw => "draw",
            Self::Stalemated => "stalemated",
            Self::Loss => "loss",
        }
    }

    /// The same to the other side.
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

/// What a position is worth, and the plies to the mate or stalemate: 0 on the board of it.
///
/// Ordered from the best to the worst for the side to move: among equals, who gains hurries
/// and who loses delays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// What it is worth.
    pub worth: Worth,
    /// Plies of best play; 0 for a draw.
    pub plies: u16,
}

impl Score {
    /// Neither side mates or stalemates.
    pub const DRAW: Self = Self { worth: Worth::Draw, plies: 0 };

    /// The same a ply earlier, to the other side, which moves into this.
    #[must_use]
    pub const fn before(self) -> Self {
        match self.worth {
            Worth::Draw => self,
            worth => Self { worth: worth.to_other(), plies: self.plies + 1 },
        }
    }

    /// Less is better for the side to move.
    const fn rank(self) -> (u8, i32) {
        let plies = self.plies as i32;
        match self.worth {
            Worth::Win | Worth::Stalemating | Worth::Draw => (self.worth as u8, plies),
            Worth::Stalemated | Worth::Loss => (self.worth as u8, -plies),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// A [`Score`] in the sixteen bits of a table that is being built.
///
/// The least of two numbers is the one that stays where both are possible: a win in fewer
/// plies before one in more, before a stalemate given, before what is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed(pub(super) u16);

impl Packed {
    /// No position: pieces on one cell, the side not to move in check, or the image of another.
    pub(super) const NONE: Self = Self(0);
    /// Not known yet; a draw in the end.
    pub(super) const UNKNOWN: Self = Self(0x7000);
    const STALEMATING: u16 = 0x2000;
    const STALEMATED: u16 = 0x9000;
    const LOSS: u16 = 0xA000;
    const PLIES: u16 = 0x0FFF;

    pub(super) const fn new(score: Score) -> Self {
        Self(match score.worth {
            Worth::Win => score.plies,
            Worth::Stalemating => Self::STALEMATING + score.plies,
            Worth::Draw => Self::UNKNOWN.0,
            Worth::Stalemated => Self::STALEMATED + score.plies,
            Worth::Loss => Self::LOSS + score.plies,
        })
    }

    /// The score; none where there is no position.
    pub(super) const fn score(self) -> Option<Score> {
        let worth = match self.0 & !Self::PLIES {
            _ if self.0 == Self::NONE.0 => return None,
            0 => Worth::Win,
            Self::STALEMATING => Worth::Stalemating,
            Self::STALEMATED => Worth::Stalemated,
            Self::LOSS => Worth::Loss,
            _ => return Some(Score::DRAW),
        };
        Some(Score { worth, plies: self.0 & Self::PLIES })
    }
}
