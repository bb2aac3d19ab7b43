//! Places in text files.

use std::fmt;

/// A place in the input, as people count: the first is line 1, column 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Bytes before this place in the whole input.
    pub offset: u64,
    /// Line; `\n`, `\r\n` and `\r` each end one.
    pub line: u64,
    /// Column in characters; a byte that is not UTF-8 counts as one.
    pub column: u64,
}

impl Place {
    /// The beginning of the input.
    pub const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// The place behind some text that begins here: ASCII, of which `\n` alone ends lines.
    #[must_use]
    pub fn behind(self, text: &[u8]) -> Self {
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
