//! The moves of a game as they are written, in one piece of memory. No chess.

use std::io::Read;
use std::ops::Range;

use crate::notation::pgn::{Place, Reader};

/// The words of a game in order, each with its place.
///
/// All stand in one string: a game costs two allocations and not one for each move.
/// Between them may stand numbers and blanks, as in the file.
#[derive(Clone, Debug, Default)]
pub struct Words {
    text: String,
    /// Where each word stands in the text, and where it begins in the file.
    spans: Vec<(Range<usize>, Place)>,
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Words {}

/// The bit of each letter that may stand for a man.
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

/// A word of a game and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'w> {
    /// The word; bytes that are no UTF-8 are replaced.
    pub text: &'w str,
    /// Where it begins.
    pub place: Place,
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
        self.spans.iter().map(|&(Range { start, end }, place)| Word { text: &self.text[start..end], place })
    }

    /// The letters A to Z that stand in them, as bits from the lowest; the capture sign `X` is no letter.
    pub fn capitals(&self) -> u32 {
        self.text.bytes().fold(0, |bits, byte| bits | CAPITALS[usize::from(byte)])
    }

    /// None yet, with room for a game of usual length.
    pub(super) fn with_room() -> Self {
        Self { text: String::with_capacity(768), spans: Vec::with_capacity(128) }
    }

    /// Adds a word at the end.
    pub fn push(&mut self, word: &[u8], place: Place) {
        let start = self.text.len();
        match str::from_utf8(word) {
            Ok(word) => self.text.push_str(word),
            Err(_) => self.text.push_str(&String::from_utf8_lossy(word)),
        }
        self.spans.push((start..self.text.len(), place));
    }

    /// Adds all words that the reader has at hand, until something comes that is none; tells the
    /// last move number among them.
    pub(super) fn push_plain(&mut self, reader: &mut Reader<impl Read>) -> Option<u32> {
        let start = self.text.len();
        let spans = &mut self.spans;
        let skimmed = reader.skim(|Range { start: from, end }, place| {
            spans.push((start + from..start + end, place));
        });
        self.text.push_str(skimmed.text);
        skimmed.number
    }

    /// Adds a mark that stands apart to its word, if it says something of the move: `e.p.`, `+`, `#`.
    pub(super) fn attach(&mut self, mark: &[u8]) {
        let Some((span, _)) = self.spans.last_mut() else { return };
        let mut word = self.text[span.clone()].to_owned();
        attach(&mut word, mark);
        *span = self.text.len()..self.text.len() + word.len();
        self.text.push_str(&word);
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
