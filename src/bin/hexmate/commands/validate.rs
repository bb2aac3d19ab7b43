//! `hexmate validate FILES…`.

use std::io::Write;
use std::path::Path;

use hexmate::records::Records;
use hexmate::report::{Format, ValidateRow, ValidateSummary};
use hexmate::tasks::{self, Checked};

use crate::args::Validate;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::{Output, PageFile, Report};
use crate::run::{Sink, Work};

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let task = tasks::Validate {
        asked: context.asked_game(),
        reading: args.reading.reading(),
        formats: tables(args).into_iter().map(|(format, _)| format).collect(),
        has_page: args.html.is_some(),
        is_repair: args.is_repair(),
    };
    let input = args.long.input_digest();
    // Only a page tells more of a game than its moves.
    let records =
        if args.html.is_some() { Records::with_comments(&args.files) } else { Records::new(&args.files) };
    let items = records.digested(&input);
    let work = Work { items, input, task: &task, long: &args.long, progress: context.progress(None) };
    work.run(context, || Outputs::open(args))
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
    summary: ValidateSummary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Validate) -> Result<Self, Failure> {
        let report = Report::new::<ValidateRow>(&tables(args))?;
        let output = args.html.as_deref().map(|path| Output::open(Some(path))).transpose()?;
        let page = output.map(|output| PageFile::open(output, "Records", &["status", "code"])).transpose()?;
        let repaired = args.repaired().map(|path| Output::open(Some(path))).transpose()?;
        Ok(Self { args, report, page, repaired, summary: ValidateSummary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Checked;

    fn take(&mut self, checked: Checked) -> Result<(), Failure> {
        self.summary.add(checked.outcome);
        if let Some(output) = &mut self.repaired {
            output.write_all(checked.repaired.as_bytes())?;
        }
        if let Some(page) = &mut self.page {
            page.add(&checked.article)?;
        }
        Ok(self.report.write_texts(&checked.rows)?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        self.report.finish()?;
        self.repaired.map_or(Ok(()), Output::finish)?;
        let told = match self.args.is_repair() {
            true => format!("{}\n{}", self.summary, self.summary.repairs()),
            false => self.summary.to_string(),
        };
        if let Some(page) = self.page {
            page.finish(&told)?;
        }
        context.note(told);
        Ok(if self.summary.faulty() == 0 { Status::Clean } else { Status::Findings })
    }
}
