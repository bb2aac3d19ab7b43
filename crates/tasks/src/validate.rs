//! Records checked, each with all that is written of it. Writes nothing.

use std::fmt;

use super::known::KnownEndings;
use crate::records::{Item, Passage, Record};
use hexmate_batch as batch;
use hexmate_batch::files::Content;
use hexmate_batch::log::Misfit;
use hexmate_batch::{Panicked, Task};
use hexmate_games::pgn::{Notation, PlayedGame, Written};
use hexmate_games::repair::{Acceptance, Repair, mended, repair};
use hexmate_games::validate::{CheckedGame, FaultKind, GameText, Reading};
use hexmate_position::Letters;
use hexmate_position::Place;
use hexmate_position::{Game, Setup, UnknownGame};
use hexmate_problems::{Problem, Statement};
use hexmate_report::page::Entry;
use hexmate_report::recorded::Collection;
use hexmate_report::{
    ChangeRow, Format, RepairNote, Row, Shown, SlipsNote, ValidateOutcome, ValidateRow, csv_row, csv_rows,
};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// How records are checked.
pub struct Validate {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// How games are read.
    pub reading: Reading,
    /// Whether variations are checked too.
    pub has_variations: bool,
    /// How each table is written.
    pub formats: Vec<Format>,
    /// Whether there is a page.
    pub has_page: bool,
    /// Whether people are shown the board before a fault.
    pub has_boards: bool,
    /// Whether games are to be repaired, and what is written of them.
    pub mending: Option<Mending>,
    /// The tables by which endings that were given away are found, if that is asked for.
    pub endings: Option<KnownEndings>,
}

/// What is done about games that fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mending {
    /// Whether edits are made too.
    pub accept: Acceptance,
    /// What is written.
    pub written: Collection,
}

/// Bytes that are text but for the few that stand for nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Bytes {
    /// Text.
    Text(String),
    /// Others.
    Raw(Vec<u8>),
}

/// Without the copy that serde makes of what may be either: a log may be forged, and numbers take much room in it.
impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list of bytes")
    }

    fn visit_str<E>(self, text: &str) -> Result<Bytes, E> {
        Ok(Bytes::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Bytes, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(Bytes::Raw(bytes))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or_else(|error| Self::Raw(error.into_bytes()), Self::Text)
    }
}

impl Bytes {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Raw(bytes) => bytes,
        }
    }
}

/// All that is written of a record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// Its row in each table.
    pub rows: Vec<String>,
    /// What is written of the game, as it stands or mended.
    pub game: Bytes,
    /// Whether it is the first of its file, so that nothing it is written behind belongs to it.
    pub begins_file: bool,
    /// The rows of what was changed about it.
    pub changes: String,
    /// Why the game is not written where all are to be.
    pub left_out: Option<String>,
    /// Its article, if there is a page.
    pub article: String,
    /// The cells behind the columns of its row, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<(String, String)>,
    /// What the summary needs.
    pub outcome: ValidateOutcome,
}

impl Checked {
    /// Checks an entry of a log, which may be forged, for these tables.
    ///
    /// # Errors
    ///
    /// If a row is missing or not a row, or the article has a script.
    pub fn check(&self, formats: &[Format]) -> Result<(), Misfit> {
        let Self { rows, changes, article, .. } = self;
        let are_rows = rows.len() == formats.len()
            && formats.iter().zip(rows).all(|(format, row)| format.is_row::<ValidateRow>(row));
        if !are_rows {
            return Err(Misfit("not one row for each table"));
        }
        let columns = ChangeRow::COLUMNS.len();
        if !changes.is_empty() && csv_rows(changes).is_none_or(|(_, cells)| cells != columns) {
            return Err(Misfit("changes that are not rows of their table"));
        }
        let is_safe = || serde_json::from_str(article).is_ok_and(|entry: Entry| entry.is_safe());
        if article.is_empty() || is_safe() {
            Ok(())
        } else {
            Err(Misfit("an article that is not in its form"))
        }
    }
}

