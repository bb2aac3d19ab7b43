//! The task of `select`: tests games and problems against conditions, and finds their sort keys, groups and duplicates.

mod compared;
mod field;
mod game;
mod problem;

use serde::{Deserialize, Serialize};

use super::{Bytes, Solve};
use crate::records::{Item, Record};
use hexmate_batch as batch;
use hexmate_batch::digest::Digest;
use hexmate_batch::{Panicked, Task};
use hexmate_games::select::{CandidateGame, GameConditions, GamePath, SortField, duplicate_key, path};
use hexmate_games::validate::{CheckedGame, GameText, ReadOptions};
use hexmate_position::Game;
use hexmate_problems::select::ProblemConditions;
use hexmate_report::{GuessedLetters, RecordFault};

pub use compared::{Alike, Compared, Comparison};
pub use field::SelectField;
pub use game::Edges;

/// Task that tests games and problems against conditions.
pub struct Select {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// Conditions, all of which a selected game meets.
    pub conditions: GameConditions,
    /// Conditions, all of which a selected problem meets.
    pub problems: ProblemConditions,
    /// Fields to sort by.
    pub order: Vec<SelectField>,
    /// Field to split by.
    pub groups: Option<SelectField>,
    /// Solver of problems that lack a rating that is needed.
    pub solver: Option<Solve>,
    /// Problems that a selected problem must be like.
    pub comparison: Option<Comparison>,
    /// `true` to find duplicates: to return their keys, and the moves of games for a search of their beginnings and near
    /// duplicates.
    pub finds_duplicates: bool,
}

/// The result of one record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Selected {
    /// Name of the file.
    pub file: String,
    /// Number in the file, from 1.
    pub record: u64,
    /// First line of the record.
    pub line: u64,
    /// Name of the record for messages.
    pub called: String,
    /// `true` if the record meets all conditions.
    pub is_met: bool,
    /// Source text without surrounding blank lines.
    pub text: Bytes,
    /// Form of the text.
    pub form: TextForm,
    /// Sort keys, one for each field; `None` if the record lacks the field.
    pub order: Vec<Option<String>>,
    /// Groups of the record.
    pub groups: Vec<String>,
    /// Digest that is equal for duplicates; `None` for a record that has none.
    pub duplicate_key: Option<String>,
    /// Moves of a game; `None` for other records, and unless they are asked for.
    pub path: Option<GamePath>,
    /// Language of the piece letters of a game, if it is guessed and not English.
    pub guessed: Option<String>,
    /// Names of the players of a game, in the order of their seats.
    pub players: Vec<String>,
    /// `true` if a condition or field needs a rating that the record lacks.
    pub is_unrated: bool,
    /// Compared problems that this one is like.
    pub alike: Vec<Alike>,
}

/// A record that is neither a game nor a problem, or whose text is incomplete.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unselectable {
    /// Name of the file.
    pub file: String,
    /// Number in the file, from 1; 0 for an input that cannot be read.
    pub record: u64,
    /// The error.
    pub fault: RecordFault,
}

/// Form of the text of a record, on which the text between two records depends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextForm {
    /// A game in PGN.
    Game(Edges),
    /// A row of a table of problems, with the text of the table before its first row.
    Row(Bytes),
    /// A problem in a line, after its comments.
    Line,
}

impl Task for Select {
    type Item = Record;
    /// A game or problem, or the error of a record that is neither.
    type Output = Result<Selected, Unselectable>;

    fn work(&self, record: Record) -> Self::Output {
        let (file, record_number) = (record.file.clone(), record.number);
        let unselectable = |fault| Unselectable { file: file.to_string(), record: record_number, fault };
        self.selected(record).map_err(unselectable)
    }

    fn panicked(&self, panic: &Panicked) -> Self::Output {
        let fault = RecordFault::new("internal", panic.to_string());
        Err(Unselectable { file: String::new(), record: 0, fault })
    }

