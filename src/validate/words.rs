//! The moves of a game as they are written, in one piece of memory. No chess.

use crate::notation::pgn::Place;

/// The words of a game in order, each with its place.
///
/// All stand in one string: a game costs two allocations and not one for each move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    text: String,
    /// Where each word ends in the text, and where it begins in the file.
    ends: Vec<(usize, Place)>,
}

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
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Word<'_>> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, place)| {
            let text = &self.text[start..end];
            start = end;
            Word { text, place }
        })
    }

    /// The letters A to Z that stand in them, as bits from the lowest; the capture sign `X` is no letter.
    pub fn capitals(&self) -> u32 {
        self.text.bytes().fold(0, |bits, byte| bits | CAPITALS[usize::from(byte)])
    }

    /// None yet, with room for a game of usual length.
    pub(super) fn with_room() -> Self {
        Self { text: String::with_capacity(512), ends: Vec::with_capacity(128) }
    }

    /// Adds a word at the end.
    pub fn push(&mut self, word: &[u8], place: Place) {
        match str::from_utf8(word) {
            Ok(word) => self.text.push_str(word),
            Err(_) => self.text.push_str(&String::from_utf8_lossy(word)),
        }
        self.ends.push((self.text.len(), place));
    }

    /// Adds a mark that stands apart to its word, if it says something of the move: `e.p.`, `+`, `#`.
    pub(super) fn attach(&mut self, mark: &[u8]) {
        let Some(end) = self.ends.last_mut() else { return };
        let Ok(mark) = str::from_utf8(mark) else { return };
        let is_sign = |text: &str| text.ends_with(['+', '#', '†', '‡']);
        if mark.starts_with('e') {
            self.text.push(' ');
            self.text.push_str(mark);
        } else if is_sign(mark) && !is_sign(&self.text) && !mark.contains(['-', '=', '!', '?', '/']) {
            self.text.push_str(mark);
        }
        end.0 = self.text.len();
    }
}
