//! `hexmate validate FILES…`.

mod check;

use std::io::{self, Write};
use std::path::Path;

use hexmate::report::{ValidateRow, ValidateSummary, page};

use crate::args::{Format, Validate};
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::{Output, Report};
use crate::records::Records;
use crate::task::{self, Sink};
use check::{Check, Judged};

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let check = Check { args, asked: context.asked_game() };
    task::run(context, Records::new(&args.files), &args.pieces, &check, || Outputs::open(args))
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
    page: Option<Output>,
    mended: Option<Output>,
    summary: ValidateSummary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Validate) -> Result<Self, Failure> {
        let report = Report::new::<ValidateRow>(&tables(args))?;
        let mut page = args.html.as_deref().map(|path| Output::open(Some(path))).transpose()?;
        if let Some(output) = &mut page {
            output.write_all(page::opening("Records", &["status", "code"]).as_bytes())?;
        }
        let mended = args.mended().map(|path| Output::open(Some(path))).transpose()?;
        Ok(Self { args, report, page, mended, summary: ValidateSummary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Found = Judged;

    fn take(&mut self, judged: Judged) -> io::Result<()> {
        self.summary.add(judged.outcome);
        for (output, text) in [(&mut self.mended, judged.mended), (&mut self.page, judged.article)] {
            if let Some(output) = output {
                output.write_all(text.as_bytes())?;
            }
        }
        self.report.write_texts(&judged.rows)
    }

    fn finish(self, context: &Context<'_>) -> Result<Status, Failure> {
        self.report.finish()?;
        self.mended.map_or(Ok(()), Output::finish)?;
        let told = match self.args.is_repair() {
            true => format!("{}\n{}", self.summary, self.summary.repairs()),
            false => self.summary.to_string(),
        };
        if let Some(mut output) = self.page {
            output.write_all(page::closing(&told).as_bytes())?;
            output.finish()?;
        }
        context.note(told);
        Ok(if self.summary.faulty() == 0 { Status::Clean } else { Status::Findings })
    }
}
