//! Records judged by conditions: what is written of each, where it stands among others, which others it is like.

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

/// How games are selected.
#[derive(Clone, Debug)]
pub struct Select {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// How games are read.
    pub reading: ReadOptions,
    /// What is asked of them.
    pub conditions: Conditions,
    /// What they are put in order by.
    pub order: Vec<SortField>,
    /// What they are put into groups by.
    pub groups: Option<SortField>,
}

/// A game, and where it belongs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// Its file.
    pub file: String,
    /// Its number there.
    pub record: u64,
    /// The line at which it begins.
    pub line: u64,
    /// What messages call it.
    pub called: String,
    /// Whether it meets all conditions.
    pub is_met: bool,
    /// What is written of it: the game as it stands, without blank lines around it.
    pub text: Bytes,
    /// Where it stands among others.
    pub order: Vec<Option<String>>,
    /// The groups that it belongs to.
    pub groups: Vec<String>,
    /// What it shares with games that have the same moves, if it has any.
    pub moves: Option<String>,
    /// How it stands beside others.
    pub edges: Edges,
}

/// What shows where a text of PGN begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edges {
    /// What it begins with.
    pub beginning: Beginning,
    /// What it ends with.
    pub end: Ending,
}

/// What a text of PGN begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Beginning {
    /// A tag, before which any game ends.
    Tag,
    /// A remark, with the tags of the game behind it.
    Remark,
    /// A move, or a remark before it.
    Moves,
}

/// What a text of PGN ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// A result, behind which anything may follow.
    Result,
    /// A move.
    Moves,
    /// A tag: it has no move at all.
    Tags,
    /// Something that is not as it should be, maybe a bracket left open.
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

    /// What has to stand between this text and another, so that each stays a game: a line before the blank one,
    /// and one behind it.
    pub fn between(self, next: Self) -> [Option<&'static str>; 2] {
        match (self.end, next.beginning) {
            // Tags without moves would become those of the next game.
            (Ending::Tags, _) | (Ending::Moves, Beginning::Moves | Beginning::Remark) => [Some("*"), None],
            (Ending::Fault, Beginning::Moves) => [None, Some("[Event \"?\"]")],
            (Ending::Fault, Beginning::Remark) => [None, Some("[Remark \"?\"]")],
            (Ending::Result | Ending::Moves | Ending::Fault, _) => [None, None],
        }
    }
}

impl Task for Select {
    type Item = Record;
    /// A game, or what is wrong with a record that is none.
    type Output = Result<Selected, String>;

    fn work(&self, record: Record) -> Self::Output {
        let Record { file, number, item, passage } = record;
        let game = item.into_game(&file)?;
        let meant = game.game(self.asked);
        let checked = CheckedGame::judge(meant.clone().unwrap_or_default(), &game, self.reading);
        let selected = self.selected(&file, number, &game, &checked, &passage.bytes);
        // Of a game that nobody knows only the tags can be told.
        Ok(match meant {
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
            order: self.order.iter().map(|field| field.order(game, checked)).collect(),
            groups: self.groups.map(|field| field.of(game, checked)).unwrap_or_default(),
            moves: duplicate_key(game, checked).map(|moves| Digest::of(&moves).to_short_hex()),
            edges,
        }
    }
}

/// A game of another form: if nothing is wrong with it as it is written everywhere, else word by word.
fn as_pgn(game: &GameText, checked: &CheckedGame) -> String {
    if checked.fault.is_none()
        && let Some(game) = checked.played(game)
    {
        return PgnText { game: &game, notation: Notation::San, letters: &checked.letters }.to_string();
    }
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let mut text = String::new();
    for (name, tag) in &game.tags {
        // A string takes everything.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(&tag.text));
    }
    let words: Vec<&str> = game.words.iter().map(|word| word.text).collect();
    let result = game.stated_result().map_or_else(|| "*".to_owned(), |(score, _)| score.to_string());
    let _ = write!(text, "\n1. {} {result}", words.join(" "));
    text
}

/// The text without byte-order marks and blank lines before it, and without blanks behind it.
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