impl Task for Validate {
    type Item = Record;
    type Output = Checked;

    fn work(&self, record: Record) -> Checked {
        let begins_file = record.passage.start == 0;
        Checked { begins_file, ..self.checked(record) }
    }

    fn check(&self, checked: &Checked) -> Result<(), Misfit> {
        checked.check(&self.formats)
    }

    fn together(&self) -> usize {
        if self.mending.is_some() { 1 } else { batch::LIGHT }
    }

    fn panicked(&self, panic: &Panicked) -> Checked {
        self.row(&ValidateRow::file("", 0, Place::START, "internal", panic.to_string()))
    }
}

impl Validate {
    fn checked(&self, record: Record) -> Checked {
        let Record { file, number, item, passage } = record;
        let checked = self.row(&match item {
            Item::Game(game) => return self.game(&file, number, &game, passage),
            Item::Statement(statement) => return self.statement(&file, number, &statement),
            Item::Stray(fault) => {
                let kind = FaultKind::from(fault.kind);
                ValidateRow::file(&file, number, fault.place, kind.code(), kind.to_string())
            }
            Item::Nothing(content) => {
                let message = format!("no game, position or problem in this file: {content}");
                let code = if content == Content::Binary { "not-text" } else { "no-records" };
                ValidateRow::file(&file, number, Place::START, code, message)
            }
        });
        let is_written = self.mending.is_some_and(|mending| mending.written == Collection::Whole);
        Checked { game: if is_written { passage.bytes } else { Vec::new() }.into(), ..checked }
    }

    fn row(&self, row: &ValidateRow) -> Checked {
        self.row_with(row, &Shown::Nothing)
    }

    /// A row, and for the page what it shows besides.
    fn row_with(&self, row: &ValidateRow, shown: &Shown<'_>) -> Checked {
        let bare = if self.has_boards { None } else { row.without_board() };
        let shown_row = bare.as_ref().unwrap_or(row);
        let rows = self.formats.iter().map(|format| format.row(shown_row)).collect();
        let article = || serde_json::to_string(&row.to_entry(shown)).expect("strings can be written");
        Checked {
            rows,
            game: Vec::new().into(),
            begins_file: false,
            changes: String::new(),
            left_out: None,
            article: if self.has_page { article() } else { String::new() },
            // The first row of a table names its columns, whatever it is about.
            further: self.endings.iter().map(|_| (SlipsNote::COLUMN.to_owned(), row.slips_cell())).collect(),
            outcome: row.outcome(),
        }
    }

    fn game(&self, file: &str, number: u64, game: &GameText, passage: Passage) -> Checked {
        match game.game(self.asked) {
            Ok(meant) => self.moves(file, number, meant, game, passage),
            Err(error) => {
                let checked = self.row(&unknown_game(file, number, game.place, &error));
                match self.mending {
                    Some(Mending { written: Collection::Whole, .. }) => Checked {
                        left_out: left_out(file, number, game, &passage),
                        game: passage.bytes.into(),
                        ..checked
                    },
                    _ => checked,
                }
            }
        }
    }

