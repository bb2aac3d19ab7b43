//! Texts kept aside on the disk until it is known where they go.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// Texts one after the other in a file without a name.
#[derive(Debug)]
pub struct Shelf {
    file: BufWriter<File>,
    end: u64,
}

/// Where a text is kept.
#[derive(Clone, Copy, Debug)]
pub struct Shelved {
    start: u64,
    length: usize,
}

impl Shelf {
    /// An empty one.
    ///
    /// # Errors
    ///
    /// If there is no room for such a file.
    pub fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), end: 0 })
    }

    /// Keeps a text.
    ///
    /// # Errors
    ///
    /// If there is no room for it.
    pub fn keep(&mut self, text: &[u8]) -> io::Result<Shelved> {
        let shelved = Shelved { start: self.end, length: text.len() };
        self.file.write_all(text)?;
        self.end += text.len() as u64;
        Ok(shelved)
    }

    /// All texts, to be read again.
    ///
    /// # Errors
    ///
    /// If there is no room for the last ones.
    pub fn finish(self) -> io::Result<ShelfReader> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.flush()?;
        Ok(ShelfReader(file))
    }
}

/// Texts that were kept.
#[derive(Debug)]
pub struct ShelfReader(File);

impl ShelfReader {
    /// A text.
    ///
    /// # Errors
    ///
    /// If the disk fails.
    pub fn read(&mut self, shelved: Shelved) -> io::Result<Vec<u8>> {
        let mut text = vec![0; shelved.length];
        self.0.seek(SeekFrom::Start(shelved.start))?;
        self.0.read_exact(&mut text)?;
        Ok(text)
    }
}
