//! PGN, read as a stream of events and written from legal games.
//!
//! The reader knows bytes, tokens and places, and no chess: a move is a slice of
//! bytes, and whether it can be played is the caller's question. Positions are
//! for [`PgnText`] only.
//!
//! # Grammar
//!
//! ```text
//! file      = { comment | rule | game }
//! game      = heading movetext [ result { comment } ] | movetext result { comment }
//! heading   = tag { tag | comment | blank line }
//! tag       = "[" name ( quoted | bare ) "]"              on one line
//! movetext  = { number | dots | move | mark | nag | comment | variation }
//! variation = "(" { movetext | result } ")"               to any depth
//! number    = digits { "." | "…" }                        "1." "1..." "12 ." "1.e5"
//! nag       = "$" digits                                  0 to 255
//! mark      = "!" "?" "+" "#" "‡" in any row, evaluations such as "+-", "e.p."
//! comment   = "{" any "}" | ";" rest of line
//! escape    = "%" in the first column, rest of line       a comment
//! result    = "1-0" "0-1" "1/2-1/2" "3/4-1/4" "1/4-3/4" "*" "½-½" "ź-ź" "1/2" "½" "remi" "draw"
//!           | share { "-" share }                         three to six, together 1
//! share     = "0" | "1" | digit "/" digit                 "3/4"
//! rule      = one punctuation mark three times or more, between games; skipped
//! ```
//!
//! Marks that touch a move (`Bh8?`, `Qxf9+`) are part of the move's text.
//!
//! # Where a game begins and ends
//!
//! * At a tag line, whatever came before it, if any movetext has been read
//!   since the last tag. Inside a comment the line must begin with a complete tag in
//!   quotes, and follow a blank line (lines that begin with `;` or `%` may stand
//!   between): then the comment was never closed, which is an error where it opened.
//! * At move number 1 after a result, or where no game is open. Elsewhere it is
//!   an event like any number: whether two games have run together is for the
//!   caller to say.
//! * Blank lines inside the movetext, between the tags, and between tags and
//!   movetext mean nothing, unless tags follow of which a name has been used: then the
//!   heading was a game without moves, and the next game begins at the first tag after
//!   the blank line. A repeated tag without a blank line before its block is an
//!   error. A brace comment after the heading and a blank line counts as movetext.
//! * A game ends at the beginning of the next one, at the first blank line after
//!   its result, or with the input. Until then comments belong to it.
//!
//! # What is forgiven without a word
//!
//! * A byte-order mark at the start of any line; `\n`, `\r\n` and `\r`; tabs.
//! * Bytes that are not UTF-8: they stay what they are, each one column wide.
//! * Tags without quotes, several tags on a line, quotes inside a quoted value.
//! * `12Nf3` for `12.Nf3`, `12` for `12.`, dots that stand alone.
//! * A result glued to the last move (`g10f11*`), and `½` in several encodings.
//!
//! # Games for three and six
//!
//! The form is that of games for two, as far as there is one:
//!
//! * The tag `Variant` names the game, as on the command line. The players' tags
//!   are their colours: `White`, `Red`, `Black`, or `White`, `Red`, `Orange`,
//!   `Blue`, `Green`, `Yellow`.
//! * A numbered round holds one move of each living player, in turn order:
//!   `1. f4f6 e7g6 h5g6`. A player who is out or skipped has no move in it, and
//!   nothing stands in its place. A game that begins within a round has three
//!   dots after its first number. The number is that of the FEN.
//! * Moves are UCI or long, as a rule; short ones can be read too. `+` is a check
//!   of the player to move next, `#` says that by the move somebody is out or the
//!   game is won.
//! * The result is what each player gets of one point, in turn order: `0-1-0` if
//!   Red has won, `3/4-0-1/4` if White gave the last of the others stalemate,
//!   equal shares of all who are in, `1/3-1/3-1/3`, for a draw.
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
//! # What is written
//!
//! [`PgnText`] writes games for any number of players in one form, in lines of at
//! most 80 characters: the roster of the PGN standard with all players, `Result`,
//! `Variant`, then, where needed, `Letters` (the name of the set of letters, if it
//! is not English), `SetUp` and `FEN`, then all other tags. An [`AnnotatedGame`] is
//! written in the same form with its variations and comments.
//!
//! # Limits
//!
//! Reading takes constant memory: one buffer, and the text in hand. A tag value or
//! comment of more than [`TEXT_LIMIT`] bytes is an error where it begins, and so is a word of
//! more than [`WORD_LIMIT`]; each is read to its end, kept to the limit and marked as
//! cut. Lines may have any length, and variations any depth.

