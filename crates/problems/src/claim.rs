//! Parser of the keys that an author claims: any notation, with or without move numbers.
//!
//! ```text
//! k7f11   Rk7-f11   Rf11   1.Rf11!   1. Rk7-f11 ! threat:     one key
//! g5d4 g5e7   1.Nd4, 1.Ne7   Nd4; Ne7   Nd4 and Ne7           several keys
//! 1.Rf11! (2.Qd4#) Kc5 2.Qb3#   k7f11 d6c5 e4b3               a line, whose first move is the key
//! ```
//!
//! Piece letters are English, or figurines of either colour. If not every key is a legal move with these, the letters
//! of the first language in which every key is legal apply. Without such a language the words are a line of play.

use std::fmt;

use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Letters, MoveText, ResolveError};

/// Keys claimed by the author of a problem; empty if none are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeyClaim {
    /// The keys, in their order.
    pub keys: Vec<ClaimedKey>,
}

/// Claim about the solution tree, from the text of a stipulation; empty by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeClaim {
    /// Number of continuations at each ply, such as 2, 1, 1, 1 in `h#2 2.1.1.1`; empty if not stated.
    pub branching: Vec<usize>,
    /// `true` if there is set play: `#2*`.
    pub has_set_play: bool,
}

/// A claimed key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedKey {
    /// The text, without its move number.
    pub text: String,
    /// The move, or the reason why the text is not a legal move.
    pub meaning: Result<Move, KeyFault>,
}

/// Reason why a claimed key is not a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KeyFault {
    /// The text is not a move.
    Unreadable,
    /// The move is not legal.
    Illegal,
    /// The text fits several legal moves.
    Ambiguous,
}

impl KeyFault {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable-key",
            Self::Illegal => "illegal-key",
            Self::Ambiguous => "ambiguous-key",
        }
    }
}

impl fmt::Display for KeyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable => "not a move",
            Self::Illegal => "not a legal move",
            Self::Ambiguous => "an ambiguous move",
        })
    }
}

impl KeyClaim {
    /// Parses the keys claimed for a position.
    pub fn parse(text: &str, position: &Position) -> Self {
        let words = key_texts(text);
        let with = |letters: &Letters| {
            let keys = words.iter().map(|text| ClaimedKey::parse(text, position, letters));
            Self { keys: keys.collect() }
        };
        let english = with(&Letters::ENGLISH);
        if english.moves().is_some() {
            return english;
        }
        let other = Letters::ALL.iter().map(with).find(|claim| claim.moves().is_some());
        let other = other
            .or_else(|| Letters::ALL.iter().find_map(|letters| Self::of_line(&words, position, letters)));
        other.unwrap_or_else(|| english.merge_unreadable(text))
    }

    /// Returns the first move of several that can be played one after the other: `g5d4 e7e6 d4f9`.
    fn of_line(words: &[&str], position: &Position, letters: &Letters) -> Option<Self> {
        let mut position = position.clone();
        let mut keys = Vec::new();
        for text in words {
            let key = ClaimedKey::parse(text, &position, letters);
            position.make_move_unchecked(key.meaning.ok()?);
            keys.push(key);
        }
        keys.truncate(1);
        Some(Self { keys })
    }

    /// Merges the keys into one unreadable key if none of several words is a move.
    fn merge_unreadable(self, text: &str) -> Self {
        let is_move = |key: &ClaimedKey| key.meaning != Err(KeyFault::Unreadable);
        if self.keys.len() == 1 || self.keys.iter().any(is_move) {
            return self;
        }
        Self { keys: vec![ClaimedKey { text: text.trim().to_owned(), meaning: Err(KeyFault::Unreadable) }] }
    }

    /// Returns whether no key is claimed.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the moves, sorted and without duplicates; `None` if a key is not a legal move.
    pub fn moves(&self) -> Option<Vec<Move>> {
        let mut moves: Vec<Move> = self.keys.iter().map(|key| key.meaning.ok()).collect::<Option<_>>()?;
        moves.sort_unstable();
        moves.dedup();
        Some(moves)
    }

    /// Returns the first key that is not a legal move.
    pub fn fault(&self) -> Option<(&str, KeyFault)> {
        self.keys.iter().find_map(|key| Some((key.text.as_str(), key.meaning.err()?)))
    }
}

impl ClaimedKey {
    fn parse(text: &str, position: &Position, letters: &Letters) -> Self {
        let meaning = match MoveText::parse(text.as_bytes(), letters) {
            Err(_) => Err(KeyFault::Unreadable),
            Ok(m) => m.resolve(position).map_err(|error| match error {
                ResolveError::Ambiguous(_) => KeyFault::Ambiguous,
                _ => KeyFault::Illegal,
            }),
        };
        Self { text: text.to_owned(), meaning }
    }
}

