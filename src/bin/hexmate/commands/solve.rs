//! `hexmate solve FILES…`.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use hexmate::diagram::{self, Arrow, Marks, Options, Prefix};
use hexmate::mate::{Budget, Crew, prove, solve_whole, victims};
use hexmate::problem::{Problem, Statement};
use hexmate::report::{SolveRow, SolveSummary, certificate, page};
use hexmate::rules::{Setup, Variant};
use serde_json::json;

use crate::args::{Format, Solve};
use crate::batch;
use crate::checkpoint::Checkpoint;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::game::{Game, with_variant};
use crate::journal::{Journal, Mark, Written};
use crate::output::{Album, Output, Report};
use crate::records::{Item, Record, Records};
use crate::tables::Tables;

/// Solves every problem of the files.
pub fn run(args: &Solve, context: &Context<'_>) -> Result<Status, Failure> {
    let files = [(Format::Csv, args.report.as_deref()), (Format::Json, args.jsonl.as_deref())];
    let has_lines = !args.is_stdout_taken() && !args.is_whole_shown();
    let mut report = Report::new::<SolveRow>(has_lines.then_some(args.format.format), &files)?;
    let kinds = Sheet::wanted(args);
    let sheets = kinds.iter().map(|&(_, path)| Output::open(path)).collect::<Result<Vec<_>, _>>();
    let mut sheets = sheets?;
    for (output, (kind, _)) in sheets.iter_mut().zip(&kinds) {
        output.write_all(kind.opening().as_bytes())?;
    }
    let mut album = args.diagrams.as_deref().map(|folder| Album::open(folder, "svg")).transpose()?;
    let mut certificates =
        args.certificate.as_deref().map(|folder| Album::open(folder, "certificate")).transpose()?;
    let mut uncertified = 0;
    let mut summary = SolveSummary::default();
    let mut failed = None;
    let mut unfit = None;
    let progress = context.progress(None);
    let bench = Bench::new(args, context, report.formats())?;
    let done = batch::run(
        Records::new(&args.files),
        &context.interrupt,
        &progress,
        |record| bench.finish(record),
        |_, result| {
            let solved = result.unwrap_or_else(|panic| {
                Ok(Some(bench.plain(&SolveRow::unread(&Statement::default(), panic.to_string()))))
            });
            let written = match solved {
                Ok(Some(written)) => written,
                Ok(None) => return Ok(()),
                Err(failure @ Failure::Unfit(_)) => {
                    let error = io::Error::other(failure.to_string());
                    unfit = Some(failure);
                    return Err(error);
                }
                Err(failure) => {
                    failed = Some(failure.report(context.color()));
                    return Ok(());
                }
            };
            if let (Some(album), Some(picture)) = (&mut album, written.picture) {
                album.add(&written.outcome.id, &picture)?;
            }
            if let Some(folder) = &mut certificates {
                match written.certificate {
                    Some(certificate) => folder.add(&written.outcome.id, &certificate)?,
                    None => uncertified += 1,
                }
            }
            for (output, text) in sheets.iter_mut().zip(&written.sheets) {
                output.write_all(text.as_bytes())?;
            }
            summary.add(written.outcome);
            report.write_texts(&written.rows)
        },
    );
    unfit.map_or(Ok(()), Err)?;
    let done = done?;
    drop(progress);
    if let (Some(journal), None) = (&bench.journal, done.stopped) {
        journal.check_all_met()?;
    }
    report.finish()?;
    for (output, (kind, _)) in sheets.iter_mut().zip(&kinds) {
        output.write_all(kind.closing(&summary).as_bytes())?;
    }
    sheets.into_iter().try_for_each(Output::finish)?;
    context.note(&summary);
    if uncertified > 0 {
        context.note(format_args!("{uncertified} without a certificate: no direct mate was proved"));
    }
    let ended = match context.interrupt.status() {
        Some(status) if summary.interrupted() > 0 => {
            let count = summary.interrupted();
            context.note(format_args!("problems in hand that a signal left unfinished: {count}"));
            status
        }
        _ if summary.unfinished() > 0 && bench.journal.is_some() => Status::Limit,
        _ if summary.surprises() > 0 => Status::Findings,
        _ => Status::Clean,
    };
    Ok(context.ended(done, failed.unwrap_or(ended)))
}

