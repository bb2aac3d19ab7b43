//! Leniencies: deviations from the strict form of moves and games that the parser accepts.

use std::fmt;

use crate::FenNote;

/// A deviation from the strict form that is accepted unless disallowed.
///
/// The first nine, [`OtherCastling`](Self::OtherCastling), [`Figurine`](Self::Figurine),
/// [`CapitalCells`](Self::CapitalCells) and [`SmallPieceLetter`](Self::SmallPieceLetter) concern single moves, the
/// others whole games.
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
    /// A check or mate without a sign.
    MissingCheckMark,
    /// `+` or `#` after a move that does not give check or mate.
    WrongCheckMark,
    /// `*` after a game that has ended.
    EndedUnfinished,
    /// `1/2-1/2` for a stalemate that scores three quarters.
    StalemateAsDraw,
    /// `[White Ann]` for `[White "Ann"]`.
    BareTag,
    /// `remi` or `½-½` for `1/2-1/2`.
    OtherResult,
    /// A wrong move number.
    WrongNumber,
    /// A tag `Result` whose value is not a result.
    UnreadableResult,
    /// A result only in the tag `Result` or only after the moves, and `*` in the other place.
    ResultGivenOnce,
    /// A tag `SetUp` that contradicts the tag `FEN`.
    WrongSetUp,
    /// A FEN with move number 0.
    ZeroMoveNumber,
    /// A tag `PlyCount` that is not the number of plies.
    WrongPlyCount,
    /// `[Variant "Hexagonal Chess"]` or `[JoclyGame "glinski-chess"]` for `[Variant "glinski"]`.
    OtherVariantName,
    /// `⁉`, `±` or `!!!` as an annotation.
    OtherAnnotation,
    /// A castling wing that the game does not write, or in lower case: `K-0-0`, `q-0-0`.
    OtherCastling,
    /// `♘f3` or `♞f3` for `Nf3`, unless the letters are [`Letters::FIGURINES`](super::Letters::FIGURINES).
    Figurine,
    /// `F5F6` or `F5-F6` for `f5f6`.
    CapitalCells,
    /// Files with j on a board whose files have none: `j4` for `k4`.
    OtherFiles,
    /// A FEN without turn, castling rights or en passant cell.
    IncompleteFen,
    /// A FEN with one counter, read as half-move clock.
    LoneCounter,
    /// A FEN as in the address of a page: `_` or `%20` for blanks.
    FenAddress,
    /// `bg2` for `Bg2`, where no pawn move to g2 is legal.
    SmallPieceLetter,
}

impl Leniency {
    /// All leniencies.
    pub const ALL: [Self; 31] = [
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
        Self::OtherVariantName,
        Self::OtherAnnotation,
        Self::OtherCastling,
        Self::Figurine,
        Self::CapitalCells,
        Self::OtherFiles,
        Self::IncompleteFen,
        Self::LoneCounter,
        Self::FenAddress,
        Self::SmallPieceLetter,
    ];

    /// Returns the leniency that a game with this note on its FEN needs.
    pub const fn of_fen(note: FenNote) -> Self {
        match note {
            FenNote::MissingField(_) => Self::IncompleteFen,
            FenNote::LoneCounter(_) => Self::LoneCounter,
            FenNote::OtherFiles => Self::OtherFiles,
            FenNote::CapitalCells => Self::CapitalCells,
            FenNote::Address => Self::FenAddress,
        }
    }

    /// Returns the leniency with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|leniency| leniency.code() == code)
    }

    /// Returns the stable code for tables and filters.
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
            Self::OtherVariantName => "other-variant-name",
            Self::OtherAnnotation => "other-annotation",
            Self::OtherCastling => "other-castling",
            Self::Figurine => "figurine",
            Self::CapitalCells => "capital-cells",
            Self::FenAddress => "fen-address",
            Self::SmallPieceLetter => "small-piece-letter",
            Self::OtherFiles => "other-files",
            Self::IncompleteFen => "incomplete-fen",
            Self::LoneCounter => "lone-counter",
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
            Self::WrongCheckMark => "check sign says more than the move gives",
            Self::EndedUnfinished => "result is *, but the game has ended",
            Self::StalemateAsDraw => "stalemate is scored as a draw",
            Self::BareTag => "tag value has no quotes",
            Self::OtherResult => "result is not in PGN form",
            Self::BareCastling => "castling has no dashes",
            Self::WrongNumber => "wrong move number",
            Self::UnreadableResult => "Result tag is not a result",
            Self::ResultGivenOnce => "only the Result tag or only the end of the moves has a result",
            Self::WrongSetUp => "SetUp tag contradicts the FEN tag",
            Self::ZeroMoveNumber => "FEN has move number 0, read as 1",
            Self::WrongPlyCount => "PlyCount tag is not the number of plies",
            Self::OtherAnnotation => "annotation is not in PGN form",
            Self::OtherCastling => "castling names its wing in another form",
            Self::Figurine => "piece is a symbol, not a letter",
            Self::CapitalCells => "cells are in capitals",
            Self::FenAddress => "FEN is written as in an address",
            Self::SmallPieceLetter => "piece letter is in lower case",
            Self::OtherFiles => "files are named with j",
            Self::IncompleteFen => "FEN lacks turn, castling rights or en passant cell",
            Self::LoneCounter => "FEN has one counter, read as half-move clock",
            Self::OtherVariantName => "variant is not named by its standard name in the Variant tag",
        })
    }
}

/// A set of leniencies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Leniencies(u32);

impl Leniencies {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The set of all leniencies.
    pub const ALL: Self = Self((1 << Leniency::ALL.len()) - 1);

    /// Returns whether the set contains a leniency.
    pub const fn contains(self, leniency: Leniency) -> bool {
        self.0 >> leniency as u8 & 1 == 1
    }

    /// Returns the set with one more leniency.
    #[must_use]
    pub const fn with(self, leniency: Leniency) -> Self {
        Self(self.0 | 1 << leniency as u8)
    }

    /// Returns the set without the members of another.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the members in order of declaration.
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
    fn all_minus_one_lacks_that_one() {
        assert_eq!(Leniency::ALL.into_iter().collect::<Leniencies>(), Leniencies::ALL);
        for leniency in Leniency::ALL {
            let rest = Leniencies::ALL.minus(Leniencies::NONE.with(leniency));
            assert_eq!(rest.iter().count(), Leniency::ALL.len() - 1);
            assert!(!rest.contains(leniency));
        }
    }
}
