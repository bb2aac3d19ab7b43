//! A file with the table of a [`TableRow`] type.

use std::io::{self, Write};
use std::path::Path;

use crate::{Format, Formulas, InputColumns, TableRow, csv_header};
use hexmate_batch::files::{FileError, Output, Outputs};
use hexmate_batch::terminal::Painted;

/// A table under construction; each row is written at once.
#[derive(Debug)]
pub struct Report {
    format: Format,
    output: Output,
    trailing: Trailing,
    formulas: Formulas,
}

/// Columns of a CSV table after its fixed columns.
#[derive(Debug)]
enum Trailing {
    None,
    /// Decided by the first record; until then the header is not written. Contains the header of the fixed columns.
    Undecided(String),
    Known(InputColumns),
}

impl Report {
    /// Begins a table without its header.
    pub(super) fn without_header(output: Output, format: Format) -> Self {
        Self { format, output, trailing: Trailing::None, formulas: Formulas::Kept }
    }

    /// Returns the format.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Begins a table in the file or on stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn new<R: TableRow>(
        outputs: &Outputs,
        format: Format,
        path: Option<&Path>,
    ) -> Result<Self, FileError> {
        let mut report = Self::without_header(outputs.open(path)?, format);
        report.write_header(&csv_header::<R>()).map_err(FileError::of_output)?;
        Ok(report)
    }

    /// Begins a table whose rows have columns from their input; see [`Self::write_with_input`].
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn with_input_columns<R: TableRow>(
        outputs: &Outputs,
        format: Format,
        path: Option<&Path>,
    ) -> Result<Self, FileError> {
        let trailing = Trailing::Undecided(csv_header::<R>());
        Ok(Self { trailing, ..Self::without_header(outputs.open(path)?, format) })
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
    /// If the table cannot be written.
    pub fn write<R: TableRow>(&mut self, row: &R) -> io::Result<()> {
        self.write_text(&self.format.row(row))
    }

    /// Writes a rendered row.
    ///
    /// # Errors
    ///
    /// If the table cannot be written.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        let formulas = if self.format == Format::Csv { self.formulas } else { Formulas::Kept };
        self.output.write_all(formulas.apply(text).as_bytes())?;
        // A reader on a terminal or a pipe gets each row at once.
        self.output.flush()
    }

    /// Writes a line of text with a verdict in it.
    ///
    /// # Errors
    ///
    /// If the table cannot be written.
    pub fn write_painted(&mut self, painted: &Painted) -> io::Result<()> {
        self.output.write_painted(painted)?;
        self.output.flush()
    }

    /// Writes a rendered row, followed by the columns of its input as names and values.
    ///
    /// # Errors
    ///
    /// If the table cannot be written.
    pub fn write_with_input(&mut self, text: &str, further: &[(String, String)]) -> io::Result<()> {
        if let Trailing::Undecided(header) = &self.trailing {
            let columns = InputColumns::of(further);
            self.write_header(&columns.header(header))?;
            self.trailing = Trailing::Known(columns);
        }
        match &self.trailing {
            Trailing::Known(columns) if self.format == Format::Csv => {
                self.write_text(&columns.row(text, further))
            }
            _ => self.write_text(text),
        }
    }

    fn write_header(&mut self, header: &str) -> io::Result<()> {
        if self.format != Format::Csv {
            return Ok(());
        }
        self.output.write_all(self.formulas.apply(header).as_bytes())
    }

    /// Completes the table and moves the file to its place.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn finish(mut self) -> Result<(), FileError> {
        if let Trailing::Undecided(header) = &self.trailing {
            let header = InputColumns::of(&[]).header(header);
            self.write_header(&header).map_err(FileError::of_output)?;
        }
        self.output.finish()
    }
}
