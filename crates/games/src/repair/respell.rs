//! Spellings that a written move may be a slip of.

use std::collections::HashMap;

use super::kind::EditKind;
use hexmate_core::rules::Role;
use hexmate_position::{CellText, Letters, MoveText};

/// Greatest length of a word whose spellings are tried, in characters.
const MAX_LENGTH: usize = 24;

/// Additional bits of a slip that hits no neighbouring key.
const FAR: f64 = 2.0;

/// Letters of files in the order of the alphabet.
const FILES: &str = "abcdefghikl";

/// Rows of a keyboard; neighbours in a row are hit by slips.
const KEYS: [&str; 3] = ["qwertzuiop", "asdfghjkl", "yxcvbnm"];

/// Pairs of a written character and the one that it looks like.
const ALIKE: [(char, char); 19] = [
    ('l', '1'),
    ('I', '1'),
    ('i', '1'),
    ('|', '1'),
    ('O', '0'),
    ('o', '0'),
    ('1', 'l'),
    ('1', 'i'),
    ('8', 'B'),
    ('B', '8'),
    ('S', '5'),
    ('s', '5'),
    ('5', 'S'),
    ('Z', '2'),
    ('z', '2'),
    ('b', '6'),
    ('6', 'b'),
    ('9', 'g'),
    ('g', '9'),
];

/// A spelling with the slip that turns it into the written one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Respelling {
    pub kind: EditKind,
    /// Weight of the slip, in bits.
    pub bits: f64,
    pub text: MoveText,
}

/// Returns the texts that a word may be a slip of, each once with its likeliest slip. Without the word itself.
pub(super) fn respellings(word: &str, letters: &Letters) -> Vec<Respelling> {
    let characters: Vec<char> = word.chars().collect();
    let own = MoveText::parse(word.as_bytes(), letters).ok();
    let mut found = Spellings { letters, own, all: HashMap::new(), order: Vec::new() };
    if characters.len() <= MAX_LENGTH {
        found.add_spellings(&characters);
    }
    if let Some(text) = own {
        found.add_changed(&text);
    }
    found.order
}

struct Spellings<'l> {
    letters: &'l Letters,
    own: Option<MoveText>,
    /// Index of each text in `order`.
    all: HashMap<MoveText, usize>,
    order: Vec<Respelling>,
}

impl Spellings<'_> {
    fn add(&mut self, kind: EditKind, more: f64, spelling: &[char]) {
        let spelling: String = spelling.iter().collect();
        if let Ok(text) = MoveText::parse(spelling.as_bytes(), self.letters) {
            self.add_text(kind, more, text);
        }
    }

    fn add_text(&mut self, kind: EditKind, more: f64, text: MoveText) {
        if self.own == Some(text) {
            return;
        }
        let bits = kind.bits() + more;
        let place = *self.all.entry(text).or_insert(self.order.len());
        match self.order.get_mut(place) {
            Some(known) if known.bits <= bits => {}
            Some(known) => *known = Respelling { kind, bits, text },
            None => self.order.push(Respelling { kind, bits, text }),
        }
    }

    /// Adds the spellings that differ by one character, or by the order of two.
    fn add_spellings(&mut self, word: &[char]) {
        for (at, &written) in word.iter().enumerate() {
            let (before, after) = (&word[..at], &word[at + 1..]);
            for (kind, more, right) in substitutes(written, at == 0, self.letters) {
                let right: Vec<char> = right.chars().collect();
                self.add(kind, more, &[before, &right, after].concat());
            }
            if !written.is_alphanumeric() {
                continue;
            }
            let is_twice = before.last() == Some(&written);
            self.add(EditKind::ExtraCharacter, if is_twice { 0.0 } else { 3.5 }, &[before, after].concat());
            if let [next, rest @ ..] = after
                && *next != written
                && next.is_alphanumeric()
            {
                self.add(EditKind::ExchangedCharacters, 0.0, &[before, &[*next, written], rest].concat());
            }
        }
        let end = word.iter().rposition(|c| c.is_alphanumeric()).map_or(0, |last| last + 1);
        for at in 0..=end {
            let (before, after) = word.split_at(at);
            for right in FILES.chars().chain('0'..='9') {
                self.add(EditKind::LostCharacter, 1.0, &[before, &[right], after].concat());
            }
            for role in Role::ALL.into_iter().filter(|&role| at == 0 && role != Role::Pawn) {
                let right: Vec<char> = self.letters.letter(role).chars().collect();
                self.add(EditKind::LostCharacter, 0.0, &[&right, after].concat());
            }
        }
    }

    /// Adds the texts with one part removed.
    fn add_changed(&mut self, text: &MoveText) {
        if text.origin != CellText::default() && text.castling.is_none() {
            let origin = CellText { names: text.origin.names, ..CellText::default() };
            self.add_text(EditKind::OtherPiece, 0.0, MoveText { origin, ..*text });
        }
        let plain = MoveText { capture: false, victim: None, en_passant: false, ..*text };
        self.add_text(EditKind::OtherCapture, 0.0, plain);
        self.add_text(EditKind::OtherPromotion, 0.0, MoveText { promotion: None, ..*text });
    }
}

