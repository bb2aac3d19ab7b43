//! The task of `validate`: checks games, positions and problems, and repairs games.

use super::ending_tables::EndingTables;
use crate::records::{Item, Passage, Record};
use hexmate_batch as batch;
use hexmate_batch::{Panicked, Task};
use hexmate_games::pgn::{Notation, PgnText, PlayedGame};
use hexmate_games::repair::{Acceptance, Repair, repair, repaired_game};
use hexmate_games::validate::{CheckedGame, FaultKind, GameText, ReadOptions};
use hexmate_position::Letters;
use hexmate_position::{Game, Setup, UnknownGame};
use hexmate_problems::{Problem, Statement};
use hexmate_report::recorded::WrittenGames;
use hexmate_report::{ChangeRow, Checked, RepairNote, Shown, SlipsNote, ValidateRow};
use hexmate_text::Place;

/// Task that checks records.
pub struct Validate {
    /// Game of all records; if `None`, each record names its own.
    pub game: Option<Game>,
    /// Options for reading games.
    pub reading: ReadOptions,
    /// `true` to check variations too.
    pub has_variations: bool,
    /// `true` to add boards and games to the results, for an HTML page.
    pub has_games: bool,
    /// Options for repairing games; `None` to leave them unrepaired.
    pub repair: Option<RepairOptions>,
    /// Tables for finding moves that gave an ending away, if requested.
    pub endings: Option<EndingTables>,
}

/// Options for repairing games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepairOptions {
    /// Kinds of repairs to accept.
    pub accept: Acceptance,
    /// Collection of games to write.
    pub written: WrittenGames,
}

impl Task for Validate {
    type Item = Record;
    type Output = Checked;

    fn work(&self, record: Record) -> Checked {
        let begins_file = record.passage.start == 0;
        Checked { begins_file, ..self.checked(record) }
    }

    fn chunk_size(&self) -> usize {
        if self.repair.is_some() { 1 } else { batch::LIGHT_CHUNK }
    }

    fn panicked(&self, panic: &Panicked) -> Checked {
        ValidateRow::file("", 0, Place::START, "internal", panic.to_string()).into()
    }
}

impl Validate {
    fn checked(&self, record: Record) -> Checked {
        let Record { file, number, item, passage } = record;
        let left_out = passage.expect_whole(&file).err().map(String::from);
        let checked = Checked::from(match item {
            Item::Game(game) => return self.game(&file, number, &game, passage),
            Item::Statement(statement) => return self.statement(&file, number, &statement),
            Item::Stray(fault) => {
                let kind = FaultKind::from(fault.kind);
                ValidateRow::file(&file, number, fault.place, kind.code(), kind.to_string())
            }
            Item::NoRecords(content) => {
                let message = format!("no game, position or problem in this file: {content}");
                ValidateRow::file(&file, number, Place::START, content.code(), message)
            }
        });
        let is_written = self.repair.is_some_and(|options| options.written == WrittenGames::Whole);
        let game = if is_written { passage.bytes } else { Vec::new() };
        Checked { game: game.into(), left_out: left_out.filter(|_| is_written), ..checked }
    }

    fn game(&self, file: &str, number: u64, game: &GameText, passage: Passage) -> Checked {
        match game.game(self.game) {
            Ok(played) => self.moves(file, number, played, game, passage),
            Err(error) => {
                let checked = Checked::from(unknown_game(file, number, game.place, &error));
                match self.repair {
                    Some(RepairOptions { written: WrittenGames::Whole, .. }) => Checked {
                        left_out: left_out(file, number, game, &passage),
                        game: passage.bytes.into(),
                        ..checked
                    },
                    _ => checked,
                }
            }
        }
    }