    fn chunk_size(&self) -> usize {
        if self.solver.is_some() { 1 } else { batch::LIGHT_CHUNK }
    }
}

impl Select {
    fn selected(&self, record: Record) -> Result<Selected, RecordFault> {
        let Record { file, number, item, passage } = record;
        let game = match item {
            Item::Statement(statement) => {
                let place = format!("{file}:{}", statement.line);
                passage.expect_whole(&place)?;
                // Without source text, only what was read could be written.
                if let Some(fault) = statement.fault.as_ref().filter(|_| passage.bytes.is_empty()) {
                    return Err(RecordFault::new(fault.code(), format!("{place}: {fault}")));
                }
                return Ok(self.problem(&file, number, &statement, passage));
            }
            Item::NoRecords(content) => {
                let message = format!("{file}: no game or problem in this file: {content}");
                return Err(RecordFault::new(content.code(), message));
            }
            item => item.into_game(&file)?,
        };
        passage.expect_whole(&format!("{file}:{}: {}", game.place, game.label(number)))?;
        let played = game.game(self.game);
        let checked = CheckedGame::check(played.clone().unwrap_or_default(), &game, self.reading);
        let selected = self.game(&file, number, &game, &checked, passage.bytes);
        // The moves of an unknown variant cannot be read: it is selected only without conditions, and has no duplicates.
        Ok(match played {
            Ok(_) => selected,
            Err(_) => {
                Selected { is_met: self.conditions.0.is_empty(), duplicate_key: None, path: None, ..selected }
            }
        })
    }

    /// Returns whether a condition or a field depends on the dates of the records.
    pub fn needs_dates(&self) -> bool {
        let mut fields = self.order.iter().chain(&self.groups);
        self.conditions.need_date()
            || self.problems.need_date()
            || fields.any(|field| matches!(field.game, Some(SortField::Date | SortField::Year)))
    }

    fn game(
        &self,
        file: &str,
        record: u64,
        game: &GameText,
        checked: &CheckedGame,
        passage: Vec<u8>,
    ) -> Selected {
        let text =
            if passage.is_empty() { game::as_pgn(game, checked).into_bytes() } else { trimmed(passage) };
        let form = TextForm::Game(Edges::of(game, &text));
        let sort_key = |field: &SelectField| field.game?.sort_key(game, checked);
        let groups = self.groups.and_then(|field| Some(field.game?.of(game, checked)));
        let key = || duplicate_key(game, checked).map(|moves| Digest::of(&moves).to_short_hex());
        Selected {
            file: file.to_owned(),
            record,
            line: game.place.line,
            called: game.label(record),
            is_met: self.conditions.are_met(CandidateGame { text: game, checked }),
            text: text.into(),
            form,
            order: self.order.iter().map(sort_key).collect(),
            groups: groups.unwrap_or_default(),
            path: if self.finds_duplicates { path(game, checked) } else { None },
            guessed: GuessedLetters::language(checked).map(str::to_owned),
            players: game.players().into_iter().map(str::to_owned).collect(),
            duplicate_key: if self.finds_duplicates { key() } else { None },
            is_unrated: false,
            alike: Vec::new(),
        }
    }
}

/// Returns a text without leading byte-order marks and blank lines, and without trailing white space.
fn trimmed(mut passage: Vec<u8>) -> Vec<u8> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    passage.truncate(passage.trim_ascii_end().len());
    let mut text = passage.as_slice();
    loop {
        let line = memchr::memchr(b'\n', text).unwrap_or(text.len());
        let rest = text.strip_prefix(MARK).unwrap_or(text);
        if rest.len() < text.len() {
            text = rest;
        } else if line < text.len() && text[..line].trim_ascii().is_empty() {
            text = &text[line + 1..];
        } else {
            break;
        }
    }
    let begin = passage.len() - text.len();
    passage.drain(..begin);
    passage
}
