//! Tables of the command line whose columns depend on options, as aligned text, CSV or JSON Lines.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use crate::{Format, Formulas, cell_text, csv_line, json_line, padded};
use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_batch::terminal::one_line;

/// A column of a table whose rows are `R`: its name, its layout in text, and the value of its cells.
pub struct Column<R> {
    name: &'static str,
    width: usize,
    alignment: Alignment,
    cell: Box<dyn Fn(&R) -> Value>,
}

enum Alignment {
    Left,
    Right,
}

impl<R> Column<R> {
    /// Creates a column of words, in text at least `width` characters wide.
    pub fn words(name: &'static str, width: usize, cell: impl Fn(&R) -> Value + 'static) -> Self {
        Self { name, width: width.max(name.len()), alignment: Alignment::Left, cell: Box::new(cell) }
    }

    /// Creates a column of numbers, in text at least `width` characters wide.
    pub fn numbers(name: &'static str, width: usize, cell: impl Fn(&R) -> Value + 'static) -> Self {
        Self { alignment: Alignment::Right, ..Self::words(name, width, cell) }
    }

    fn align(&self, text: &str) -> String {
        match self.alignment {
            Alignment::Left => padded(text, self.width),
            Alignment::Right => format!("{text:>0$}", self.width),
        }
    }
}

/// Writer of a table; each row is flushed at once.
pub struct Rows<R> {
    format: Format,
    columns: Vec<Column<R>>,
    output: Output,
    formulas: Formulas,
}

impl<R> Rows<R> {
    /// Begins a table: writes the header where the format has one.
    ///
    /// A text table with one column has no header, so that its lines can be used directly.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn new(format: Format, columns: impl Into<Vec<Column<R>>>, output: Output) -> io::Result<Self> {
        let mut rows = Self { format, columns: columns.into(), output, formulas: Formulas::Kept };
        if format == Format::Csv || format == Format::Text && rows.columns.len() > 1 {
            rows.write_cells(|column| column.name.into())?;
        }
        Ok(rows)
    }

    /// Begins a table in the file or on stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn open(
        outputs: &Outputs,
        format: Format,
        path: Option<&Path>,
        columns: impl Into<Vec<Column<R>>>,
    ) -> Result<Self, FileError> {
        Self::new(format, columns, outputs.open(path)?).map_err(FileError::of_output)
    }

    /// Returns the table with this treatment of formulas.
    #[must_use]
    pub fn with_formulas(self, formulas: Formulas) -> Self {
        Self { formulas, ..self }
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&mut self, row: &R) -> io::Result<()> {
        self.write_cells(|column| (column.cell)(row))
    }

    fn write_cells(&mut self, cell: impl Fn(&Column<R>) -> Value) -> io::Result<()> {
        let cells = self.columns.iter().map(|column| (column, cell(column)));
        let line = match self.format {
            Format::Text => {
                let cells = cells.map(|(column, cell)| column.align(&one_line(&cell_text(&cell))));
                format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
            }
            Format::Csv => {
                let cells: Vec<Value> = cells.map(|(_, cell)| cell).collect();
                self.formulas.apply(&csv_line(&cells)).into_owned()
            }
            Format::Json => json_line(cells.map(|(column, cell)| (column.name, cell))),
        };
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }

    /// Completes the table and moves the file to its place.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn finish(self) -> Result<(), FileError> {
        self.output.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let columns: [Column<(&str, Option<u32>)>; 2] = [
            Column::words("move", 6, |(name, _)| Value::from(*name)),
            Column::numbers("nodes", 7, |(_, nodes)| Value::from(*nodes)),
        ];
        let output = Output::open(Some(&path)).expect("a file");
        let mut rows = Rows::new(format, columns, output).expect("written");
        rows.write(&("b1,\"b2\"", Some(51))).expect("written");
        rows.write(&("c2c3", None)).expect("written");
        rows.finish().expect("in place");
        std::fs::read_to_string(path).expect("a file")
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(written(Format::Text), "move      nodes\nb1,\"b2\"       51\nc2c3\n");
    }

    #[test]
    fn csv_is_quoted() {
        assert_eq!(written(Format::Csv), "move,nodes\n\"b1,\"\"b2\"\"\",51\nc2c3,\n");
    }

    #[test]
    fn json_members_follow_columns() {
        assert_eq!(
            written(Format::Json),
            "{\"move\":\"b1,\\\"b2\\\"\",\"nodes\":51}\n{\"move\":\"c2c3\",\"nodes\":null}\n"
        );
    }
}
