//! Fast paths for plain text, which stop before everything else; their results are those of [`Reader::next_event`].
//!
//! Plain movetext has numbers with one dot, moves of letters and digits, blanks and line ends. Plain tags have a line of
//! their own and values without escapes.

use super::reader::{Phase, Reader};
use super::{TEXT_LIMIT, WORD_LIMIT, token};
use hexmate_text::Place;
use std::io::Read;
use std::ops::Range;

/// A passage of plain movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainMovetext<'a> {
    /// ASCII text.
    pub text: &'a str,
    /// Place of its first byte.
    pub place: Place,
}

/// A word of plain movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlainWord {
    /// A move, as a range of the text.
    Move(Range<usize>),
    /// A number with one dot.
    Number(u32),
}

/// A plain tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlainTag<'a> {
    /// ASCII text.
    pub name: &'a [u8],
    pub value: &'a [u8],
    /// Place of the value.
    pub place: Place,
}

/// Ends of the name, of the value and of the line of a plain tag, in bytes from its bracket.
struct Plain {
    name_end: usize,
    value_end: usize,
    end: usize,
}

impl Plain {
    /// Length of the blank and the quotation mark before the value.
    const BEFORE_VALUE: usize = 2;
}

/// Role of a byte in plain movetext. The order matters: first the bytes inside a move, then the bytes that end it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Letter,
    /// A sign inside a move, never at its beginning.
    Sign,
    Digit,
    Blank,
    LineEnd,
    /// A byte that ends a word and is not plain itself.
    Bracket,
    Other,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' => Class::Blank,
            b'\n' => Class::LineEnd,
            b'A'..=b'Z' | b'a'..=b'z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'=' | b'+' | b'#' => Class::Sign,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'\r' | 0x0b | 0x0c => Class::Bracket,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

impl<R: Read> Reader<R> {
    /// Returns the number of bytes in the buffer.
    pub(crate) fn buffered(&self) -> usize {
        self.input.buffered().len()
    }

    /// Reads plain tags of a heading from the buffer; calls `each` for every one.
    ///
    /// Stops before a blank line and before a repeated name.
    pub(crate) fn scan_tags(&mut self, mut each: impl FnMut(PlainTag<'_>)) {
        let is_here = self.phase == Phase::Heading && !self.is_heading_over && !self.is_line_begun;
        let mut place = self.place();
        if !is_here || place.column != 1 || !self.is_in_main_line() {
            return;
        }
        let ahead = self.input.buffered();
        let (mut at, mut lines) = (0, 0);
        while let Some(Plain { name_end, value_end, end }) = plain_tag(&ahead[at..]) {
            let line = &ahead[at..];
            let (name, value_begin) = (&line[1..name_end], name_end + Plain::BEFORE_VALUE);
            if !self.names.add(name) {
                break;
            }
            place.column = 1 + value_begin as u64;
            place.offset += value_begin as u64;
            each(PlainTag { name, value: &line[value_begin..value_end], place });
            place.line += 1;
            place.offset += (end - value_begin) as u64;
            at += end;
            lines += 1;
        }
        self.input.consume_lines(at, lines);
    }

    /// Reads plain movetext of the main line from the buffer.
    ///
    /// Calls `each` for every word. The words are those that [`Reader::next_event`] would return,
    /// much faster; the text is empty if something else comes next. Stops before move number 1, which
    /// may begin a game.
    #[doc(hidden)]
    pub fn scan_plain(&mut self, mut each: impl FnMut(PlainWord)) -> PlainMovetext<'_> {
        let place = self.place();
        if self.phase != Phase::Movetext || !self.is_in_main_line() {
            return PlainMovetext { text: "", place };
        }
        let ahead = self.input.buffered();
        let mut is_line_begun = self.is_line_begun;
        let mut at = 0;
        let classes = &CLASSES;
        while let Some(&first) = ahead.get(at) {
            let len = match classes[usize::from(first)] {
                Class::Letter => {
                    let Some(len) = move_len(&ahead[at..], classes) else { break };
                    each(PlainWord::Move(at..at + len));
                    len
                }
                Class::Digit => {
                    let Some((value, len)) = plain_number(&ahead[at..]) else { break };
                    each(PlainWord::Number(value));
                    len
                }
                Class::Blank => {
                    at += 1;
                    continue;
                }
                Class::LineEnd => {
                    at += 1;
                    self.is_heading_over |= !std::mem::take(&mut is_line_begun);
                    continue;
                }
                Class::Sign | Class::Bracket | Class::Other => break,
            };
            is_line_begun = true;
            // Most words have one blank behind them.
            at += len + usize::from(ahead.get(at + len) == Some(&b' '));
        }
        self.is_line_begun = is_line_begun;
        let text = self.input.consume_plain(at);
        PlainMovetext { text: str::from_utf8(text).unwrap_or_default(), place }
    }
}

/// Returns the ends of the parts of the plain tag at the beginning, with a line end behind it, if there is one.
#[inline]
fn plain_tag(bytes: &[u8]) -> Option<Plain> {
    let name = token::tag_name(bytes)?;
    let [b' ', b'"', value @ ..] = &bytes[name.end..] else { return None };
    let len = value.iter().position(|&byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))?;
    let value_end = name.end + Plain::BEFORE_VALUE + len;
    let end = match value[len..] {
        [b'"', b']', b'\n', ..] => value_end + 3,
        [b'"', b']', b'\r', b'\n', ..] => value_end + 4,
        _ => return None,
    };
    let is_plain = name.start == 1 && bytes[name.clone()].is_ascii() && len <= TEXT_LIMIT;
    is_plain.then_some(Plain { name_end: name.end, value_end, end })
}