    fn moves(&self, file: &str, number: u64, meant: Game, game: &GameText, passage: Passage) -> Checked {
        let checked = CheckedGame::judge(meant, game, self.reading);
        let checked =
            if self.has_variations { checked.with_variations(game, self.reading.allowed) } else { checked };
        let row = self.with_slips(ValidateRow::game(file, number, game, &checked), game, &checked);
        // Nothing but the page shows it.
        let reached = checked.position.as_ref().filter(|_| self.has_page).map(Setup::from);
        let shown_game = self.has_page.then(|| checked.played(game)).flatten();
        let shown = match (&shown_game, &reached) {
            (Some(played), Some(setup)) => Shown::Game(played, setup),
            (None, Some(setup)) => Shown::Position(setup),
            (_, None) => Shown::Nothing,
        };
        let Some(mending) = self.mending else { return self.row_with(&row, &shown) };
        let repair = repair(game, &checked);
        let mended = mended(&checked, game, &repair, mending.accept, &passage.bytes, passage.start);
        let note = RepairNote::new(game, &checked, &repair);
        let is_edited = matches!(repair, Repair::Remains { .. }) && mended.is_some();
        let row = row.with_repair(if is_edited { note.accepted() } else { note });
        let (called, line) = (game.called(number), game.place.line);
        let row_of = |change| csv_row(&ChangeRow { file, record: number, line, game: &called, change });
        let changes = mended.iter().flat_map(|mended| &mended.changes).map(row_of).collect();
        let written = Checked { changes, ..self.row_with(&row, &shown) };
        match mending.written {
            Collection::Nothing => written,
            Collection::MendedOnly => {
                let games = played(&checked, game, &repair);
                let games: String = games.iter().map(|game| spelt(game, &Letters::ENGLISH)).collect();
                Checked { game: games.into_bytes().into(), ..written }
            }
            Collection::Whole => {
                let text = match mended {
                    Some(mended) => mended.text,
                    // Other forms have no text that could stand in PGN.
                    None if passage.bytes.is_empty() => {
                        match checked.played(game).filter(|_| checked.fault.is_none()) {
                            Some(game) => spelt(&game, &checked.letters).into_bytes(),
                            None => {
                                return Checked {
                                    left_out: left_out(file, number, game, &passage),
                                    ..written
                                };
                            }
                        }
                    }
                    None => passage.bytes,
                };
                Checked { game: text.into(), ..written }
            }
        }
    }

    fn with_slips(&self, row: ValidateRow, game: &GameText, checked: &CheckedGame) -> ValidateRow {
        let Some(known) = &self.endings else { return row };
        row.with_slips(SlipsNote::new(known.slips(game, checked), checked.letters))
    }

    fn statement(&self, file: &str, number: u64, statement: &Statement) -> Checked {
        let meant = match statement.game(self.asked) {
            Ok(meant) => meant,
            Err(error) => {
                let place = Place { line: statement.line, column: statement.column, ..Place::START };
                return self.row(&unknown_game(file, number, place, &error));
            }
        };
        let result = Problem::from_statement(meant, statement, None).and_then(|problem| {
            let twins = problem.twins(&statement.twin);
            twins.into_iter().try_for_each(|twin| twin.problem.map(drop))?;
            Ok(problem)
        });
        let row = ValidateRow::statement(file, number, meant, statement, &result);
        let faulty = statement.setup(meant).ok().filter(|_| !row.is_good());
        self.row_with(&row, &faulty.as_ref().map_or(Shown::Nothing, Shown::Position))
    }
}

fn unknown_game(file: &str, number: u64, place: Place, error: &UnknownGame) -> ValidateRow {
    ValidateRow::file(file, number, place, UnknownGame::CODE, error.to_string())
}

/// Why a game is not written where all are to be, if it is not.
fn left_out(file: &str, number: u64, game: &GameText, passage: &Passage) -> Option<String> {
    let called = game.called(number);
    let why = || format!("{file}:{}: {called}: not written: only PGN is kept unchanged", game.place);
    passage.bytes.is_empty().then(why)
}

/// The games that a record was mended to.
fn played(checked: &CheckedGame, game: &GameText, repair: &Repair) -> Vec<PlayedGame> {
    match repair {
        Repair::Repaired(repaired) => {
            repaired.played_game(checked.game, game, &checked.letters).into_iter().collect()
        }
        Repair::Split(split) => split.games().to_vec(),
        _ => Vec::new(),
    }
}

fn spelt(game: &PlayedGame, letters: &Letters) -> String {
    format!("{}\n", Written { game, notation: Notation::San, letters })
}
