//! `hexmate validate FILES…`.

use std::io::Write;
use std::path::Path;

use hexmate::files::Output;
use hexmate::output::{PageFile, Report};
use hexmate::report::{ChangeRow, Format, Formulas, ValidateRow, ValidateSummary, csv_header};
use hexmate::tasks::{self, Checked, Collection};

use super::positions::starts_spelt_out;
use crate::args::Validate;
use crate::context::{Context, Pace};
use crate::diagnostic::{self, Color};
use crate::exit::{Failure, Status};
use crate::run::{Sink, Work};

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let files = starts_spelt_out(&args.files, args.reading.order.order(), context)?;
    let mending = args.mending();
    let task = tasks::Validate {
        asked: context.asked_game(),
        reading: args.reading.reading(),
        has_variations: !args.no_variations,
        formats: tables(args).into_iter().map(|(format, _)| format).collect(),
        has_page: args.html.is_some(),
        has_boards: !context.is_quiet(),
        mending,
        endings: args.tables.as_deref().map(|folder| context.endings(Some(folder))).transpose()?,
    };
    let input = args.long.input_digest();
    let pace = if mending.is_some() { Pace::Slow } else { Pace::Fast };
    let progress = context.progress_over(&files, pace);
    let items = context.records(&files, &progress).ordered(args.reading.order.order()).digested(&input);
    let is_whole = mending.is_some_and(|mending| mending.written == Collection::Whole);
    let items = if is_whole { items.with_texts() } else { items };
    let items = if args.no_variations { items } else { items.with_variations() };
    // Only a page and a mended collection tell more of a game than its moves.
    let items = if is_whole || args.html.is_some() { items.with_comments() } else { items };
    let work = Work { items, input, task: &task, long: &args.long, progress };
    let status = work.run(context, || Outputs::open(args, context))?;
    status.unless(task.endings.and_then(|endings| endings.fault()))
}

/// The tables that are asked for, with their files.
fn tables(args: &Validate) -> Vec<(Format, Option<&Path>)> {
    let shown = (!args.is_stdout_taken()).then_some((args.output.format(), args.output.path()));
    let file = args.report.as_deref().map(|path| (Format::Csv, Some(path)));
    shown.into_iter().chain(file).collect()
}

/// All files that a batch of records fills.
struct Outputs<'a> {
    args: &'a Validate,
    report: Report,
    page: Option<PageFile>,
    repaired: Option<Output>,
    changes: Option<Output>,
    /// What the games written so far end with.
    end: [u8; 2],
    color: Color,
    formulas: Formulas,
    left_out: u64,
    summary: ValidateSummary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Validate, context: &Context<'_>) -> Result<Self, Failure> {
        let (files, color, formulas) = (&context.outputs, context.color, context.formulas());
        let report = match args.tables {
            Some(_) => Report::carrying::<ValidateRow>(files, &tables(args))?.with_formulas(formulas),
            None => Report::new::<ValidateRow>(files, &tables(args))?.with_formulas(formulas),
        };
        let output = args.html.as_deref().map(|path| files.open(Some(path))).transpose()?;
        let page = output.map(|output| PageFile::open(output, "Records", &["status", "code"])).transpose()?;
        let repaired = args.repaired().map(|path| files.open(Some(path))).transpose()?;
        let mut changes = args.changes().map(|path| files.open(Some(&path))).transpose()?;
        if let Some(output) = &mut changes {
            output.write_all(csv_header::<ChangeRow<'_>>().as_bytes())?;
        }
        let summary = ValidateSummary::default();
        let end = *b"\n\n";
        Ok(Self { args, report, page, repaired, changes, end, color, formulas, left_out: 0, summary })
    }
}

impl Outputs<'_> {
    /// Sees to it that the games of a file do not run into those of the one before.
    fn part_files(&mut self) -> Result<(), Failure> {
        let missing: &[u8] = match self.end {
            [b'\n', b'\n'] => b"",
            [_, b'\n'] => b"\n",
            _ => b"\n\n",
        };
        self.end = *b"\n\n";
        Ok(self.repaired.as_mut().map_or(Ok(()), |output| output.write_all(missing))?)
    }
}

impl Sink for Outputs<'_> {
    type Entry = Checked;

    fn take(&mut self, checked: Checked) -> Result<(), Failure> {
        self.summary.add(checked.outcome);
        if checked.begins_file {
            self.part_files()?;
        }
        self.end = checked.game.as_bytes().last_chunk().copied().unwrap_or(self.end);
        let changes = self.formulas.written(&checked.changes);
        let texts = [(&mut self.repaired, checked.game.as_bytes()), (&mut self.changes, changes.as_bytes())];
        for (output, text) in texts {
            if let Some(output) = output {
                output.write_all(text)?;
            }
        }
        if let Some(page) = &mut self.page {
            page.add(&checked.article)?;
        }
        if let Some(message) = checked.left_out {
            self.left_out += 1;
            diagnostic::complain(message, self.color);
        }
        let written = match self.args.tables {
            Some(_) => self.report.write_carrying(&checked.rows, &checked.further),
            None => self.report.write_texts(&checked.rows),
        };
        Ok(written?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        self.report.finish()?;
        self.repaired.map_or(Ok(()), Output::finish)?;
        self.changes.map_or(Ok(()), Output::finish)?;
        let told = match self.args.mending() {
            Some(_) => format!("{}\n{}", self.summary, self.summary.repairs()),
            None => self.summary.to_string(),
        };
        if let Some(page) = self.page {
            page.finish(&told)?;
        }
        context.note_in_lines(told);
        Ok(if self.summary.faulty() == 0 && self.left_out == 0 { Status::Clean } else { Status::Findings })
    }
}
