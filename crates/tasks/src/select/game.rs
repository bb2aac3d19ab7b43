//! Text of selected games: what joins them, and games of other formats as PGN.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use hexmate_games::pgn::{Notation, PgnText};
use hexmate_games::validate::{CheckedGame, GameText, Tag};

/// The first and the last element of a PGN text, on which the text needed between two games depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edges {
    first: First,
    last: Last,
}

/// The first element of a PGN text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum First {
    /// A tag, which always begins a new game.
    Tag,
    /// A remark before the tags.
    Remark,
    /// A game without tags.
    Moves,
}

/// The last element of a PGN text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Last {
    /// A result, which always ends the game.
    Result,
    /// A move.
    Moves,
    /// A tag, in a game without moves.
    Tags,
    /// A fault, such as an unclosed bracket.
    Fault,
}

impl Edges {
    pub(super) fn of(game: &GameText, text: &[u8]) -> Self {
        let first = match (game.tags.is_empty(), text.first()) {
            (true, _) => First::Moves,
            (false, Some(b'[')) => First::Tag,
            (false, _) => First::Remark,
        };
        let last = match (game.words.is_empty(), game.result, game.fault) {
            (_, Some(_), _) => Last::Result,
            (true, None, _) => Last::Tags,
            (false, None, Some(_)) => Last::Fault,
            (false, None, None) => Last::Moves,
        };
        Self { first, last }
    }

    /// Returns the lines needed between this text and the next one to keep them separate games: one before the blank
    /// line between them, and one after it.
    pub fn between(self, next: Self) -> [Option<&'static str>; 2] {
        match (self.last, next.first) {
            // Tags without moves would become tags of the next game.
            (Last::Tags, _) | (Last::Moves, First::Moves | First::Remark) => [Some("*"), None],
            (Last::Fault, First::Moves) => [None, Some("[Event \"?\"]")],
            (Last::Fault, First::Remark) => [None, Some("[Remark \"?\"]")],
            (Last::Result | Last::Moves | Last::Fault, _) => [None, None],
        }
    }
}

/// Returns a game from a file other than PGN as PGN; a faulty game keeps its move texts unchanged.
pub(super) fn as_pgn(game: &GameText, checked: &CheckedGame) -> String {
    if checked.fault.is_none()
        && let Some(game) = checked.played(game)
    {
        return PgnText { game: &game, notation: Notation::San, letters: &checked.letters }.to_string();
    }
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let mut text = String::new();
    for Tag { name, text: value, .. } in game.tags.iter() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    }
    let words: Vec<&str> = game.words.iter().map(|word| word.text).collect();
    let result = game.stated_result().map_or_else(|| "*".to_owned(), |(score, _)| score.to_string());
    let _ = write!(text, "\n1. {} {result}", words.join(" "));
    text
}
