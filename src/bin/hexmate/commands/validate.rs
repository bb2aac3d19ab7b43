//! `hexmate validate FILES…`.

use std::io::{self, Write};
use std::path::Path;

use hexmate::notation::Letters;
use hexmate::notation::pgn::{Notation, Place, Written};
use hexmate::problem::{Problem, Statement};
use hexmate::repair::{Repair, mend};
use hexmate::report::{RepairNote, ValidateOutcome, ValidateRow, ValidateSummary};
use hexmate::rules::{Glinski, Variant};
use hexmate::validate::{FaultKind, GameText, Verdict};
use serde::{Deserialize, Serialize};

use crate::args::{Format, Validate};
use crate::batch::Panicked;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::game::{Game, with_variant};
use crate::output::{Output, Report};
use crate::records::{Item, Record, Records};
use crate::task::{self, Sink, Task};

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let check = Check { args, asked: context.asked_game() };
    task::run(context, Records::new(&args.files), &args.pieces, &check, || Outputs::open(args))
}

/// The tables that are asked for, with their files.
fn tables(args: &Validate) -> Vec<(Format, Option<&Path>)> {
    let shown = (args.output.format(), args.output.path());
    let file = args.report.as_deref().map(|path| (Format::Csv, Some(path)));
    [shown].into_iter().chain(file).collect()
}

/// How records are checked.
struct Check<'a> {
    args: &'a Validate,
    asked: Option<Game>,
}

/// All that is written of a record.
#[derive(Serialize, Deserialize)]
struct Judged {
    /// Its row in each table.
    rows: Vec<String>,
    /// The game mended; empty if it was not.
    mended: String,
    outcome: ValidateOutcome,
}

impl Task for Check<'_> {
    type Found = Judged;

    fn find(&self, record: Record) -> Judged {
        let Record { file, number, item } = record;
        self.row(&match item {
            Item::Game(game) => return self.game(&file, number, &game),
            Item::Statement(statement) => judge_statement(&file, number, &statement, self.asked),
            Item::Stray(fault) => {
                let kind = FaultKind::<Glinski>::from(fault.kind);
                ValidateRow::file(&file, number, fault.place, kind.code(), kind.to_string())
            }
            Item::Nothing(content) => {
                let message = format!("no game, position or problem in this file: {content}");
                ValidateRow::file(&file, number, Place::START, "no-records", message)
            }
            Item::Unreadable(failure) => {
                ValidateRow::file(&file, number, Place::START, "unreadable", failure.to_string())
            }
        })
    }

    fn panicked(&self, panic: &Panicked) -> Judged {
        self.row(&ValidateRow::file("", 0, Place::START, "internal", panic.to_string()))
    }
}

impl Check<'_> {
    fn row(&self, row: &ValidateRow) -> Judged {
        let rows = tables(self.args).into_iter().map(|(format, _)| format.row(row)).collect();
        Judged { rows, mended: String::new(), outcome: row.outcome() }
    }

    fn game(&self, file: &str, number: u64, game: &GameText) -> Judged {
        let named = game.tag("Variant").map_or("", |tag| tag.text.as_str());
        match Game::meant(self.asked, named) {
            Some(meant) => with_variant!(meant, V => self.moves::<V>(file, number, game)),
            None => self.row(&unknown_variant(file, number, game.place, named)),
        }
    }

    fn moves<V: Variant>(&self, file: &str, number: u64, game: &GameText) -> Judged {
        let verdict = Verdict::<V>::judge(game, self.args.reading.reading());
        let row = ValidateRow::game(file, number, game, &verdict);
        if !self.args.is_repair() {
            return self.row(&row);
        }
        let repair = mend(game, &verdict);
        let row = row.with_repair(RepairNote::new(game, &verdict, &repair));
        let written = match &repair {
            Repair::Mended(mended) => mended.game(game),
            _ => None,
        };
        let write =
            |game| Written { game: &game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string();
        let mended = written.map(|game| write(game) + "\n").unwrap_or_default();
        Judged { mended, ..self.row(&row) }
    }
}

/// All files that a batch of records fills.
struct Outputs<'a> {
    args: &'a Validate,
    report: Report,
    mended: Option<Output>,
    summary: ValidateSummary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Validate) -> Result<Self, Failure> {
        let report = Report::new::<ValidateRow>(&tables(args))?;
        let mended = args.mended().map(|path| Output::open(Some(path))).transpose()?;
        Ok(Self { args, report, mended, summary: ValidateSummary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Found = Judged;

    fn take(&mut self, judged: Judged) -> io::Result<()> {
        self.summary.add(judged.outcome);
        if let Some(output) = &mut self.mended {
            output.write_all(judged.mended.as_bytes())?;
        }
        self.report.write_texts(&judged.rows)
    }

    fn finish(self, context: &Context<'_>) -> Result<Status, Failure> {
        self.report.finish()?;
        self.mended.map_or(Ok(()), Output::finish)?;
        context.note(&self.summary);
        if self.args.is_repair() {
            context.note(self.summary.repairs());
        }
        Ok(if self.summary.faulty() == 0 { Status::Clean } else { Status::Findings })
    }
}

fn judge_statement(file: &str, number: u64, statement: &Statement, asked: Option<Game>) -> ValidateRow {
    let Some(meant) = Game::meant(asked, &statement.variant) else {
        let place = Place { line: statement.line, column: statement.column, ..Place::START };
        return unknown_variant(file, number, place, &statement.variant);
    };
    with_variant!(meant, V => {
        let result = Problem::<V>::from_statement(statement, None);
        ValidateRow::statement(file, number, statement, &result)
    })
}

fn unknown_variant(file: &str, number: u64, place: Place, name: &str) -> ValidateRow {
    ValidateRow::file(file, number, place, "unknown-variant", format!("unknown variant {name:?}"))
}
