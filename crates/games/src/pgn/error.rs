//! What can be wrong with PGN as text. Knows places and codes, not games.

use hexmate_position::Place;
use std::error::Error;
use std::fmt;

/// A fault of the text, and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PgnError {
    /// What is wrong.
    pub kind: PgnErrorKind,
    /// Where: for things never closed, where they opened.
    pub place: Place,
}

/// What is wrong with the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A `{` whose `}` does not come before the next game or the end.
    UnclosedComment,
    /// A `(` whose `)` does not come before the next game or the end.
    UnclosedVariation,
    /// A `}` outside a comment.
    UnopenedComment,
    /// A `)` outside a variation.
    UnopenedVariation,
    /// A tag that does not end on its line.
    UnterminatedTag,
    /// A `[` in the heading that is not followed by a name and a value.
    MalformedTag,
    /// A tag name for the second time; reported once for each game.
    RepeatedTag,
    /// Something in the movetext that cannot be a move.
    JunkToken,
    /// A tag value or comment of more than [`LIMIT`](super::LIMIT) bytes.
    TextTooLong,
    /// A game with more moves, numbers, tags and remarks than are kept.
    GameTooLong,
    /// Something other than a comment after the result; reported once for each game.
    TextAfterResult,
    /// Something other than a comment between games; reported once for each gap.
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

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnclosedComment => "comment is never closed, expected \"}\"",
            Self::UnclosedVariation => "variation is never closed, expected \")\"",
            Self::UnopenedComment => "\"}\" without a comment to close",
            Self::UnopenedVariation => "\")\" without a variation to close",
            Self::UnterminatedTag => "tag does not end on its line, expected \"]\"",
            Self::MalformedTag => "tag needs a name and a value, as in [White \"Name\"]",
            Self::RepeatedTag => "tag was given before, two records may have run together",
            Self::JunkToken => "expected a move, a number, a comment or a result",
            Self::TextTooLong => "text is longer than 1 MiB (1,048,576 bytes)",
            Self::GameTooLong => "game has more than 1,500,000 words or 64 MiB of text, the rest is not read",
            Self::TextAfterResult => "expected the next game after the result",
            Self::TextOutsideGame => "expected a tag or move number 1",
        })
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl Error for PgnError {}