/// A form of the whole solution that is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sheet {
    Text,
    Epd,
    Pgn,
    Html,
}

impl Sheet {
    /// The forms that are asked for, with their files.
    fn wanted(args: &Solve) -> Vec<(Self, Option<&Path>)> {
        let shown = args.is_whole_shown().then_some((Self::Text, None));
        let files = [
            (Self::Text, &args.text),
            (Self::Epd, &args.epd),
            (Self::Pgn, &args.pgn),
            (Self::Html, &args.html),
        ];
        let files = files.into_iter().filter_map(|(sheet, path)| Some((sheet, Some(path.as_deref()?))));
        shown.into_iter().chain(files).collect()
    }

    /// What stands before all problems.
    fn opening(self) -> String {
        match self {
            Self::Html => page::opening("Problems", &["verdict", "length"]),
            Self::Text | Self::Epd | Self::Pgn => String::new(),
        }
    }

    /// What stands after all problems.
    fn closing(self, summary: &SolveSummary) -> String {
        match self {
            Self::Html => page::closing(&summary.to_string()),
            Self::Text | Self::Epd | Self::Pgn => String::new(),
        }
    }
}

/// Where problems are solved, by several threads at once.
struct Bench<'a> {
    args: &'a Solve,
    context: &'a Context<'a>,
    tables: Tables,
    crew: Crew,
    /// How each table of rows is written.
    formats: Vec<Format>,
    sheets: Vec<Sheet>,
    journal: Option<Journal>,
}

impl<'a> Bench<'a> {
    /// Makes everything ready, and reads what an earlier run has finished.
    fn new(args: &'a Solve, context: &'a Context<'_>, formats: Vec<Format>) -> Result<Self, Failure> {
        let sheets: Vec<Sheet> = Sheet::wanted(args).into_iter().map(|(sheet, _)| sheet).collect();
        let journal = args.checkpoint().map(|(path, beginning)| {
            let header = json!({
                "program": "hexmate",
                "version": env!("CARGO_PKG_VERSION"),
                "command": "solve",
                "files": args.files,
                "variant": context.asked_game().map(Game::name),
                "mate": args.mate,
                "extent": format!("{:?}", args.extent()),
                "hidden": format!("{:?}", args.hidden),
                "outputs": format!("{formats:?} {sheets:?}"),
                "diagrams": args.diagrams.as_ref().map(|_| args.key_arrows),
                "certificates": args.certificate.is_some(),
                "clock": args.clock().is_some(),
                "memory": args.memory,
            });
            let (checkpoint, entries) = Checkpoint::open(path, beginning, &header)?;
            Journal::new(checkpoint, &entries)
        });
        let tables = Tables::within(args.memory.map(|mebibytes| mebibytes as usize));
        let crew = Crew::new(rayon::current_num_threads());
        Ok(Self { args, context, tables, crew, formats, sheets, journal: journal.transpose()? })
    }

    /// What is written of a record; nothing of one that is none.
    fn finish(&self, record: Record) -> Result<Option<Written>, Failure> {
        let Some(journal) = &self.journal else { return self.answer(record) };
        let mark = Mark::of(&record);
        if let Some(written) = journal.find(&mark)? {
            return Ok(Some(written));
        }
        let written = self.answer(record)?;
        written.iter().try_for_each(|written| journal.note(&mark, written))?;
        Ok(written)
    }

    fn answer(&self, record: Record) -> Result<Option<Written>, Failure> {
        let Record { file, item, .. } = record;
        let nothing = Statement::default();
        let unread = |message: String| {
            self.refused(&SolveRow::unread(&nothing, format!("{file}: {message}")), &nothing)
        };
        Ok(Some(match item {
            Item::Statement(statement) => {
                let Some(game) = Game::meant(self.context.asked_game(), &statement.variant) else {
                    let Statement { line, variant, .. } = &statement;
                    let message = format!("{file}:{line}: unknown variant {variant:?}");
                    return Ok(Some(self.refused(&SolveRow::unread(&statement, message), &statement)));
                };
                with_variant!(game, V => self.solve::<V>(&file, &statement))
            }
            Item::Game(_) => unread("a game; problems are CSV, EPD or FEN lines".to_owned()),
            Item::Stray(fault) => unread(format!("no problem at {}", fault.place)),
            Item::Nothing(content) => unread(format!("no problem in this file: {content}")),
            Item::Unreadable(failure) => return Err(failure),
        }))
    }

