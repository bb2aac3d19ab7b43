//! What can be wrong with a row and its values: codes and words.

use std::fmt;

use super::{MOST_ROW, MOST_TEXT};

/// Why a row, or a value in it, cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RowFault {
    /// A quotation mark opens a cell that has no end.
    UnclosedQuote,
    /// Text between a closing quotation mark and the next cell.
    TextAfterQuote,
    /// A line or a row longer than [`MOST_ROW`].
    RowTooLong,
    /// A text longer than [`MOST_TEXT`].
    TextTooLong,
    /// A row with more cells than any table has columns.
    TooManyCells,
    /// A line that is no JSON object.
    NoObject,
    /// A game without moves: no such column or member.
    NoMoves,
    /// A value that cannot be read; what is expected in its place.
    Unreadable(&'static str),
    /// Two values for one name.
    Repeated,
}

impl RowFault {
    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnclosedQuote => "unclosed-quote",
            Self::TextAfterQuote => "text-after-quote",
            Self::RowTooLong => "row-too-long",
            Self::TextTooLong => "text-too-long",
            Self::TooManyCells => "too-many-cells",
            Self::NoObject => "no-object",
            Self::NoMoves => "no-moves",
            Self::Unreadable(_) => "unreadable-value",
            Self::Repeated => "repeated-value",
        }
    }
}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedQuote => f.write_str("this quotation mark is never closed"),
            Self::TextAfterQuote => {
                f.write_str("text after a closing quotation mark; inside a text it is written twice")
            }
            Self::RowTooLong => write!(f, "row is longer than {MOST_ROW} bytes"),
            Self::TextTooLong => write!(f, "text is longer than {MOST_TEXT} bytes"),
            Self::TooManyCells => f.write_str("row has too many cells"),
            Self::NoObject => f.write_str("no JSON object"),
            Self::NoMoves => f.write_str("no moves; expected a column or member `moves`"),
            Self::Unreadable(expected) => write!(f, "cannot read this value; expected {expected}"),
            Self::Repeated => f.write_str("another value for a name that has one already"),
        }
    }
}
