//! `hexmate solve FILES…`.

pub mod args;
mod issue;
pub mod layout;

use std::path::Path;

use hexmate_batch::files::{FileError, InputDigest};
use hexmate_batch::{ItemSource, Items};
use hexmate_problems::{CAPTION_COLUMNS, COLUMNS, PRINTED_COLUMNS, Statement};
use hexmate_report::page::Audience;
use hexmate_report::recorded::{OutputKind, Recorded, RecordedSolutions};
use hexmate_report::{Counted, FileSet, FormSet, Fragment, Hidden, SolveForm, SolveRecord, SolveSummary};
use hexmate_tasks as tasks;
use hexmate_tasks::records::{PROBLEM_ENDINGS, Record};
use hexmate_tasks::{SolveSettings, Solved};

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::expand_folders;
use crate::cli::positions::expand_positions;
use crate::cli::progress::Progress;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::output_paths::{OutputPaths, renderers};
use crate::cli::solve::args::Solve;
use crate::cli::solve::issue::DescribedIssue;

/// Solves every problem of the files, or those of the issue of a magazine.
pub fn run(args: &Solve, context: &Context<'_>) -> Result<Status, Failure> {
    let digest = args.long.input_digest();
    if let Some(description) = issue::description(&args.files)? {
        let read = issue::read(description, args.order.form(), &digest, context)?;
        let items = Items(read.records.into_iter().map(Ok));
        let progress = context.progress(Some(read.described.issue.numbers.len() as u64));
        return solve(
            args,
            context,
            Some(&read.described),
            Input { files: read.files, items, digest, progress },
        );
    }
    let files = expand_folders(&args.files, &PROBLEM_ENDINGS, context)?;
    let files = expand_positions(&files, args.order.form(), context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let paths = context.paths;
    let has = |kind| paths.kinds().any(|other| other == kind);
    let is_for_readers = args.html.is_some() && args.audience(None) == Audience::Readers;
    let used: &[&str] = match () {
        () if has(OutputKind::Book) || has(OutputKind::Solutions) || is_for_readers => &PRINTED_COLUMNS,
        () if has(OutputKind::SolvingSheet) || has(OutputKind::Diagrams) => &CAPTION_COLUMNS,
        () => &COLUMNS,
    };
    let items =
        context.problems(&files, &progress, used).with_fen_form(args.order.form()).with_digest(&digest);
    solve(args, context, None, Input { files, items, digest, progress })
}

/// Problems to solve.
struct Input<I> {
    /// Names of the files.
    files: Vec<String>,
    items: I,
    digest: InputDigest,
    progress: Progress,
}

fn solve<I: ItemSource<Record>>(
    args: &Solve,
    context: &Context<'_>,
    described: Option<&DescribedIssue>,
    Input { files, items, digest, progress }: Input<I>,
) -> Result<Status, Failure> {
    let paths = context.paths;
    let recorded = args.recorded(paths, described);
    let settings = SolveSettings {
        game: context.requested_game(),
        moves: args.mate,
        options: args.options(recorded.scope),
        mebibytes: args.mebibytes(),
        has_clock: args.has_clock(),
    };
    let known = Context::endings(args.tables.folder())?;
    let stop = context.interrupt.grace_over().clone();
    let task = tasks::Solve::new(settings, known, context.threads, stop);
    let all = Recorded::Solve(Box::new(recorded.clone()));
    let work =
        Work { items, input: digest, task: &task, long: Some(args.long.logging(all, &files)), progress };
    let checkpoint = args.long.checkpoint().map(|(path, _)| path);
    let forms = Forms::new(&recorded, paths, context);
    let open = || Ok(Outputs { checkpoint, ..Outputs::open(&forms, context)? });
    let status = work.run_rendered(context, |solved| forms.render(solved), open)?;
    status.unless(task.fault())
}

/// Outputs that leave problems out.
const PARTIAL: [OutputKind; 3] = [OutputKind::Pgn, OutputKind::Diagrams, OutputKind::Certificate];

/// Output formats of the solutions.
pub struct Forms {
    hidden: Hidden,
    set: FormSet<SolveRecord>,
    /// Formats that leave problems out, with their indices among the formats.
    partial: Vec<(OutputKind, usize)>,
}

/// A diagram or a twin, rendered in every format.
pub struct Rendered {
    summary: SolveSummary,
    fragments: Vec<Fragment>,
    /// Formats that leave the problem out.
    omitted: Vec<OutputKind>,
}

impl Forms {
    /// Collects the formats of the outputs that have a path.
    pub fn new(recorded: &RecordedSolutions, paths: &OutputPaths, context: &Context<'_>) -> Self {
        let written = paths.written(SolveForm::ALL, &recorded.forms());
        let kinds = written.iter().enumerate().map(|(place, written)| (written.kind, place));
        let partial = kinds.filter(|(kind, _)| PARTIAL.contains(kind)).collect();
        let set = renderers(written, &recorded.look, context.formulas());
        Self { hidden: recorded.look.hidden, set, partial }
    }

    /// Renders a problem and its twins in every format.
    pub fn render(&self, solved: Solved) -> Vec<Rendered> {
        let render = |record: SolveRecord| {
            let fragments = self.set.render(&record);
            let is_omitted = |&&(_, place): &&(OutputKind, usize)| fragments[place].is_nothing();
            let omitted = self.partial.iter().filter(is_omitted).map(|&(kind, _)| kind).collect();
            Rendered { summary: record.summary(), fragments, omitted }
        };
        SolveRecord::all(solved, self.hidden).into_iter().map(render).collect()
    }
}

/// Output files, with counts for the summary.
pub struct Outputs<'a> {
    checkpoint: Option<&'a Path>,
    forms: &'a Forms,
    files: FileSet,
    /// Numbers of problems left out, by the formats of `PARTIAL`.
    omitted: [u64; PARTIAL.len()],
    summary: SolveSummary,
}

