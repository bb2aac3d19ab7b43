//! The task of `select`: tests games against conditions, and finds their sort keys, groups and duplicates.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::Bytes;
use crate::records::Record;
use hexmate_batch as batch;
use hexmate_batch::digest::Digest;
use hexmate_batch::{Panicked, Task};
use hexmate_games::pgn::{Notation, PgnText};
use hexmate_games::select::{Candidate, Conditions, SortField, duplicate_key};
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_position::Game;

/// Task that tests games against conditions.
#[derive(Clone, Debug)]
pub struct Select {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Conditions, all of which a selected game meets.
    pub conditions: Conditions,
    /// Fields to sort by.
    pub order: Vec<SortField>,
    /// Field to split by.
    pub groups: Option<SortField>,
}

/// The result of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// Name of the file.
    pub file: String,
    /// Number in the file, from 1.
    pub record: u64,
    /// First line of the game.
    pub line: u64,
    /// Name of the game for messages.
    pub called: String,
    /// `true` if the game meets all conditions.
    pub is_met: bool,
    /// Source text without surrounding blank lines.
    pub text: Bytes,
    /// Sort keys, one for each field; `None` if the game lacks the field.
    pub order: Vec<Option<String>>,
    /// Groups of the game.
    pub groups: Vec<String>,
    /// Digest of the moves, equal for duplicates; `None` for a game without moves.
    pub moves: Option<String>,
    /// Beginning and end of the text, for joining it with other games.
    pub edges: Edges,
}

/// The first and the last element of a PGN text, on which the text needed between two games depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edges {
    /// First element.
    pub beginning: Beginning,
    /// Last element.
    pub end: Ending,
}

/// The first element of a PGN text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Beginning {
    /// A tag, which always begins a new game.
    Tag,
    /// A remark before the tags.
    Remark,
    /// A game without tags.
    Moves,
}

/// The last element of a PGN text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
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
    fn of(game: &GameText, text: &[u8]) -> Self {
        let beginning = match (game.tags.is_empty(), text.first()) {
            (true, _) => Beginning::Moves,
            (false, Some(b'[')) => Beginning::Tag,
            (false, _) => Beginning::Remark,
        };
        let end = match (game.words.is_empty(), game.result, game.fault) {
            (_, Some(_), _) => Ending::Result,
            (true, None, _) => Ending::Tags,
            (false, None, Some(_)) => Ending::Fault,
            (false, None, None) => Ending::Moves,
        };
        Self { beginning, end }
    }

    /// Returns the lines needed between this text and the next one to keep them separate games: one before the blank
    /// line between them, and one after it.
    pub fn between(self, next: Self) -> [Option<&'static str>; 2] {
        match (self.end, next.beginning) {
            // Tags without moves would become tags of the next game.
            (Ending::Tags, _) | (Ending::Moves, Beginning::Moves | Beginning::Remark) => [Some("*"), None],
            (Ending::Fault, Beginning::Moves) => [None, Some("[Event \"?\"]")],
            (Ending::Fault, Beginning::Remark) => [None, Some("[Remark \"?\"]")],
            (Ending::Result | Ending::Moves | Ending::Fault, _) => [None, None],
        }
    }
}

impl Task for Select {
    type Item = Record;
    /// A game, or a message about a record that is not one.
    type Output = Result<Selected, String>;

    fn work(&self, record: Record) -> Self::Output {
        let Record { file, number, item, passage } = record;
        let game = item.into_game(&file)?;
        let played = game.game(self.game);
        let checked = CheckedGame::judge(played.clone().unwrap_or_default(), &game, self.reading);
        let selected = self.selected(&file, number, &game, &checked, &passage.bytes);
        // The moves of an unknown variant cannot be read: it is selected only without conditions, and has no duplicates.
        Ok(match played {
            Ok(_) => selected,
            Err(_) => Selected { is_met: self.conditions.0.is_empty(), moves: None, ..selected },
        })
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        Err(panic.to_string())
    }

    fn chunk_size(&self) -> usize {
        batch::LIGHT_CHUNK
    }
}

impl Select {
    fn selected(
        &self,
        file: &str,
        record: u64,
        game: &GameText,
        checked: &CheckedGame,
        passage: &[u8],
    ) -> Selected {
        let text = if passage.is_empty() { as_pgn(game, checked).into_bytes() } else { trimmed(passage) };
        let edges = Edges::of(game, &text);
        Selected {
            file: file.to_owned(),
            record,
            line: game.place.line,
            called: game.label(record),
            is_met: self.conditions.are_met(Candidate { text: game, checked }),
            text: text.into(),
            order: self.order.iter().map(|field| field.sort_key(game, checked)).collect(),
            groups: self.groups.map(|field| field.of(game, checked)).unwrap_or_default(),
            moves: duplicate_key(game, checked).map(|moves| Digest::of(&moves).to_short_hex()),
            edges,
        }
    }
}

/// Returns a game from a file other than PGN as PGN; a faulty game keeps its move texts unchanged.
fn as_pgn(game: &GameText, checked: &CheckedGame) -> String {
    if checked.fault.is_none()
        && let Some(game) = checked.played(game)
    {
        return PgnText { game: &game, notation: Notation::San, letters: &checked.letters }.to_string();
    }
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let mut text = String::new();
    for (name, tag) in &game.tags {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(&tag.text));
    }
    let words: Vec<&str> = game.words.iter().map(|word| word.text).collect();
    let result = game.stated_result().map_or_else(|| "*".to_owned(), |(score, _)| score.to_string());
    let _ = write!(text, "\n1. {} {result}", words.join(" "));
    text
}

/// Returns a text without leading byte-order marks and blank lines, and without trailing white space.
fn trimmed(passage: &[u8]) -> Vec<u8> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut text = passage.trim_ascii_end();
    loop {
        let line = memchr::memchr(b'\n', text).unwrap_or(text.len());
        let rest = text.strip_prefix(MARK).unwrap_or(text);
        if rest.len() < text.len() {
            text = rest;
        } else if line < text.len() && text[..line].trim_ascii().is_empty() {
            text = &text[line + 1..];
        } else {
            return text.to_vec();
        }
    }
}
