//! Records checked.

use super::known::KnownEndings;
use crate::records::{Item, Passage, Record};
use hexmate_batch as batch;
use hexmate_batch::files::Content;
use hexmate_batch::{Panicked, Task};
use hexmate_games::pgn::{Notation, PgnText, PlayedGame};
use hexmate_games::repair::{Acceptance, Repair, repair, repaired_game};
use hexmate_games::validate::{CheckedGame, FaultKind, GameText, ReadOptions};
use hexmate_position::Letters;
use hexmate_position::Place;
use hexmate_position::{Game, Setup, UnknownGame};
use hexmate_problems::{Problem, Statement};
use hexmate_report::recorded::Collection;
use hexmate_report::{ChangeRow, Checked, RepairNote, Shown, SlipsNote, ValidateRow};

/// How records are checked.
pub struct Validate {
    /// The game that all records are of; else each says it.
    pub asked: Option<Game>,
    /// How games are read.
    pub reading: ReadOptions,
    /// Whether variations are checked too.
    pub has_variations: bool,
    /// `true` if results hold boards and games, for a page.
    pub has_games: bool,
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

impl Task for Validate {
    type Item = Record;
    type Output = Checked;

    fn work(&self, record: Record) -> Checked {
        let begins_file = record.passage.start == 0;
        Checked { begins_file, ..self.checked(record) }
    }

    fn chunk_size(&self) -> usize {
        if self.mending.is_some() { 1 } else { batch::LIGHT_CHUNK }
    }

    fn panicked(&self, panic: &Panicked) -> Checked {
        ValidateRow::file("", 0, Place::START, "internal", panic.to_string()).into()
    }
}

impl Validate {
    fn checked(&self, record: Record) -> Checked {
        let Record { file, number, item, passage } = record;
        let checked = Checked::from(match item {
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

    fn game(&self, file: &str, number: u64, game: &GameText, passage: Passage) -> Checked {
        match game.game(self.asked) {
            Ok(meant) => self.moves(file, number, meant, game, passage),
            Err(error) => {
                let checked = Checked::from(unknown_game(file, number, game.place, &error));
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
        // Nothing but a page shows it.
        let shown = match checked.position.as_ref().filter(|_| self.has_games) {
            Some(reached) => checked.played(game).map_or_else(
                || Shown::position(&Setup::from(reached)),
                // The heading of the record has what a page shows of the tags.
                |mut played| {
                    played.tags.clear();
                    Shown::Game(Box::new(played))
                },
            ),
            None => Shown::Nothing,
        };
        let Some(mending) = self.mending else { return Checked { shown, ..row.into() } };
        let repair = repair(game, &checked);
        let mended = repaired_game(&checked, game, &repair, mending.accept, &passage.bytes, passage.start);
        let note = RepairNote::new(game, &checked, &repair);
        let is_edited = matches!(repair, Repair::Remains { .. }) && mended.is_some();
        let row = row.with_repair(if is_edited { note.accepted() } else { note });
        let (called, line) = (game.label(number), game.place.line);
        let row_of = |change| ChangeRow::new(file, number, line, &called, change);
        let changes = mended.iter().flat_map(|mended| &mended.changes).map(row_of).collect();
        let written = Checked { shown, changes, ..row.into() };
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
        row.with_slips(SlipsNote::new(&known.slips(game, checked), &checked.letters))
    }

    fn statement(&self, file: &str, number: u64, statement: &Statement) -> Checked {
        let meant = match statement.game(self.asked) {
            Ok(meant) => meant,
            Err(error) => {
                let place = Place { line: statement.line, column: statement.column, ..Place::START };
                return unknown_game(file, number, place, &error).into();
            }
        };
        let result = Problem::from_statement(meant, statement, None).and_then(|problem| {
            let twins = problem.twins(&statement.twin);
            twins.into_iter().try_for_each(|twin| twin.problem.map(drop))?;
            Ok(problem)
        });
        let row = ValidateRow::statement(file, number, meant, statement, &result);
        let faulty = statement.setup(meant).ok().filter(|_| !row.is_good());
        let shown = faulty.filter(|_| self.has_games).map_or(Shown::Nothing, |setup| Shown::position(&setup));
        Checked { shown, ..row.into() }
    }
}

fn unknown_game(file: &str, number: u64, place: Place, error: &UnknownGame) -> ValidateRow {
    ValidateRow::file(file, number, place, UnknownGame::CODE, error.to_string())
}

/// Why a game is not written where all are to be, if it is not.
fn left_out(file: &str, number: u64, game: &GameText, passage: &Passage) -> Option<String> {
    let called = game.label(number);
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
    format!("{}\n", PgnText { game, notation: Notation::San, letters })
}
