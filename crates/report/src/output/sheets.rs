//! Files that solutions go to which are no tables. Knows how each is begun and ended.

use std::io::{self, Write};

use super::book::{Book, BookError};
use super::page::PageFile;
use crate::SolveSummary;
use hexmate_batch::files::Output;

/// A file while solutions come in.
#[derive(Debug)]
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
    ///
    /// # Errors
    ///
    /// If there is no room for what has to wait.
    pub fn page(output: Output) -> io::Result<Self> {
        let page = PageFile::open(output, "Problems", &["verdict", "length", "claim"])?;
        Ok(Self::Page(Box::new(page)))
    }

    /// Adds what is written of a problem.
    ///
    /// # Errors
    ///
    /// If there is no room for it, or it is not what the file is made of.
    pub fn add(&mut self, written: &str) -> io::Result<()> {
        match self {
            Self::Plain(output) => output.write_all(written.as_bytes()),
            Self::Page(page) => page.add(written),
            Self::Book(book) => book.add(written),
        }
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or a picture of a book cannot be set.
    pub fn finish(self, summary: &SolveSummary) -> Result<(), BookError> {
        match self {
            Self::Plain(output) => Ok(output.finish()?),
            Self::Page(page) => Ok(page.finish(&summary.to_string())?),
            Self::Book(book) => book.finish(),
        }
    }
}
