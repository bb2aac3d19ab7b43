//! Tables as text, CSV or JSON Lines; the only file that knows how they look.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use crate::{Format, Formulas, cell_text, csv_line, json_line, padded};
use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_batch::terminal::one_line;

/// A column: its name, and how it is set in text.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    name: &'static str,
    width: usize,
    aligned: Aligned,
}

#[derive(Clone, Copy, Debug)]
enum Aligned {
    Left,
    Right,
}

impl Column {
    /// A column of words, at least so wide in text.
    pub fn words(name: &'static str, width: usize) -> Self {
        Self { name, width: width.max(name.len()), aligned: Aligned::Left }
    }

    /// A column of numbers, at least so wide in text.
    pub fn numbers(name: &'static str, width: usize) -> Self {
        Self { name, width: width.max(name.len()), aligned: Aligned::Right }
    }

    fn set(self, text: &str) -> String {
        match self.aligned {
            Aligned::Left => padded(text, self.width),
            Aligned::Right => format!("{text:>0$}", self.width),
        }
    }
}

/// Writes a table row by row; each row is out of the program's hands at once.
#[derive(Debug)]
pub struct Rows {
    format: Format,
    columns: Vec<Column>,
    output: Output,
    formulas: Formulas,
}

impl Rows {
    /// Begins a table: writes the header where the format has one.
    ///
    /// In text a table of one column has none, so that its lines can be used as they are.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn new(format: Format, columns: Vec<Column>, output: Output) -> io::Result<Self> {
        let mut rows = Self { format, columns, output, formulas: Formulas::Kept };
        if format == Format::Csv || format == Format::Text && rows.columns.len() > 1 {
            let names: Vec<Value> = rows.columns.iter().map(|column| column.name.into()).collect();
            rows.write(&names)?;
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
        columns: Vec<Column>,
    ) -> Result<Self, FileError> {
        Self::new(format, columns, outputs.open(path)?).map_err(FileError::of_output)
    }

    /// The same, with cells that are formulas as they are or as texts.
    #[must_use]
    pub fn with_formulas(self, formulas: Formulas) -> Self {
        Self { formulas, ..self }
    }

    /// Writes a row, with one field for each column.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&mut self, fields: &[Value]) -> io::Result<()> {
        debug_assert_eq!(fields.len(), self.columns.len());
        let line = match self.format {
            Format::Text => self.text(fields),
            Format::Csv => self.formulas.written(&csv_line(fields)).into_owned(),
            Format::Json => {
                json_line(self.columns.iter().map(|column| column.name).zip(fields.iter().cloned()))
            }
        };
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }

    /// Ends the table; a file appears in its place.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn finish(self) -> Result<(), FileError> {
        self.output.finish()
    }

    fn text(&self, fields: &[Value]) -> String {
        let cells: Vec<String> = self
            .columns
            .iter()
            .zip(fields)
            .map(|(column, field)| column.set(&one_line(&cell_text(field))))
            .collect();
        format!("{}\n", cells.join("  ").trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let columns = vec![Column::words("move", 6), Column::numbers("nodes", 7)];
        let output = Output::open(Some(&path)).expect("a file");
        let mut rows = Rows::new(format, columns, output).expect("written");
        rows.write(&["b1,\"b2\"".into(), 51.into()]).expect("written");
        rows.write(&["c2c3".into(), Value::Null]).expect("written");
        rows.finish().expect("in place");
        std::fs::read_to_string(path).expect("a file")
    }

    #[test]
    fn text_is_set_in_columns() {
        assert_eq!(written(Format::Text), "move      nodes\nb1,\"b2\"       51\nc2c3\n");
    }

    #[test]
    fn csv_is_quoted_where_it_must_be() {
        assert_eq!(written(Format::Csv), "move,nodes\n\"b1,\"\"b2\"\"\",51\nc2c3,\n");
    }

    #[test]
    fn json_has_an_object_for_each_row_in_the_order_of_the_columns() {
        assert_eq!(
            written(Format::Json),
            "{\"move\":\"b1,\\\"b2\\\"\",\"nodes\":51}\n{\"move\":\"c2c3\",\"nodes\":null}\n"
        );
    }
}