/// Returns the length of the move at the beginning, if it is plain and ends in the buffer.
///
/// A plain move has a digit: without one the word could be `remi` or `ep`. It has no evaluation at its end: `e5=`.
#[inline]
fn move_len(bytes: &[u8], classes: &[Class; 256]) -> Option<usize> {
    let mut has_digit = false;
    for (len, &byte) in bytes.iter().enumerate() {
        let class = classes[usize::from(byte)];
        if class > Class::Digit {
            let is_plain = class < Class::Other && has_digit && len <= WORD_LIMIT;
            return (is_plain && !matches!(bytes[..len], [.., b'='] | [.., b'=', b'+'])).then_some(len);
        }
        has_digit |= class == Class::Digit;
    }
    None
}

/// Returns the number at the beginning and its length with its dot, if it has one dot and is not 1.
#[inline]
fn plain_number(bytes: &[u8]) -> Option<(u32, usize)> {
    const MAX_DIGITS: usize = 9;
    let mut value = 0;
    for (len, &byte) in bytes.iter().enumerate().take(MAX_DIGITS + 1) {
        match byte {
            b'0'..=b'9' if len < MAX_DIGITS => value = value * 10 + u32::from(byte - b'0'),
            b'.' => {
                // A digit follows in `0.5`, which is a result.
                let is_other = |next: u8| next == b'.' || next.is_ascii_digit() || !next.is_ascii();
                let is_over = bytes.get(len + 1).is_some_and(|&next| !is_other(next));
                return (is_over && value != 1).then_some((value, len + 1));
            }
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::PlainTag;
    use crate::pgn::{EventKind, PlainWord, Quoting, Reader, Text};
    use hexmate_text::Place;

    /// Reads moves and other events but numbers, with their places, those of tags with the place of the value;
    /// `is_scanning` uses the fast paths.
    fn read(text: &[u8], is_scanning: bool) -> Vec<(Vec<u8>, Place)> {
        let mut reader = Reader::new(text);
        let mut read = Vec::new();
        loop {
            if is_scanning {
                reader.scan_tags(|PlainTag { name, value, place }| {
                    let value = Text { bytes: value, is_cut: false };
                    let kind = EventKind::Tag { name, value, value_place: place, quoting: Quoting::Quoted };
                    read.push((format!("{kind:?}").into_bytes(), place));
                });
                let mut moves = Vec::new();
                let plain = reader.scan_plain(|word| match word {
                    PlainWord::Move(range) => moves.push(range),
                    PlainWord::Number(_) => {}
                });
                let text = plain.text.as_bytes();
                read.extend(moves.into_iter().map(|range| {
                    let place = plain.place.after(&text[..range.start]);
                    (text[range].to_vec(), place)
                }));
            }
            let Some(event) = reader.next_event().expect("memory can be read") else { return read };
            match event.kind {
                EventKind::Number { .. } => {}
                EventKind::Move(text) if event.depth == 0 => read.push((text.bytes.to_vec(), event.place)),
                kind @ EventKind::Tag { value_place, .. } => {
                    read.push((format!("{kind:?}").into_bytes(), value_place));
                }
                kind => read.push((format!("{kind:?}").into_bytes(), event.place)),
            }
        }
    }

    #[test]
    fn scan_agrees_with_events() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6\n3. Qxf9+ f11=Q# *\n",
            "1.e4\te5 2.d4{c}d5 3.f6(3.g6)g7$3 remi\n\n\n4.e5 ep. 1.e4",
            "[A \"b\"]\n\n1. e4 0.5 g6 1. e5\n\n[A \"b\"]\n\n1. e4 0.5-0.5 2. g6 1.0-0.0\n",
            "1. e4 e5 2... e6 3.… e7 4.1-0 5.e5* 2.\n%esc\n3. e6 e7\r\n4. e8\n\u{feff}5. e9",
            "[A \"b\"]\n\n1. e4 2. e5 {\n\n[A \"c\"]\n1. e4 2. f5\n[A \"d\"]\n1. e4",
            "1. e4= e5+= 2. f5=+ Qf9+ f11=Q e6#\n",
            "1. e4 ixk exd draw 2. Ree4 dre4 rx 3 e5 12e5 99999999999. e5 10.",
            "[A \"b\"]\n[Långt \"ő\"]\n[Event-Date_1 \"ő\"]\n[C \"\"]\n[A \"b\"]\n[a \"b\"]\n\n[D \"e\"]\n1. e4 *\n",
            "[A \"b\"]\r\n[B \"c\"]\n[C \"d\\\"e\"]\n[D \"e\\\\\"]\n[E \"f\"g\"]\n[F \"\"]\"]\n[G \"h\" ]\n[H \"i\"] \n[1 \"\"]\n",
            "[A \"b\"]\n [B \"c\"]\n[C  \"d\"]\n[D \"e\"] [E \"f\"]\n[F g]\n[H \"i\n\"]\n[I \"j\"]\n% x\n[J \"k\"]{c}\n[K \"\rl\"]\n1. e4",
            "[Elongated \"b\"]\n[ELONGATED \"b\"]\n[A \"b\"]\n\n\n[B \"b\"]\n\n[A \"b\"]\n[B \"b\"]",
        ] {
            assert_eq!(read(text.as_bytes(), true), read(text.as_bytes(), false), "{text}");
        }
    }
}
