//! The moves of a game as they are written, in one piece of memory. No chess.

use std::fmt;
use std::io::Read;
use std::ops::Range;

use crate::pgn::{PlainWord, Reader};
use hexmate_position::Place;

/// The words of a game in order, each with its place.
///
/// All stand in one string: a game costs a few allocations and not one for each move.
/// Between them may stand numbers and blanks, as in the file. Words beyond the first
/// 4 GiB of a game are empty.
#[derive(Clone, Default)]
pub struct Words {
    text: String,
    spans: Vec<Span>,
    /// Where stretches of the text begin in the file; within each both go on side by side.
    stretches: Vec<(u32, Place)>,
    numbers: Vec<Number>,
}

/// A move number, and which words it comes before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// How many words come before it.
    pub ply: u32,
    /// What the number says.
    pub written: WrittenNumber,
}

/// What a move number, or dots in its place, say of the move behind them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenNumber {
    /// The number; `None` where dots stand alone.
    pub value: Option<u32>,
    /// How many dots follow.
    pub dots: u32,
}

impl WrittenNumber {
    /// Adds dots that follow apart.
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

/// Where a word stands in the text.
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

fn short(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        let is_same =
            |(own, other): (Word<'_>, Word<'_>)| own.text == other.text && own.place() == other.place();
        self.len() == other.len() && self.iter().zip(other.iter()).all(is_same)
    }
}

impl Eq for Words {}

/// The words with their places: nothing of how the file came in pieces.
impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|word| (word.text, word.place()))).finish()
    }
}

/// The bit of each letter that may stand for a piece.
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

/// A word of a game.
#[derive(Clone, Copy, Debug)]
pub struct Word<'w> {
    /// The word; bytes that are no UTF-8 are replaced.
    pub text: &'w str,
    words: &'w Words,
    start: u32,
}

impl Word<'_> {
    /// Where it begins. Costs a look at the text before it: it is meant for what is at fault.
    pub fn place(&self) -> Place {
        let (start, place) = self.stretch();
        let before = self.words.text.as_bytes().get(start as usize..self.start as usize);
        place.after(before.unwrap_or_default())
    }

    /// Bytes of the file before it.
    pub fn offset(&self) -> u64 {
        let (start, place) = self.stretch();
        place.offset + u64::from(self.start - start)
    }

    /// The stretch of text that it stands in.
    fn stretch(&self) -> (u32, Place) {
        let stretches = &self.words.stretches;
        let later = stretches.partition_point(|&(start, _)| start <= self.start);
        stretches[..later].last().copied().unwrap_or((self.start, Place::START))
    }
}

impl Words {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Word<'_>> {
        self.spans.iter().map(|&span| Word {
            text: self.text.get(span.range()).unwrap_or_default(),
            words: self,
            start: span.start,
        })
    }

    /// The move numbers, in order.
    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// Leaves the words without their numbers.
    pub(crate) fn forget_numbers(&mut self) {
        self.numbers.clear();
    }

    /// The last move number; 0 before the first.
    pub(super) fn last_number(&self) -> u32 {
        self.numbers.iter().rev().find_map(|number| number.written.value).unwrap_or(0)
    }

    /// Adds a move number.
    pub(super) fn push_number(&mut self, written: WrittenNumber) {
        self.numbers.push(Number { ply: short(self.spans.len()), written });
    }

    /// Adds dots to the number before them, or alone.
    pub(super) fn push_dots(&mut self, dots: u32) {
        let ply = short(self.spans.len());
        match self.numbers.last_mut() {
            Some(number) if number.ply == ply => number.written = number.written.with_dots(dots),
            _ => self.numbers.push(Number { ply, written: WrittenNumber { value: None, dots } }),
        }
    }

    /// The letters A to Z that stand in them, as bits from the lowest; the capture sign `X` is no letter.
    pub fn capitals(&self) -> u32 {
        self.text.bytes().fold(0, |bits, byte| bits | CAPITALS[usize::from(byte)])
    }

    /// None yet, with room for a game of usual length.
    pub(super) fn with_room() -> Self {
        Self {
            text: String::with_capacity(768),
            spans: Vec::with_capacity(128),
            stretches: Vec::new(),
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
        self.stretches.push((short(start), place));
        self.spans.push(Span::new(start, self.text.len()));
    }

    /// Adds all words that the reader has at hand, until something comes that is none.
    pub(super) fn push_plain(&mut self, reader: &mut Reader<impl Read>) {
        let start = short(self.text.len());
        let (spans, numbers) = (&mut self.spans, &mut self.numbers);
        let before = spans.len();
        // What is at hand is far shorter than 4 GiB.
        let behind = |length: usize| start.saturating_add(length as u32);
        let plain = reader.scan_plain(|word| match word {
            PlainWord::Move(Range { start, end }) => {
                spans.push(Span { start: behind(start), end: behind(end) });
            }
            PlainWord::Number(value) => {
                let written = WrittenNumber { value: Some(value), dots: 1 };
                numbers.push(Number { ply: spans.len() as u32, written });
            }
        });
        // Blanks between other things, of which there may be any number, are not kept.
        if spans.len() > before {
            self.stretches.push((start, plain.place));
            self.text.push_str(plain.text);
        }
    }

    /// Adds a mark that stands apart to its word, if it says something of the move: `e.p.`, `+`, `#`.
    /// Returns whether it does.
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

/// Adds a mark to a word, if it says something of the move; returns whether it does.
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
    fn glyphs_between_words_take_no_memory() {
        let text = format!("1. e5 {}e6 *", "$1 ".repeat(1000));
        let game = Games::new(text.as_bytes()).next().expect("a game").expect("memory can be read");
        assert_eq!(game.words.len(), 2);
        assert!(game.words.stretches.len() <= 2 && game.words.text.len() < 20, "{}", game.words.text);
    }
}
