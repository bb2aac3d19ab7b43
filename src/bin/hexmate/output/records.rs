//! Tables whose rows the library makes: one on stdout as people or programs want it, one in a file as CSV.

use std::io::{self, Write};
use std::path::Path;

use hexmate::report::{Format, Row, csv_header};

use super::Output;
use crate::exit::Failure;

/// Where the rows of a command go, each at once.
pub struct Report {
    tables: Vec<(Format, Output)>,
}

impl Report {
    /// Begins a table in each of the files, or on stdout.
    pub fn new<R: Row>(tables: &[(Format, Option<&Path>)]) -> Result<Self, Failure> {
        let tables =
            tables.iter().map(|&(format, path)| table::<R>(format, path)).collect::<Result<_, _>>()?;
        Ok(Self { tables })
    }

    /// Begins one table, in the file or on stdout.
    pub fn single<R: Row>(format: Format, path: Option<&Path>) -> Result<Self, Failure> {
        Self::new::<R>(&[(format, path)])
    }

    /// Writes a row everywhere.
    pub fn write<R: Row>(&mut self, row: &R) -> io::Result<()> {
        let texts: Vec<String> = self.tables.iter().map(|(format, _)| format.row(row)).collect();
        self.write_texts(&texts)
    }

    /// Writes a row that is text already, in the order of the tables.
    pub fn write_texts(&mut self, texts: &[String]) -> io::Result<()> {
        for ((_, output), text) in self.tables.iter_mut().zip(texts) {
            output.write_all(text.as_bytes())?;
        }
        // The first may be on a terminal or in a pipe, where somebody waits for it.
        self.tables.first_mut().map_or(Ok(()), |(_, output)| output.flush())
    }

    /// Puts the files in their places.
    pub fn finish(self) -> Result<(), Failure> {
        self.tables.into_iter().try_for_each(|(_, output)| Ok(output.finish()?))
    }
}

fn table<R: Row>(format: Format, path: Option<&Path>) -> Result<(Format, Output), Failure> {
    let mut output = Output::open(path)?;
    if format == Format::Csv {
        output.write_all(csv_header::<R>().as_bytes())?;
    }
    Ok((format, output))
}
