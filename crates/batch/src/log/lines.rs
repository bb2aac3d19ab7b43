//! Lines of a log, each up to a length.

use std::fmt;
use std::io::{self, BufRead, Read};

/// Bytes of a header or a trailer, at most.
pub(super) const HEADER: usize = 1 << 16;

/// Bytes of an entry, at most: what reads it takes several times as much memory.
pub(super) const ENTRY: usize = 8 << 20;

/// Reads lines and keeps one.
pub(super) struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    /// Where the last line begins and ends, with its end.
    pub(super) place: std::ops::Range<u64>,
}

/// A line that is longer than it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLong(usize);

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "longer than {} bytes", self.0)
    }
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, line: Vec::new(), place: 0..0 }
    }

    /// The next line without its end, if there is one.
    pub(super) fn next(&mut self, most: usize) -> io::Result<Result<Option<&[u8]>, TooLong>> {
        self.line.clear();
        let mut limited = (&mut self.reader).take(most as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.line)?;
        self.place = self.place.end..self.place.end + length as u64;
        if length > most && self.line.last() != Some(&b'\n') {
            return Ok(Err(TooLong(most)));
        }
        Ok(Ok((length > 0).then(|| self.line.strip_suffix(b"\n").unwrap_or(&self.line))))
    }

    /// The last line, with its end if it has one.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }
}
