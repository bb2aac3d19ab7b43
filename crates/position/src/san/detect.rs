//! Which language's letters a text is written in, and what shows it. No position.

use std::cmp::Reverse;
use std::fmt;

use super::{Letters, MoveText, MoveTextErrorKind};

/// What the moves of a game or a file say about the letters they are written in.
///
/// A set of letters *explains* a move that can be read with it. Moves that no
/// set explains say nothing, nor do those without a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detection {
    tallies: [Tally; Letters::GUESSED.len()],
    /// Moves with a letter that some set explains.
    moves: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Tally {
    letters: Letters,
    explained: usize,
    /// The first move that another set explains and this one does not.
    against: Option<Evidence>,
}

/// A move that speaks against a set of letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The letter that stands for no piece there.
    pub letter: char,
    /// The first move that has it.
    pub text: String,
    /// The set that has no such piece.
    pub against: Letters,
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} is no {} piece", self.letter, self.text, self.against.name())
    }
}

impl Letters {
    /// Weighs the letters of some moves: those of [`Letters::GUESSED`] against each other.
    ///
    /// Costs up to three readings for each move.
    pub fn detect<'t>(moves: impl IntoIterator<Item = &'t [u8]>) -> Detection {
        let tallies = Self::GUESSED.map(|letters| Tally { letters, explained: 0, against: None });
        let mut detection = Detection { tallies, moves: 0 };
        for text in moves {
            detection.weigh(text);
        }
        detection
    }
}

impl Detection {
    fn weigh(&mut self, text: &[u8]) {
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
                Ok(_) => tally.explained += 1,
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

    /// The only set that explains the most moves; `None` if several do, or there is no letter.
    pub fn letters(&self) -> Option<Letters> {
        let mut likeliest = self.likeliest();
        likeliest.next().filter(|_| likeliest.next().is_none())
    }

    /// The sets that explain the most moves: all of them where nothing decides.
    pub fn likeliest(&self) -> impl Iterator<Item = Letters> {
        let most = self.tallies.iter().map(|tally| tally.explained).max().unwrap_or(0);
        self.tallies.iter().filter(move |tally| tally.explained == most).map(|tally| tally.letters)
    }

    /// Whether the likeliest sets explain every move that any set explains.
    pub fn is_consistent(&self) -> bool {
        self.tallies.iter().any(|tally| tally.explained == self.moves)
    }

    /// What speaks against each set, the least likely first; at most one move for each.
    pub fn evidence(&self) -> impl Iterator<Item = &Evidence> {
        let mut tallies: Vec<&Tally> = self.tallies.iter().collect();
        tallies.sort_by_key(|tally| Reverse(self.moves - tally.explained));
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
            return f.write_str(": nothing decides");
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
    fn one_letter_that_a_single_language_has_decides() {
        for (moves, letters, evidence) in [
            ("e5 Bf4 Kg3 Vxf9", Letters::HUNGARIAN, "V in Vxf9 is no"),
            ("e5 Kg3 Nf4", Letters::ENGLISH, "N in Nf4 is no"),
            ("Hf4 f11=W Kxg3", Letters::POLISH, "W in f11=W is no"),
            ("f10g10 Qe1c3", Letters::ENGLISH, "Q in Qe1c3 is no"),
            ("f7g6xP Hf8h5xF", Letters::HUNGARIAN, "H in Hf8h5xF is no English"),
        ] {
            let found = detect(moves);
            assert_eq!(found.letters(), Some(letters), "{moves}");
            assert!(found.is_consistent(), "{moves}");
            assert_eq!(found.evidence().count(), 2, "{moves}");
            assert!(found.to_string().contains(evidence), "{found}");
        }
    }

    #[test]
    fn where_nothing_decides_nothing_is_decided() {
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
    fn a_slip_of_the_pen_does_not_outweigh_the_rest() {
        let found = detect("Vf4 Ff7 Qf4 Hf3 Bxe4");
        assert_eq!(found.letters(), Some(Letters::HUNGARIAN));
        assert!(!found.is_consistent());
        assert_eq!(
            found.to_string(),
            "Hungarian letters: V in Vf4 is no Polish piece, V in Vf4 is no English piece; but Q in Qf4 is no Hungarian piece"
        );
    }
}
