//! Compact storage for the move texts of a game.

use std::fmt;
use std::io::Read;
use std::ops::Range;

use crate::pgn::{PlainWord, Reader};
use hexmate_text::Place;

/// Move texts of a game in order, each with its place.
///
/// All words share one string: a game needs a few allocations, not one for each move.
/// The string may also contain the numbers and blanks between them. Words beyond the first
/// 4 GiB of a game are empty.
#[derive(Clone, Default)]
pub struct MoveTexts {
    text: String,
    spans: Vec<Span>,
    /// Passages copied from the file: start in the text and place in the file.
    passages: Vec<(u32, Place)>,
    numbers: Vec<Number>,
}

/// A move number with its position among the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Number of words before it.
    pub ply: u32,
    /// The number as written.
    pub written: WrittenNumber,
}

/// A move number as written, or dots without a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenNumber {
    /// The number; `None` for dots alone.
    pub value: Option<u32>,
    /// Count of dots after it.
    pub dots: u32,
}

impl WrittenNumber {
    /// Adds dots.
    pub(super) fn with_dots(self, dots: u32) -> Self {
        Self { dots: self.dots.saturating_add(dots), ..self }
    }
}

impl fmt::Display for WrittenNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.map_or(Ok(()), |value| value.fmt(f))?;
        f.write_str(&"..."[..self.dots.min(3) as usize])
    }
}

/// Byte range of a word in the text.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn new(start: usize, end: usize) -> Self {
        Self { start: short(start), end: short(end) }
    }

    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Converts a length in bytes; larger ones become 4 GiB.
fn short(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl MoveTexts {
    /// Returns the memory of the words, in bytes.
    pub(super) fn size(&self) -> usize {
        let Self { text, spans, passages, numbers } = self;
        text.capacity() + size_of_val(&spans[..]) + size_of_val(&passages[..]) + size_of_val(&numbers[..])
    }
}

impl PartialEq for MoveTexts {
    fn eq(&self, other: &Self) -> bool {
        let is_same =
            |(own, other): (Word<'_>, Word<'_>)| own.text == other.text && own.place() == other.place();
        self.len() == other.len() && self.iter().zip(other.iter()).all(is_same)
    }
}

impl Eq for MoveTexts {}

/// Lists the words with their places, independent of the internal storage.
impl fmt::Debug for MoveTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|word| (word.text, word.place()))).finish()
    }
}

/// Bit of each capital letter that may denote a piece: all but `X`.
static CAPITALS: [u32; 256] = {
    let mut bits = [0; 256];
    let mut letter = b'A';
    while letter <= b'Z' {
        if letter != b'X' {
            bits[letter as usize] = 1 << (letter - b'A');
        }
        letter += 1;
    }
    bits
};

/// A move text of a game.
#[derive(Clone, Copy, Debug)]
pub struct Word<'w> {
    /// Text; invalid UTF-8 is replaced.
    pub text: &'w str,
    words: &'w MoveTexts,
    start: u32,
}

impl Word<'_> {
    /// Returns its place. Takes time proportional to the text before it, so use it for faults only.
    pub fn place(&self) -> Place {
        let (start, place) = self.passage();
        let before = self.words.text.as_bytes().get(start as usize..self.start as usize);
        place.after(before.unwrap_or_default())
    }

    /// Returns its offset in the file, in bytes.
    pub fn offset(&self) -> u64 {
        let (start, place) = self.passage();
        place.offset + u64::from(self.start - start)
    }

    /// Returns start and place of the passage that contains it.
    fn passage(&self) -> (u32, Place) {
        let passages = &self.words.passages;
        let later = passages.partition_point(|&(start, _)| start <= self.start);
        passages[..later].last().copied().unwrap_or((self.start, Place::START))
    }
}

