//! `hexmate solve FILES…`.

use std::io::Write;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use hexmate::certificate::Certificate;
use hexmate::diagram::{self, Arrow, Marks, Options};
use hexmate::mate::{Budget, Table, prove, solve_whole, victims};
use hexmate::problem::{Problem, Statement};
use hexmate::report::{SolveRow, SolveSummary, certificate};
use hexmate::rules::{Setup, Variant};

use crate::args::{Format, Solve};
use crate::batch;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::game::{Game, with_variant};
use crate::output::{Album, Output, Report};
use crate::records::{Item, Record, Records};

/// The memory that one problem's table may take, in MiB.
const TABLE_MEBIBYTES: usize = 32;

/// Solves every problem of the files.
pub fn run(args: &Solve, context: &Context<'_>) -> Result<Status, Failure> {
    let files = [(Format::Csv, args.report.as_deref()), (Format::Json, args.jsonl.as_deref())];
    let has_lines = !args.is_stdout_taken() && !args.is_whole_shown();
    let mut report = Report::new::<SolveRow>(has_lines.then_some(args.format.format), &files)?;
    let kinds = Sheet::wanted(args);
    let sheets = kinds.iter().map(|&(_, path)| Output::open(path)).collect::<Result<Vec<_>, _>>();
    let mut sheets = sheets?;
    let mut album = args.diagrams.as_deref().map(|folder| Album::open(folder, "svg")).transpose()?;
    let mut certificates =
        args.certificate.as_deref().map(|folder| Album::open(folder, "certificate")).transpose()?;
    let mut uncertified = 0;
    let mut summary = SolveSummary::default();
    let mut failed = None;
    let progress = context.progress(None);
    let tables = Tables::within(args.memory);
    let done = batch::run(
        Records::new(&args.files),
        &context.interrupt,
        &progress,
        |record| answer(record, args, &tables, context.asked_game()),
        |_, result| {
            let solved = result.unwrap_or_else(|panic| {
                Solved::row(SolveRow::unread(&Statement::default(), panic.to_string()))
            });
            if let Some(failure) = solved.failure {
                failed = Some(failure.report(context.color()));
            }
            let Some(row) = solved.row else { return Ok(()) };
            if let (Some(album), Some(picture)) = (&mut album, solved.picture) {
                album.add(row.id(), &picture)?;
            }
            if let Some(folder) = &mut certificates {
                match solved.certificate {
                    Some(certificate) => folder.add(row.id(), &certificate.to_string())?,
                    None => uncertified += 1,
                }
            }
            for (output, text) in sheets.iter_mut().zip(&solved.sheets) {
                output.write_all(text.as_bytes())?;
            }
            summary.add(&row);
            report.write(&row)
        },
    )?;
    drop(progress);
    report.finish()?;
    sheets.into_iter().try_for_each(Output::finish)?;
    context.note(&summary);
    if uncertified > 0 {
        context.note(format_args!("{uncertified} without a certificate: no direct mate was proved"));
    }
    let findings = if summary.surprises() == 0 { Status::Clean } else { Status::Findings };
    Ok(context.ended(done, failed.unwrap_or(findings)))
}

/// What became of a record.
#[derive(Default)]
struct Solved {
    row: Option<SolveRow>,
    /// What is written of it in other forms, in the order of [`Sheet::wanted`].
    sheets: Vec<String>,
    picture: Option<String>,
    certificate: Option<Certificate>,
    failure: Option<Failure>,
}

impl Solved {
    fn row(row: SolveRow) -> Self {
        Self { row: Some(row), ..Self::default() }
    }

    /// The row of a problem that could not be searched.
    fn refused(row: SolveRow, statement: &Statement, args: &Solve) -> Self {
        let sheet = |&(sheet, _): &(Sheet, _)| match sheet {
            Sheet::Text => row.refusal_text(),
            Sheet::Epd => row.to_epd(statement),
            // A game needs a position.
            Sheet::Pgn => String::new(),
        };
        let sheets = Sheet::wanted(args).iter().map(sheet).collect();
        Self { sheets, ..Self::row(row) }
    }
}

/// A form of the whole solution that is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sheet {
    Text,
    Epd,
    Pgn,
}

impl Sheet {
    /// The forms that are asked for, with their files.
    fn wanted(args: &Solve) -> Vec<(Self, Option<&Path>)> {
        let shown = args.is_whole_shown().then_some((Self::Text, None));
        let files = [(Self::Text, &args.text), (Self::Epd, &args.epd), (Self::Pgn, &args.pgn)];
        let files = files.into_iter().filter_map(|(sheet, path)| Some((sheet, Some(path.as_deref()?))));
        shown.into_iter().chain(files).collect()
    }
}

