//! `hexmate validate FILES…`.

pub mod args;

use std::io::Write;
use std::path::Path;

use hexmate_batch::files::Output;
use hexmate_report::output::{PageFile, Report};
use hexmate_report::recorded::{Collection, Kind, Recorded, RecordedChecks};
use hexmate_report::{ChangeRow, Formulas, ValidateRow, ValidateSummary, csv_header};
use hexmate_tasks as tasks;
use hexmate_tasks::Checked;

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic::{self, Color};
use crate::cli::exit::{Failure, Status};
use crate::cli::outputs::changes_of;
use crate::cli::positions::starts_spelt_out;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::places::Places;
use crate::cli::validate::args::Validate;

/// Columns of a table of problems that are used.
const USED: &[&str] = &["id", "variant", "fen", "stipulation", "solutions", "twin"];

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let files = starts_spelt_out(&args.files, args.reading.order.order(), context)?;
    let mending = args.mending();
    let recorded = args.recorded();
    let task = tasks::Validate {
        asked: context.asked_game(),
        reading: args.reading.reading(),
        has_variations: !args.no_variations,
        formats: recorded.formats(),
        has_page: args.html.is_some(),
        has_boards: !context.is_quiet(),
        mending,
        endings: args.tables.as_deref().map(|folder| Context::endings(Some(folder))).transpose()?,
    };
    let input = args.long.input_digest();
    let pace = if mending.is_some() { Pace::Slow } else { Pace::Fast };
    let progress = context.progress_over(&files, pace);
    let items =
        context.problems(&files, &progress, USED).ordered(args.reading.order.order()).digested(&input);
    let is_whole = mending.is_some_and(|mending| mending.written == Collection::Whole);
    let items = if is_whole { items.with_texts() } else { items };
    let items = if args.no_variations { items } else { items.with_variations() };
    // Only a page and a mended collection tell more of a game than its moves.
    let items = if is_whole || args.html.is_some() { items.with_comments() } else { items };
    let all = Recorded::Validate(recorded.clone());
    let work = Work { items, input, task: &task, long: Some((&args.long, all)), progress };
    let status = work.run(context, || Outputs::open(&recorded, &args.places(), context))?;
    status.unless(task.endings.and_then(|endings| endings.fault()))
}

/// All files that a batch of records fills.
pub struct Outputs<'a> {
    recorded: &'a RecordedChecks,
    /// Which rows of an entry are written, in the order of the tables.
    rows: Vec<usize>,
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
    /// Opens those of the recorded outputs that have a place.
    pub fn open(
        recorded: &'a RecordedChecks,
        places: &Places<'_>,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let (run, color, formulas) = (&context.outputs, context.color, context.formulas());
        let (mut rows, mut files) = (Vec::new(), Vec::new());
        for (number, &(kind, format)) in recorded.tables.iter().enumerate() {
            if let Some(path) = places.of(kind) {
                rows.push(number);
                files.push((format, Some(path)));
            }
        }
        let report = match recorded.slips {
            true => Report::carrying::<ValidateRow>(run, &files)?.with_formulas(formulas),
            false => Report::new::<ValidateRow>(run, &files)?.with_formulas(formulas),
        };
        let open = |path| run.open(Some(path));
        let output = places.file(Kind::Html).map(open).transpose()?;
        let page = output.map(|output| PageFile::open(output, "Records", &["status", "code"])).transpose()?;
        let repaired = places.file(Kind::Repair).map(open).transpose()?;
        let changes = places.file(Kind::Repair).filter(|path| *path != Path::new("-"));
        let changes = changes.filter(|_| recorded.repair == Some(Collection::Whole)).map(changes_of);
        let mut changes = changes.map(|path| run.open(Some(&path))).transpose()?;
        if let Some(output) = &mut changes {
            output.write_all(csv_header::<ChangeRow<'_>>().as_bytes())?;
        }
        let (end, left_out, summary) = (*b"\n\n", 0, ValidateSummary::default());
        Ok(Self { recorded, rows, report, page, repaired, changes, end, color, formulas, left_out, summary })
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

    fn take(&mut self, mut checked: Checked) -> Result<(), Failure> {
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
        let rows = self.rows.iter().filter_map(|&number| checked.rows.get_mut(number).map(std::mem::take));
        let rows: Vec<String> = rows.collect();
        let written = match self.recorded.slips {
            true => self.report.write_carrying(&rows, &checked.further),
            false => self.report.write_texts(&rows),
        };
        Ok(written?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        self.report.finish()?;
        self.repaired.map_or(Ok(()), Output::finish)?;
        self.changes.map_or(Ok(()), Output::finish)?;
        let told = match self.recorded.repair {
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