impl MoveTexts {
    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns all words.
    pub fn iter(&self) -> impl Iterator<Item = Word<'_>> {
        self.spans.iter().map(|&span| Word {
            text: self.text.get(span.range()).unwrap_or_default(),
            words: self,
            start: span.start,
        })
    }

    /// Returns the move numbers in order.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// Removes the move numbers.
    pub(crate) fn remove_numbers(&mut self) {
        self.numbers.clear();
    }

    /// Returns the last move number; 0 before the first.
    pub(super) fn last_number(&self) -> u32 {
        self.numbers.iter().rev().find_map(|number| number.written.value).unwrap_or(0)
    }

    /// Adds a move number.
    pub(super) fn push_number(&mut self, written: WrittenNumber) {
        self.numbers.push(Number { ply: short(self.spans.len()), written });
    }

    /// Adds dots to the previous number, or as a number of their own.
    pub(super) fn push_dots(&mut self, dots: u32) {
        let ply = short(self.spans.len());
        match self.numbers.last_mut() {
            Some(number) if number.ply == ply => number.written = number.written.with_dots(dots),
            _ => self.numbers.push(Number { ply, written: WrittenNumber { value: None, dots } }),
        }
    }

    /// Returns the set of letters A to Z in the words, with A as the lowest bit; without the capture sign `X`.
    pub fn capitals(&self) -> u32 {
        self.text.bytes().fold(0, |bits, byte| bits | CAPITALS[usize::from(byte)])
    }

    /// Creates an empty list with capacity for a game of usual length.
    pub(super) fn with_usual_capacity() -> Self {
        Self {
            text: String::with_capacity(768),
            spans: Vec::with_capacity(128),
            passages: Vec::new(),
            numbers: Vec::with_capacity(64),
        }
    }

    /// Adds a word at the end.
    pub fn push(&mut self, word: &[u8], place: Place) {
        let start = self.text.len();
        match str::from_utf8(word) {
            Ok(word) => self.text.push_str(word),
            Err(_) => self.text.push_str(&String::from_utf8_lossy(word)),
        }
        self.passages.push((short(start), place));
        self.spans.push(Span::new(start, self.text.len()));
    }

    /// Adds plain words and numbers from the buffer of the reader, up to the first other element.
    pub(super) fn push_plain(&mut self, reader: &mut Reader<impl Read>) {
        let start = short(self.text.len());
        let (spans, numbers) = (&mut self.spans, &mut self.numbers);
        let before = spans.len();
        // The buffer is far shorter than 4 GiB.
        let shifted = |offset: usize| start.saturating_add(offset as u32);
        let plain = reader.scan_plain(|word| match word {
            PlainWord::Move(Range { start, end }) => {
                spans.push(Span { start: shifted(start), end: shifted(end) });
            }
            PlainWord::Number(value) => {
                let written = WrittenNumber { value: Some(value), dots: 1 };
                numbers.push(Number { ply: spans.len() as u32, written });
            }
        });
        // A passage without words is dropped: a file may have any number of them.
        if spans.len() > before {
            self.passages.push((start, plain.place));
            self.text.push_str(plain.text);
        }
    }

    /// Appends a separate mark to the last word if it belongs to the move: `e.p.`, `+`, `#`.
    /// Returns whether it did.
    pub(super) fn attach(&mut self, mark: &[u8]) -> bool {
        let Some(span) = self.spans.last().copied() else { return false };
        let last =
            Word { text: self.text.get(span.range()).unwrap_or_default(), words: self, start: span.start };
        let (mut word, place) = (last.text.to_owned(), last.place());
        let is_attached = attach(&mut word, mark);
        if is_attached {
            self.spans.pop();
            self.push(word.as_bytes(), place);
        }
        is_attached
    }
}

/// Appends a mark to a word if it belongs to the move; returns whether it did.
pub(super) fn attach(word: &mut String, mark: &[u8]) -> bool {
    let Ok(mark) = str::from_utf8(mark) else { return false };
    let is_sign = |text: &str| text.ends_with(['+', '#', '†', '‡']);
    if mark.starts_with('e') {
        word.push(' ');
        word.push_str(mark);
        true
    } else if is_sign(mark) && !is_sign(word) && !mark.contains(['-', '=', '!', '?', '/']) {
        word.push_str(mark);
        true
    } else {
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::validate::Games;

    #[test]
    fn glyphs_need_no_memory() {
        let text = format!("1. e5 {}e6 *", "$1 ".repeat(1000));
        let game = Games::new(text.as_bytes()).next().expect("a game").expect("memory can be read");
        assert_eq!(game.words.len(), 2);
        assert!(game.words.passages.len() <= 2 && game.words.text.len() < 20, "{}", game.words.text);
    }
}
