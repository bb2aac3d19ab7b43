//! Files of other problem programs: input files of Popeye, and entries of YACPDB and Olive in YAML and JSON.
//!
//! ```text
//! BeginProblem                           ---
//! title One                              id: One
//! author A. Nagy                         authors: [A. Nagy]
//! origin Magyar Sakk                     source: {name: Magyar Sakk, date: {year: 1987}}
//! stipulation #2                         stipulation: "#2"
//! pieces                                 algebraic:
//!   white Kf9 Rk7 Sf7k6                    white: [Kf9, Rk7, Sf7, Sk6]
//!   black Kf6 Pf5                          black: [Kf6, Pf5]
//! EndProblem
//! ```
//!
//! * A cell is a file and a rank of one or two digits, as everywhere in this project. The digits after a letter all
//!   belong to its cell, so that `Sh10h1` is two knights. `j` is read where [`PieceList`](hexmate_position::PieceList)
//!   reads it.
//! * The letters are K, Q, R, B, S and P, in either case. S is the knight, because N is a nightrider in these files.
//! * The stipulation decides the side to move: Black begins `h#2`, `hs#2.5` and `ser-h#2`, White all others. The options
//!   `WhiteToPlay` and `HalfDuplex` change it; `Duplex` adds the second half.
//! * Of the conditions there are only the names of the games, such as `mini`; without one the game is Gliński's. Colours
//!   are those of the players.
//! * The options `SetPlay` and `EnPassant` keep their meaning, and `StartMoveNumber` is the move number of the position.
//!   `Castling KQ`, `Players wr`, `Clock 3` and `ToMove red` are further options for what these files cannot say.
//!   Options that only change the search or the output are kept as text.
//! * Commands, options, players, twins and piece letters of Popeye are also read in German and French, as in a file that
//!   begins with `AnfangProblem` or `DebutProbleme`. `Forsyth` has the FEN of a hexagonal game.
//! * All other conditions, options, commands and pieces are refused by name.

mod draft;
mod entry;
mod language;
mod options;
mod pieces;
mod popeye;
mod sheet;
mod solution;
mod twins;
mod yaml;

pub(super) use entry::EntryReader;
pub use entry::{entries, entry_json, entry_yaml};
pub(super) use popeye::PopeyeReader;
pub use popeye::popeye_text;
pub use sheet::twin_faults;

use hexmate_text::{MAX_CELLS, MAX_TEXT};
use thiserror::Error;

/// Reason why a problem of another program cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum InterchangeFault {
    /// A condition that is not the name of a game.
    #[error("condition {0:?} is not supported; only the name of a game can be a condition")]
    Condition(String),
    /// An option that changes the solution.
    #[error("option {0:?} is not supported")]
    Option(String),
    /// An option without the value it needs, or with another one.
    #[error("option {0:?} needs another value")]
    OptionValue(String),
    /// A command that needs another board or other pieces.
    #[error("command {0:?} is not supported")]
    Command(String),
    /// A word where a command is expected.
    #[error("unknown word {0:?}; expected a command such as Pieces or Stipulation")]
    Word(String),
    /// A word that is not a piece with its cell.
    #[error(
        "{text:?} is not a piece and its cell; the pieces are {}, {}, {}, {}, {} for a knight and {}",
        .letters[0], .letters[1], .letters[2], .letters[3], .letters[4], .letters[5]
    )]
    Piece {
        /// The word.
        text: String,
        /// Letters of king, queen, rook, bishop, knight and pawn in the language of the file.
        letters: [char; 6],
    },
    /// A player that no game has, such as neutral pieces.
    #[error(
        "player {0:?} is not supported; players are white, black, and in Echex red, orange, blue, green, yellow"
    )]
    Player(String),
    /// The letter of a nightrider. The file has another letter for a knight.
    #[error("N is a nightrider in these files; write {0} for a knight")]
    Nightrider(char),
    /// Pieces before the name of their player.
    #[error("pieces without a player; write white or black before them")]
    NoPlayer,
    /// The problem has no pieces.
    #[error("missing pieces")]
    NoPieces,
    /// A FEN beside pieces or options that it contains itself.
    #[error("Forsyth cannot have {0:?} beside it; write the whole FEN")]
    BesideForsyth(String),
    /// The file ends within a problem.
    #[error("missing EndProblem")]
    Unended,
    /// The problem is longer than [`MAX_TEXT`].
    #[error("problem is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// A mapping has more than [`MAX_CELLS`] names, or a document more than 1,000,000 values.
    #[error("more than {MAX_CELLS} names in one mapping, or {} values in one document", yaml::MAX_NODES)]
    TooManyNames,
    /// The text is not YAML or JSON.
    #[error("{0}")]
    Syntax(String),
    /// A member has a value of another kind.
    #[error("{0} needs {1}")]
    Value(String, &'static str),
}

impl InterchangeFault {
    /// Returns the stable code for tables and filters.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Condition(_) => "unsupported-condition",
            Self::Option(_) => "unsupported-option",
            Self::OptionValue(_) => "option-value",
            Self::Command(_) => "unsupported-command",
            Self::Word(_) => "unknown-word",
            Self::Piece { .. } | Self::Nightrider(_) => "unknown-piece",
            Self::NoPlayer => "no-player",
            Self::Player(_) => "unsupported-player",
            Self::NoPieces => "no-pieces",
            Self::BesideForsyth(_) => "beside-forsyth",
            Self::Unended => "unclosed-problem",
            Self::TooLong => "text-too-long",
            Self::TooManyNames => "too-many-cells",
            Self::Syntax(_) => "yaml-syntax",
            Self::Value(..) => "unreadable-value",
        }
    }
}

/// A word with its place in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word<'t> {
    text: &'t str,
    /// Line, from 1.
    line: u64,
    /// Column in characters, from 1.
    column: u64,
}

impl<'t> Word<'t> {
    /// Returns the words of a text that begins at a place and has one line.
    fn all(text: &'t str, line: u64, column: u64) -> impl Iterator<Item = Self> {
        let mut column = column;
        let is_between = |c: char| c.is_whitespace() || c == ',';
        let words = text.split_inclusive(is_between).map(move |piece| {
            let word = piece.strip_suffix(is_between).unwrap_or(piece);
            let begin = column;
            column += piece.chars().count() as u64;
            Self { text: word, line, column: begin }
        });
        words.filter(|word| !word.text.is_empty())
    }
}
