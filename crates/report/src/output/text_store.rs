//! Temporary on-disk store for rendered text whose final position is not yet known.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// Texts in an unnamed temporary file.
#[derive(Debug)]
pub struct TextStore {
    file: BufWriter<File>,
    end: u64,
}

/// Position of a text in a [`TextStore`].
#[derive(Clone, Copy, Debug)]
pub struct StoredText {
    start: u64,
    length: usize,
}

impl TextStore {
    /// Creates an empty store.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be created.
    pub fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), end: 0 })
    }

    /// Stores a text.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub fn store(&mut self, text: &[u8]) -> io::Result<StoredText> {
        let stored = StoredText { start: self.end, length: text.len() };
        self.file.write_all(text)?;
        self.end += text.len() as u64;
        Ok(stored)
    }

    /// Copies all texts, in the order in which they were stored.
    ///
    /// # Errors
    ///
    /// If the temporary file or the output fails.
    pub fn copy_to(self, output: &mut impl Write) -> io::Result<()> {
        let TextReader(mut file) = self.finish()?;
        file.rewind()?;
        io::copy(&mut file, output).map(drop)
    }

    /// Ends writing and begins reading.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub fn finish(self) -> io::Result<TextReader> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.flush()?;
        Ok(TextReader(file))
    }
}

/// Reader of a [`TextStore`].
#[derive(Debug)]
pub struct TextReader(File);

impl TextReader {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be read.
    pub fn read(&mut self, stored: StoredText) -> io::Result<Vec<u8>> {
        let mut text = vec![0; stored.length];
        self.0.seek(SeekFrom::Start(stored.start))?;
        self.0.read_exact(&mut text)?;
        Ok(text)
    }
}
