//! The moves of a game as they are written, in one piece of memory. No chess.

use std::fmt;
use std::io::Read;
use std::ops::Range;

use crate::notation::pgn::{Place, Reader};

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
        place.behind(before.unwrap_or_default())
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

    /// The letters A to Z that stand in them, as bits from the lowest; the capture sign `X` is no letter.
    pub fn capitals(&self) -> u32 {
        self.text.bytes().fold(0, |bits, byte| bits | CAPITALS[usize::from(byte)])
    }

    /// None yet, with room for a game of usual length.
    pub(super) fn with_room() -> Self {
        Self { text: String::with_capacity(768), spans: Vec::with_capacity(128), stretches: Vec::new() }
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

    /// Adds all words that the reader has at hand, until something comes that is none; tells the
    /// last move number among them.
    pub(super) fn push_plain(&mut self, reader: &mut Reader<impl Read>) -> Option<u32> {
        let start = self.text.len();
        let spans = &mut self.spans;
        let plain = reader.scan_plain(|Range { start: from, end }| {
            spans.push(Span::new(start + from, start + end));
        });
        if !plain.text.is_empty() {
            self.stretches.push((short(start), plain.place));
        }
        self.text.push_str(plain.text);
        plain.number
    }

    /// Adds a mark that stands apart to its word, if it says something of the move: `e.p.`, `+`, `#`.
    pub(super) fn attach(&mut self, mark: &[u8]) {
        let Some(last) = self.iter().last() else { return };
        let (mut word, place) = (last.text.to_owned(), last.place());
        attach(&mut word, mark);
        self.spans.pop();
        self.push(word.as_bytes(), place);
    }
}

/// Adds a mark to a word, if it says something of the move.
pub(super) fn attach(word: &mut String, mark: &[u8]) {
    let Ok(mark) = str::from_utf8(mark) else { return };
    let is_sign = |text: &str| text.ends_with(['+', '#', '†', '‡']);
    if mark.starts_with('e') {
        word.push(' ');
        word.push_str(mark);
    } else if is_sign(mark) && !is_sign(word) && !mark.contains(['-', '=', '!', '?', '/']) {
        word.push_str(mark);
    }
}
