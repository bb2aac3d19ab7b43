//! The end-of-file mark of CP/M and DOS: bytes 0x1A at the end of a file, which are no content.
//!
//! Old editors end a text with it, and XMODEM fills the last block of a transfer with it. White space may come between
//! and after the bytes. Anywhere else 0x1A is a byte like any other.

use std::io::{self, BufRead, Read};

/// The mark.
const END_MARK: u8 = 0x1a;

/// Largest number of bytes that may be an end, if nothing follows them. A longer passage is content.
const LONGEST: usize = 1 << 20;

/// Returns whether a byte can be part of the end of a file after its first [`END_MARK`].
const fn is_of_end(byte: u8) -> bool {
    matches!(byte, END_MARK | b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns a text without the end mark that it may have.
pub(super) fn without_end_mark(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| !is_of_end(byte)).map_or(0, |last| last + 1);
    match memchr::memchr(END_MARK, &text[end..]) {
        Some(mark) => &text[..end + mark],
        None => text,
    }
}

/// Skips an end mark; returns `true` if nothing else is left.
///
/// # Errors
///
/// Returns the errors of the source.
pub(super) fn is_at_end(source: &mut impl BufRead) -> io::Result<bool> {
    if source.fill_buf()?.first().is_some_and(|&byte| byte != END_MARK) {
        return Ok(false);
    }
    loop {
        let ahead = source.fill_buf()?;
        let length = ahead.iter().take_while(|&&byte| is_of_end(byte)).count();
        let is_rest = length < ahead.len();
        if is_rest || length == 0 {
            return Ok(!is_rest);
        }
        source.consume(length);
    }
}

/// A reader without the end mark of its source.
pub(super) struct WithoutEndMark<R> {
    source: R,
    /// Bytes from a mark on that turned out not to be the end.
    held: Vec<u8>,
    /// Number of bytes of `held` that have been consumed.
    taken: usize,
    /// Number of bytes ahead in the source that are known to be before the next mark.
    plain: usize,
}

impl<R: BufRead> WithoutEndMark<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, held: Vec::new(), taken: 0, plain: 0 }
    }

    /// Puts consumed bytes back, to be read again.
    pub(super) fn put_back(&mut self, mut bytes: Vec<u8>) {
        bytes.extend_from_slice(&self.held[self.taken..]);
        (self.held, self.taken) = (bytes, 0);
    }

    /// Reads from a mark on until another byte follows, which is kept in `held`; nothing is held at the end of the file.
    fn hold(&mut self) -> io::Result<()> {
        self.held.clear();
        self.taken = 0;
        loop {
            let ahead = self.source.fill_buf()?;
            if ahead.is_empty() {
                self.held.clear();
                return Ok(());
            }
            let length = ahead.iter().take_while(|&&byte| is_of_end(byte)).count();
            self.held.extend_from_slice(&ahead[..length]);
            let is_content = length < ahead.len() || self.held.len() > LONGEST;
            self.source.consume(length);
            if is_content {
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Read for WithoutEndMark<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ahead = self.fill_buf()?;
        let length = ahead.len().min(buffer.len());
        buffer[..length].copy_from_slice(&ahead[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for WithoutEndMark<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.held.len() && self.plain == 0 {
            let ahead = self.source.fill_buf()?;
            self.plain = memchr::memchr(END_MARK, ahead).unwrap_or(ahead.len());
            if self.plain == 0 && !ahead.is_empty() {
                self.hold()?;
            }
        }
        if self.taken < self.held.len() {
            return Ok(&self.held[self.taken..]);
        }
        Ok(&self.source.fill_buf()?[..self.plain])
    }

    fn consume(&mut self, amount: usize) {
        if self.taken < self.held.len() {
            self.taken += amount;
        } else {
            self.plain -= amount;
            self.source.consume(amount);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// Each case: a text, and the same without its end mark.
    const CASES: [(&str, &str); 12] = [
        ("", ""),
        ("abc", "abc"),
        ("abc\n\x1a", "abc\n"),
        ("abc\n\x1a\x1a\x1a", "abc\n"),
        ("abc\x1a\r\n", "abc"),
        ("abc \x1a \n\x1a\t\r\n", "abc "),
        ("\x1a", ""),
        ("a\x1ab", "a\x1ab"),
        ("a\x1a\n\x1ab\x1a", "a\x1a\n\x1ab"),
        ("\x1a\x1ab", "\x1a\x1ab"),
        ("a\n", "a\n"),
        ("a\x1a\0", "a\x1a\0"),
    ];

    #[test]
    fn end_mark_is_skipped_at_end() {
        for (text, expected) in CASES {
            assert_eq!(without_end_mark(text.as_bytes()), expected.as_bytes(), "{text:?}");
            for room in [1, 2, 3, 64] {
                let source = BufReader::with_capacity(room, text.as_bytes());
                let read = io::read_to_string(WithoutEndMark::new(source));
                assert_eq!(read.ok().as_deref(), Some(expected), "{text:?} {room}");
            }
        }
    }

    #[test]
    fn long_passages_of_marks_are_content() {
        let marks = "\x1a".repeat(LONGEST + 10);
        let mut read = Vec::new();
        let source = BufReader::new(marks.as_bytes());
        assert!(WithoutEndMark::new(source).read_to_end(&mut read).is_ok_and(|length| length > LONGEST));
        let text = format!("a{}b", "\x1a".repeat(100_000));
        assert_eq!(io::read_to_string(WithoutEndMark::new(text.as_bytes())).ok(), Some(text));
    }

    #[test]
    fn only_marks_end_compressed_data() {
        for (rest, expected) in
            [("", true), ("\x1a", true), ("\x1a\x1a\r\n", true), ("\n", false), ("\x1ax", false)]
        {
            assert_eq!(is_at_end(&mut rest.as_bytes()).ok(), Some(expected), "{rest:?}");
        }
    }
}
