//! Marks behind a move: what they claim of check and mate, and whether it is so.

use std::error::Error;
use std::fmt;

use super::{Leniency, MoveText};
use hexmate_core::rules::CheckStatus;

/// What a text says of check and mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckMark {
    /// `+` or `†`.
    Check,
    /// `++`: double check, and in older records mate.
    Double,
    /// `#` or `‡`.
    Mate,
}

/// What the writer thinks of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Judgement {
    /// `!`
    Good = 1,
    /// `?`
    Poor,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl Judgement {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Good, Self::Poor, Self::Brilliant, Self::Blunder, Self::Interesting, Self::Dubious];

    /// The number of the numeric annotation glyph that says the same.
    pub const fn nag(self) -> u8 {
        self as u8
    }

    /// The judgement that a mark is, and nothing else.
    pub fn of(mark: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|judgement| judgement.sign().as_bytes() == mark)
    }

    /// The number of the glyph that says the same as an evaluation: `+-`, `=`.
    pub fn evaluation(mark: &[u8]) -> Option<u8> {
        const EVALUATIONS: [(&[u8], u8); 7] =
            [(b"=", 10), (b"+=", 14), (b"=+", 15), (b"+/-", 16), (b"-/+", 17), (b"+-", 18), (b"-+", 19)];
        EVALUATIONS.into_iter().find(|(sign, _)| *sign == mark).map(|(_, nag)| nag)
    }

    /// The mark as it is written.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Poor => "?",
            Self::Brilliant => "!!",
            Self::Blunder => "??",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
        }
    }
}

/// A mark that does not say what the move has done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkFault {
    /// The text claims less than is so. Many records never mark a check.
    Missing(CheckStatus),
    /// The text claims more than is so; this is what is so.
    Wrong(CheckStatus),
}

impl MarkFault {
    /// What is wrong with what is written of check and mate, if the move gives this threat.
    ///
    /// `+` is right for a double check, `++` for a double check or a mate.
    pub fn of(written: Option<CheckMark>, threat: CheckStatus) -> Option<Self> {
        let claims = match written {
            None => CheckStatus::None,
            Some(CheckMark::Check) => CheckStatus::Check,
            Some(CheckMark::Double) => CheckStatus::DoubleCheck,
            Some(CheckMark::Mate) => CheckStatus::Mate,
        };
        match (claims, threat) {
            (CheckStatus::Check | CheckStatus::DoubleCheck, CheckStatus::DoubleCheck)
            | (CheckStatus::DoubleCheck, CheckStatus::Mate) => None,
            (claims, threat) if claims < threat => Some(Self::Missing(threat)),
            (claims, threat) if claims > threat => Some(Self::Wrong(threat)),
            _ => None,
        }
    }

    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        self.leniency().code()
    }

    /// What must be granted so that it is forgiven.
    pub const fn leniency(self) -> Leniency {
        match self {
            Self::Missing(_) => Leniency::MissingCheckMark,
            Self::Wrong(_) => Leniency::WrongCheckMark,
        }
    }
}

impl fmt::Display for MarkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(threat) => write!(f, "move gives {threat}, and its mark does not say so"),
            Self::Wrong(threat) => write!(f, "mark claims too much: move gives {threat}"),
        }
    }
}

impl Error for MarkFault {}

impl MoveText {
    /// What is wrong with the mark, if the move gives this threat; see [`MarkFault::of`].
    pub fn mark_fault(&self, threat: CheckStatus) -> Option<MarkFault> {
        MarkFault::of(self.check, threat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_right_if_it_says_no_more_and_no_less_than_is_so() {
        use CheckStatus::{Check, DoubleCheck, Mate, None as No};
        let cases = [
            (None, "rmmm"),
            (Some(CheckMark::Check), "wrrm"),
            (Some(CheckMark::Double), "wwrr"),
            (Some(CheckMark::Mate), "wwwr"),
        ];
        for (check, expected) in cases {
            let found: String = [No, Check, DoubleCheck, Mate]
                .into_iter()
                .map(|threat| match MarkFault::of(check, threat) {
                    None => 'r',
                    Some(MarkFault::Missing(_)) => 'm',
                    Some(MarkFault::Wrong(_)) => 'w',
                })
                .collect();
            assert_eq!(found, expected, "{check:?}");
        }
    }
}
