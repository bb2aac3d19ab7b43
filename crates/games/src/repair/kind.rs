//! Kinds of slips with their weights.

/// Kind of an [`Edit`](super::Edit): the slip that it undoes.
///
/// Each kind has a weight in bits: one bit less is twice as likely. The weights are estimates: the real collections
/// have hardly any slips but missing disambiguation, which is no edit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EditKind {
    /// The words are right, but one does not distinguish its move from another.
    OtherReading,
    /// Another piece of the same kind moves.
    OtherPiece,
    /// The written capture is wrong: no capture, or of another piece.
    OtherCapture,
    /// The written promotion is wrong: none, or to another piece.
    OtherPromotion,
    /// A digit of a rank is wrong.
    OtherRank,
    /// The letter of a file is wrong.
    OtherFile,
    /// A file is named as on a board with a file j.
    ShiftedFile,
    /// The letter of a piece is wrong.
    OtherKind,
    /// The letter of the piece is of another language.
    OtherLetters,
    /// A letter is small instead of capital, or the reverse.
    OtherCase,
    /// A character looks like the right one: `l` and 1, `O` and 0.
    LookAlike,
    /// Two neighbouring characters are exchanged.
    ExchangedCharacters,
    /// A character is missing.
    LostCharacter,
    /// A character is written twice, or superfluous.
    ExtraCharacter,
    /// The word is not similar to any legal move.
    OtherMove,
    /// The move and the next half-move are exchanged.
    SwappedWithNext,
    /// The move and the player's next move are exchanged.
    SwappedWithOwn,
    /// The moves of a round and the next round are exchanged.
    SwappedRounds,
    /// A half-move before the written one is missing.
    Missing,
    /// Several half-moves before the written one are missing.
    MissingMoves,
    /// The written half-moves are repeated.
    Repeated,
    /// The written half-move is superfluous.
    Superfluous,
    /// A move number is wrong.
    OtherNumber,
}

impl EditKind {
    /// Returns the stable code for reports and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::OtherReading => "other-reading",
            Self::OtherPiece => "other-piece",
            Self::OtherCapture => "other-capture",
            Self::OtherPromotion => "other-promotion",
            Self::OtherRank => "other-rank",
            Self::OtherFile => "other-file",
            Self::ShiftedFile => "shifted-file",
            Self::OtherKind => "other-kind",
            Self::OtherLetters => "other-letters",
            Self::OtherCase => "other-case",
            Self::LookAlike => "look-alike",
            Self::ExchangedCharacters => "exchanged-characters",
            Self::LostCharacter => "lost-character",
            Self::ExtraCharacter => "extra-character",
            Self::OtherMove => "other-move",
            Self::SwappedWithNext => "swapped-with-next",
            Self::SwappedWithOwn => "swapped-with-own",
            Self::SwappedRounds => "swapped-rounds",
            Self::Missing => "missing-move",
            Self::MissingMoves => "missing-moves",
            Self::Repeated => "repeated-move",
            Self::Superfluous => "superfluous-move",
            Self::OtherNumber => "other-number",
        }
    }

    /// Returns the weight of the likeliest slip of this kind, in bits.
    pub(super) const fn bits(self) -> f64 {
        match self {
            Self::OtherReading => 0.0,
            Self::OtherCase => 7.0,
            Self::LookAlike | Self::OtherLetters | Self::ShiftedFile => 7.5,
            Self::ExchangedCharacters | Self::OtherNumber => 8.0,
            Self::ExtraCharacter => 8.5,
            Self::OtherRank
            | Self::OtherFile
            | Self::LostCharacter
            | Self::Repeated
            | Self::SwappedWithNext => 9.0,
            Self::OtherKind | Self::Missing | Self::SwappedRounds => 9.5,
            Self::OtherPiece
            | Self::OtherCapture
            | Self::OtherPromotion
            | Self::SwappedWithOwn
            | Self::MissingMoves => 10.0,
            Self::Superfluous => 17.0,
            Self::OtherMove => 22.0,
        }
    }

    /// Returns whether the text does not say which moves replace it, so that all fitting ones are one edit.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Missing | Self::MissingMoves | Self::OtherMove)
    }

    /// Returns whether two moves of one player are exchanged, or of both players.
    pub const fn exchanges_own_moves(self) -> bool {
        matches!(self, Self::SwappedWithOwn | Self::SwappedRounds)
    }

    /// Returns the order of the written half-moves in which the edit plays them; `None` if it does not reorder.
    pub(super) const fn order(self) -> Option<&'static [usize]> {
        match self {
            Self::SwappedWithNext => Some(&[1, 0]),
            Self::SwappedWithOwn => Some(&[2, 1, 0]),
            Self::SwappedRounds => Some(&[2, 3, 0, 1]),
            _ => None,
        }
    }
}