mod error;
mod input;
mod played;
mod reader;
mod scan;
mod score;
mod stored;
mod token;
mod write;

pub use error::{PgnError, PgnErrorKind};
pub(crate) use played::Trail;
pub use played::{PlayedGame, Step, Variation};
pub use reader::Reader;
pub use scan::{PlainMovetext, PlainWord};
pub use score::{Score, Shares};
pub use write::{AnnotatedGame, GameNode, Notation, PgnText};
pub(crate) use write::{comment_text, written_comment};

use hexmate_position::Place;

/// The most bytes of one tag value or comment.
pub const TEXT_LIMIT: usize = 1 << 20;

/// The most bytes of one move or other word.
pub const WORD_LIMIT: usize = 4096;

/// What the reader saw, where, and how deep inside variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event<'a> {
    /// Where it begins.
    pub place: Place,
    /// 0 in the main line, 1 in a variation of it, and so on. The brackets of a
    /// variation count as inside.
    pub depth: u32,
    /// What it is.
    pub kind: EventKind<'a>,
}

/// One thing read from the input.
///
/// Between [`EventKind::GameBegin`] and [`EventKind::GameEnd`] stand the tags,
/// then the rest. Outside games there are only comments and errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind<'a> {
    /// A game begins here, with the tag or move number that follows.
    GameBegin,
    /// A tag of the game's heading.
    Tag {
        /// The name, as written.
        name: &'a [u8],
        /// The value, without quotes and escapes.
        value: Text<'a>,
        /// Where the value begins, after its quote.
        value_place: Place,
        /// Whether the value stood in quotes.
        quoting: Quoting,
    },
    /// A move number.
    Number {
        /// The number; [`u32::MAX`] for larger ones.
        value: u32,
        /// How many dots touch it: 3 before a black move.
        dots: u32,
    },
    /// Dots that touch no number: three of them say that the first player of the round does not move.
    Dots(u32),
    /// A move with everything that touches it: `Qxf9+?`; inside a variation also a word that is none.
    Move(Text<'a>),
    /// A mark that stands apart from its move: `!?`, `#`, `+-`, `e.p.`.
    Mark(&'a [u8]),
    /// A numeric annotation glyph.
    Nag(u8),
    /// A comment, without its brackets.
    Comment {
        /// What it says, line ends included.
        text: Text<'a>,
        /// How it is written.
        style: CommentStyle,
    },
    /// The opening bracket of a variation.
    VariationBegin,
    /// The closing bracket of a variation.
    VariationEnd,
    /// A result; at depth 0 it finishes the game.
    Result {
        /// What it says.
        score: Score,
        /// How it was written.
        text: &'a [u8],
    },
    /// Something is wrong; reading goes on.
    Error(PgnError),
    /// The game is over, at the place where this became clear.
    GameEnd,
}

/// Bytes from the input, kept up to [`TEXT_LIMIT`] or, in movetext, [`WORD_LIMIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<'a> {
    /// The bytes; in whatever encoding they came.
    pub bytes: &'a [u8],
    /// Whether the rest was longer than the limit and is missing.
    pub is_cut: bool,
}

/// How a tag value was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quoting {
    /// `[White "Marek Mackowiak"]`.
    Quoted,
    /// `[White Marek Mackowiak]`.
    Bare,
}

/// How a comment was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentStyle {
    /// Between braces, over any number of lines.
    Brace,
    /// From a semicolon to the end of the line.
    Line,
    /// A line that begins with a per cent sign, which belongs to its text.
    Escape,
}
