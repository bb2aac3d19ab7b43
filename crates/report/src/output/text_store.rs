//! Texts kept aside on the disk until it is known where they go.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// Texts one after the other in a file without a name.
#[derive(Debug)]
pub struct TextStore {
    file: BufWriter<File>,
    end: u64,
}

/// Where a text is kept.
#[derive(Clone, Copy, Debug)]
pub struct StoredText {
    start: u64,
    length: usize,
}

impl TextStore {
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
    pub fn store(&mut self, text: &[u8]) -> io::Result<StoredText> {
        let stored = StoredText { start: self.end, length: text.len() };
        self.file.write_all(text)?;
        self.end += text.len() as u64;
        Ok(stored)
    }

    /// All texts, to be read again.
    ///
    /// # Errors
    ///
    /// If there is no room for the last ones.
    pub fn finish(self) -> io::Result<TextReader> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.flush()?;
        Ok(TextReader(file))
    }
}

/// Texts that were kept.
#[derive(Debug)]
pub struct TextReader(File);

impl TextReader {
    /// A text.
    ///
    /// # Errors
    ///
    /// If the disk fails.
    pub fn read(&mut self, stored: StoredText) -> io::Result<Vec<u8>> {
        let mut text = vec![0; stored.length];
        self.0.seek(SeekFrom::Start(stored.start))?;
        self.0.read_exact(&mut text)?;
        Ok(text)
    }
}
