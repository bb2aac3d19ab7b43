//! `hexmate validate FILES…`.

use hexmate::notation::pgn::Place;
use hexmate::problem::{Problem, Statement};
use hexmate::report::{ValidateRow, ValidateSummary};
use hexmate::rules::Glinski;
use hexmate::validate::{FaultKind, GameText, Verdict};

use crate::args::{Format, Validate};
use crate::batch;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::game::{Game, with_variant};
use crate::output::Report;
use crate::records::{Item, Record, Records};

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let format = args.format.format;
    let mut report = Report::new::<ValidateRow>(Some(format), &[(Format::Csv, args.report.as_deref())])?;
    let mut summary = ValidateSummary::default();
    let mut unreadable = None;
    let progress = context.progress(None);
    let done = batch::run(
        Records::new(&args.files),
        &context.interrupt,
        &progress,
        |record| judge(record, context.asked_game()),
        |number, result| {
            let row = result.unwrap_or_else(|panic| {
                Judged::Row(ValidateRow::file("", number, Place::START, "internal", panic.to_string()))
            });
            match row {
                Judged::Row(row) => {
                    summary.add(&row);
                    report.write(&row)
                }
                Judged::Unreadable(failure) => {
                    unreadable = Some(failure.report(context.color()));
                    Ok(())
                }
            }
        },
    )?;
    drop(progress);
    report.finish()?;
    context.note(&summary);
    let findings = if summary.faulty() == 0 { Status::Clean } else { Status::Findings };
    Ok(context.ended(done, unreadable.unwrap_or(findings)))
}

/// What became of a record.
enum Judged {
    Row(ValidateRow),
    Unreadable(Failure),
}

fn judge(record: Record, asked: Option<Game>) -> Judged {
    let Record { file, number, item } = record;
    Judged::Row(match item {
        Item::Game(game) => judge_game(&file, number, &game, asked),
        Item::Statement(statement) => judge_statement(&file, number, &statement, asked),
        Item::Stray(fault) => {
            let kind = FaultKind::<Glinski>::from(fault.kind);
            ValidateRow::file(&file, number, fault.place, kind.code(), kind.to_string())
        }
        Item::Nothing(content) => {
            let message = format!("no game, position or problem in this file: {content}");
            ValidateRow::file(&file, number, Place::START, "no-records", message)
        }
        Item::Unreadable(failure) => return Judged::Unreadable(failure),
    })
}

fn judge_game(file: &str, number: u64, game: &GameText, asked: Option<Game>) -> ValidateRow {
    let named = game.tag("Variant").map_or("", |tag| tag.text.as_str());
    match Game::meant(asked, named) {
        Some(meant) => with_variant!(meant, V => {
            ValidateRow::game(file, number, game, &Verdict::<V>::of(game))
        }),
        None => unknown_variant(file, number, game.place, named),
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
