//! `hexmate perft --verify`: reference tables against what this program counts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hexmate::diagram::{View, ascii};
use hexmate::perft::reference::{self, Case, Count, ReferenceError};
use hexmate::perft::{breakdown_parallel, divide, perft_parallel};
use hexmate::rules::{Game, Position, Setup, Variant};
use hexmate::with_variant;
use serde::{Deserialize, Serialize};

use super::perft::{sorted_moves, uci};
use crate::args::PerftVerify;
use crate::batch::Panicked;
use crate::context::Context;
use crate::diagnostic::{self, Diagnostic, Place};
use crate::exit::{Failure, Status};
use crate::input::Input;
use crate::journal::{Journal, Mark};
use crate::output::{Column, Field, Rows};
use crate::position;

/// Where tables are sought if none is named.
const DEFAULT: &str = "perft";

/// Checks every line of every table that is not above the limit.
pub fn run(args: &PerftVerify<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let (tables, mut status) = read_tables(args.paths, context);
    let cases: Vec<_> = tables.iter().flat_map(Table::cases).collect();
    let lines: Vec<Line<'_>> = cases.iter().flat_map(|(table, case)| table.lines(case)).collect();
    let (lines, skipped): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.nodes() <= args.limit);

    let mut rows = Rows::open(args.output, columns())?;
    let mut wrong = 0;
    let journal = Journal::open(args.pieces, &context.work(args.pieces))?;
    let check = |line: &Line<'_>| match &journal {
        Some(journal) => journal.recall_or(line.mark(), || line.check(), |_| true),
        None => Ok(line.check()),
    };
    let summary = context.batch(&lines, Some(lines.len() as u64), check, |number, verdict| {
        let fault = |panicked: Panicked| Ok(Verdict::fault("panic", panicked.to_string()));
        let verdict = verdict.unwrap_or_else(fault)?;
        wrong += u64::from(verdict.code != Verdict::OK);
        if let Some(report) = &verdict.report {
            diagnostic::complain(report, context.color());
        }
        Ok::<(), Failure>(rows.write(&lines[number as usize - 1].row(&verdict))?)
    })?;
    rows.finish()?;

    if wrong > 0 {
        status = status.max(Status::Findings);
    }
    let checked = summary.read;
    context.note(format_args!(
        "{} of {checked} lines are right, {} above the limit skipped",
        checked - wrong,
        skipped.len()
    ));
    if let Some(stopped) = summary.stopped {
        context.note(summary);
        return Ok(stopped);
    }
    Ok(status)
}

/// Reads the tables that the arguments name. One that cannot be read is said so, and the others are read.
fn read_tables(paths: &[String], context: &Context<'_>) -> (Vec<Table>, Status) {
    let default = [DEFAULT.to_owned()];
    let paths = if paths.is_empty() { &default } else { paths };
    let mut status = Status::Clean;
    let mut tables = Vec::new();
    for file in paths.iter().flat_map(|path| files(path)) {
        let text = file.and_then(|file| Ok(Table { text: Input::open(&file)?.into_text()?, file }));
        match text {
            Ok(table) => tables.push(table),
            Err(failure) => status = status.max(failure.report(context.color())),
        }
    }
    (tables, status)
}

/// The file itself, or the tables in a folder by name.
fn files(path: &str) -> Vec<Result<String, Failure>> {
    if !Path::new(path).is_dir() {
        return vec![Ok(path.to_owned())];
    }
    match tables_in(path) {
        Ok(names) if names.is_empty() => {
            let nothing = io::Error::other("there is no *.perft file in this folder");
            vec![Err(Failure::input(path)(nothing))]
        }
        Ok(names) => names.iter().map(|name| Ok(name.display().to_string())).collect(),
        Err(error) => vec![Err(Failure::input(path)(error))],
    }
}

fn tables_in(folder: &str) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>();
    let mut tables: Vec<PathBuf> = paths?.into_iter().filter(|path| is_table(path)).collect();
    tables.sort();
    Ok(tables)
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "perft")
}

/// A file of cases.
struct Table {
    file: String,
    text: String,
}

impl Table {
    fn cases(&self) -> impl Iterator<Item = (&Self, Result<Case<'_>, ReferenceError>)> {
        reference::read(&self.text).map(move |case| (self, case))
    }

    /// Everything in a case that is checked by itself; a fault is one line.
    fn lines<'t>(&'t self, case: &'t Result<Case<'t>, ReferenceError>) -> Vec<Line<'t>> {
        match case {
            Ok(case) => {
                case.counts.iter().map(|count| Line { table: self, task: Ok((case, count)) }).collect()
            }
            Err(error) => vec![Line { table: self, task: Err(*error) }],
        }
    }

    /// The line with this number, from 1.
    fn line(&self, number: usize) -> &str {
        self.text.lines().nth(number - 1).unwrap_or_default()
    }
}

/// One count to check, or why there is none.
struct Line<'t> {
    table: &'t Table,
    task: Result<(&'t Case<'t>, &'t Count), ReferenceError>,
}

