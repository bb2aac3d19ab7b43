//! Tables whose rows the library makes: one on stdout as people or programs want it, one in a file as CSV.

use std::io::{self, Write};
use std::path::Path;

use hexmate::report::{Row, csv_header, csv_row, json_row};

use super::Output;
use crate::args::Format;
use crate::exit::Failure;

/// Where the rows of a command go, each at once.
pub struct Report {
    stdout: (Format, Output),
    files: Vec<(Format, Output)>,
}

impl Report {
    /// Begins a table on stdout, and one more in each of the files, which must not be in text.
    ///
    /// # Errors
    ///
    /// If one of them cannot be written.
    pub fn new<R: Row>(format: Format, files: &[(Format, Option<&Path>)]) -> Result<Self, Failure> {
        let mut report = Self { stdout: (format, Output::open(None)?), files: Vec::new() };
        for &(format, path) in files {
            if let Some(path) = path {
                report.files.push((format, Output::open(Some(path))?));
            }
        }
        for (format, output) in report.outputs() {
            if *format == Format::Csv {
                output.write_all(csv_header::<R>().as_bytes())?;
            }
        }
        Ok(report)
    }

    /// Writes a row everywhere.
    ///
    /// # Errors
    ///
    /// If one of the outputs fails.
    pub fn write<R: Row>(&mut self, row: &R) -> io::Result<()> {
        for (format, output) in self.outputs() {
            let text = match format {
                Format::Text => row.to_text(),
                Format::Csv => csv_row(row),
                Format::Json => json_row(row),
            };
            output.write_all(text.as_bytes())?;
        }
        self.stdout.1.flush()
    }

    /// Puts the files in their places.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub fn finish(self) -> Result<(), Failure> {
        self.files.into_iter().try_for_each(|(_, output)| output.finish())
    }

    fn outputs(&mut self) -> impl Iterator<Item = &mut (Format, Output)> {
        std::iter::once(&mut self.stdout).chain(&mut self.files)
    }
}
