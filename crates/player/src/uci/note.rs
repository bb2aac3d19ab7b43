//! Notes on commands that are carried out, but not as written.

use std::fmt;

/// A part of a command that is ignored or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandNote {
    /// Words that are not part of the command.
    Ignored {
        /// The words, shortened.
        words: String,
        /// Name of the command.
        command: &'static str,
    },
    /// A number that is out of its range.
    OutOfRange {
        /// Name of the parameter.
        parameter: &'static str,
        /// The number.
        found: i64,
        /// The least and the greatest number.
        range: [u64; 2],
        /// The number in its place; `None` if the parameter is ignored.
        used: Option<u64>,
    },
    /// A parameter that is given twice.
    Repeated(&'static str),
    /// Other parameters beside `perft`.
    BesidePerft,
    /// `searchmoves` without a move.
    NoMoves,
}

/// Longest text of a word in a note, in characters.
const LONGEST_WORD: usize = 40;

/// Returns a word for a message.
pub(super) fn shortened(word: &str) -> String {
    word.chars().take(LONGEST_WORD).collect()
}

impl CommandNote {
    /// Creates a note on words that are ignored.
    pub(super) fn ignored(words: &[&str], command: &'static str) -> Self {
        Self::Ignored { words: shortened(&words.join(" ")), command }
    }
}

impl fmt::Display for CommandNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ignored { words, command } => write!(f, "{words:?} is not part of {command}: ignored"),
            Self::OutOfRange { parameter, found, range: [least, most], used } => {
                match *most {
                    u64::MAX => write!(f, "{parameter} needs a number from {least}, found {found}: ")?,
                    most => write!(f, "{parameter} needs a number from {least} to {most}, found {found}: ")?,
                }
                match used {
                    Some(used) => write!(f, "{used} is used"),
                    None => f.write_str("ignored"),
                }
            }
            Self::Repeated(parameter) => write!(f, "{parameter} is given twice: the last one is used"),
            Self::BesidePerft => f.write_str("go perft has no other parameters: ignored"),
            Self::NoMoves => f.write_str("searchmoves has no move: all moves are searched"),
        }
    }
}
