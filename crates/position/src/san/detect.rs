//! Detection of the language of piece letters, with the evidence.

use std::cmp::Reverse;
use std::fmt;

use super::{Letters, MoveText, MoveTextErrorKind};

/// Languages whose piece letters fit the moves of a game or a file.
///
/// Ignores moves without a letter and moves that parse in no language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detection {
    tallies: [Tally; Letters::GUESSED.len()],
    /// Number of moves with a letter that parse in some language.
    moves: usize,
}

/// Number of moves that fit one language.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tally {
    letters: Letters,
    /// Number of moves that parse.
    parsed: usize,
    /// The first move that parses in another language but has no piece letter of this one.
    against: Option<Evidence>,
}

/// A move that is evidence against a language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The letter that is not a piece letter of the language.
    pub letter: char,
    /// The first move with the letter.
    pub text: String,
    /// The language.
    pub against: Letters,
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} is not a piece letter in {}", self.letter, self.text, self.against.name())
    }
}

impl Letters {
    /// Detects which languages of [`Letters::GUESSED`] fit some moves. Parses each move up to three times.
    pub fn detect<'t>(moves: impl IntoIterator<Item = &'t [u8]>) -> Detection {
        let tallies = Self::GUESSED.map(|letters| Tally { letters, parsed: 0, against: None });
        let mut detection = Detection { tallies, moves: 0 };
        for text in moves {
            detection.add(text);
        }
        detection
    }
}

impl Detection {
    fn add(&mut self, text: &[u8]) {
        if !text.iter().any(u8::is_ascii_uppercase) {
            return;
        }
        let readings = Letters::GUESSED.map(|letters| MoveText::parse(text, &letters));
        if readings.iter().all(Result::is_err) {
            return;
        }
        self.moves += 1;
        for (tally, reading) in self.tallies.iter_mut().zip(readings) {
            match reading.map_err(|error| error.kind) {
                Ok(_) => tally.parsed += 1,
                Err(MoveTextErrorKind::UnknownLetter(letter)) => {
                    tally.against.get_or_insert_with(|| Evidence {
                        letter,
                        text: String::from_utf8_lossy(text).into_owned(),
                        against: tally.letters,
                    });
                }
                Err(_) => {}
            }
        }
    }

    /// Returns the language in which the most moves parse, or `None` if there are several.
    pub fn letters(&self) -> Option<Letters> {
        let mut likeliest = self.likeliest();
        likeliest.next().filter(|_| likeliest.next().is_none())
    }

    /// Returns the languages in which the most moves parse; all languages if no move decides.
    pub fn likeliest(&self) -> impl Iterator<Item = Letters> {
        let most = self.tallies.iter().map(|tally| tally.parsed).max().unwrap_or(0);
        self.tallies.iter().filter(move |tally| tally.parsed == most).map(|tally| tally.letters)
    }

    /// Returns whether some language parses every move that any language parses.
    pub fn is_consistent(&self) -> bool {
        self.tallies.iter().any(|tally| tally.parsed == self.moves)
    }

    /// Returns the evidence against each language, least likely first; at most one move for each.
    pub fn evidence(&self) -> impl Iterator<Item = &Evidence> {
        let mut tallies: Vec<&Tally> = self.tallies.iter().collect();
        tallies.sort_by_key(|tally| Reverse(self.moves - tally.parsed));
        tallies.into_iter().filter_map(|tally| tally.against.as_ref())
    }
}

impl fmt::Display for Detection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.likeliest().map(|letters| letters.name()).collect();
        write!(f, "{} letters", names.join(" or "))?;
        if self.moves == 0 {
            return f.write_str(": no move has a letter");
        }
        let (own, other): (Vec<&Evidence>, Vec<&Evidence>) =
            self.evidence().partition(|evidence| self.likeliest().any(|letters| letters == evidence.against));
        if own.is_empty() && other.is_empty() {
            return f.write_str(": no move decides");
        }
        let list = |evidence: &[&Evidence]| {
            let evidence: Vec<String> = evidence.iter().map(ToString::to_string).collect();
            evidence.join(", ")
        };
        write!(f, ": {}", list(&other))?;
        if own.is_empty() { Ok(()) } else { write!(f, "; but {}", list(&own)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(moves: &str) -> Detection {
        Letters::detect(moves.split_whitespace().map(str::as_bytes))
    }

    #[test]
    fn unique_letter_decides_language() {
        for (moves, letters, evidence) in [
            ("e5 Bf4 Kg3 Vxf9", Letters::HUNGARIAN, "V in Vxf9 is not"),
            ("e5 Kg3 Nf4", Letters::ENGLISH, "N in Nf4 is not"),
            ("Hf4 f11=W Kxg3", Letters::POLISH, "W in f11=W is not"),
            ("f10g10 Qe1c3", Letters::ENGLISH, "Q in Qe1c3 is not"),
            ("f7g6xP Hf8h5xF", Letters::HUNGARIAN, "H in Hf8h5xF is not a piece letter in English"),
        ] {
            let found = detect(moves);
            assert_eq!(found.letters(), Some(letters), "{moves}");
            assert!(found.is_consistent(), "{moves}");
            assert_eq!(found.evidence().count(), 2, "{moves}");
            assert!(found.to_string().contains(evidence), "{found}");
        }
    }

    #[test]
    fn shared_letters_leave_language_open() {
        for (moves, names) in [
            ("", "English Hungarian Polish"),
            ("e5 g4g5 f10g10q f10g10Q", "English Hungarian Polish"),
            ("Kf9 ??? Zz9", "English Hungarian Polish"),
            ("Bf4 Kg3", "English Hungarian"),
            ("Hf4 Kg3", "Hungarian Polish"),
        ] {
            let found = detect(moves);
            assert_eq!(found.letters(), None, "{moves}");
            let likeliest: Vec<_> = found.likeliest().map(|letters| letters.name()).collect();
            assert_eq!(likeliest.join(" "), names, "{moves}");
        }
    }

    #[test]
    fn one_slip_does_not_outweigh_rest() {
        let found = detect("Vf4 Ff7 Qf4 Hf3 Bxe4");
        assert_eq!(found.letters(), Some(Letters::HUNGARIAN));
        assert!(!found.is_consistent());
        assert_eq!(
            found.to_string(),
            "Hungarian letters: V in Vf4 is not a piece letter in Polish, V in Vf4 is not a piece letter in English; but Q in Qf4 is not a piece letter in Hungarian"
        );
    }
}
