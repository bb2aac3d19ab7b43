//! Comments of both kinds, and the next game inside one that was never closed.
//! Knows lines, not what the comment says.

use super::reader::{Phase, Reader};
use super::step::{RawEvent, Step};
use super::{CommentStyle, LIMIT, PgnError, PgnErrorKind, token};
use hexmate_position::Place;
use std::io::{self, Read};

/// The most bytes in which a tag that ends a comment must be complete.
const MOST_TAG: usize = 64 * 1024;

impl<R: Read> Reader<R> {
    /// Reads a comment that ends with its line, and begins with `;` or `%`.
    pub(super) fn line_comment(&mut self, style: CommentStyle) -> io::Result<Step> {
        let place = self.begin_token();
        self.input.consume(usize::from(style == CommentStyle::Line));
        self.text.clear();
        let mut is_cut = false;
        loop {
            let len = self.consume_to_line_end()?;
            if len == 0 {
                break;
            }
            is_cut |= keep(&mut self.text, self.input.consumed(len));
        }
        self.pend_too_long(place, is_cut);
        Ok(Step::Found(place, RawEvent::Comment(style, is_cut)))
    }

    pub(super) fn brace_comment(&mut self) -> io::Result<Step> {
        let place = self.begin_token();
        self.input.consume(1);
        self.text.clear();
        let mut is_cut = false;
        let mut lines = CommentLines::INSIDE;
        let is_closed = loop {
            let is_line_start = self.place().column == 1;
            if is_line_start && lines.has_blank && self.has_tag_ahead()? {
                self.is_line_begun = false;
                break false;
            }
            let ahead = self.input.peek(1)?;
            let stop = memchr::memchr3(b'}', b'\n', b'\r', ahead).unwrap_or(ahead.len());
            if stop > 0 {
                lines.see(&ahead[..stop], is_line_start);
                self.input.consume(stop);
                is_cut |= keep(&mut self.text, self.input.consumed(stop));
                continue;
            }
            match ahead.first() {
                None => break false,
                Some(b'}') => {
                    self.input.consume(1);
                    break true;
                }
                Some(_) => {
                    let before = self.place().offset;
                    self.input.consume_line_end()?;
                    let len = (self.place().offset - before) as usize;
                    is_cut |= keep(&mut self.text, self.input.consumed(len));
                    lines.end();
                }
            }
        };
        // A comment may have swallowed all the moves: the next tag still begins a game.
        if self.phase == Phase::Heading && (self.is_heading_over || !is_closed) {
            self.phase = Phase::Movetext;
        }
        if is_closed {
            self.pend_too_long(place, is_cut);
        } else {
            self.pending = Some(PgnError { kind: PgnErrorKind::UnclosedComment, place });
        }
        Ok(Step::Found(place, RawEvent::Comment(CommentStyle::Brace, is_cut)))
    }

    fn pend_too_long(&mut self, place: Place, is_cut: bool) {
        if is_cut {
            self.pending = Some(PgnError { kind: PgnErrorKind::TextTooLong, place });
        }
    }

    fn has_tag_ahead(&mut self) -> io::Result<bool> {
        if token::tag_name(self.input.peek(token::TAG_HEAD)?).is_none() {
            return Ok(false);
        }
        let ahead = self.input.peek(MOST_TAG)?;
        let line = memchr::memchr2(b'\n', b'\r', ahead).unwrap_or(ahead.len());
        Ok(token::is_complete_tag(&ahead[..line.min(MOST_TAG)]))
    }
}

/// What the lines of a comment look like so far.
struct CommentLines {
    /// Whether the last line that counts was blank.
    has_blank: bool,
    current: Line,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    /// Begins with `;` or `%`: as if it were not there.
    Unseen,
    Text,
}

impl CommentLines {
    /// Right after the brace.
    const INSIDE: Self = Self { has_blank: false, current: Line::Text };

    fn see(&mut self, bytes: &[u8], is_line_start: bool) {
        if self.current != Line::Blank {
            return;
        }
        if is_line_start && matches!(bytes[0], b';' | b'%') {
            self.current = Line::Unseen;
        } else if token::blank_len(bytes) < bytes.len() {
            self.current = Line::Text;
        }
    }

    fn end(&mut self) {
        self.has_blank = match self.current {
            Line::Blank => true,
            Line::Unseen => self.has_blank,
            Line::Text => false,
        };
        self.current = Line::Blank;
    }
}

/// Appends what fits below the limit; tells whether something did not.
fn keep(text: &mut Vec<u8>, bytes: &[u8]) -> bool {
    let room = LIMIT - text.len();
    text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    bytes.len() > room
}
