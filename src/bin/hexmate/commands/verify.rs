//! `hexmate perft --verify`: reference tables against what this program counts.

use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use hexmate::batch::{Items, Panicked, Task, WorkItem};
use hexmate::diagram::{View, ascii};
use hexmate::digest::Digest;
use hexmate::files::{FileError, Input, InputDigest};
use hexmate::perft::reference::{self, Case, Count, ReferenceError};
use hexmate::perft::{breakdown_parallel, divide, perft_parallel};
use hexmate::rules::{Game, Position, Setup, UnknownGame, Variant};
use hexmate::with_variant;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};

use super::perft::{sorted_moves, uci};
use crate::args::PerftVerify;
use crate::context::Context;
use crate::diagnostic::{self, Color, Diagnostic, Location};
use crate::exit::{Failure, Status};
use crate::output::{Column, Field, Rows};
use crate::position;
use crate::run::{Sink, Work};

/// Where tables are sought if none is named.
const DEFAULT: &str = "perft";

/// Checks every line of every table that is not above the limit.
pub fn run(args: &PerftVerify<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let input = InputDigest::default();
    let (tables, unreadable) = read_tables(args.paths, &input);
    let cases: Vec<_> = tables.iter().flat_map(Table::cases).collect();
    let lines: Vec<Line<'_>> = cases.iter().flat_map(|(table, case)| table.lines(case)).collect();
    let (lines, skipped): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.nodes() <= args.limit);
    let pool = ThreadPoolBuilder::new().num_threads(context.threads.get()).build();
    let pool = pool.map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?;
    let progress = context.progress(Some(lines.len() as u64));
    let items = Items(unreadable.into_iter().map(Err).chain(lines.into_iter().map(Ok)));
    let work = Work { items, input, task: &Check { pool, lines: PhantomData }, long: args.long, progress };
    work.run(context, || {
        let rows = Rows::open(args.output, columns())?;
        Ok(Outputs { rows, color: context.color, checked: 0, wrong: 0, skipped: skipped.len() })
    })
}

/// The table of lines.
struct Outputs {
    rows: Rows,
    color: Color,
    checked: usize,
    wrong: usize,
    skipped: usize,
}

impl Sink for Outputs {
    type Found = Verdict;

    fn take(&mut self, verdict: Verdict) -> Result<(), Failure> {
        self.checked += 1;
        self.wrong += usize::from(verdict.code != Verdict::OK);
        if let Some(report) = &verdict.report {
            diagnostic::complain(report, self.color);
        }
        Ok(self.rows.write(&verdict.row())?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        self.rows.finish()?;
        let Self { checked, wrong, skipped, .. } = self;
        let right = checked - wrong;
        context.note(format_args!("{right} of {checked} lines are right, {skipped} above the limit skipped"));
        Ok(if wrong > 0 { Status::Findings } else { Status::Clean })
    }
}

/// Reads the tables that the arguments name, as far as they can be read.
fn read_tables(paths: &[String], digest: &InputDigest) -> (Vec<Table>, Vec<FileError>) {
    let default = [DEFAULT.to_owned()];
    let paths = if paths.is_empty() { &default } else { paths };
    let (mut tables, mut unreadable) = (Vec::new(), Vec::new());
    for file in paths.iter().flat_map(|path| files(path)) {
        let read =
            file.and_then(|file| Ok(Table { text: Input::open_digested(&file, digest)?.into_text()?, file }));
        match read {
            Ok(table) => tables.push(table),
            Err(error) => unreadable.push(error),
        }
    }
    (tables, unreadable)
}

/// The file itself, or the tables in a folder by name.
fn files(path: &str) -> Vec<Result<String, FileError>> {
    if !Path::new(path).is_dir() {
        return vec![Ok(path.to_owned())];
    }
    match tables_in(path) {
        Ok(names) if names.is_empty() => {
            let nothing = io::Error::other("there is no *.perft file in this folder");
            vec![Err(FileError::reading(path)(nothing))]
        }
        Ok(names) => names.iter().map(|name| Ok(name.display().to_string())).collect(),
        Err(error) => vec![Err(FileError::reading(path)(error))],
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

impl Line<'_> {
    fn number(&self) -> usize {
        self.task.map_or_else(|error| error.line, |(_, count)| count.line)
    }
}

impl WorkItem for Line<'_> {
    fn name(&self) -> String {
        format!("{}: record {}", self.table.file, self.number())
    }

    fn identity(&self) -> Digest {
        let what = match self.task {
            Ok((case, count)) => {
                let Case { id, source: _, variant, fen, counts: _ } = case;
                let Count { depth, nodes, kinds, line } = count;
                let kinds: Vec<String> =
                    kinds.iter().map(|(kind, nodes)| format!("{} {nodes}", kind.name())).collect();
                let (texts, kinds) = ([id, variant, fen].map(|text| text.text), kinds.join("\n"));
                let places = [variant, fen].map(|text| format!("{}:{}", text.line, text.column)).join(" ");
                format!("{}\n{line} {depth} {nodes} {places}\n{kinds}", texts.join("\n"))
            }
            Err(ReferenceError { kind, line, column }) => format!("{line}:{column}: {kind}"),
        };
        Digest::of(&format!("{}\n{what}", self.table.file))
    }

    fn hash(&self) -> u64 {
        self.identity().to_number()
    }
}

/// How lines are checked: several at once, and a long one by all threads.
struct Check<'t> {
    pool: ThreadPool,
    lines: PhantomData<fn() -> Line<'t>>,
}

