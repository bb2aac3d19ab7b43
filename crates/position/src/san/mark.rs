//! Signs after a move: check, mate and annotations.

use super::{Leniency, MoveText};
use hexmate_core::rules::CheckStatus;

/// A check or mate sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckMark {
    /// `+` or `†`.
    Check,
    /// `++`: double check, and in older records mate.
    Double,
    /// `#` or `‡`.
    Mate,
}

/// An annotation sign of a move.
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
    /// All signs, in the order of their NAGs.
    pub const ALL: [Self; 6] =
        [Self::Good, Self::Poor, Self::Brilliant, Self::Blunder, Self::Interesting, Self::Dubious];

    /// Returns the numeric annotation glyph (NAG).
    pub const fn nag(self) -> u8 {
        self as u8
    }

    /// Returns the judgement with this sign, which may be one character: `⁉`.
    pub fn of(mark: &[u8]) -> Option<Self> {
        let single = match str::from_utf8(mark).ok()? {
            "‼" => Some(Self::Brilliant),
            "⁇" => Some(Self::Blunder),
            "⁉" => Some(Self::Interesting),
            "⁈" => Some(Self::Dubious),
            _ => None,
        };
        single.or_else(|| Self::ALL.into_iter().find(|judgement| judgement.sign().as_bytes() == mark))
    }

    /// Returns the NAG of an evaluation sign such as `+-`, `±` or `=`.
    pub fn evaluation(mark: &[u8]) -> Option<u8> {
        EVALUATIONS.iter().find(|(sign, _)| sign.as_bytes() == mark).map(|&(_, nag)| nag)
    }

    /// Returns the length, in bytes, of the annotation at the end of a move that is not part of the move: an evaluation
    /// (`e5+-`, `e5±`, `e5=`), a sign of one character (`e5⁉`), or more than two `!` and `?`.
    pub fn length_at_end(word: &[u8]) -> Option<usize> {
        let row = word.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        if row > 0 {
            return (row > 2).then_some(row);
        }
        let ends = |sign: &&str| word.ends_with(sign.as_bytes());
        let evaluations = EVALUATIONS.iter().map(|(sign, _)| *sign);
        evaluations.chain(["‼", "⁇", "⁉", "⁈"]).filter(ends).map(str::len).max()
    }

    /// Returns the sign.
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

/// Signs that evaluate a position or comment on it, with their NAGs.
const EVALUATIONS: &[(&str, u8)] = &[
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=/∞", 44),
    ("⯹", 44),
    ("⇆", 132),
    ("⊕", 138),
    ("∆", 140),
    ("△", 140),
    ("⌓", 142),
];

/// A check sign that does not match the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum MarkFault {
    /// The sign is missing or says less than the move gives. Many records never mark checks.
    #[error("missing check sign: move gives {0}")]
    Missing(CheckStatus),
    /// The sign says more than the move gives.
    #[error("wrong check sign: move gives {0}")]
    Wrong(CheckStatus),
}

impl MarkFault {
    /// Compares the written sign with what the move gives; returns `None` if they match.
    ///
    /// `+` is correct for a double check, `++` for a double check or a mate.
    pub fn of(written: Option<CheckMark>, given: CheckStatus) -> Option<Self> {
        let claims = match written {
            None => CheckStatus::None,
            Some(CheckMark::Check) => CheckStatus::Check,
            Some(CheckMark::Double) => CheckStatus::DoubleCheck,
            Some(CheckMark::Mate) => CheckStatus::Mate,
        };
        match (claims, given) {
            (CheckStatus::Check | CheckStatus::DoubleCheck, CheckStatus::DoubleCheck)
            | (CheckStatus::DoubleCheck, CheckStatus::Mate) => None,
            (claims, given) if claims < given => Some(Self::Missing(given)),
            (claims, given) if claims > given => Some(Self::Wrong(given)),
            _ => None,
        }
    }

    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        self.leniency().code()
    }

    /// Returns the leniency that allows the fault.
    pub const fn leniency(self) -> Leniency {
        match self {
            Self::Missing(_) => Leniency::MissingCheckMark,
            Self::Wrong(_) => Leniency::WrongCheckMark,
        }
    }
}

impl MoveText {
    /// Compares the check sign with what the move gives; see [`MarkFault::of`].
    pub fn mark_fault(&self, given: CheckStatus) -> Option<MarkFault> {
        MarkFault::of(self.check, given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_signs_match_exactly_or_not() {
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
                .map(|given| match MarkFault::of(check, given) {
                    None => 'r',
                    Some(MarkFault::Missing(_)) => 'm',
                    Some(MarkFault::Wrong(_)) => 'w',
                })
                .collect();
            assert_eq!(found, expected, "{check:?}");
        }
    }
}
