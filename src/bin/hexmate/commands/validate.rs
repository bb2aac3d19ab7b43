//! `hexmate validate FILES…`.

use std::io::Write;

use hexmate::notation::Letters;
use hexmate::notation::pgn::{Game as PgnGame, Notation, Place, Written};
use hexmate::problem::{Problem, Statement};
use hexmate::repair::{Repair, mend};
use hexmate::report::{RepairNote, RepairSummary, ValidateRow, ValidateSummary};
use hexmate::rules::{Glinski, Variant};
use hexmate::validate::{FaultKind, GameText, Verdict};

use crate::args::{Format, Validate};
use crate::batch;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::game::{Game, with_variant};
use crate::output::{Output, Report};
use crate::records::{Item, Record, Records};

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let format = args.format.format;
    let mut report = Report::new::<ValidateRow>(Some(format), &[(Format::Csv, args.report.as_deref())])?;
    let mut mended = args.mended().map(|path| Output::open(Some(path))).transpose()?;
    let mut summary = ValidateSummary::default();
    let mut repairs = RepairSummary::default();
    let mut unreadable = None;
    let progress = context.progress(None);
    let done = batch::run(
        Records::new(&args.files),
        &context.interrupt,
        &progress,
        |record| judge(record, args, context.asked_game()),
        |number, result| {
            let row = result.unwrap_or_else(|panic| {
                Judged::row(ValidateRow::file("", number, Place::START, "internal", panic.to_string()))
            });
            match row {
                Judged::Row(judged) => {
                    summary.add(&judged.row);
                    if let Some(note) = judged.row.repair() {
                        repairs.add(note);
                    }
                    if let Some(output) = &mut mended {
                        output.write_all(judged.mended.as_bytes())?;
                    }
                    report.write(&judged.row)
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
    if let Some(output) = mended {
        output.finish()?;
    }
    context.note(&summary);
    if args.is_repair() {
        context.note(repairs);
    }
    let findings = if summary.faulty() == 0 { Status::Clean } else { Status::Findings };
    Ok(context.ended(done, unreadable.unwrap_or(findings)))
}

/// What became of a record.
enum Judged {
    Row(Box<JudgedRow>),
    Unreadable(Failure),
}

/// A row, and the game mended, if it was.
struct JudgedRow {
    row: ValidateRow,
    mended: String,
}

impl Judged {
    fn row(row: ValidateRow) -> Self {
        Self::Row(Box::new(JudgedRow { row, mended: String::new() }))
    }
}

fn judge(record: Record, args: &Validate, asked: Option<Game>) -> Judged {
    let Record { file, number, item } = record;
    Judged::row(match item {
        Item::Game(game) => return judge_game(&file, number, &game, args, asked),
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

fn judge_game(file: &str, number: u64, game: &GameText, args: &Validate, asked: Option<Game>) -> Judged {
    let named = game.tag("Variant").map_or("", |tag| tag.text.as_str());
    match Game::meant(asked, named) {
        Some(meant) => with_variant!(meant, V => judge_moves::<V>(file, number, game, args)),
        None => Judged::row(unknown_variant(file, number, game.place, named)),
    }
}

fn judge_moves<V: Variant>(file: &str, number: u64, game: &GameText, args: &Validate) -> Judged {
    let verdict = Verdict::<V>::judge(game, args.reading.reading());
    let row = ValidateRow::game(file, number, game, &verdict);
    if !args.is_repair() {
        return Judged::row(row);
    }
    let repair = mend(game, &verdict);
    let row = row.with_repair(RepairNote::new(game, &verdict, &repair));
    let games = match &repair {
        Repair::Mended(mended) => mended.game(game, &verdict.letters).into_iter().collect(),
        Repair::Parted(parted) => parted.games().to_vec(),
        _ => Vec::new(),
    };
    let write = |game: &PgnGame<V>| {
        let written = Written { game, notation: Notation::San, letters: &Letters::ENGLISH };
        format!("{written}\n")
    };
    let mended = games.iter().map(write).collect();
    Judged::Row(Box::new(JudgedRow { row, mended }))
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
