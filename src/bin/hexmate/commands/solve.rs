//! `hexmate solve FILES…`.

use std::io::Write;
use std::path::Path;

use hexmate::records::Records;
use hexmate::report::{Format, SolveRow, SolveSummary, page};
use hexmate::tasks::{self, Sheet, SolveOptions, Solved};

use super::positions::spelt_out;
use crate::args::Solve;
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::{Album, Output, Report};
use crate::run::{Sink, Work};

/// Solves every problem of the files.
pub fn run(args: &Solve, context: &Context<'_>) -> Result<Status, Failure> {
    let options = SolveOptions {
        asked: context.asked_game(),
        moves: args.mate,
        scope: args.scope(),
        hidden: args.hidden(),
        limits: args.limits(),
        formats: tables(args).into_iter().map(|(format, _)| format).collect(),
        sheets: wanted_sheets(args).into_iter().map(|(sheet, _)| sheet).collect(),
        has_trees: args.has_trees(),
        has_clock: args.has_clock(),
        has_pictures: args.diagrams.is_some(),
        has_key_arrows: args.key_arrows,
        theme: args.theme,
        has_certificates: args.certificate.is_some(),
    };
    let task = tasks::Solve::new(options, context.threads, context.interrupt.grace_over().clone());
    let input = args.long.input_digest();
    let files = spelt_out(&args.files, args.order.order(), context)?;
    let items = Records::new(&files).ordered(args.order.order()).digested(&input);
    let work = Work { items, input, task: &task, long: &args.long, progress: context.progress(None) };
    work.run(context, || Outputs::open(args))
}

/// The tables that are asked for, with their files.
fn tables(args: &Solve) -> Vec<(Format, Option<&Path>)> {
    let has_lines = !args.is_stdout_taken() && !args.is_whole_shown();
    let shown = has_lines.then_some((args.output.format(), args.output.path()));
    let files = [(Format::Csv, &args.report), (Format::Json, &args.jsonl)];
    let files = files.into_iter().filter_map(|(format, path)| Some((format, Some(path.as_deref()?))));
    shown.into_iter().chain(files).collect()
}

/// The forms of a solution that are no tables, with their files.
fn wanted_sheets(args: &Solve) -> Vec<(Sheet, Option<&Path>)> {
    let shown = args.is_whole_shown().then_some((Sheet::Text, args.output.path()));
    let files = [
        (Sheet::Text, &args.text),
        (Sheet::Epd, &args.epd),
        (Sheet::Pgn, &args.pgn),
        (Sheet::Html, &args.html),
    ];
    let files = files.into_iter().filter_map(|(sheet, path)| Some((sheet, Some(path.as_deref()?))));
    shown.into_iter().chain(files).collect()
}

/// What stands before all problems.
fn opening(sheet: Sheet) -> String {
    match sheet {
        Sheet::Html => page::opening("Problems", &["verdict", "length"]),
        Sheet::Text | Sheet::Epd | Sheet::Pgn => String::new(),
    }
}

/// What stands after all problems.
fn closing(sheet: Sheet, summary: &SolveSummary) -> String {
    match sheet {
        Sheet::Html => page::closing(&summary.to_string()),
        Sheet::Text | Sheet::Epd | Sheet::Pgn => String::new(),
    }
}

/// All files that a batch of problems fills.
struct Outputs<'a> {
    args: &'a Solve,
    report: Report,
    sheets: Vec<(Sheet, Output)>,
    pictures: Option<Album>,
    certificates: Option<Album>,
    /// Problems without a certificate.
    uncertified: u64,
    summary: SolveSummary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Solve) -> Result<Self, Failure> {
        let report = Report::new::<SolveRow>(&tables(args))?;
        let mut sheets = Vec::new();
        for (sheet, path) in wanted_sheets(args) {
            let mut output = Output::open(path)?;
            output.write_all(opening(sheet).as_bytes())?;
            sheets.push((sheet, output));
        }
        let pictures = args.diagrams.as_deref().map(|folder| Album::open(folder, "svg")).transpose()?;
        let certificates = args.certificate.as_deref();
        let certificates = certificates.map(|folder| Album::open(folder, "certificate")).transpose()?;
        let summary = SolveSummary::default();
        Ok(Self { args, report, sheets, pictures, certificates, uncertified: 0, summary })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Solved;

    fn take(&mut self, solved: Solved) -> Result<(), Failure> {
        if let (Some(album), Some(picture)) = (&mut self.pictures, solved.picture) {
            album.add(&solved.outcome.id, &picture)?;
        }
        if let Some(folder) = &mut self.certificates {
            match solved.certificate {
                Some(certificate) => folder.add(&solved.outcome.id, &certificate)?,
                None => self.uncertified += 1,
            }
        }
        for ((_, output), text) in self.sheets.iter_mut().zip(&solved.sheets) {
            output.write_all(text.as_bytes())?;
        }
        self.summary.add(solved.outcome);
        Ok(self.report.write_texts(&solved.rows)?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let summary = self.summary;
        self.report.finish()?;
        for (sheet, mut output) in self.sheets {
            output.write_all(closing(sheet, &summary).as_bytes())?;
            output.finish()?;
        }
        context.note(&summary);
        if self.uncertified > 0 {
            let count = self.uncertified;
            context.note(format_args!("{count} without a certificate: no direct mate was proved"));
        }
        Ok(match context.interrupt.status() {
            Some(status) if summary.interrupted() > 0 => {
                let count = summary.interrupted();
                context.note(format_args!("problems in hand that a signal left unfinished: {count}"));
                status
            }
            _ if summary.unfinished() > 0 && self.args.long.checkpoint().is_some() => Status::Limit,
            _ if summary.surprises() > 0 => Status::Findings,
            _ => Status::Clean,
        })
    }
}
