//! A buffer of fixed size over an input, with the place of the next byte.

use hexmate_text::Place;
use std::io::{self, Read};

/// Size of the buffer in bytes: several times the longest look-ahead.
const WINDOW: usize = 256 * 1024;

/// A buffered input from the current place onward.
///
/// Places depend only on the bytes, not on the pieces in which `source` delivers them.
pub(super) struct Input<R> {
    source: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    is_exhausted: bool,
    place: Place,
    /// Continuation bytes that the last UTF-8 character still lacks.
    expected: u8,
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            buffer: vec![0; WINDOW].into_boxed_slice(),
            start: 0,
            end: 0,
            is_exhausted: false,
            place: Place::START,
            expected: 0,
        }
    }

    /// Sets the place of the first byte.
    pub(super) fn starting_at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// Returns the place of the next byte.
    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// Returns the next bytes: at least `count`, or all that are left. Reads from the source if needed.
    #[inline]
    pub(super) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        if self.end - self.start < count && !self.is_exhausted {
            self.refill(count)?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Returns the next bytes that are in the buffer already.
    pub(super) fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Consumes `count` buffered bytes and returns them: ASCII in which only `\n` ends lines.
    pub(super) fn consume_plain(&mut self, count: usize) -> &[u8] {
        if count > 0 {
            self.place = self.place.after(&self.buffer[self.start..self.start + count]);
            self.start += count;
            self.expected = 0;
        }
        self.consumed(count)
    }

    #[cold]
    fn refill(&mut self, count: usize) -> io::Result<()> {
        debug_assert!(count <= WINDOW);
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while self.end < count && !self.is_exhausted {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_exhausted = true,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Consumes `count` bytes, none of which ends a line.
    #[inline]
    pub(super) fn consume(&mut self, count: usize) {
        let bytes = &self.buffer[self.start..self.start + count];
        if bytes.is_ascii() {
            self.place.column += count as u64;
            self.expected = 0;
        } else {
            for &byte in bytes {
                if self.expected > 0 && byte & 0xc0 == 0x80 {
                    self.expected -= 1;
                } else {
                    self.place.column += 1;
                    self.expected = continuation_bytes(byte);
                }
            }
        }
        self.start += count;
        self.place.offset += count as u64;
    }

    /// Consumes `count` buffered bytes: whole lines, `lines` of them.
    pub(super) fn consume_lines(&mut self, count: usize, lines: usize) {
        if lines > 0 {
            self.consume_zero_width(count);
            self.place.line += lines as u64;
            self.place.column = 1;
            self.expected = 0;
        }
    }

    /// Consumes `count` bytes that do not count as a column.
    pub(super) fn consume_zero_width(&mut self, count: usize) {
        self.start += count;
        self.place.offset += count as u64;
    }

    /// Consumes a line end: `\n`, `\r\n` or `\r`.
    pub(super) fn consume_line_end(&mut self) -> io::Result<()> {
        let count = if let [b'\r', b'\n', ..] = self.peek(2)? { 2 } else { 1 };
        self.consume_zero_width(count);
        self.place.line += 1;
        self.place.column = 1;
        self.expected = 0;
        Ok(())
    }

    /// Returns the last `count` bytes consumed. Valid only until the next [`Input::peek`].
    #[inline]
    pub(super) fn consumed(&self, count: usize) -> &[u8] {
        &self.buffer[self.start - count..self.start]
    }
}

/// Returns the number of continuation bytes after a leading byte of UTF-8.
const fn continuation_bytes(lead: u8) -> u8 {
    match lead {
        0xc2..=0xdf => 1,
        0xe0..=0xef => 2,
        0xf0..=0xf4 => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, WINDOW};
    use std::io::{self, Read};

    fn column_after(bytes: &[u8]) -> io::Result<u64> {
        let mut input = Input::new(bytes);
        let count = input.peek(bytes.len())?.len();
        input.consume(count);
        Ok(input.place().column)
    }

    #[test]
    fn columns_count_characters() -> io::Result<()> {
        assert_eq!(column_after(b"abc")?, 4);
        assert_eq!(column_after("László".as_bytes())?, 7);
        assert_eq!(column_after("‡♘".as_bytes())?, 3);
        Ok(())
    }

    #[test]
    fn invalid_bytes_are_one_column_each() -> io::Result<()> {
        assert_eq!(column_after(b"L\xe1szl\xf3")?, 7);
        assert_eq!(column_after(b"\xbd-\xbd")?, 4);
        Ok(())
    }

    #[test]
    fn split_character_is_one_column() -> io::Result<()> {
        let mut input = Input::new("‡".as_bytes());
        input.peek(3)?;
        for _ in 0..3 {
            input.consume(1);
        }
        assert_eq!(input.place().column, 2);
        Ok(())
    }

    #[test]
    fn each_line_end_ends_one_line() -> io::Result<()> {
        let mut input = Input::new(&b"\n\r\n\r\r"[..]);
        for line in 2..=5 {
            input.consume_line_end()?;
            assert_eq!(input.place().line, line);
        }
        assert!(input.peek(1)?.is_empty());
        Ok(())
    }

    #[test]
    fn input_may_exceed_the_buffer() -> io::Result<()> {
        let length = 3 * WINDOW + 17;
        let mut input = Input::new(io::repeat(b'x').take(length as u64));
        let mut seen = 0;
        loop {
            let count = input.peek(100)?.len().min(100);
            if count == 0 {
                break;
            }
            input.consume(count);
            seen += count;
        }
        assert_eq!(seen, length);
        Ok(())
    }

    struct Interrupted(bool);

    impl Read for Interrupted {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 = !self.0;
            if self.0 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            buffer[0] = b'x';
            Ok(1)
        }
    }

    #[test]
    fn interrupted_read_is_retried() -> io::Result<()> {
        assert_eq!(Input::new(Interrupted(false)).peek(5)?, b"xxxxx");
        Ok(())
    }
}
