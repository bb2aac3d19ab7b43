//! `hexmate perft --verify`: checks reference tables.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hexmate_batch::Items;
use hexmate_batch::files::{FileError, Input, InputDigest, InputOptions};
use hexmate_report::output::{self, Rows};
use hexmate_report::recorded::{CheckFormat, Recorded};
use hexmate_report::{CiFile, Counted, TestCase};
use hexmate_tasks::{CheckLine, CheckedLine, ReferenceTable, StatedCount, TableLine};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::args::PerftVerify;
use crate::cli::progress::Progress;
use crate::cli::run::{Sink, Work};
use serde_json::json;

/// Folder of the tables if no paths are given.
const DEFAULT: &str = "perft";

/// Checks every line of every table whose nodes do not exceed the limit.
pub fn run(args: &PerftVerify<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let input = InputDigest::default();
    let options = context.input_options(&Progress::hidden());
    let (tables, unreadable) = read_tables(args.paths, &options, &input, context);
    let cases: Vec<_> = tables.iter().flat_map(ReferenceTable::cases).collect();
    let lines: Vec<TableLine<'_>> = cases.iter().flat_map(|(table, case)| table.lines(case)).collect();
    let task = CheckLine::new(context.threads, args.limit, context.interrupt.grace_over().clone());
    let progress = context.progress(Some(lines.len() as u64));
    let items = Items(unreadable.into_iter().map(Err).chain(lines.into_iter().map(Ok)));
    let files: Vec<String> = tables.iter().map(|table| table.file.clone()).collect();
    let long = Some(args.long.logging(Recorded::PerftVerify, &files));
    let work = Work { items, input, task: &task, long, progress };
    work.run(context, || {
        let lines = Lines::open(args, context)?;
        let (is_quiet, limit) = (context.is_quiet(), args.limit);
        Ok(Outputs { lines, is_quiet, limit, checked: 0, wrong: 0, stopped: 0, skipped: 0, nodes: 0 })
    })
}

/// The checked lines as a table, or as a report for continuous integration.
enum Lines {
    /// Aligned text, without lines above the limit: a note on stderr counts them.
    Text(Rows<CheckedLine>),
    Table(Rows<CheckedLine>),
    Report(CiFile),
}

impl Lines {
    fn open(args: &PerftVerify<'_>, context: &Context<'_>) -> Result<Self, Failure> {
        let (format, path) = (args.output.format(), args.output.path());
        if let Some(report) = format.report() {
            return Ok(Self::Report(report.open("perft --verify", &context.outputs, path)?));
        }
        let rows = Rows::open(&context.outputs, args.output.table_format(), path, columns())?;
        let rows = rows.with_formulas(context.formulas());
        Ok(if format == CheckFormat::Text { Self::Text(rows) } else { Self::Table(rows) })
    }

    fn write(&mut self, line: &CheckedLine) -> Result<(), Failure> {
        match self {
            Self::Text(rows) | Self::Table(rows) => Ok(rows.write(line)?),
            Self::Report(report) => Ok(report.add(&line.to_case())?),
        }
    }

    fn skip(&mut self, line: &CheckedLine) -> Result<(), Failure> {
        if matches!(self, Self::Text(_)) { Ok(()) } else { self.write(line) }
    }

    /// Adds a message about the whole run to a report.
    fn note(&mut self, code: &str, message: &str) -> Result<(), FileError> {
        match self {
            Self::Text(_) | Self::Table(_) => Ok(()),
            Self::Report(report) => report.note(code, message),
        }
    }

    fn finish(self) -> Result<(), FileError> {
        match self {
            Self::Text(rows) | Self::Table(rows) => rows.finish(),
            Self::Report(report) => report.finish(),
        }
    }
}

/// Output of the checked lines, with counts for the summary.
struct Outputs {
    lines: Lines,
    is_quiet: bool,
    /// Largest number of nodes of a line that is checked.
    limit: u64,
    checked: usize,
    wrong: usize,
    /// Lines whose count was stopped by a signal.
    stopped: usize,
    /// Lines above the limit, and their nodes.
    skipped: u64,
    nodes: u128,
}

impl Sink for Outputs {
    type Entry = CheckedLine;

    fn take(&mut self, line: CheckedLine) -> Result<(), Failure> {
        if line.code == CheckedLine::GIVEN_UP {
            self.stopped += 1;
            return Ok(());
        }
        if line.code == CheckedLine::SKIPPED {
            let count = line.line.as_ref().and_then(|line| line.count.as_ref());
            self.skipped += 1;
            self.nodes += u128::from(count.map_or(0, |count| count.nodes));
            return self.lines.skip(&line);
        }
        self.checked += 1;
        self.wrong += usize::from(line.code != CheckedLine::OK);
        if let Some(report) = &line.report {
            // With --quiet, leave out the board and the divide.
            let first = report.lines().next().filter(|_| self.is_quiet && line.code == CheckedLine::MISMATCH);
            diagnostic::print_error_lines(first.unwrap_or(report));
        }
        self.lines.write(&line)
    }