/// What became of a line.
#[derive(Serialize, Deserialize)]
struct Verdict {
    /// [`Verdict::OK`], or a stable name of what is wrong.
    code: String,
    found: Option<u64>,
    message: String,
    report: Option<String>,
}

impl Verdict {
    const OK: &str = "ok";

    fn fault(code: &str, message: String) -> Self {
        Self { code: code.to_owned(), found: None, report: Some(message.clone()), message }
    }

    fn diagnosed(diagnostic: &Diagnostic) -> Self {
        let message = diagnostic.message.clone();
        Self { report: Some(diagnostic.to_string()), ..Self::fault(&diagnostic.code, message) }
    }
}

fn columns() -> Vec<Column> {
    vec![
        Column::words("file", 18),
        Column::numbers("line", 0),
        Column::words("id", 24),
        Column::words("variant", 9),
        Column::numbers("depth", 0),
        Column::numbers("expected", 12),
        Column::numbers("found", 12),
        Column::words("status", 0),
        Column::words("message", 0),
    ]
}

impl Line<'_> {
    /// The nodes to be counted: none if there is nothing to count.
    fn nodes(&self) -> u64 {
        self.task.map_or(0, |(_, count)| count.nodes)
    }

    fn mark(&self) -> Mark {
        let line = self.task.map_or_else(|error| error.line, |(_, count)| count.line);
        Mark::new(&self.table.file, line as u64, &self.task)
    }

    fn row(&self, verdict: &Verdict) -> Vec<Field> {
        let number = |number: usize| Field::Number(number as u64);
        let mut row = vec![self.table.file.as_str().into()];
        row.extend(match self.task {
            Ok((case, count)) => [
                number(count.line),
                case.id.text.into(),
                case.variant.text.into(),
                u64::from(count.depth).into(),
                count.nodes.into(),
            ],
            Err(error) => {
                [number(error.line), Field::Nothing, Field::Nothing, Field::Nothing, Field::Nothing]
            }
        });
        row.extend([verdict.found.into(), verdict.code.as_str().into(), verdict.message.as_str().into()]);
        row
    }

    fn check(&self) -> Verdict {
        let (case, count) = match self.task {
            Ok(task) => task,
            Err(error) => {
                let message = error.kind.to_string();
                let fault = self.diagnostic(error.line, error.column, message, error.kind.code());
                return Verdict::diagnosed(&fault);
            }
        };
        let variant = case.variant;
        let Some(game) = Game::from_name(variant.text) else {
            let message = format!("expected a game: {}", Game::ALL.map(Game::name).join(", "));
            let fault = self.diagnostic(variant.line, variant.column, message, "unknown-variant");
            return Verdict::diagnosed(&fault);
        };
        with_variant!(game, V => self.check_count::<V>(case, count))
    }

    fn diagnostic(&self, line: usize, column: usize, message: String, code: &'static str) -> Diagnostic {
        let place = Place { file: self.table.file.clone(), line, column };
        Diagnostic { message, code: code.into(), place, text: self.table.line(line).to_owned() }
    }

    fn check_count<V: Variant>(&self, case: &Case<'_>, count: &Count) -> Verdict {
        let fen = case.fen;
        let place = Place { file: self.table.file.clone(), line: fen.line, column: fen.column };
        let position = match position::from_text::<V>(fen.text, place) {
            Ok(position) => position,
            Err(fault) => {
                let text = self.table.line(fen.line).to_owned();
                return Verdict::diagnosed(&Diagnostic { text, ..fault });
            }
        };
        let found = perft_parallel(&position, count.depth);
        let message = differences(&position, count, found).join("; ");
        if message.is_empty() {
            return Verdict { code: Verdict::OK.to_owned(), found: Some(found), message, report: None };
        }
        let head = format!("{}:{}: {}: {message}", self.table.file, count.line, case.id.text);
        let report = format!("{head}\n{}", picture(&position, count.depth));
        Verdict { code: "mismatch".to_owned(), found: Some(found), message, report: Some(report) }
    }
}

/// What is counted otherwise than the table says.
fn differences<V: Variant>(position: &Position<V>, count: &Count, found: u64) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |name: &str, found: u64, expected: u64| {
        if found != expected {
            differences.push(format!("depth {} has {found} {name}, expected {expected}", count.depth));
        }
    };
    compare("nodes", found, count.nodes);
    if !count.kinds.is_empty() {
        let breakdown = breakdown_parallel(position, count.depth);
        for &(kind, expected) in &count.kinds {
            compare(kind.name(), breakdown[kind], expected);
        }
    }
    differences
}

/// What helps to find the fault: the position, the board, and the count for each first move.
fn picture<V: Variant>(position: &Position<V>, depth: u32) -> String {
    let mut text = format!(
        "{}\n\n{}\ndivide at depth {depth}:\n",
        position.to_fen(),
        ascii(&Setup::from(position), View::default())
    );
    let parts = divide(position, sorted_moves(position), depth, perft_parallel);
    text.extend(parts.map(|(m, nodes)| format!("{:<8}  {nodes}\n", uci(m))));
    text
}