    /// Checks and repairs a game of a known variant.
    fn moves(&self, file: &str, number: u64, variant: Game, game: &GameText, passage: Passage) -> Checked {
        let checked = CheckedGame::check(variant, game, self.reading);
        let checked =
            if self.has_variations { checked.with_variations(game, self.reading.allowed) } else { checked };
        let row = self.with_slips(ValidateRow::game(file, number, game, &checked), game, &checked);
        let shown = match checked.position.as_ref().filter(|_| self.has_games) {
            Some(reached) => checked.played(game).map_or_else(
                || Shown::position(&Setup::from(reached)),
                // The page shows tags in the heading of the record.
                |mut played| {
                    played.tags.clear();
                    Shown::Game(Box::new(played))
                },
            ),
            None => Shown::Nothing,
        };
        let Some(options) = self.repair else { return Checked { shown, ..row.into() } };
        let repair = repair(game, &checked);
        let repaired = repaired_game(&checked, game, &repair, options.accept, &passage.bytes, passage.start);
        let note = RepairNote::new(game, &checked, &repair);
        let is_edited = matches!(repair, Repair::Remains { .. }) && repaired.is_some();
        let row = row.with_repair(if is_edited { note.accepted() } else { note });
        let (called, line) = (game.label(number), game.place.line);
        let row_of = |change| ChangeRow::new(file, number, line, &called, change);
        let changes = repaired.iter().flat_map(|repaired| &repaired.changes).map(row_of).collect();
        let written = Checked { shown, changes, ..row.into() };
        match options.written {
            WrittenGames::Nothing => written,
            WrittenGames::RepairedOnly => {
                let games = repaired_games(&checked, game, &repair);
                let games: String = games.iter().map(|game| pgn(game, &Letters::ENGLISH)).collect();
                Checked { game: games.into_bytes().into(), ..written }
            }
            WrittenGames::Whole => {
                if passage.is_cut {
                    return Checked { left_out: left_out(file, number, game, &passage), ..written };
                }
                let text = match repaired {
                    Some(repaired) => repaired.text,
                    // Files other than PGN have no passages.
                    None if passage.bytes.is_empty() => {
                        match checked.played(game).filter(|_| checked.fault.is_none()) {
                            Some(game) => pgn(&game, &checked.letters).into_bytes(),
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
        let Some(endings) = &self.endings else { return row };
        row.with_slips(SlipsNote::new(&endings.slips(game, checked), &checked.letters))
    }

    fn statement(&self, file: &str, number: u64, statement: &Statement) -> Checked {
        let game = match statement.game(self.game) {
            Ok(game) => game,
            Err(error) => {
                let place = Place { line: statement.line, column: statement.column, ..Place::START };
                return unknown_game(file, number, place, &error).into();
            }
        };
        let result = Problem::from_statement(game, statement, None).and_then(|problem| {
            let twins = problem.twins(&statement.all_twins());
            twins.into_iter().try_for_each(|twin| twin.problem.map(drop))?;
            Ok(problem)
        });
        let row = ValidateRow::statement(file, number, game, statement, &result, self.reading.allowed);
        let faulty = statement.setup(game).ok().filter(|_| !row.is_good());
        let shown = faulty.filter(|_| self.has_games).map_or(Shown::Nothing, |setup| Shown::position(&setup));
        Checked { shown, ..row.into() }
    }
}

fn unknown_game(file: &str, number: u64, place: Place, error: &UnknownGame) -> ValidateRow {
    ValidateRow::file(file, number, place, UnknownGame::CODE, error.to_string())
}

/// Returns the message about a game without source text, which cannot be written to the collection.
fn left_out(file: &str, number: u64, game: &GameText, passage: &Passage) -> Option<String> {
    let called = format!("{file}:{}: {}", game.place, game.label(number));
    let message = || format!("{called}: not written: only PGN can be kept unchanged");
    passage.expect_whole(&called).err().map(String::from).or_else(|| passage.bytes.is_empty().then(message))
}

/// Returns the games that a record was repaired to.
fn repaired_games(checked: &CheckedGame, game: &GameText, repair: &Repair) -> Vec<PlayedGame> {
    match repair {
        Repair::Repaired(repaired) => {
            repaired.played_game(checked.game, game, &checked.letters).into_iter().collect()
        }
        Repair::Split(split) => split.games().to_vec(),
        _ => Vec::new(),
    }
}

/// Returns a game as PGN with a blank line after it.
fn pgn(game: &PlayedGame, letters: &Letters) -> String {
    format!("{}\n", PgnText { game, notation: Notation::San, letters })
}
