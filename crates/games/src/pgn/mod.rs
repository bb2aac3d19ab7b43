//! PGN: a reader that yields events, and a writer for legal games.
//!
//! * [`Reader`] splits bytes into [`Event`]s with places. It does not interpret moves: a move is a slice of
//!   bytes, and the caller decides whether it is legal. [`validate`](crate::validate) is such a caller.
//! * [`PlayedGame`] is a game of legal moves with tags, comments and variations; [`PgnText`] displays it as PGN.
//! * [`AnnotatedGame`] is a tree of moves, such as the solution of a problem; it displays as PGN too.
//! * [`GameResult`] is the result of a game.
//!
//! # Grammar
//!
//! ```text
//! file      = { comment | rule | game }
//! game      = heading movetext [ result { comment } ] | movetext result { comment }
//! heading   = tag { tag | comment | blank line }
//! tag       = "[" name ( quoted | bare ) "]"              on one line, or with the end of its value on the next one
//! movetext  = { number | dots | move | mark | nag | comment | variation }
//! variation = "(" { movetext | result } ")"               to any depth
//! number    = digits { "." | "…" }                        "1." "1..." "12 ." "1.e5"
//! nag       = "$" digits                                  0 to 255
//! mark      = "!" "?" "+" "#" "‡" in any row, evaluations such as "+-", "e.p."
//! comment   = "{" any "}" | ";" rest of line
//! escape    = "%" in the first column, rest of line       a comment
//! result    = "1-0" "0-1" "1/2-1/2" "3/4-1/4" "1/4-3/4" "*" "½-½" "ź-ź" "1/2" "½"
//!           | "draw" "remi" "remis" "döntetlen" "unentschieden" "nulle" "tablas" "ничья" "remizo"
//!           | share { "-" share }                         three to six, together 1
//! remark    = "resigns", "time", "feladta" and the like, after the moves or the result; a comment
//! share     = "0" | "1" | digit "/" digit                 "3/4"
//! rule      = one punctuation mark three times or more, between games; ignored
//! ```
//!
//! Marks that touch a move (`Bh8?`, `Qxf9+`) are part of the move's text.
//!
//! # Where a game begins and ends
//!
//! * A tag line begins a game if movetext has been read since the last tag. Inside a comment
//!   the line must begin with a complete tag in quotes and follow a blank line (lines that
//!   begin with `;` or `%` may come between): then the comment was never closed, which is an
//!   error at its opening brace.
//! * Move number 1 begins a game after a result, or where no game is open. Elsewhere it is
//!   an event like any number: the caller decides whether two games have run together.
//! * Blank lines inside the movetext, between the tags, and between tags and
//!   movetext are ignored, unless tags follow that repeat a name: then the
//!   heading was a game without moves, and the next game begins at the first tag after
//!   the blank line. A repeated tag without a blank line before its block is an
//!   error. A brace comment after the heading and a blank line counts as movetext.
//! * A game ends at the beginning of the next one, at the first blank line after
//!   its result, or with the input. Until then comments belong to it.
//!
//! # Accepted without an error
//!
//! * A byte-order mark at the start of any line; `\n`, `\r\n` and `\r`; tabs.
//! * Bytes that are not UTF-8: kept unchanged, each one column wide.
//! * Tags without quotes, several tags on a line, quotes inside a quoted value.
//! * `12Nf3` for `12.Nf3`, `12` for `12.`, dots without a number.
//! * A result glued to the last move (`g10f11*`), and `½` in several encodings.
//!
//! # Games for three and six
//!
//! The form is that of games for two, with these additions:
//!
//! * The tag `Variant` names the game, as on the command line. The players' tags
//!   are their colours: `White`, `Red`, `Black`, or `White`, `Red`, `Orange`,
//!   `Blue`, `Green`, `Yellow`.
//! * A numbered round holds one move of each living player, in turn order:
//!   `1. f4f6 e7g6 h5g6`. A player who is eliminated or skipped has no move in it, without
//!   a placeholder. A game that begins within a round has three
//!   dots after its first number. The number is that of the FEN.
//! * Moves are usually UCI or long algebraic; short algebraic is read too. `+` is a check
//!   of the player to move next; `#` is a move that eliminates a player or wins the game.
//! * The result is each player's share of one point, in turn order: `0-1-0` if
//!   Red has won, `3/4-0-1/4` if White stalemated the last opponent,
//!   equal shares of all living players, `1/3-1/3-1/3`, for a draw.
//!
//! ```text
//! [White "Ann"]
//! [Red "Kim"]
//! [Black "Lee"]
//! [Result "*"]
//! [Variant "echex3"]
//!
//! 1. f4-f6 e7-g6 h5xg6 2. Ne2-f5 *
//! ```
//!
//! # Output
//!
//! [`PgnText`] writes games for any number of players in one form, in lines of at
//! most 80 characters: the roster of the PGN standard with all players, `Result`,
//! `Variant`, then, where needed, `Letters` (the name of the piece letters, if they
//! are not English), `SetUp` and `FEN`, then all other tags. Comments, glyphs and variations keep their
//! order, also behind a variation and after the result. An [`AnnotatedGame`] is
//! written in the same form with its variations and comments.
//!
//! # Limits
//!
//! Reading takes constant memory: one buffer and the current text. A tag value or
//! comment of more than [`TEXT_LIMIT`] bytes is an error where it begins, and so is a word of
//! more than [`WORD_LIMIT`]; each is read to its end, truncated to the limit and marked as
//! cut. Lines may have any length, and variations any depth.

