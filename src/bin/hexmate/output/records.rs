//! Tables whose rows the library makes: one on stdout as people or programs want it, one in a file as CSV.

use std::io::{self, Write};
use std::path::Path;

use hexmate::report::{Row, csv_header, csv_row, json_row};

use super::Output;
use crate::args::Format;
use crate::exit::Failure;

/// Where the rows of a command go, each at once.
pub struct Report {
    tables: Vec<(Format, Output)>,
}

impl Report {
    /// Begins a table on stdout, if it has a format, and one more in each of the files, which must not be in text.
    ///
    /// # Errors
    ///
    /// If one of them cannot be written.
    pub fn new<R: Row>(format: Option<Format>, files: &[(Format, Option<&Path>)]) -> Result<Self, Failure> {
        let stdout = format.map(|format| Self::single::<R>(format, None)).transpose()?;
        let mut report = stdout.unwrap_or(Self { tables: Vec::new() });
        for &(format, path) in files {
            if path.is_some() {
                report.tables.append(&mut Self::single::<R>(format, path)?.tables);
            }
        }
        Ok(report)
    }

    /// Begins one table, in the file or on stdout.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn single<R: Row>(format: Format, path: Option<&Path>) -> Result<Self, Failure> {
        let mut output = Output::open(path)?;
        if format == Format::Csv {
            output.write_all(csv_header::<R>().as_bytes())?;
        }
        Ok(Self { tables: vec![(format, output)] })
    }

    /// How each of the tables is written.
    pub fn formats(&self) -> Vec<Format> {
        self.tables.iter().map(|&(format, _)| format).collect()
    }

    /// Writes a row everywhere.
    ///
    /// # Errors
    ///
    /// If one of the outputs fails.
    pub fn write<R: Row>(&mut self, row: &R) -> io::Result<()> {
        let texts: Vec<String> = self.formats().into_iter().map(|format| format.row(row)).collect();
        self.write_texts(&texts)
    }

    /// Writes a row that is text already, in the order of the tables.
    ///
    /// # Errors
    ///
    /// If one of the outputs fails.
    pub fn write_texts(&mut self, texts: &[String]) -> io::Result<()> {
        for ((_, output), text) in self.tables.iter_mut().zip(texts) {
            output.write_all(text.as_bytes())?;
        }
        // The first may be on a terminal or in a pipe, where somebody waits for it.
        self.tables.first_mut().map_or(Ok(()), |(_, output)| output.flush())
    }

    /// Puts the files in their places.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn finish(self) -> Result<(), Failure> {
        self.tables.into_iter().try_for_each(|(_, output)| output.finish())
    }
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
