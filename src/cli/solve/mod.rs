//! `hexmate solve FILES…`.

pub mod args;
pub mod printed;

use std::path::Path;

use hexmate_problems::COLUMNS;
use hexmate_report::output::{Album, Book, Report, SheetFile};
use hexmate_report::recorded::{Kind, Recorded, RecordedSolutions, Sheet};
use hexmate_report::{BookLook, SolveRow, SolveSummary};
use hexmate_tasks as tasks;
use hexmate_tasks::{SolveOptions, Solved};

use crate::cli::context::{Context, Pace};
use crate::cli::exit::{Failure, Status};
use crate::cli::positions::spelt_out;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::places::Places;
use crate::cli::solve::args::Solve;

/// Solves every problem of the files.
pub fn run(args: &Solve, context: &Context<'_>) -> Result<Status, Failure> {
    let recorded = args.recorded();
    let options = SolveOptions {
        asked: context.asked_game(),
        moves: args.mate,
        scope: args.scope(),
        hidden: args.hidden(),
        limits: args.limits(),
        language: args.printed.language(),
        formats: recorded.formats(),
        sheets: recorded.sheets(),
        has_trees: args.has_trees(),
        has_clock: args.has_clock(),
        has_pictures: args.diagrams.is_some(),
        captions: args.captions(),
        has_key_arrows: args.key_arrows,
        theme: args.theme,
        has_certificates: args.certificate.is_some(),
    };
    let known = Context::endings(args.tables.folder())?;
    let stop = context.interrupt.grace_over().clone();
    let task = tasks::Solve::new(options, known, context.threads, stop);
    let input = args.long.input_digest();
    let files = spelt_out(&args.files, args.order.order(), context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let items = context.problems(&files, &progress, &COLUMNS).ordered(args.order.order()).digested(&input);
    let all = Recorded::Solve(recorded.clone());
    let work = Work { items, input, task: &task, long: Some((&args.long, all)), progress };
    let checkpoint = args.long.checkpoint().map(|(path, _)| path);
    let open = || Ok(Outputs { checkpoint, ..Outputs::open(&recorded, &args.places(), context)? });
    let status = work.run(context, open)?;
    status.unless(task.fault())
}

/// All files that a batch of problems fills.
pub struct Outputs<'a> {
    checkpoint: Option<&'a Path>,
    /// Which rows of an entry are written, in the order of the tables.
    rows: Vec<usize>,
    report: Report,
    /// Files with the number of the sheet that is written there.
    sheets: Vec<(usize, SheetFile)>,
    pictures: Option<Album>,
    certificates: Option<Album>,
    /// Problems without a certificate.
    uncertified: u64,
    summary: SolveSummary,
}

impl<'a> Outputs<'a> {
    /// Opens those of the recorded outputs that have a place.
    pub fn open(
        recorded: &'a RecordedSolutions,
        places: &Places<'_>,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let run = &context.outputs;
        let RecordedSolutions { tables, sheets: forms, folders: _, book } = recorded;
        let (mut rows, mut files) = (Vec::new(), Vec::new());
        for (number, &(kind, format)) in tables.iter().enumerate() {
            if let Some(path) = places.of(kind) {
                rows.push(number);
                files.push((format, Some(path)));
            }
        }
        let report = Report::carrying::<SolveRow>(run, &files)?.with_formulas(context.formulas());
        let mut sheets = Vec::new();
        for (number, &(kind, sheet)) in forms.iter().enumerate() {
            let Some(path) = places.of(kind) else { continue };
            let style = book.as_ref().and_then(BookLook::style);
            let file = match (sheet, style) {
                (Sheet::Book, Some(style)) => SheetFile::Book(Box::new(Book::open(run, path, style)?)),
                (Sheet::Html, _) => SheetFile::page(run.open(Some(path))?)?,
                _ => SheetFile::Plain(run.open(Some(path))?),
            };
            sheets.push((number, file));
        }
        let folder =
            |kind, ending| places.file(kind).map(|folder| Album::open(run, folder, ending)).transpose();
        let (pictures, certificates) =
            (folder(Kind::Diagrams, "svg")?, folder(Kind::Certificate, "certificate")?);
        let (checkpoint, uncertified, summary) = (None, 0, SolveSummary::default());
        Ok(Self { checkpoint, rows, report, sheets, pictures, certificates, uncertified, summary })
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
        for (number, file) in &mut self.sheets {
            if let Some(written) = solved.sheets.get(*number) {
                file.add(written)?;
            }
        }
        self.summary.add(solved.outcome);
        let rows = self.rows.iter().filter_map(|&number| solved.rows.get_mut(number).map(std::mem::take));
        let rows: Vec<String> = rows.collect();
        self.report.write_carrying(&rows, &solved.further)?;
        twins.into_iter().try_for_each(|twin| self.take(twin))
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let summary = self.summary;
        let is_limited = summary.unfinished() > 0 && self.checkpoint.is_some();
        if summary.interrupted() > 0 || is_limited {
            context.outputs.set_incomplete();
        }
        self.report.finish()?;
        for (_, file) in self.sheets {
            file.finish(&summary)?;
        }
        context.note_in_lines(&summary);
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
