//! Records checked, each with all that is written of it. Writes nothing.

use crate::batch::{self, Panicked, Task};
use crate::diagram::{self, Marks, Options, Prefix};
use crate::game::{Game, Setup, UnknownGame};
use crate::notation::Letters;
use crate::notation::pgn::{Notation, Place, PlayedGame, Written};
use crate::problem::{Problem, Statement};
use crate::records::{Item, Record};
use crate::repair::{Repair, repair};
use crate::report::{Format, RepairNote, ValidateOutcome, ValidateRow};
use crate::validate::{CheckedGame, FaultKind, GameText, Reading};
use serde::{Deserialize, Serialize};

/// How records are checked.
#[derive(Clone, Debug)]
pub struct Validate {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// How games are read.
    pub reading: Reading,
    /// How each table is written.
    pub formats: Vec<Format>,
    /// All files, if there is a page: its ids are numbered by them.
    pub page: Option<Vec<String>>,
    /// Whether games are to be repaired.
    pub is_repair: bool,
}

/// All that is written of a record.
#[derive(Serialize, Deserialize)]
pub struct Checked {
    /// Its row in each table.
    pub rows: Vec<String>,
    /// The game repaired; empty if it was not.
    pub repaired: String,
    /// Its article, if there is a page.
    pub article: String,
    /// What the summary needs.
    pub outcome: ValidateOutcome,
}

impl Task for Validate {
    type Item = Record;
    type Output = Checked;

    fn work(&self, record: Record) -> Checked {
        let Record { file, number, item } = record;
        self.row(&match item {
            Item::Game(game) => return self.game(&file, number, &game),
            Item::Statement(statement) => return self.statement(&file, number, &statement),
            Item::Stray(fault) => {
                let kind = FaultKind::from(fault.kind);
                ValidateRow::file(&file, number, fault.place, kind.code(), kind.to_string())
            }
            Item::Nothing(content) => {
                let message = format!("no game, position or problem in this file: {content}");
                ValidateRow::file(&file, number, Place::START, "no-records", message)
            }
        })
    }

    fn together(&self) -> usize {
        if self.is_repair { 1 } else { batch::LIGHT }
    }

    fn panicked(&self, panic: &Panicked) -> Checked {
        self.row(&ValidateRow::file("", 0, Place::START, "internal", panic.to_string()))
    }
}

impl Validate {
    fn row(&self, row: &ValidateRow) -> Checked {
        self.row_with(row, String::new)
    }

    /// A row, and for the page the board before its fault.
    fn row_with(&self, row: &ValidateRow, picture: impl FnOnce() -> String) -> Checked {
        let rows = self.formats.iter().map(|format| format.row(row)).collect();
        let article = self.page.as_ref().map(|_| row.to_article(&picture()));
        Checked {
            rows,
            repaired: String::new(),
            article: article.unwrap_or_default(),
            outcome: row.outcome(),
        }
    }

    fn game(&self, file: &str, number: u64, game: &GameText) -> Checked {
        match game.game(self.asked) {
            Ok(meant) => self.moves(file, number, meant, game),
            Err(error) => self.row(&unknown_game(file, number, game.place, &error)),
        }
    }

    fn moves(&self, file: &str, number: u64, meant: Game, game: &GameText) -> Checked {
        let checked = CheckedGame::judge(meant, game, self.reading);
        let row = ValidateRow::game(file, number, game, &checked);
        let before = checked.before_fault().map(Setup::from);
        let picture = || before.map(|setup| self.picture(&setup, file, number)).unwrap_or_default();
        if !self.is_repair {
            return self.row_with(&row, picture);
        }
        let repair = repair(game, &checked);
        let row = row.with_repair(RepairNote::new(game, &checked, &repair));
        let games = match &repair {
            Repair::Repaired(repaired) => {
                repaired.played_game(meant, game, &checked.letters).into_iter().collect()
            }
            Repair::Split(split) => split.games().to_vec(),
            _ => Vec::new(),
        };
        let write = |game: &PlayedGame| {
            let written = Written { game, notation: Notation::San, letters: &Letters::ENGLISH };
            format!("{written}\n")
        };
        let repaired = games.iter().map(write).collect();
        Checked { repaired, ..self.row_with(&row, picture) }
    }

    fn statement(&self, file: &str, number: u64, statement: &Statement) -> Checked {
        let meant = match statement.game(self.asked) {
            Ok(meant) => meant,
            Err(error) => {
                let place = Place { line: statement.line, column: statement.column, ..Place::START };
                return self.row(&unknown_game(file, number, place, &error));
            }
        };
        let result = Problem::from_statement(meant, statement, None);
        let row = ValidateRow::statement(file, number, meant, statement, &result);
        let faulty = statement.setup(meant).ok().filter(|_| !row.is_good());
        self.row_with(&row, || faulty.map(|setup| self.picture(&setup, file, number)).unwrap_or_default())
    }

    fn picture(&self, setup: &Setup, file: &str, number: u64) -> String {
        // All ids of a page differ.
        let file = self.page.iter().flatten().position(|name| name == file).unwrap_or_default();
        let prefix = Prefix::default().numbered(file).numbered(number as usize);
        let marks = setup.clone().into_position().as_ref().map(Marks::of).unwrap_or_default();
        diagram::svg(setup, &Options { marks, prefix, ..Options::default() })
    }
}

fn unknown_game(file: &str, number: u64, place: Place, error: &UnknownGame) -> ValidateRow {
    ValidateRow::file(file, number, place, UnknownGame::CODE, error.to_string())
}
