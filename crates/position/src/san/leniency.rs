//! What may be forgiven in a written move or game, and sets of that. Names only.

use std::fmt;

/// One departure from the strict form that is understood all the same.
///
/// The first nine are of moves alone; the others need the game around them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[non_exhaustive]
pub enum Leniency {
    /// `:`, `*`, `X` or `×` for a capture.
    OtherCaptureSign,
    /// `k7V` for `k7=V`.
    PromotionWithoutSign,
    /// `f11=q` for `f11=Q`.
    LowerCasePromotion,
    /// `ixk` for `ixk5`.
    FilesOnly,
    /// `xe6` for `dxe6`.
    UnnamedTaker,
    /// `Pe4` for `e4`.
    PawnLetter,
    /// `†`, `++` or `‡`.
    OldCheckSign,
    /// `Nf4` for `Nxf4`.
    UnmarkedCapture,
    /// `00` for `0-0`.
    BareCastling,
    /// A check or mate without its sign.
    MissingCheckMark,
    /// `+` or `#` behind a move that gives no check or no mate.
    WrongCheckMark,
    /// `*` behind a game that has ended.
    EndedUnfinished,
    /// `1/2-1/2` where a stalemate is worth three quarters.
    StalemateAsDraw,
    /// `[White Ann]` for `[White "Ann"]`.
    BareTag,
    /// `remi` or `½-½` for `1/2-1/2`.
    OtherResult,
    /// A move number that is not the number of its move.
    WrongNumber,
    /// A tag `Result` that is no result.
    UnreadableResult,
    /// `*` in the tag `Result` and a result after the moves, or the reverse.
    ResultGivenOnce,
    /// A tag `SetUp` that contradicts the tag `FEN`.
    WrongSetUp,
    /// A FEN in which the number of the move is 0.
    ZeroMoveNumber,
    /// A tag `PlyCount` that is not the number of moves.
    WrongPlyCount,
}

impl Leniency {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::OtherCaptureSign,
        Self::PromotionWithoutSign,
        Self::LowerCasePromotion,
        Self::FilesOnly,
        Self::UnnamedTaker,
        Self::PawnLetter,
        Self::OldCheckSign,
        Self::UnmarkedCapture,
        Self::BareCastling,
        Self::MissingCheckMark,
        Self::WrongCheckMark,
        Self::EndedUnfinished,
        Self::StalemateAsDraw,
        Self::BareTag,
        Self::OtherResult,
        Self::WrongNumber,
        Self::UnreadableResult,
        Self::ResultGivenOnce,
        Self::WrongSetUp,
        Self::ZeroMoveNumber,
        Self::WrongPlyCount,
    ];

    /// The leniency with this name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|leniency| leniency.code() == code)
    }

    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OtherCaptureSign => "other-capture-sign",
            Self::PromotionWithoutSign => "promotion-without-sign",
            Self::LowerCasePromotion => "lower-case-promotion",
            Self::FilesOnly => "files-only",
            Self::UnnamedTaker => "unnamed-taker",
            Self::PawnLetter => "pawn-letter",
            Self::OldCheckSign => "old-check-sign",
            Self::UnmarkedCapture => "unmarked-capture",
            Self::MissingCheckMark => "missing-check-mark",
            Self::WrongCheckMark => "wrong-check-mark",
            Self::EndedUnfinished => "ended-unfinished",
            Self::StalemateAsDraw => "stalemate-as-draw",
            Self::BareTag => "bare-tag",
            Self::OtherResult => "other-result",
            Self::BareCastling => "bare-castling",
            Self::WrongNumber => "wrong-number",
            Self::UnreadableResult => "unreadable-result",
            Self::ResultGivenOnce => "result-given-once",
            Self::WrongSetUp => "wrong-setup",
            Self::ZeroMoveNumber => "zero-move-number",
            Self::WrongPlyCount => "wrong-ply-count",
        }
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherCaptureSign => "capture sign is not x",
            Self::PromotionWithoutSign => "promotion has no = before its letter",
            Self::LowerCasePromotion => "promotion has a lower-case letter",
            Self::FilesOnly => "capture names no rank",
            Self::UnnamedTaker => "capture does not name the pawn's file",
            Self::PawnLetter => "pawn has a letter",
            Self::OldCheckSign => "check sign is neither + nor #",
            Self::UnmarkedCapture => "capture has no sign",
            Self::MissingCheckMark => "check or mate has no sign",
            Self::WrongCheckMark => "check sign claims more than the move gives",
            Self::EndedUnfinished => "result is *, and the game has ended",
            Self::StalemateAsDraw => "stalemate is scored as a draw",
            Self::BareTag => "tag value has no quotes",
            Self::OtherResult => "result is spelt in another way",
            Self::BareCastling => "castling has no dashes",
            Self::WrongNumber => "move number is not that of the move",
            Self::UnreadableResult => "Result tag is no result",
            Self::ResultGivenOnce => "only one of the Result tag and the end of the moves has a result",
            Self::WrongSetUp => "SetUp tag contradicts the FEN tag",
            Self::ZeroMoveNumber => "FEN has move number 0, read as 1",
            Self::WrongPlyCount => "PlyCount tag is not the number of half-moves",
        })
    }
}

/// A set of leniencies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Leniencies(u32);

impl Leniencies {
    /// Nothing is forgiven.
    pub const NONE: Self = Self(0);
    /// Everything is.
    pub const ALL: Self = Self((1 << Leniency::ALL.len()) - 1);

    /// Whether this one is in the set.
    pub const fn contains(self, leniency: Leniency) -> bool {
        self.0 >> leniency as u8 & 1 == 1
    }

    /// This set and one more.
    #[must_use]
    pub const fn with(self, leniency: Leniency) -> Self {
        Self(self.0 | 1 << leniency as u8)
    }

    /// This set without those of another.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The members in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = Leniency> {
        Leniency::ALL.into_iter().filter(move |&leniency| self.contains(leniency))
    }
}

impl FromIterator<Leniency> for Leniencies {
    fn from_iter<I: IntoIterator<Item = Leniency>>(leniencies: I) -> Self {
        leniencies.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Leniencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_of_all_has_each_and_loses_what_is_taken_from_it() {
        assert_eq!(Leniency::ALL.into_iter().collect::<Leniencies>(), Leniencies::ALL);
        for leniency in Leniency::ALL {
            let rest = Leniencies::ALL.minus(Leniencies::NONE.with(leniency));
            assert_eq!(rest.iter().count(), Leniency::ALL.len() - 1);
            assert!(!rest.contains(leniency));
        }
    }
}