    fn add_unreadable(&mut self, error: &FileError) -> Result<(), Failure> {
        match &mut self.lines {
            Lines::Text(_) | Lines::Table(_) => Ok(()),
            Lines::Report(report) => Ok(report.add(&TestCase::unreadable(error))?),
        }
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let skipped = format!(
            "skipped above the limit of {}: {}, {} nodes in all; --limit raises it",
            Counted(self.limit, "node"),
            Counted(self.skipped, "line"),
            self.nodes
        );
        let Self { mut lines, checked, wrong, stopped, .. } = self;
        let right = checked - wrong;
        context.note(format_args!("{right} of {} correct", Counted(checked as u64, "line")));
        if self.skipped > 0 {
            context.note(&skipped);
            lines.note(CheckedLine::SKIPPED, &skipped)?;
        }
        lines.finish()?;
        if let Some(status) = context.interrupt.status().filter(|_| stopped > 0) {
            context.note(format_args!("{} not finished", Counted(stopped as u64, "line")));
            return Ok(status);
        }
        Ok(if wrong > 0 { Status::Findings } else { Status::Clean })
    }
}

/// The reference tables of this program, by file name.
const BUILT_IN: [(&str, &str); 11] = [
    ("perft/brusky.perft", include_str!("../../../perft/brusky.perft")),
    ("perft/devasa.perft", include_str!("../../../perft/devasa.perft")),
    ("perft/echex3-16.perft", include_str!("../../../perft/echex3-16.perft")),
    ("perft/echex3.perft", include_str!("../../../perft/echex3.perft")),
    ("perft/echex6-16.perft", include_str!("../../../perft/echex6-16.perft")),
    ("perft/echex6.perft", include_str!("../../../perft/echex6.perft")),
    ("perft/glinski.perft", include_str!("../../../perft/glinski.perft")),
    ("perft/mccooey.perft", include_str!("../../../perft/mccooey.perft")),
    ("perft/mini.perft", include_str!("../../../perft/mini.perft")),
    ("perft/shafran.perft", include_str!("../../../perft/shafran.perft")),
    ("perft/start.perft", include_str!("../../../perft/start.perft")),
];

/// Reads the tables; also returns the errors of those that cannot be read.
///
/// Without paths, and where there is no folder `perft`, these are the tables of this program.
pub fn read_tables(
    paths: &[String],
    options: &InputOptions,
    digest: &InputDigest,
    context: &Context<'_>,
) -> (Vec<ReferenceTable>, Vec<FileError>) {
    let default = [DEFAULT.to_owned()];
    let paths = if paths.is_empty() { &default } else { paths };
    let (mut tables, mut unreadable) = (Vec::new(), Vec::new());
    if paths == default && !Path::new(DEFAULT).exists() {
        tables.extend(BUILT_IN.map(|(file, text)| built_in(file, text, digest)));
        return (tables, unreadable);
    }
    for file in paths.iter().flat_map(|path| files(path)) {
        let read = file.and_then(|file| {
            context.outputs.add_input(Path::new(&file));
            Ok(ReferenceTable { text: Input::open(&file, options, digest)?.into_text()?, file })
        });
        match read {
            Ok(table) => tables.push(table),
            Err(error) => unreadable.push(error),
        }
    }
    (tables, unreadable)
}

/// Returns a table of this program; its text is a part of the digest, as that of a file.
fn built_in(file: &str, text: &'static str, digest: &InputDigest) -> ReferenceTable {
    // Reading from memory does not fail.
    let _ = io::copy(&mut digest.reading(file, text.as_bytes()), &mut io::sink());
    ReferenceTable { file: file.to_owned(), text: text.to_owned() }
}

/// Returns the file itself, or the tables in a folder in the order of their names.
fn files(path: &str) -> Vec<Result<String, FileError>> {
    if !Path::new(path).is_dir() {
        return vec![Ok(path.to_owned())];
    }
    match tables_in(path) {
        Ok(names) if names.is_empty() => {
            let nothing = io::Error::other("the folder has no *.perft files");
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

type Column = output::Column<CheckedLine>;

fn columns() -> [Column; 9] {
    fn count(checked: &CheckedLine) -> Option<&StatedCount> {
        checked.line.as_ref()?.count.as_ref()
    }
    [
        Column::words("file", 18, |checked| json!(checked.line.as_ref().map(|line| &line.file))),
        Column::numbers("line", 0, |checked| json!(checked.line.as_ref().map(|line| line.number))),
        Column::words("id", 24, |checked| json!(count(checked).map(|count| &count.id))),
        Column::words("variant", 9, |checked| json!(count(checked).map(|count| &count.variant))),
        Column::numbers("depth", 0, |checked| json!(count(checked).map(|count| count.depth))),
        Column::numbers("expected", 12, |checked| json!(count(checked).map(|count| count.nodes))),
        Column::numbers("found", 12, |checked| json!(checked.found)),
        Column::verdicts("status", 0, |checked| json!(checked.code)),
        Column::words("message", 0, |checked| json!(checked.message)),
    ]
}
