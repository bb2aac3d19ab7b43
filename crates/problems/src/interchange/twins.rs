//! Twins in the words of Popeye.

use super::language::Language;
use super::pieces::{parts, placed};
use crate::twin::{
    COLOURS, EXCHANGE, MIRROR, PlacedPiece, SHIFT, TO, TURN, TwinText as OwnTwin, split_zero, twin_texts,
};
use hexmate_position::{Colour, Coordinate, Game, Letters};

/// A twin with its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TwinText {
    /// The letter of the label; `a` only if the diagram is not a problem.
    pub(super) letter: char,
    /// `true` if it changes the previous twin.
    pub(super) is_continued: bool,
    /// The changes, in the words of Popeye.
    pub(super) change: String,
}

impl TwinText {
    /// Reads the words of a twin, `Continued` first if it changes the previous twin.
    pub(super) fn read(letter: char, text: &str, language: Language) -> Self {
        let mut words = text.split_whitespace().map(|word| language.change(word)).peekable();
        let is_continued =
            words.next_if(|word| word.len() > 3 && "continued".starts_with(&word.to_lowercase())).is_some();
        let mut read: Vec<String> = Vec::new();
        for word in words {
            let has_colour = read.last().is_some_and(|last| Language::English.colour(last).is_some());
            match (placed(word, language), parts(word)) {
                (Ok(pieces), _) if has_colour => {
                    // Each piece needs the command and the colour.
                    let begin = read.split_off(read.len().saturating_sub(2));
                    for (_, piece) in pieces {
                        read.extend(begin.iter().cloned());
                        read.push(piece);
                    }
                }
                (_, Some(cells)) if cells.iter().all(|(file, _)| file.len() == 1) => {
                    read.extend(cells.iter().map(|(file, rank)| format!("{file}{rank}").to_lowercase()));
                }
                _ => read.push(word.to_owned()),
            }
        }
        Self { letter, is_continued, change: read.join(" ") }
    }

    /// Returns the text of all twins, as [`Problem::twins`](crate::Problem::twins) reads it.
    pub(super) fn join(twins: &[Self]) -> String {
        let one = |twin: &Self| {
            let sign = if twin.is_continued { "+" } else { "" };
            format!("{sign}{}) {}", twin.letter, twin.change)
        };
        let all: Vec<String> = twins.iter().map(one).collect();
        let zero = if twins.first().is_some_and(|first| first.letter == 'a') { "zeroposition " } else { "" };
        format!("{zero}{}", all.join("; "))
    }

    /// Returns the twins of a statement in the words of Popeye; words that are no change stay as they are.
    pub(super) fn of(game: Game, text: &str) -> Vec<Self> {
        let zero = split_zero(text);
        let mut next = if zero.is_some() { 'a' } else { 'b' };
        let mut twins = Vec::new();
        for OwnTwin { label, words } in twin_texts(zero.as_deref().unwrap_or(text)) {
            let label = label.unwrap_or_default();
            let letter = label.trim_start_matches('+').chars().next().unwrap_or(next);
            next = ('a'..='z').find(|&other| other > letter).unwrap_or('z');
            let change = popeye_words(game, &words).unwrap_or_else(|| words.join(" "));
            twins.push(Self { letter, is_continued: label.starts_with('+'), change });
        }
        twins
    }

    /// Returns the changes with the word `Continued` where it is needed.
    pub(super) fn whole(&self) -> String {
        if self.is_continued { format!("Continued {}", self.change) } else { self.change.clone() }
    }
}

/// Parses a piece with its cell in the first language that fits.
fn place(game: Game, text: &str) -> Option<PlacedPiece<'_>> {
    Letters::ALL.iter().find_map(|letters| PlacedPiece::parse(game, letters, text).ok())
}

/// Returns changes in the words of Popeye; `None` if one cannot be read.
fn popeye_words(game: Game, words: &[String]) -> Option<String> {
    let cell = |text: &str| place(game, text).map(|place| Coordinate(game.shape, place.cell).to_string());
    let mut changes: Vec<String> = Vec::new();
    let mut words = words.iter().map(String::as_str).peekable();
    while let Some(word) = words.next() {
        let change = match word {
            SHIFT | MIRROR => {
                let (from, _, to) = (cell(words.next()?)?, words.next()?, cell(words.next()?)?);
                if word == SHIFT { format!("Shift {from} {to}") } else { format!("Mirror {from}<-->{to}") }
            }
            TURN => format!("Rotate {}", words.next()?),
            COLOURS => "PolishType".to_owned(),
            _ => match words.next_if(|&next| next == TO || next == EXCHANGE) {
                Some(arrow) => {
                    let name = if arrow == TO { "Move" } else { "Exchange" };
                    format!("{name} {} {}", cell(word)?, cell(words.next()?)?)
                }
                None => match (word.strip_prefix('+'), word.strip_prefix('-')) {
                    (Some(added), _) => {
                        let place = place(game, added)?;
                        let colour = Colour::of(&game, place.owner?).name().to_lowercase();
                        let letter = match place.role?.letter() {
                            'N' => 'S',
                            letter => letter,
                        };
                        format!("Add {colour} {letter}{}", Coordinate(game.shape, place.cell))
                    }
                    (_, Some(removed)) => format!("Remove {}", cell(removed)?),
                    _ => format!("Stipulation {word}"),
                },
            },
        };
        changes.push(change);
    }
    Some(changes.join(" "))
}
