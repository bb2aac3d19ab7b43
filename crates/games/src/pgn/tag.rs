//! Tags and their values, byte by byte. Knows one line at most.

use super::reader::Reader;
use super::step::{RawEvent, Step, found_error};
use super::token::{self, TAG_HEAD, is_blank};
use super::{LIMIT, PgnError, PgnErrorKind, Quoting};
use std::io::{self, Read};
use std::ops::Range;

/// The most bytes of a block of tags that are looked at before it is read.
const MOST_BLOCK: usize = 64 * 1024;

impl<R: Read> Reader<R> {
    pub(super) fn tag(&mut self, name: Range<usize>) -> io::Result<Step> {
        let place = self.begin_token();
        self.is_heading_over = false;
        let ahead = self.input.peek(TAG_HEAD)?;
        self.text.clear();
        self.text.extend_from_slice(&ahead[name.clone()]);
        let name_len = name.len();
        self.input.consume(name.end);
        let quoting = match self.skip_blanks()? {
            Some(b'"') => {
                self.input.consume(1);
                Quoting::Quoted
            }
            _ => Quoting::Bare,
        };
        self.value_place = self.place();
        let (progress, is_cut) = match quoting {
            Quoting::Quoted if self.take_plain_value() => (Progress::Closed, false),
            Quoting::Quoted => {
                let mut value = Quoted::default();
                let progress = self.value(|byte, text| value.push(byte, text))?;
                (progress, value.finish(&mut self.text))
            }
            Quoting::Bare => {
                let mut value = Bare::default();
                let progress = self.value(|byte, text| value.push(byte, text))?;
                (progress, value.finish(&mut self.text))
            }
        };
        let error = |kind| Some(PgnError { kind, place });
        if progress != Progress::Closed {
            self.pending = error(PgnErrorKind::UnterminatedTag);
        } else if is_cut {
            self.pending = error(PgnErrorKind::TextTooLong);
        } else if self.names.is_first_repeated(&self.text[..name_len]) {
            self.pending = error(PgnErrorKind::RepeatedTag);
        }
        let found = RawEvent::Tag { name_len, quoting, is_cut };
        Ok(Step::Found(place, found))
    }

    /// Takes the rest of a quoted tag if it is at hand and there is nothing special in it; tells whether it did.
    fn take_plain_value(&mut self) -> bool {
        let ahead = self.input.at_hand();
        let Some(len) = memchr::memchr3(b'"', b'\\', b'\n', ahead).filter(|&len| len <= LIMIT) else {
            return false;
        };
        let is_plain = ahead[len..].starts_with(b"\"]") && !ahead[..len].contains(&b'\r');
        if is_plain {
            self.text.extend_from_slice(&ahead[..len]);
            self.input.consume(len + 2);
        }
        is_plain
    }

    /// Feeds bytes to `push` until it has enough, or the input ends.
    fn value(&mut self, mut push: impl FnMut(u8, &mut Vec<u8>) -> Progress) -> io::Result<Progress> {
        loop {
            let ahead = self.input.peek(1)?;
            if ahead.is_empty() {
                return Ok(Progress::LineEnd);
            }
            let mut progress = Progress::Open;
            let mut len = 0;
            while progress == Progress::Open && len < ahead.len() {
                progress = push(ahead[len], &mut self.text);
                len += usize::from(progress != Progress::LineEnd);
            }
            self.input.consume(len);
            if progress != Progress::Open {
                return Ok(progress);
            }
        }
    }

    /// Whether a name that the heading has used comes again in the block of tags ahead.
    pub(super) fn has_heading_ahead(&mut self) -> io::Result<bool> {
        let ahead = self.input.peek(MOST_BLOCK)?;
        let lines = ahead[..ahead.len().min(MOST_BLOCK)].split(|&byte| byte == b'\n');
        let names = lines.map(|line| {
            let line = line.trim_ascii_start();
            token::tag_name(line).map(|name| &line[name])
        });
        Ok(names.map_while(|name| name).any(|name| self.names.has(name)))
    }

    pub(super) fn malformed_tag(&mut self) -> io::Result<Step> {
        let place = self.begin_token();
        loop {
            let ahead = self.input.peek(1)?;
            let stop = memchr::memchr3(b']', b'\n', b'\r', ahead);
            let is_closed = stop.is_some_and(|stop| ahead[stop] == b']');
            let len = stop.unwrap_or(ahead.len()) + usize::from(is_closed);
            self.input.consume(len);
            if stop.is_some() || len == 0 {
                let kind = PgnErrorKind::MalformedTag;
                return Ok(found_error(PgnError { kind, place }));
            }
        }
    }
}

/// What a byte did to a tag value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// It belongs to the value, or may yet turn out to.
    Open,
    /// It is the bracket that ends the tag.
    Closed,
    /// It ends the line, and is not part of the tag.
    LineEnd,
}

/// A value between quotes, of which only the last before the bracket counts.
#[derive(Default, Debug)]
struct Quoted {
    value: Kept,
    /// Length of the value if the quote seen last was the closing one.
    closed_at: Option<usize>,
    is_escaped: bool,
}

impl Quoted {
    fn push(&mut self, byte: u8, text: &mut Vec<u8>) -> Progress {
        if std::mem::take(&mut self.is_escaped) {
            if matches!(byte, b'"' | b'\\') {
                self.value.push(byte, text);
                return Progress::Open;
            }
            self.value.push(b'\\', text);
        }
        match byte {
            b'\n' | b'\r' => return Progress::LineEnd,
            b']' if self.closed_at.is_some() => return Progress::Closed,
            b'"' => self.closed_at = Some(self.value.len),
            b'\\' => {
                self.closed_at = None;
                self.is_escaped = true;
                return Progress::Open;
            }
            _ if is_blank(byte) => {}
            _ => self.closed_at = None,
        }
        self.value.push(byte, text);
        Progress::Open
    }

    /// Takes away what came after the value; tells whether the value is cut.
    fn finish(self, text: &mut Vec<u8>) -> bool {
        let len = self.closed_at.unwrap_or(self.value.len);
        self.value.finish(len, text)
    }
}

/// A value that ends at the bracket.
#[derive(Default, Debug)]
struct Bare {
    value: Kept,
    /// Length of the value without the blanks after it.
    trimmed: usize,
}

impl Bare {
    fn push(&mut self, byte: u8, text: &mut Vec<u8>) -> Progress {
        match byte {
            b'\n' | b'\r' => return Progress::LineEnd,
            b']' => return Progress::Closed,
            _ => self.value.push(byte, text),
        }
        if !is_blank(byte) {
            self.trimmed = self.value.len;
        }
        Progress::Open
    }

    /// Takes away the blanks at the end; tells whether the value is cut.
    fn finish(self, text: &mut Vec<u8>) -> bool {
        self.value.finish(self.trimmed, text)
    }
}

/// The length of a value of which at most [`LIMIT`] bytes are kept.
#[derive(Default, Debug)]
struct Kept {
    len: usize,
}

impl Kept {
    fn push(&mut self, byte: u8, text: &mut Vec<u8>) {
        if self.len < LIMIT {
            text.push(byte);
        }
        self.len += 1;
    }

    fn finish(self, len: usize, text: &mut Vec<u8>) -> bool {
        let kept_before = text.len() - self.len.min(LIMIT);
        text.truncate(kept_before + len.min(LIMIT));
        len > LIMIT
    }
}
