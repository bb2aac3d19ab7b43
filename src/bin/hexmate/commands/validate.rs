//! `hexmate validate FILES…`.

use std::io::Write;
use std::path::Path;

use hexmate::records::{Records, shown_names};
use hexmate::report::{Format, ValidateRow, ValidateSummary, page};
use hexmate::tasks::{self, Checked};

use super::positions::spelt_out;
use crate::args::Validate;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::{Output, Report};
use crate::run::{Sink, Work};

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    // Moves after it are checked as those of a game.
    let is_start = |file: &String| matches!(file.as_str(), "start" | "startpos");
    let spelt = |file: &String| match is_start(file) {
        true => spelt_out(std::slice::from_ref(file), args.reading.order.order(), context),
        false => Ok(vec![file.clone()]),
    };
    let files = args.files.iter().map(spelt).collect::<Result<Vec<_>, _>>()?.concat();
    let task = tasks::Validate {
        asked: context.asked_game(),
        reading: args.reading.reading(),
        formats: tables(args).into_iter().map(|(format, _)| format).collect(),
        page: args.html.as_ref().map(|_| shown_names(&files)),
        is_repair: args.is_repair(),
    };
    let input = args.long.input_digest();
    let items = Records::new(&files).ordered(args.reading.order.order()).digested(&input);
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
    page: Option<Output>,
    repaired: Option<Output>,
    summary: ValidateSummary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Validate) -> Result<Self, Failure> {
        let report = Report::new::<ValidateRow>(&tables(args))?;
        let mut page = args.html.as_deref().map(|path| Output::open(Some(path))).transpose()?;
        if let Some(output) = &mut page {
            output.write_all(page::opening("Records", &["status", "code"]).as_bytes())?;
        }
        let repaired = args.repaired().map(|path| Output::open(Some(path))).transpose()?;
        Ok(Self { args, report, page, repaired, summary: ValidateSummary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Checked;

    fn take(&mut self, checked: Checked) -> Result<(), Failure> {
        self.summary.add(checked.outcome);
        for (output, text) in [(&mut self.repaired, checked.repaired), (&mut self.page, checked.article)] {
            if let Some(output) = output {
                output.write_all(text.as_bytes())?;
            }
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
        if let Some(mut output) = self.page {
            output.write_all(page::closing(&told).as_bytes())?;
            output.finish()?;
        }
        context.note(told);
        Ok(if self.summary.faulty() == 0 { Status::Clean } else { Status::Findings })
    }
}
