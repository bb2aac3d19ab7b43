//! `hexmate solve FILES…`.

use std::path::Path;

use hexmate::output::{Album, Book, Report, SheetFile};
use hexmate::report::{Format, SolveRow, SolveSummary};
use hexmate::tasks::{self, Sheet, SolveOptions, Solved};

use super::positions::spelt_out;
use crate::args::Solve;
use crate::context::{Context, Pace};
use crate::exit::{Failure, Status};
use crate::run::{Sink, Work};

/// Solves every problem of the files.
pub fn run(args: &Solve, context: &Context<'_>) -> Result<Status, Failure> {
    let options = SolveOptions {
        asked: context.asked_game(),
        moves: args.mate,
        scope: args.scope(),
        hidden: args.hidden(),
        limits: args.limits(),
        language: args.printed.language(),
        formats: tables(args).into_iter().map(|(format, _)| format).collect(),
        sheets: wanted_sheets(args).into_iter().map(|(sheet, _)| sheet).collect(),
        has_trees: args.has_trees(),
        has_clock: args.has_clock(),
        has_pictures: args.diagrams.is_some(),
        captions: args.captions(),
        has_key_arrows: args.key_arrows,
        theme: args.theme,
        has_certificates: args.certificate.is_some(),
    };
    let known = context.endings(args.tables.folder())?;
    let stop = context.interrupt.grace_over().clone();
    let task = tasks::Solve::new(options, known, context.threads, stop);
    let input = args.long.input_digest();
    let files = spelt_out(&args.files, args.order.order(), context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let items = context.records(&files, &progress).ordered(args.order.order()).digested(&input);
    let work = Work { items, input, task: &task, long: &args.long, progress };
    let status = work.run(context, || Outputs::open(args, context))?;
    status.unless(task.fault())
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
    let shown = args.is_whole_shown().then_some((args.printed.sheet(), args.output.path()));
    let files = [
        (args.printed.sheet(), &args.text),
        (Sheet::Epd, &args.epd),
        (Sheet::Pgn, &args.pgn),
        (Sheet::Html, &args.html),
        (Sheet::Book, &args.printed.book),
    ];
    let files = files.into_iter().filter_map(|(sheet, path)| Some((sheet, Some(path.as_deref()?))));
    shown.into_iter().chain(files).collect()
}

/// All files that a batch of problems fills.
struct Outputs<'a> {
    args: &'a Solve,
    report: Report,
    sheets: Vec<SheetFile>,
    pictures: Option<Album>,
    certificates: Option<Album>,
    /// Problems without a certificate.
    uncertified: u64,
    summary: SolveSummary,
}

impl<'a> Outputs<'a> {
    fn open(args: &'a Solve, context: &Context<'_>) -> Result<Self, Failure> {
        let files = &context.outputs;
        let report = Report::carrying::<SolveRow>(files, &tables(args))?.with_formulas(context.formulas());
        let mut sheets = Vec::new();
        for (sheet, path) in wanted_sheets(args) {
            sheets.push(match (sheet, path) {
                (Sheet::Book, Some(path)) => {
                    SheetFile::Book(Box::new(Book::open(files, path, args.printed.book())?))
                }
                (Sheet::Html, path) => SheetFile::page(files.open(path)?)?,
                (_, path) => SheetFile::Plain(files.open(path)?),
            });
        }
        let pictures =
            args.diagrams.as_deref().map(|folder| Album::open(files, folder, "svg")).transpose()?;
        let certificates = args.certificate.as_deref();
        let certificates =
            certificates.map(|folder| Album::open(files, folder, "certificate")).transpose()?;
        let summary = SolveSummary::default();
        Ok(Self { args, report, sheets, pictures, certificates, uncertified: 0, summary })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Solved;

    fn take(&mut self, mut solved: Solved) -> Result<(), Failure> {
        let twins = std::mem::take(&mut solved.twins);
        if let (Some(album), Some(picture)) = (&mut self.pictures, solved.picture) {
            album.add(&solved.outcome.id, &picture)?;
        }
        if let Some(folder) = &mut self.certificates {
            match solved.certificate {
                Some(certificate) => folder.add(&solved.outcome.id, &certificate)?,
                None => self.uncertified += 1,
            }
        }
        for (file, written) in self.sheets.iter_mut().zip(&solved.sheets) {
            file.add(written)?;
        }
        self.summary.add(solved.outcome);
        self.report.write_carrying(&solved.rows, &solved.further)?;
        twins.into_iter().try_for_each(|twin| self.take(twin))
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let summary = self.summary;
        let is_limited = summary.unfinished() > 0 && self.args.long.checkpoint().is_some();
        if summary.interrupted() > 0 || is_limited {
            context.outputs.set_incomplete();
        }
        self.report.finish()?;
        for file in self.sheets {
            file.finish(&summary)?;
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
            _ if is_limited => Status::Limit,
            _ if summary.surprises() > 0 => Status::Findings,
            _ => Status::Clean,
        })
    }
}