fn answer(record: Record, args: &Solve, tables: &Tables, asked: Option<Game>) -> Solved {
    let Record { file, item, .. } = record;
    let nothing = Statement::default();
    let unread = |message: String| {
        Solved::refused(SolveRow::unread(&nothing, format!("{file}: {message}")), &nothing, args)
    };
    match item {
        Item::Statement(statement) => {
            let Some(game) = Game::meant(asked, &statement.variant) else {
                let message = format!("{file}:{}: unknown variant {:?}", statement.line, statement.variant);
                return Solved::refused(SolveRow::unread(&statement, message), &statement, args);
            };
            with_variant!(game, V => answer_statement::<V>(&file, &statement, args, tables))
        }
        Item::Game(_) => unread("a game; problems are CSV, EPD or FEN lines".to_owned()),
        Item::Stray(fault) => unread(format!("no problem at {}", fault.place)),
        Item::Nothing(content) => unread(format!("no problem in this file: {content}")),
        Item::Unreadable(failure) => Solved { failure: Some(failure), ..Solved::default() },
    }
}

fn answer_statement<V: Variant>(file: &str, statement: &Statement, args: &Solve, tables: &Tables) -> Solved {
    let problem = match Problem::<V>::from_statement(statement, args.mate) {
        Ok(problem) => problem,
        Err(error) => return Solved::refused(SolveRow::refused(statement, file, &error), statement, args),
    };
    let mut place = tables.wait();
    let begun = Instant::now();
    let deadline = args.time.and_then(|seconds| begun.checked_add(Duration::from_secs_f64(seconds)));
    let budget = Budget { nodes: args.nodes, deadline, interrupt: None };
    let Problem { position, stipulation, .. } = &problem;
    let mut whole = solve_whole(position, *stipulation, args.extent(), &mut place.table, budget);
    let left = budget.nodes.map(|nodes| nodes.saturating_sub(whole.solution.nodes));
    let left = Budget { nodes: left, ..budget };
    let victims = victims(position, &whole.solution, &mut place.table, left);
    let proof = args.certificate.as_ref();
    let proof = proof.and_then(|_| prove(position, &whole.solution, &mut place.table, left).ok());
    drop(place);
    let time = args.clock().map(|()| begun.elapsed());
    args.hidden.hide(&mut whole);
    let mut row = SolveRow::solved(statement, &problem, &whole, time).mating::<V>(victims);
    if args.has_trees() {
        row = row.with_tree(&problem, &whole);
    }
    let sheet = |&(sheet, _): &(Sheet, _)| match sheet {
        Sheet::Text => row.solution_text(&problem, &whole),
        Sheet::Epd => row.to_epd(statement),
        Sheet::Pgn => row.solution_pgn(&problem, &whole),
    };
    let sheets = Sheet::wanted(args).iter().map(sheet).collect();
    let certificate = proof.map(|proof| certificate(row.id(), position, &whole.solution, &proof));
    let picture = args.diagrams.as_ref().map(|_| {
        let title = Some(row.title()).filter(|title| !title.is_empty());
        let keys = whole.solution.keys.iter().filter(|_| args.key_arrows);
        let marks = Marks { arrows: keys.map(|&key| Arrow::from(key)).collect(), ..Marks::default() };
        diagram::svg(&Setup::from(position), &Options { title, marks, ..Options::default() })
    });
    Solved { row: Some(row), sheets, picture, certificate, failure: None }
}

/// As many tables as there is memory for, all of one size.
///
/// Their size does not depend on the number of threads, so that the nodes of a
/// search do not either; a thread that finds no table free waits for one.
struct Tables {
    free: Mutex<usize>,
    returned: Condvar,
    bytes: usize,
}

impl Tables {
    fn within(mebibytes: Option<usize>) -> Self {
        let size = mebibytes.map_or(TABLE_MEBIBYTES, |all| all.min(TABLE_MEBIBYTES)).max(1);
        let count = mebibytes.map_or(usize::MAX, |all| (all / size).max(1));
        Self { free: Mutex::new(count), returned: Condvar::new(), bytes: size << 20 }
    }

    fn wait(&self) -> Place<'_> {
        let mut free = self.returned.wait_while(self.free(), |free| *free == 0).expect("not poisoned");
        *free -= 1;
        Place { table: Table::with_limit(self.bytes), tables: self }
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        // Nobody panics while he holds the lock.
        self.free.lock().expect("not poisoned")
    }
}

/// A table, which makes room for another one when it is no longer needed.
struct Place<'a> {
    table: Table,
    tables: &'a Tables,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *self.tables.free() += 1;
        self.tables.returned.notify_one();
    }
}
