//! Lines and rows of text files, with their places and limits. Knows no columns, no chess.
//!
//! A text of a file is kept whole up to [`MOST_TEXT`] bytes, a line or a row up to [`MOST_ROW`]. Beyond that
//! it is passed over and becomes a [`RowFault`] with its place, so that memory stays bounded.

mod fault;
mod lines;
mod row;
mod table;

pub use fault::RowFault;
pub use lines::{Line, Lines};
pub use row::Row;
pub use table::Table;

/// The most bytes of a text: a comment, a tag, a cell of a table of problems, a line of EPD.
pub const MOST_TEXT: usize = 1 << 20;

/// The most bytes of a row or a line that holds many texts, such as a game with its comments.
pub const MOST_ROW: usize = 1 << 24;
