//! Errors of parsing a piece list.

use std::fmt;

/// Reason why a text is not a piece list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PieceListError {
    /// A word is not a piece, a cell or a word of lists.
    UnknownWord,
    /// A letter before a cell is not a piece letter.
    UnknownPiece(char),
    /// The board has no such cell.
    NoSuchCell,
    /// A cell is named twice.
    CellTwice,
    /// A cell without a letter can have a pawn or the piece of the letter before it.
    AmbiguousPiece,
    /// The letters fit several languages, in which they mean different pieces.
    AmbiguousLetters,
    /// There are more parts than players.
    TooManyPlayers,
    /// The stated number of pieces is not that of the list.
    WrongCount {
        /// Number of pieces of the list.
        listed: u32,
    },
    /// A word needs a value after it, such as `ep e6`.
    MissingValue,
}

impl PieceListError {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownWord => "unknown-word",
            Self::UnknownPiece(_) => "unknown-piece",
            Self::NoSuchCell => "no-such-cell",
            Self::CellTwice => "cell-twice",
            Self::AmbiguousPiece => "ambiguous-piece",
            Self::AmbiguousLetters => "ambiguous-letters",
            Self::TooManyPlayers => "too-many-players",
            Self::WrongCount { .. } => "wrong-count",
            Self::MissingValue => "missing-value",
        }
    }
}

impl fmt::Display for PieceListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownWord => {
                f.write_str("unknown word in a piece list; write w: Kf6 Qg4 Pe5; b: Kf11 Pe7")
            }
            Self::UnknownPiece(letter) => write!(f, "unknown piece {letter:?}"),
            Self::NoSuchCell => f.write_str("the board has no such cell"),
            Self::CellTwice => f.write_str("the cell is named twice"),
            Self::AmbiguousPiece => {
                f.write_str("a pawn, or another piece of the last letter? write the letter before this cell")
            }
            Self::AmbiguousLetters => f.write_str(
                "the letters fit several languages; name the players in one, such as white: or weiß:",
            ),
            Self::TooManyPlayers => f.write_str("the list has more parts than the game has players"),
            Self::WrongCount { listed: 1 } => f.write_str("wrong number of pieces: the list has 1 piece"),
            Self::WrongCount { listed } => write!(f, "wrong number of pieces: the list has {listed} pieces"),
            Self::MissingValue => f.write_str("missing value after this word"),
        }
    }
}
