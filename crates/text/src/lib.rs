//! Lines and table rows of text files, with places and limits. Contains no chess.
//!
//! Internal to `hexmate`, which exports what programs need: this crate may change in any version.
//!
//! [`Lines`] reads numbered lines, [`Table`] the rows of a table of values with delimiters. A text is limited to
//! [`MAX_TEXT`] bytes, a line or a row to [`MAX_ROW`] and [`MAX_CELLS`] cells. A longer one is skipped and reported as a [`RowFault`] with its
//! place, so memory stays bounded.

mod fault;
mod lines;
mod members;
mod place;
mod row;
mod table;

pub use fault::RowFault;
pub use lines::{Lines, NumberedLine};
pub use members::Members;
pub use place::Place;
pub use row::{Row, cell_text};
pub use table::Table;

/// Maximum length of a text, in bytes: a comment, a tag, a cell of a table of problems or a line of EPD.
pub const MAX_TEXT: usize = 1 << 20;

/// Maximum number of cells of a row, of members of an object or mapping, and of tags in a table of games.
pub const MAX_CELLS: usize = 10_000;

/// Maximum length of a row or a line of many texts, in bytes: for example a game with its comments.
pub const MAX_ROW: usize = 1 << 24;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
