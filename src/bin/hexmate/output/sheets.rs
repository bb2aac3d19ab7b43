//! Files that solutions go to which are no tables. Knows how each is begun and ended.

use std::io::{self, Write};

use hexmate::report::{SolveSummary, page};

use super::{Book, Output};
use crate::exit::Failure;

/// A file while solutions come in.
pub enum SheetFile {
    /// One solution behind the other.
    Plain(Output),
    /// A page.
    Page(Output),
    /// A book.
    Book(Box<Book>),
}

impl SheetFile {
    /// A page in this file.
    pub fn page(mut output: Output) -> io::Result<Self> {
        output.write_all(page::opening("Problems", &["verdict", "length", "claim"]).as_bytes())?;
        Ok(Self::Page(output))
    }

    /// Adds what is written of a problem.
    pub fn add(&mut self, written: &str) -> io::Result<()> {
        match self {
            Self::Plain(output) | Self::Page(output) => output.write_all(written.as_bytes()),
            Self::Book(book) => book.add(written),
        }
    }

    /// Puts the file in its place.
    pub fn finish(self, summary: &SolveSummary) -> Result<(), Failure> {
        match self {
            Self::Plain(output) => Ok(output.finish()?),
            Self::Page(mut output) => {
                output.write_all(page::closing(&summary.to_string()).as_bytes())?;
                Ok(output.finish()?)
            }
            Self::Book(book) => book.finish(),
        }
    }
}
