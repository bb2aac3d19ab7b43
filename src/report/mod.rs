//! What the commands tell, as rows of tables: CSV, JSON. No files, no terminals.
//!
//! Each command has one type of row, which is built from values of the
//! library and holds cells in the order of its columns. The same cells make a
//! line of CSV and an object of JSON, so that both always say the same.

mod solve;

pub use solve::{SolveRow, SolveSummary};

use std::io::{self, Write};

use serde_json::{Map, Value};

/// One record of a command's table.
pub trait Row {
    /// Names of the columns, in order. They never change.
    const COLUMNS: &'static [&'static str];

    /// The cells, one for each column.
    ///
    /// `Null` is an empty cell; an array is a list.
    fn cells(&self) -> Vec<Value>;
}

/// Writes rows as CSV: a header always, LF, lists joined by one space.
pub struct CsvTable<W: Write> {
    writer: csv::Writer<W>,
}

impl<W: Write> CsvTable<W> {
    /// Writes the header of a table of `R` rows.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn new<R: Row>(output: W) -> io::Result<Self> {
        let mut writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(output);
        writer.write_record(R::COLUMNS).map_err(output_error)?;
        Ok(Self { writer })
    }

    /// Writes a row and lets it go, so that a reader sees each as soon as it is there.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn write<R: Row>(&mut self, row: &R) -> io::Result<()> {
        self.writer.write_record(row.cells().iter().map(cell_text)).map_err(output_error)?;
        self.writer.flush()
    }

    /// The output, all rows written.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn into_inner(self) -> io::Result<W> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// A row as one line of JSON, without its end.
pub fn json_line<R: Row>(row: &R) -> String {
    let names = R::COLUMNS.iter().map(ToString::to_string);
    Value::Object(names.zip(row.cells()).collect::<Map<_, _>>()).to_string()
}

fn cell_text(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(cell_text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The I/O error inside: `csv::Error` has no source, and a broken pipe must be recognised.
fn output_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
