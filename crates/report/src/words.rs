//! Languages of books, pages and compact solutions.

use hexmate_core::mate::Verdict;
use hexmate_position::{Game, Letters};
use hexmate_problems::SolveStatus;
pub use hexmate_words::Book as BookWords;

/// End of the code of a language with figurines.
const FIGURINES: &str = "+figurines";

/// End of the code of a language with `‡`.
const DAGGER: &str = "+dagger";

/// Sign of mate in printed solutions and stipulations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MateSign {
    /// `#`.
    #[default]
    Hash,
    /// `‡`.
    Dagger,
}

impl MateSign {
    /// Returns a text in which this sign replaces `#`.
    pub fn apply(self, text: &str) -> String {
        match self {
            Self::Hash => text.to_owned(),
            Self::Dagger => text.replace('#', "‡"),
        }
    }
}

/// Language of printed solutions: piece letters, words and the sign of mate.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// Piece letters.
    pub letters: Letters,
    /// Words.
    pub words: &'static BookWords,
    /// Sign of mate.
    pub mate_sign: MateSign,
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Language {}

impl Language {
    /// Returns a stipulation with the sign of mate, and with the letter of the player to be mated in the language.
    pub(crate) fn stipulation(&self, game: Option<Game>, text: &str) -> String {
        let text = self.mate_sign.apply(text);
        let Some(game) = game.filter(|game| game.players > 2) else { return text };
        let is_digit = |c: char| c.is_ascii_digit();
        let number = text.find(is_digit).unwrap_or(text.len());
        let victim = text[number..].find(|c| !is_digit(c)).map(|length| number + length);
        let victim = victim.and_then(|at| Some((at, game.player(text.as_bytes()[at])?)));
        match victim {
            Some((at, player)) => {
                let letter = letters_of(self.words).player(&game, player);
                format!("{}{letter}{}", &text[..at], &text[at + 1..])
            }
            None => text,
        }
    }

    /// Returns the code of the language, followed by `+figurines` if figurines replace the letters, and by `+dagger` if
    /// the sign of mate is `‡`.
    pub fn code(&self) -> String {
        let figurines = if self.letters == Letters::FIGURINES { FIGURINES } else { "" };
        let dagger = if self.mate_sign == MateSign::Dagger { DAGGER } else { "" };
        format!("{}{figurines}{dagger}", self.words.code)
    }

    /// Parses a code written by [`Self::code`].
    pub fn of_code(code: &str) -> Option<Self> {
        let (code, mate_sign) = match code.strip_suffix(DAGGER) {
            Some(code) => (code, MateSign::Dagger),
            None => (code, MateSign::Hash),
        };
        let (code, has_figurines) = match code.strip_suffix(FIGURINES) {
            Some(code) => (code, true),
            None => (code, false),
        };
        let language = Letters::ALL.into_iter().map(Self::of).find(|language| language.words.code == code)?;
        let language = if has_figurines { language.with_figurines() } else { language };
        Some(language.with_mate_sign(mate_sign))
    }

    /// Returns the language with these letters.
    pub fn of(letters: Letters) -> Self {
        Self { letters, words: &letters.entry(&hexmate_words::ALL).book, mate_sign: MateSign::Hash }
    }

    /// Returns the language with this sign of mate.
    #[must_use]
    pub const fn with_mate_sign(self, mate_sign: MateSign) -> Self {
        Self { mate_sign, ..self }
    }

    /// Returns the language with figurines in place of letters.
    #[must_use]
    pub const fn with_figurines(self) -> Self {
        Self { letters: Letters::FIGURINES, ..self }
    }
}

/// Returns the piece letters of the language of a book.
pub(crate) fn letters_of(words: &BookWords) -> Letters {
    Letters::ALL.into_iter().find(|letters| letters.code() == words.code).unwrap_or(Letters::ENGLISH)
}

/// Returns the fault that a verdict means, in words; empty for a sound problem.
pub(crate) fn fault(words: &BookWords, status: SolveStatus) -> &'static str {
    match status {
        SolveStatus::Solved(Verdict::Sound) => "",
        SolveStatus::Solved(Verdict::Cooked) => words.cooked,
        SolveStatus::Solved(Verdict::FewerSolutions) => words.fewer,
        SolveStatus::Solved(Verdict::ShortSolution) => words.short,
        SolveStatus::Solved(Verdict::NoSolution) => words.unsolvable,
        SolveStatus::Solved(Verdict::NotFinished) => words.unfinished,
        SolveStatus::Illegal => words.illegal,
        SolveStatus::BadInput => words.unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_languages_round_trip() {
        for letters in Letters::ALL {
            let language = Language::of(letters);
            for language in [language, language.with_figurines()] {
                for language in [language, language.with_mate_sign(MateSign::Dagger)] {
                    assert_eq!(Language::of_code(&language.code()), Some(language));
                }
            }
        }
    }
}
