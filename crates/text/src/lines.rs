//! Numbered lines of bounded length.

use std::io::{self, BufRead};

use crate::RowFault;

/// A line with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedLine {
    /// Line number, from 1.
    pub number: u64,
    /// The bytes without the line end, or the fault of a line that is too long.
    pub bytes: Result<Vec<u8>, RowFault>,
}

/// Iterator over the lines of a file, which end with LF, CR LF or CR.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    max_bytes: usize,
    too_long: RowFault,
    number: u64,
    /// `true` if the last line ended with CR, so that an LF that follows belongs to it.
    has_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines of at most `max_bytes` bytes; a longer line has the fault `too_long`.
    pub fn new(input: R, max_bytes: usize, too_long: RowFault) -> Self {
        Self { input, max_bytes, too_long, number: 0, has_return: false }
    }

    fn read(&mut self) -> io::Result<Option<NumberedLine>> {
        let mut bytes = Vec::new();
        let mut is_short = true;
        let mut has_begun = false;
        loop {
            let ahead = self.input.fill_buf()?;
            if std::mem::take(&mut self.has_return) && ahead.first() == Some(&b'\n') {
                self.input.consume(1);
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', ahead);
            if ahead.is_empty() && !has_begun {
                return Ok(None);
            }
            has_begun = true;
            let text = &ahead[..end.unwrap_or(ahead.len())];
            is_short &= bytes.len() + text.len() <= self.max_bytes;
            if is_short {
                bytes.extend_from_slice(text);
            }
            let is_complete = end.is_some() || ahead.is_empty();
            self.has_return = end.is_some_and(|end| ahead[end] == b'\r');
            let length = text.len() + usize::from(end.is_some());
            self.input.consume(length);
            if is_complete {
                self.number += 1;
                let bytes = if is_short { Ok(bytes) } else { Err(self.too_long) };
                return Ok(Some(NumberedLine { number: self.number, bytes }));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<NumberedLine>;

    fn next(&mut self) -> Option<io::Result<NumberedLine>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_crlf_cr() {
        let text = b"a\r\n\rb\n\nlonger\rc";
        let read = |room| {
            let input = io::BufReader::with_capacity(room, &text[..]);
            let lines = Lines::new(input, 4, RowFault::TextTooLong);
            lines.map(|line| line.expect("memory")).map(|line| (line.number, line.bytes.ok())).collect()
        };
        let text = |text: &str| Some(text.as_bytes().to_vec());
        let all: Vec<_> = read(64);
        assert_eq!(
            all,
            [(1, text("a")), (2, text("")), (3, text("b")), (4, text("")), (5, None), (6, text("c"))]
        );
        for room in 1..6 {
            assert_eq!(read(room), all);
        }
    }
}