    fn solve<V: Variant>(&self, file: &str, statement: &Statement) -> Written {
        let args = self.args;
        let problem = match Problem::<V>::from_statement(statement, args.mate) {
            Ok(problem) => problem,
            Err(error) => return self.refused(&SolveRow::refused(statement, file, &error), statement),
        };
        let mut place = self.tables.wait();
        let busy = self.crew.begin();
        let begun = Instant::now();
        let deadline = args.time.and_then(|seconds| begun.checked_add(Duration::from_secs_f64(seconds)));
        let interrupt = Some(self.context.interrupt.is_grace_over());
        let budget = Budget { nodes: args.nodes, deadline, interrupt, crew: Some(&self.crew) };
        let Problem { position, stipulation, .. } = &problem;
        let mut whole = solve_whole(position, *stipulation, args.extent(), &mut place.table, budget);
        let left = budget.nodes.map(|nodes| nodes.saturating_sub(whole.solution.nodes));
        let left = Budget { nodes: left, ..budget };
        let victims = victims(position, &whole.solution, &mut place.table, left);
        let proof = args.certificate.as_ref();
        let proof = proof.and_then(|_| prove(position, &whole.solution, &mut place.table, left).ok());
        drop((place, busy));
        let time = args.clock().map(|()| begun.elapsed());
        args.hidden.hide(&mut whole);
        let mut row = SolveRow::solved(statement, &problem, &whole, time).mating::<V>(victims);
        if args.has_trees() {
            row = row.with_tree(&problem, &whole);
        }
        let sheet = |&sheet: &Sheet| match sheet {
            Sheet::Text => row.solution_text(&problem, &whole),
            Sheet::Epd => row.to_epd(statement),
            Sheet::Pgn => row.solution_pgn(&problem, &whole),
            Sheet::Html => {
                let prefix = Prefix::parse("p").map(|prefix| prefix.numbered(statement.line as usize));
                let prefix = prefix.unwrap_or_default().numbered(position.key() as u32 as usize);
                let options = Options { prefix, title: Some(row.title()), ..Options::default() };
                let picture = diagram::svg(&Setup::from(position), &options);
                row.to_article(&picture, &row.solution_text(&problem, &whole))
            }
        };
        let sheets = self.sheets.iter().map(sheet).collect();
        let picture = args.diagrams.as_ref().map(|_| {
            let title = Some(row.title()).filter(|title| !title.is_empty());
            let keys = whole.solution.keys.iter().filter(|_| args.key_arrows);
            let marks = Marks { arrows: keys.map(|&key| Arrow::from(key)).collect(), ..Marks::default() };
            diagram::svg(&Setup::from(position), &Options { title, marks, ..Options::default() })
        });
        let certificate =
            proof.map(|proof| certificate(row.id(), position, &whole.solution, &proof).to_string());
        Written { sheets, picture, certificate, ..self.plain(&row) }
    }

    /// A problem that could not be searched.
    fn refused(&self, row: &SolveRow, statement: &Statement) -> Written {
        let sheet = |&sheet: &Sheet| match sheet {
            Sheet::Text => row.refusal_text(),
            Sheet::Epd => row.to_epd(statement),
            // A game needs a position.
            Sheet::Pgn => String::new(),
            Sheet::Html => row.to_article("", &row.refusal_text()),
        };
        Written { sheets: self.sheets.iter().map(sheet).collect(), ..self.plain(row) }
    }

    /// Only the row.
    fn plain(&self, row: &SolveRow) -> Written {
        let rows = self.formats.iter().map(|format| format.row(row)).collect();
        Written { rows, sheets: Vec::new(), picture: None, certificate: None, outcome: row.outcome() }
    }
}