impl<'t> Task for Check<'t> {
    type Item = Line<'t>;
    type Found = Verdict;

    fn work(&self, line: Line<'t>) -> Verdict {
        let verdict = self.pool.install(|| line.check());
        Verdict { row: line.row(), ..verdict }
    }

    fn panicked(&self, panic: &Panicked) -> Verdict {
        Verdict::fault("panic", panic.to_string())
    }
}

/// What became of a line.
#[derive(Serialize, Deserialize)]
struct Verdict {
    /// What stands in its row before the verdict.
    row: Vec<Field>,
    /// [`Verdict::OK`], or a stable name of what is wrong.
    code: String,
    found: Option<u64>,
    message: String,
    report: Option<String>,
}

impl Verdict {
    const OK: &str = "ok";

    fn fault(code: &str, message: String) -> Self {
        // A line that the program panicked over is not known any more.
        let row = vec![Field::Nothing; 6];
        Self { row, code: code.to_owned(), found: None, report: Some(message.clone()), message }
    }

    fn diagnosed(diagnostic: &Diagnostic) -> Self {
        let message = diagnostic.message.clone();
        Self { report: Some(diagnostic.to_string()), ..Self::fault(&diagnostic.code, message) }
    }

    fn row(&self) -> Vec<Field> {
        let verdict = [self.found.into(), self.code.as_str().into(), self.message.as_str().into()];
        self.row.iter().cloned().chain(verdict).collect()
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

    /// What stands in its row before the verdict.
    fn row(&self) -> Vec<Field> {
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
        let game = match Game::of_record(None, variant.text) {
            Ok(game) => game,
            Err(error) => {
                let (line, column) = (variant.line, variant.column);
                let fault = self.diagnostic(line, column, error.to_string(), UnknownGame::CODE);
                return Verdict::diagnosed(&fault);
            }
        };
        with_variant!(game, V => self.check_count::<V>(case, count))
    }

    fn diagnostic(&self, line: usize, column: usize, message: String, code: &'static str) -> Diagnostic {
        let location = Location { file: self.table.file.clone(), line, column };
        Diagnostic { message, code: code.into(), location, text: self.table.line(line).to_owned() }
    }

    fn check_count<V: Variant>(&self, case: &Case<'_>, count: &Count) -> Verdict {
        let fen = case.fen;
        let location = Location { file: self.table.file.clone(), line: fen.line, column: fen.column };
        let position = match position::from_text::<V>(fen.text, location) {
            Ok(position) => position,
            Err(fault) => {
                let text = self.table.line(fen.line).to_owned();
                return Verdict::diagnosed(&Diagnostic { text, ..fault });
            }
        };
        let found = perft_parallel(&position, count.depth);
        let message = differences(&position, count, found).join("; ");
        if message.is_empty() {
            return Verdict {
                code: Verdict::OK.to_owned(),
                found: Some(found),
                message,
                report: None,
                row: Vec::new(),
            };
        }
        let head = format!("{}:{}: {}: {message}", self.table.file, count.line, case.id.text);
        let report = format!("{head}\n{}", picture(&position, count.depth));
        Verdict { found: Some(found), report: Some(report), ..Verdict::fault("mismatch", message) }
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
