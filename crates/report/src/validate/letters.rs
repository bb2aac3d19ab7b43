//! Language of the piece letters of a checked game, and its statistics over files.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hexmate_batch::terminal::one_line;
use hexmate_games::validate::{CheckedGame, FaultKind, GameText, LettersOrigin};
use hexmate_position::{CellNames, Letters, MoveText, MoveTextErrorKind, Position};
use serde::{Deserialize, Serialize};

use crate::Counted;

/// Language of the piece letters of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameLetters {
    /// English name of the language; empty if no move has a letter.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    name: Cow<'static, str>,
    /// `true` if neither a tag nor an option states the language.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_guessed: bool,
    /// Another language, in which the first illegal move is legal.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    other: Cow<'static, str>,
}

impl GameLetters {
    /// Code of a game or a file with moves in several languages.
    const MIXED: &str = "mixed-letters";

    pub(super) fn of(text: &GameText, checked: &CheckedGame) -> Self {
        let letters = checked.letters.with_cells(CellNames::Standard);
        let is_guessed = checked.letters_origin == LettersOrigin::Guessed;
        if is_guessed && letters == Letters::ENGLISH && !has_letter(text) {
            return Self::default();
        }
        let other = other_language(checked).map_or("", |letters| letters.name());
        Self { name: letters.name().into(), is_guessed, other: other.into() }
    }

    pub(super) fn is_unknown(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the cell of the table: `Hungarian`, `German (guessed)`, `English and Hungarian (mixed)`; empty if no move
    /// has a letter.
    pub(super) fn cell(&self) -> String {
        let Self { name, is_guessed, other } = self;
        match (&**other, is_guessed) {
            ("", true) => format!("{name} (guessed)"),
            ("", false) => name.to_string(),
            (other, _) => format!("{name} and {other} (mixed)"),
        }
    }

    /// Returns lines for the explanation of an error: how the letters are known, unless they are English, and the other
    /// language.
    pub(super) fn advice(&self, text: &GameText, checked: &CheckedGame) -> Vec<String> {
        let mut lines = Vec::new();
        let letters = checked.letters.with_cells(CellNames::Standard);
        if letters != Letters::ENGLISH {
            let why = match checked.letters_origin {
                LettersOrigin::Requested => "as requested".to_owned(),
                LettersOrigin::Stated => "as stated".to_owned(),
                LettersOrigin::Guessed => guess(text),
            };
            lines.push(format!("read with {} letters, {why}", letters.name()));
        }
        if !self.other.is_empty() {
            let other = &self.other;
            lines.push(format!("legal with {other} letters: the game mixes languages [{}]", Self::MIXED));
        }
        lines
    }
}

/// Returns whether a move has a capital letter.
fn has_letter(text: &GameText) -> bool {
    text.words.iter().any(|word| word.text.bytes().any(|byte| byte.is_ascii_uppercase()))
}

/// Returns the evidence of a guess.
fn guess(text: &GameText) -> String {
    let is_foreign = |word: &&str| MoveText::parse(word.as_bytes(), &Letters::ENGLISH).is_err();
    match text.words.iter().map(|word| word.text).find(is_foreign) {
        Some(word) => format!("guessed: {word} is not a move with English letters"),
        None => "guessed: more moves are legal".to_owned(),
    }
}

/// Returns another language in which the first illegal move is legal, if its letter is not one of its game.
fn other_language(checked: &CheckedGame) -> Option<Letters> {
    let (position, fault): (&Position, _) = (checked.before_fault()?, checked.first_fault()?);
    let FaultKind::MoveText(token, MoveTextErrorKind::UnknownLetter(_)) = &fault.kind else { return None };
    let is_legal = |letters: &Letters| {
        let letters = letters.with_cells(checked.letters.cells());
        MoveText::parse(token.text.as_bytes(), &letters).is_ok_and(|text| text.resolve(position).is_ok())
    };
    Letters::ALL.into_iter().find(is_legal)
}

/// Numbers of games by guessed language, other than English.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GuessedLetters(BTreeMap<String, u64>);

impl GuessedLetters {
    /// Returns the name of the language of a game, if it is guessed and not English.
    pub fn language(checked: &CheckedGame) -> Option<&'static str> {
        let is_guessed = checked.letters_origin == LettersOrigin::Guessed;
        Some(checked.letters.name()).filter(|name| is_guessed && *name != Letters::ENGLISH.name())
    }

    /// Counts a game in a language, if it is guessed.
    pub fn add(&mut self, language: Option<&str>) {
        let Some(language) = language else { return };
        match self.0.get_mut(language) {
            Some(count) => *count += 1,
            None => drop(self.0.insert(language.to_owned(), 1)),
        }
    }

    /// Returns whether no game is counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Displays a note such as `letters guessed: 12 games German [guessed-letters]`.
impl fmt::Display for GuessedLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |(name, count): (&String, &u64)| format!("{} {name}", Counted(*count, "game"));
        let counts: Vec<String> = self.0.iter().map(count).collect();
        write!(f, "letters guessed: {} [guessed-letters]", counts.join(", "))
    }
}

/// Languages of the games of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LettersSummary {
    guessed: GuessedLetters,
    /// Number of games that mix languages.
    mixed: u64,
    /// Languages of each file.
    files: BTreeMap<String, BTreeSet<String>>,
}

/// Largest number of files with several languages that are named.
const NAMED: usize = 5;

impl LettersSummary {
    pub(super) fn add(&mut self, file: &str, GameLetters { name, is_guessed, other }: &GameLetters) {
        if name.is_empty() {
            return;
        }
        let is_named = *is_guessed && name != Letters::ENGLISH.name();
        self.guessed.add(Some(&**name).filter(|_| is_named));
        self.mixed += u64::from(!other.is_empty());
        if !self.files.get(file).is_some_and(|languages| languages.contains(&**name)) {
            self.files.entry(file.to_owned()).or_default().insert(name.to_string());
        }
    }
}

/// Displays lines that begin with a line break; empty if all games are in English or in a language that they state.
impl fmt::Display for LettersSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.guessed.is_empty() {
            write!(f, "\n{}", self.guessed)?;
        }
        let code = GameLetters::MIXED;
        if self.mixed > 0 {
            write!(f, "\n{} with letters of two languages [{code}]", Counted(self.mixed, "game"))?;
        }
        let files: Vec<_> = self.files.iter().filter(|(_, languages)| languages.len() > 1).collect();
        for (file, languages) in files.iter().take(NAMED) {
            let languages: Vec<&str> = languages.iter().map(String::as_str).collect();
            write!(f, "\n{}: games with {} letters [{code}]", one_line(file), languages.join(", "))?;
        }
        match files.len().checked_sub(NAMED) {
            Some(more) if more > 0 => {
                write!(
                    f,
                    "\n{} more with letters of several languages [{code}]",
                    Counted(more as u64, "file")
                )
            }
            _ => Ok(()),
        }
    }
}
