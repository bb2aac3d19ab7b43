//! Tables whose rows the library makes: one on stdout as people or programs want it, one in a file as CSV.

use std::io::{self, Write};
use std::path::Path;

use crate::{Format, Formulas, OwnColumns, Row, csv_header};
use hexmate_batch::files::{FileError, Output, Outputs};

/// Where the rows of a command go, each at once.
#[derive(Debug)]
pub struct Report {
    tables: Vec<(Format, Output)>,
    own: Own,
    formulas: Formulas,
}

/// What a table of CSV has behind its fixed columns.
#[derive(Debug)]
enum Own {
    Nothing,
    /// What its first record brings; until then it has no header.
    Due(String),
    Known(OwnColumns),
}

impl Report {
    /// Begins a table in each of the files, or on stdout.
    ///
    /// # Errors
    ///
    /// If one cannot be written.
    pub fn new<R: Row>(outputs: &Outputs, tables: &[(Format, Option<&Path>)]) -> Result<Self, FileError> {
        let mut report = Self { own: Own::Nothing, ..Self::carrying::<R>(outputs, tables)? };
        report.write_header(&csv_header::<R>()).map_err(FileError::of_output)?;
        Ok(report)
    }

    /// The same for rows that carry columns of their input along; see [`Self::write_carrying`].
    ///
    /// # Errors
    ///
    /// If one cannot be written.
    pub fn carrying<R: Row>(
        outputs: &Outputs,
        tables: &[(Format, Option<&Path>)],
    ) -> Result<Self, FileError> {
        let open = |&(format, path): &(Format, Option<&Path>)| Ok((format, outputs.open(path)?));
        let tables = tables.iter().map(open).collect::<Result<_, FileError>>()?;
        Ok(Self { tables, own: Own::Due(csv_header::<R>()), formulas: Formulas::Kept })
    }

    /// The same, with cells that are formulas as they are or as texts.
    #[must_use]
    pub fn with_formulas(self, formulas: Formulas) -> Self {
        Self { formulas, ..self }
    }

    /// Begins one table, in the file or on stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn single<R: Row>(outputs: &Outputs, format: Format, path: Option<&Path>) -> Result<Self, FileError> {
        Self::new::<R>(outputs, &[(format, path)])
    }

    /// Writes a row everywhere.
    ///
    /// # Errors
    ///
    /// If a table cannot be written.
    pub fn write<R: Row>(&mut self, row: &R) -> io::Result<()> {
        let texts: Vec<String> = self.tables.iter().map(|(format, _)| format.row(row)).collect();
        self.write_texts(&texts)
    }

    /// Writes a row that is text already, in the order of the tables.
    ///
    /// # Errors
    ///
    /// If a table cannot be written.
    pub fn write_texts(&mut self, texts: &[String]) -> io::Result<()> {
        for ((format, output), text) in self.tables.iter_mut().zip(texts) {
            let formulas = if *format == Format::Csv { self.formulas } else { Formulas::Kept };
            output.write_all(formulas.written(text).as_bytes())?;
        }
        // The first may be on a terminal or in a pipe, where somebody waits for it.
        self.tables.first_mut().map_or(Ok(()), |(_, output)| output.flush())
    }

    /// Writes a row that is text already, and behind it what its record says besides, by name.
    ///
    /// # Errors
    ///
    /// If a table cannot be written.
    pub fn write_carrying(&mut self, texts: &[String], further: &[(String, String)]) -> io::Result<()> {
        if let Own::Due(header) = &self.own {
            let own = OwnColumns::of(further);
            self.write_header(&own.header(header))?;
            self.own = Own::Known(own);
        }
        let Own::Known(own) = &self.own else { return self.write_texts(texts) };
        let whole = |((format, _), text): (&(Format, Output), &String)| match format {
            Format::Csv => own.row(text, further),
            Format::Text | Format::Json => text.clone(),
        };
        let texts: Vec<String> = self.tables.iter().zip(texts).map(whole).collect();
        self.write_texts(&texts)
    }

    fn write_header(&mut self, header: &str) -> io::Result<()> {
        let tables = self.tables.iter_mut().filter(|(format, _)| *format == Format::Csv);
        let header = self.formulas.written(header);
        tables.into_iter().try_for_each(|(_, output)| output.write_all(header.as_bytes()))
    }

    /// Puts the files in their places.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn finish(mut self) -> Result<(), FileError> {
        if matches!(self.own, Own::Due(_)) {
            self.write_carrying(&[], &[]).map_err(FileError::of_output)?;
        }
        self.tables.into_iter().try_for_each(|(_, output)| output.finish())
    }
}