impl<'a> Outputs<'a> {
    /// Opens a file for each format.
    pub fn open(forms: &'a Forms, context: &Context<'_>) -> Result<Self, Failure> {
        let files = forms.set.open(&context.outputs)?;
        let (omitted, summary) = (Default::default(), SolveSummary::default());
        Ok(Self { checkpoint: None, forms, files, omitted, summary })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Vec<Rendered>;

    fn take(&mut self, rendered: Vec<Rendered>) -> Result<(), Failure> {
        for Rendered { summary, fragments, omitted } in rendered {
            for (kind, count) in PARTIAL.iter().zip(&mut self.omitted) {
                *count += u64::from(omitted.contains(kind));
            }
            self.files.add(fragments)?;
            self.summary.add(summary);
        }
        Ok(())
    }

    fn add_unreadable(&mut self, error: &FileError) -> Result<(), Failure> {
        let refused = Solved::refused(error.name.clone(), Statement::default(), error.to_string());
        for Rendered { fragments, .. } in self.forms.render(refused) {
            self.files.add_unreadable(error, fragments)?;
        }
        Ok(())
    }

    fn finish(mut self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let summary = self.summary;
        let is_limited = summary.unfinished() > 0 && self.checkpoint.is_some();
        if summary.interrupted() > 0 || is_limited {
            context.outputs.set_incomplete();
        }
        let undrawn = self.files.replace_undrawn();
        let cut = self.files.cut_texts();
        self.files.finish(&summary.to_string())?;
        context.note_lines(&summary);
        if cut > 0 {
            let texts = Counted(cut as u64, "text");
            diagnostic::print_error(format_args!(
                "{texts} of the book too long for a page; shorten the caption or title [text-too-high]"
            ));
        }
        if !undrawn.is_empty() {
            context.note(format_args!(
                "characters that the fonts lack are printed as question marks: {undrawn}"
            ));
        }
        for (kind, &count) in PARTIAL.iter().zip(&self.omitted).filter(|&(_, &count)| count > 0) {
            let count = Counted(count, "problem");
            match kind {
                OutputKind::Certificate => {
                    context.note(format_args!("{count} without a certificate: no direct mate was proved"));
                }
                kind => context.note(format_args!("{count} not in {kind}: no legal position")),
            }
        }
        Ok(match context.interrupt.status() {
            Some(status) if summary.interrupted() > 0 => {
                let count = Counted(summary.interrupted(), "problem");
                context.note(format_args!("{count} not finished because of a signal"));
                status
            }
            _ if is_limited => Status::Limit,
            _ if summary.unexpected() > 0 || cut > 0 => Status::Findings,
            _ => Status::Clean,
        })
    }
}
