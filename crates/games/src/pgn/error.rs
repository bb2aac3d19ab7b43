//! Syntax errors of PGN, with codes and places.

use hexmate_text::Place;
use thiserror::Error;

/// A syntax error of a PGN file with its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[error("{place}: {kind}")]
pub struct PgnError {
    /// Kind of error.
    pub kind: PgnErrorKind,
    /// Place of the error; for a missing end, the place of the beginning.
    pub place: Place,
}

/// A kind of syntax error. Its message says what is expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A `{` whose `}` does not come before the next game or the end.
    #[error("comment is not closed, expected \"}}\"")]
    UnclosedComment,
    /// A `(` whose `)` does not come before the next game or the end.
    #[error("variation is not closed, expected \")\"")]
    UnclosedVariation,
    /// A `}` outside a comment.
    #[error("\"}}\" does not close a comment, expected \"{{\" before it")]
    UnopenedComment,
    /// A `)` outside a variation.
    #[error("\")\" does not close a variation, expected \"(\" before it")]
    UnopenedVariation,
    /// A tag that does not end on its line.
    #[error("tag does not end on its line, expected \"]\"")]
    UnterminatedTag,
    /// A `[` in the heading that is not followed by a name and a value.
    #[error("tag needs a name and a value, as in [White \"Name\"]")]
    MalformedTag,
    /// A tag name that is repeated in one heading; reported once for each game.
    #[error("this tag repeats an earlier one; two records may have run together")]
    RepeatedTag,
    /// A word in the movetext that cannot be a move.
    #[error("expected a move, a move number, a comment or a result")]
    JunkToken,
    /// A tag value or comment of more than [`TEXT_LIMIT`](super::TEXT_LIMIT) bytes.
    #[error("text is longer than 1 MiB (1,048,576 bytes)")]
    TextTooLong,
    /// A game with more moves, numbers, tags and comments, or with longer text, than the limit.
    #[error("game has more than 1,500,000 words or 64 MiB of text; the rest is not read")]
    GameTooLong,
    /// Text other than a comment after the result; reported once for each game.
    #[error("expected the next game after the result")]
    TextAfterResult,
    /// Text other than a comment between games; reported once for each gap.
    #[error("expected a tag or move number 1")]
    TextOutsideGame,
}

impl PgnErrorKind {
    /// Returns the stable code of the error, as reports have it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnclosedComment => "unclosed-comment",
            Self::UnclosedVariation => "unclosed-variation",
            Self::UnopenedComment => "unopened-comment",
            Self::UnopenedVariation => "unopened-variation",
            Self::UnterminatedTag => "unterminated-tag",
            Self::MalformedTag => "malformed-tag",
            Self::RepeatedTag => "repeated-tag",
            Self::JunkToken => "junk-token",
            Self::TextTooLong => "text-too-long",
            Self::GameTooLong => "game-too-long",
            Self::TextAfterResult => "text-after-result",
            Self::TextOutsideGame => "text-outside-game",
        }
    }
}
