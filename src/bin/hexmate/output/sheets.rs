//! Files that solutions go to which are no tables. Knows how each is begun and ended.

use std::io::{self, Write};

use hexmate::report::SolveSummary;

use super::{Book, Output, PageFile};
use crate::exit::Failure;

/// A file while solutions come in.
pub enum SheetFile {
    /// One solution behind the other.
    Plain(Output),
    /// A page.
    Page(Box<PageFile>),
    /// A book.
    Book(Box<Book>),
}

impl SheetFile {
    /// A page in this file.
    pub fn page(output: Output) -> io::Result<Self> {
        let page = PageFile::open(output, "Problems", &["verdict", "length", "claim"])?;
        Ok(Self::Page(Box::new(page)))
    }

    /// Adds what is written of a problem.
    pub fn add(&mut self, written: &str) -> io::Result<()> {
        match self {
            Self::Plain(output) => output.write_all(written.as_bytes()),
            Self::Page(page) => page.add(written),
            Self::Book(book) => book.add(written),
        }
    }

    /// Puts the file in its place.
    pub fn finish(self, summary: &SolveSummary) -> Result<(), Failure> {
        match self {
            Self::Plain(output) => Ok(output.finish()?),
            Self::Page(page) => page.finish(&summary.to_string()),
            Self::Book(book) => book.finish(),
        }
    }
}
