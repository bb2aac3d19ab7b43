//! Locations in text files.

use std::fmt;

/// A location in the input; the first is line 1, column 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Offset, in bytes from the start of the input.
    pub offset: u64,
    /// Line number from 1; `\n`, `\r\n` and `\r` each end a line.
    pub line: u64,
    /// Column from 1, in characters; a byte that is not UTF-8 counts as one.
    pub column: u64,
}

impl Place {
    /// The start of the input.
    pub const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// Returns the place after an ASCII text that starts here and whose lines end with `\n`.
    #[must_use]
    pub fn after(self, text: &[u8]) -> Self {
        let length = text.len() as u64;
        let ends = memchr::memchr_iter(b'\n', text).count() as u64;
        let column = match memchr::memrchr(b'\n', text) {
            Some(last) => length - last as u64,
            None => self.column + length,
        };
        Self { offset: self.offset + length, line: self.line + ends, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