mod annotations;
mod command;
mod error;
mod input;
mod played;
mod reader;
mod remark;
mod scan;
mod score;
mod stored;
mod token;
mod write;

pub use annotations::{Annotation, Annotations};
pub use command::{CommentCommand, comment_commands};
pub use error::{PgnError, PgnErrorKind};
pub(crate) use played::LineStack;
pub use played::{PlayedGame, Step};
pub use reader::Reader;
pub use scan::{PlainMovetext, PlainWord};
pub use score::{GameResult, Shares};
pub use write::{AnnotatedGame, GameNode, Notation, PgnText};
pub use write::{comment_text, written_comment};

use hexmate_text::Place;

/// Maximum length of one tag value or comment, in bytes.
pub const TEXT_LIMIT: usize = 1 << 20;

/// Maximum length of one move or other word, in bytes.
pub const WORD_LIMIT: usize = 4096;

/// An element of a PGN file with its place and its depth inside variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event<'a> {
    /// Place of its first byte.
    pub place: Place,
    /// Variation depth: 0 in the main line, 1 in a variation of it, and so on. The brackets of a
    /// variation count as inside.
    pub depth: u32,
    /// Kind and content.
    pub kind: EventKind<'a>,
}

/// Kind and content of an [`Event`].
///
/// Between [`EventKind::GameBegin`] and [`EventKind::GameEnd`] come the tags,
/// then the movetext. Outside games there are only comments and errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind<'a> {
    /// Start of a game, before its first tag or move number.
    GameBegin,
    /// A tag of the game's heading.
    Tag {
        /// Name as written.
        name: &'a [u8],
        /// Value without quotes and escapes.
        value: Text<'a>,
        /// Place of the value, after its opening quote.
        value_place: Place,
        /// Presence of quotes around the value.
        quoting: Quoting,
    },
    /// A move number.
    Number {
        /// The number; [`u32::MAX`] for larger ones.
        value: u32,
        /// Count of dots that touch it: 3 before a black move.
        dots: u32,
    },
    /// Dots that do not touch a number: three of them mean that the first player of the round does not move.
    Dots(u32),
    /// A move with everything that touches it: `Qxf9+?`; inside a variation also a word that is not a move.
    Move(Text<'a>),
    /// A mark separated from its move: `!?`, `#`, `+-`, `e.p.`.
    Mark(&'a [u8]),
    /// A numeric annotation glyph.
    Nag(u8),
    /// A comment, without its brackets.
    Comment {
        /// Text, line ends included.
        text: Text<'a>,
        /// Delimiters.
        style: CommentStyle,
    },
    /// The opening bracket of a variation.
    VariationBegin,
    /// The closing bracket of a variation.
    VariationEnd,
    /// A result; at depth 0 it ends the movetext.
    Result {
        /// The result.
        score: GameResult,
        /// Spelling in the file.
        text: &'a [u8],
    },
    /// A syntax error; reading goes on.
    Error(PgnError),
    /// End of a game, at the place where the reader recognizes it.
    GameEnd,
}

/// Bytes from the input, truncated to [`TEXT_LIMIT`] or, in movetext, to [`WORD_LIMIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<'a> {
    /// Bytes in the encoding of the input.
    pub bytes: &'a [u8],
    /// `true` if bytes beyond the limit are missing.
    pub is_cut: bool,
}

/// Presence of quotes around a tag value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quoting {
    /// `[White "Marek Mackowiak"]`.
    Quoted,
    /// `[White Marek Mackowiak]`.
    Bare,
}

/// Delimiters of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentStyle {
    /// Braces, around any number of lines.
    Brace,
    /// A semicolon; the comment ends with the line.
    Line,
    /// A per cent sign in the first column, which belongs to the text; the comment ends with the line.
    Escape,
}
