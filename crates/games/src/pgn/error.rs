//! What can be wrong with PGN as text. Knows places and codes, not games.

use hexmate_position::Place;
use thiserror::Error;

/// A fault of the text, and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[error("{place}: {kind}")]
pub struct PgnError {
    /// What is wrong.
    pub kind: PgnErrorKind,
    /// Where: for things never closed, where they opened.
    pub place: Place,
}

/// What is wrong with the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A `{` whose `}` does not come before the next game or the end.
    #[error("comment is never closed, expected \"}}\"")]
    UnclosedComment,
    /// A `(` whose `)` does not come before the next game or the end.
    #[error("variation is never closed, expected \")\"")]
    UnclosedVariation,
    /// A `}` outside a comment.
    #[error("\"}}\" without a comment to close")]
    UnopenedComment,
    /// A `)` outside a variation.
    #[error("\")\" without a variation to close")]
    UnopenedVariation,
    /// A tag that does not end on its line.
    #[error("tag does not end on its line, expected \"]\"")]
    UnterminatedTag,
    /// A `[` in the heading that is not followed by a name and a value.
    #[error("tag needs a name and a value, as in [White \"Name\"]")]
    MalformedTag,
    /// A tag name for the second time; reported once for each game.
    #[error("tag was given before, two records may have run together")]
    RepeatedTag,
    /// Something in the movetext that cannot be a move.
    #[error("expected a move, a number, a comment or a result")]
    JunkToken,
    /// A tag value or comment of more than [`TEXT_LIMIT`](super::TEXT_LIMIT) bytes.
    #[error("text is longer than 1 MiB (1,048,576 bytes)")]
    TextTooLong,
    /// A game with more moves, numbers, tags and remarks than are kept.
    #[error("game has more than 1,500,000 words or 64 MiB of text, the rest is not read")]
    GameTooLong,
    /// Something other than a comment after the result; reported once for each game.
    #[error("expected the next game after the result")]
    TextAfterResult,
    /// Something other than a comment between games; reported once for each gap.
    #[error("expected a tag or move number 1")]
    TextOutsideGame,
}

impl PgnErrorKind {
    /// The stable name of the fault in tables.
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