/// Returns the characters that a written one may be a slip of, each with its kind and additional bits.
fn substitutes(written: char, is_first: bool, letters: &Letters) -> Vec<(EditKind, f64, String)> {
    let mut found = Vec::new();
    for &(_, right) in ALIKE.iter().filter(|(like, _)| *like == written) {
        let is_common = matches!(written, 'l' | 'I' | 'O' | 'o' | '|');
        found.push((EditKind::LookAlike, if is_common { 0.0 } else { 2.0 }, right.to_string()));
    }
    if let Some(digit) = written.to_digit(10) {
        for right in (0..10).filter(|&right| right != digit) {
            let more = if right.abs_diff(digit) == 1 { 0.0 } else { FAR };
            found.push((EditKind::OtherRank, more, right.to_string()));
        }
    }
    if written.is_ascii_lowercase() {
        for right in FILES.chars().filter(|&right| right != written) {
            let more = if is_neighbour(written, right) { 0.0 } else { FAR };
            found.push((EditKind::OtherFile, more, right.to_string()));
        }
        match written {
            'j' => found.push((EditKind::ShiftedFile, 0.0, "k".to_owned())),
            'k' => found.push((EditKind::ShiftedFile, 2.0, "l".to_owned())),
            _ => {}
        }
    }
    let changed: String = match written.is_uppercase() {
        true => written.to_lowercase().collect(),
        false => written.to_uppercase().collect(),
    };
    if written.is_alphabetic() {
        found.push((EditKind::OtherCase, 0.0, changed));
    }
    if is_first && written.is_uppercase() {
        add_pieces(written, letters, &mut found);
    }
    found
}

/// Adds the piece letters that a capital letter may be a slip of.
fn add_pieces(written: char, letters: &Letters, found: &mut Vec<(EditKind, f64, String)>) {
    let pieces = || Role::ALL.into_iter().filter(|&role| role != Role::Pawn);
    let mut buffer = [0; 4];
    let written: &str = written.encode_utf8(&mut buffer);
    let is_own = pieces().any(|role| letters.letter(role) == written);
    for language in Letters::ALL {
        let meant = pieces().find(|&role| language.letter(role) == written);
        for role in meant.into_iter().filter(|&role| letters.letter(role) != written) {
            found.push((
                EditKind::OtherLetters,
                if is_own { 1.5 } else { 0.0 },
                letters.letter(role).to_owned(),
            ));
        }
    }
    for role in pieces().filter(|&role| letters.letter(role) != written) {
        found.push((EditKind::OtherKind, 0.0, letters.letter(role).to_owned()));
    }
}

/// Returns whether two letters are neighbours in the alphabet of files or on a keyboard.
fn is_neighbour(one: char, other: char) -> bool {
    [FILES].iter().chain(&KEYS).any(|row| {
        let place = |letter| row.find(letter);
        place(one).zip(place(other)).is_some_and(|(one, other)| one.abs_diff(other) == 1)
    })
}
