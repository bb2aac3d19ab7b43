//! What the commands tell, as rows of tables: CSV, JSON, text. No files, no terminals.
//!
//! Each command has one type of row, which is built from values of the
//! library and holds cells in the order of its columns. The same cells make a
//! line of CSV and an object of JSON, so that both always say the same.

mod certificate;
mod diagnostic;
mod game;
pub mod page;
mod position;
mod puzzle;
mod repair;
mod solve;
mod stats;
mod validate;

pub use certificate::certificate;
pub use diagnostic::{Diagnostic, Location};
pub use game::GameRow;
pub use position::PositionRow;
pub use puzzle::{PlayedRow, PuzzleRow, PuzzleSummary};
pub use repair::{RepairNote, RepairSummary};
pub use solve::{SCHEMA, SolveOutcome, SolveRow, SolveSummary};
pub use stats::{StatsRow, stats_chart, stats_page};
pub use validate::{RecordKind, ValidateOutcome, ValidateRow, ValidateSummary};

use serde_json::{Map, Value};

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Columns for people.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    Json,
}

impl Format {
    /// A row of a table.
    pub fn row<R: Row>(self, row: &R) -> String {
        match self {
            Self::Text => row.to_text(),
            Self::Csv => csv_row(row),
            Self::Json => json_row(row),
        }
    }
}

/// One record of a command's table.
pub trait Row {
    /// Names of the columns, in order. They never change.
    const COLUMNS: &'static [&'static str];

    /// The cells, one for each column.
    ///
    /// `Null` is an empty cell; an array is a list.
    fn cells(&self) -> Vec<Value>;

    /// What an object of JSON has besides the columns: names and values.
    fn extras(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// The row for people, with its line ends; empty if it has nothing to tell them.
    fn to_text(&self) -> String;
}

/// The header of a CSV table, with its line end.
pub fn csv_header<R: Row>() -> String {
    csv_line(R::COLUMNS)
}

/// A row as a line of CSV, with its line end; lists are joined by one space.
pub fn csv_row<R: Row>(row: &R) -> String {
    csv_line(&row.cells().iter().map(cell_text).collect::<Vec<_>>())
}

/// A row as a line of JSON, with its line end.
pub fn json_row<R: Row>(row: &R) -> String {
    let cells = R::COLUMNS.iter().copied().zip(row.cells());
    let members = cells.chain(row.extras()).map(|(name, value)| (name.to_owned(), value));
    format!("{}\n", Value::Object(members.collect::<Map<_, _>>()))
}

fn cell_text(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        // Lists of lists keep their shape.
        Value::Array(list) if list.iter().any(Value::is_array) => cell.to_string(),
        Value::Array(list) => list.iter().map(cell_text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// Cells as a line of CSV, with its line end.
#[expect(clippy::missing_panics_doc, reason = "memory takes everything, and cells are UTF-8")]
pub fn csv_line<T: AsRef<str>>(cells: &[T]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(cells.iter().map(|cell| cell.as_ref().as_bytes()));
    let line = written.ok().and_then(|()| writer.into_inner().ok());
    String::from_utf8(line.expect("memory can be written")).expect("cells are text")
}