/// Returns the texts of the keys, without move numbers and later moves of a line.
fn key_texts(text: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '/');
    let mut depth = 0_u32;
    let outside = text.split(move |c: char| {
        let was_inside = depth > 0;
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_between(c) || was_inside || depth > 0
    });
    let words: Vec<Word> = outside.filter_map(Word::new).collect();
    let has = |place| words.iter().any(|word| word.place == Some(place));
    // If Black moves first, a key may have the number of a reply, `1...`.
    let (is_line, has_firsts) = (has(Numbering::Later), has(Numbering::First));
    let mut keys = Vec::new();
    let mut place = Numbering::First;
    for word in words {
        place = word.place.unwrap_or(place);
        let is_first = place == Numbering::First || place == Numbering::Reply && !has_firsts;
        if word.text.is_empty() || !is_first {
            continue;
        }
        keys.extend(Some(word.text).filter(|text| !is_try(text)));
        if is_line {
            place = Numbering::Later;
        }
    }
    keys
}

/// Place of a move in a line, by its move number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    /// `1.`
    First,
    /// `1...`
    Reply,
    /// `2.`
    Later,
}

/// A word with its move number; either may be missing.
struct Word<'t> {
    place: Option<Numbering>,
    text: &'t str,
}

impl<'t> Word<'t> {
    fn new(word: &'t str) -> Option<Self> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = word.split_at(digits);
        let text = rest.trim_start_matches(['.', '…', ':', ')']);
        let dots = &rest[..rest.len() - text.len()];
        let place = match number.parse::<u32>() {
            Ok(_) if dots.is_empty() && !text.is_empty() => None,
            Ok(0 | 1) if dots.len() > 1 => Some(Numbering::Reply),
            Ok(0 | 1) => Some(Numbering::First),
            Ok(_) => Some(Numbering::Later),
            Err(_) => None,
        };
        let text = if place.is_some() { text } else { word };
        let text = text.trim_matches(['.', ':', '"', '\'', '“', '”', '„', '»', '«']);
        let is_sign = text.chars().all(|c| "!?+#-–—†‡=□".contains(c));
        let is_filler = is_sign || is_ignored(&text.to_lowercase());
        let text = if is_filler { "" } else { text };
        (place.is_some() || !text.is_empty()).then_some(Self { place, text })
    }
}

/// Returns whether a word in lower case is one that may be between keys.
fn is_ignored(word: &str) -> bool {
    hexmate_words::ALL.iter().any(|words| words.claims.ignored.contains(word))
}

/// Returns whether a move is marked as a try.
fn is_try(text: &str) -> bool {
    text.ends_with('?') && !text.contains('!')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_among_other_text() {
        for (text, keys) in [
            ("k7f11", &["k7f11"][..]),
            ("1.Rk7-f11!", &["Rk7-f11!"]),
            ("1. Rk7-f11 ! threat:", &["Rk7-f11"]),
            ("1...Kf3", &["Kf3"]),
            ("1… Kf3", &["Kf3"]),
            ("Nd4, Ne7; Ni6", &["Nd4", "Ne7", "Ni6"]),
            ("1.Nd4 and 1.Ne7", &["Nd4", "Ne7"]),
            ("1.Nd4 Ne7", &["Nd4", "Ne7"]),
            ("Nd4/Ne7 & Ni6", &["Nd4", "Ne7", "Ni6"]),
            ("1.Rf11! (2.Qd4#) Kc5 2.Qb3#", &["Rf11!"]),
            ("1.Rf11! zugzwang 1...Kc5 2.Qb3# 1.Rf9? Kc6!", &["Rf11!"]),
            ("1.Ka1 Kb2 2.Kc1 Kd2#", &["Ka1"]),
            ("(1.Nd4?) 1.Ne7!", &["Ne7!"]),
            ("?", &[]),
            ("-", &[]),
            ("", &[]),
            ("Rf11.", &["Rf11"]),
            ("f11=Q+", &["f11=Q+"]),
            ("1.", &[]),
            ("1) Rf11", &["Rf11"]),
            ("1 Rf11", &["Rf11"]),
            ("Key: “Rf11”", &["Rf11"]),
            ("1 Rf11 Kc5 2 Qb3#", &["Rf11"]),
        ] {
            assert_eq!(key_texts(text), keys, "{text}");
        }
    }
}
