//! Numbered lines of bounded length.

use std::io::{self, BufRead};

use super::RowFault;

/// A line without its end, and its number from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number.
    pub number: u64,
    /// Its bytes, or why they are not here.
    pub bytes: Result<Vec<u8>, RowFault>,
}

/// The lines of a file. They end with LF, CR LF or CR.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    most: usize,
    too_long: RowFault,
    number: u64,
    /// The last line ended with CR: an LF belongs to it.
    has_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `most` bytes; a longer one is `too_long`.
    pub fn new(input: R, most: usize, too_long: RowFault) -> Self {
        Self { input, most, too_long, number: 0, has_return: false }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut is_whole = true;
        let mut is_begun = false;
        loop {
            let ahead = self.input.fill_buf()?;
            if std::mem::take(&mut self.has_return) && ahead.first() == Some(&b'\n') {
                self.input.consume(1);
                continue;
            }
            let end = memchr::memchr2(b'\n', b'\r', ahead);
            if ahead.is_empty() && !is_begun {
                return Ok(None);
            }
            is_begun = true;
            let text = &ahead[..end.unwrap_or(ahead.len())];
            is_whole &= bytes.len() + text.len() <= self.most;
            if is_whole {
                bytes.extend_from_slice(text);
            }
            let is_over = end.is_some() || ahead.is_empty();
            self.has_return = end.is_some_and(|end| ahead[end] == b'\r');
            let length = text.len() + usize::from(end.is_some());
            self.input.consume(length);
            if is_over {
                self.number += 1;
                let bytes = if is_whole { Ok(bytes) } else { Err(self.too_long) };
                return Ok(Some(Line { number: self.number, bytes }));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_any_line_end() {
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
