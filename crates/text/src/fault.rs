//! Faults of rows and their values: codes and messages.

use std::fmt;

use crate::{MAX_CELLS, MAX_ROW, MAX_TEXT};

/// A fault of a row or of a value in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RowFault {
    /// A quotation mark opens a cell and is never closed.
    UnclosedQuote,
    /// There is text between a closing quotation mark and the next delimiter.
    TextAfterQuote,
    /// A line or a row is longer than [`MAX_ROW`].
    RowTooLong,
    /// A text is longer than [`MAX_TEXT`].
    TextTooLong,
    /// A row or an object has more than [`MAX_CELLS`] cells or members.
    TooManyCells,
    /// A line is not a JSON object.
    NotAnObject,
    /// The column or member that makes the record is missing.
    Missing {
        /// Name of the column or member.
        name: &'static str,
        /// Stable code of the fault.
        code: &'static str,
    },
    /// A value cannot be parsed; contains the expected form.
    Unreadable(&'static str),
    /// A name has two values.
    Repeated,
}

impl RowFault {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnclosedQuote => "unclosed-quote",
            Self::TextAfterQuote => "text-after-quote",
            Self::RowTooLong => "row-too-long",
            Self::TextTooLong => "text-too-long",
            Self::TooManyCells => "too-many-cells",
            Self::NotAnObject => "no-object",
            Self::Missing { code, .. } => code,
            Self::Unreadable(_) => "unreadable-value",
            Self::Repeated => "repeated-value",
        }
    }
}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedQuote => f.write_str("quotation mark is never closed"),
            Self::TextAfterQuote => {
                f.write_str("text after a closing quotation mark; double a quotation mark inside a text")
            }
            Self::RowTooLong => write!(f, "row is longer than {MAX_ROW} bytes"),
            Self::TextTooLong => write!(f, "text is longer than {MAX_TEXT} bytes"),
            Self::TooManyCells => write!(f, "more than {MAX_CELLS} cells or names in one record"),
            Self::NotAnObject => f.write_str("not a JSON object"),
            Self::Missing { name, .. } => write!(f, "missing column or member `{name}`"),
            Self::Unreadable(expected) => write!(f, "cannot read this value; expected {expected}"),
            Self::Repeated => f.write_str("second value for the same name"),
        }
    }
}
