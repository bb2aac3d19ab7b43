//! Reading of lines with a maximum length.

use std::fmt;
use std::io::{self, BufRead, Read};

/// Largest length of a header or a trailer, in bytes.
pub(super) const HEADER: usize = 1 << 16;

/// Largest length of an entry, in bytes. Parsing an entry takes several times as much memory.
pub(super) const ENTRY: usize = 8 << 20;

/// Reader of lines that keeps the last line in memory.
pub(super) struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    /// `true` if the last line that was not empty had a line end.
    has_line_end: bool,
    /// Byte range of the last line in the file, with its line end.
    pub(super) place: std::ops::Range<u64>,
}

/// Error of a line that is too long; holds the largest allowed length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLong(usize);

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "longer than {} bytes", self.0)
    }
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, line: Vec::new(), has_line_end: false, place: 0..0 }
    }

    /// Reads the next line, of at most `most` bytes, and returns it without its line end.
    ///
    /// Returns `None` at the end of the file.
    pub(super) fn next(&mut self, most: usize) -> io::Result<Result<Option<&[u8]>, TooLong>> {
        self.line.clear();
        let mut limited = (&mut self.reader).take(most as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.line)?;
        self.place = self.place.end..self.place.end + length as u64;
        if let Some(&last) = self.line.last() {
            self.has_line_end = last == b'\n';
        }
        if length > most && self.line.last() != Some(&b'\n') {
            return Ok(Err(TooLong(most)));
        }
        Ok(Ok((length > 0).then(|| self.line.strip_suffix(b"\n").unwrap_or(&self.line))))
    }

    /// Returns whether the last line of the file so far is complete.
    pub(super) fn has_line_end(&self) -> bool {
        self.has_line_end
    }

    /// Returns the last line, with its line end if it has one.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }
}
