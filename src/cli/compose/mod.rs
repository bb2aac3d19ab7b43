//! `hexmate compose mend|strip|search`.

pub mod args;
mod search;

pub use search::Outputs as SearchOutputs;

use std::fmt;
use std::marker::PhantomData;

use hexmate_batch::Task;
use hexmate_batch::files::InputDigest;
use hexmate_position::FenForm;
use hexmate_problems::COLUMNS;
use hexmate_report::TableRow;
use hexmate_report::output::{Report, UniqueFiles};
use hexmate_tasks as tasks;
use hexmate_tasks::records::{PROBLEM_ENDINGS, Record};
use hexmate_tasks::{ComposeOptions, Composed};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cli::compose::args::{Compose, ComposeMend, ComposeStrip, ComposeTask, Problems};
use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::expand_folders;
use crate::cli::positions::expand_starts;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::table::OutputFile;

/// Runs `mend`, `strip` or `search`.
pub fn run(args: &Compose, context: &Context<'_>) -> Result<Status, Failure> {
    match &args.task {
        ComposeTask::Mend(args) => mend(args, context),
        ComposeTask::Strip(args) => strip(args, context),
        ComposeTask::Search(args) => search::run(args, context),
    }
}

fn mend(args: &ComposeMend, context: &Context<'_>) -> Result<Status, Failure> {
    let options = options(&args.problems, context);
    let task = tasks::Mend { options, changes: args.changes(), max_versions: args.first };
    let words = SummaryWords { clean: "sound or with a sound version", others: "without a sound version" };
    work(&args.problems, &COLUMNS, &task, context, || Outputs::open(&args.output, None, words, context))
}

fn strip(args: &ComposeStrip, context: &Context<'_>) -> Result<Status, Failure> {
    let options = options(&args.problems, context);
    let task = tasks::Strip { options, has_diagrams: args.diagrams.is_some() };
    let words = SummaryWords { clean: "without unnecessary pieces", others: "with unnecessary pieces" };
    let used = &["id", "variant", "fen", "stipulation", "twin"];
    work(&args.problems, used, &task, context, || {
        let pictures = args
            .diagrams
            .as_deref()
            .map(|folder| UniqueFiles::open(&context.outputs, folder, "svg"))
            .transpose()?;
        Outputs::open(&args.output, pictures, words, context)
    })
}

fn options(problems: &Problems, context: &Context<'_>) -> ComposeOptions {
    ComposeOptions {
        game: context.requested_game(),
        moves: problems.mate,
        nodes: Some(problems.nodes),
        stop: context.interrupt.grace_over().clone(),
    }
}

fn work<R: TableRow + Serialize + DeserializeOwned + Send + 'static>(
    problems: &Problems,
    used: &'static [&'static str],
    task: &impl Task<Item = Record, Output = Composed<R>>,
    context: &Context<'_>,
    open: impl FnOnce() -> Result<Outputs<R>, Failure>,
) -> Result<Status, Failure> {
    let files = expand_folders(&problems.files, &PROBLEM_ENDINGS, context)?;
    let files = expand_starts(&files, FenForm::default(), context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let items = context.problems(&files, &progress, used);
    Work { items, input: InputDigest::disabled(), task, long: None, progress }.run(context, open)
}

/// Words of the summary.
#[derive(Clone, Copy)]
struct SummaryWords {
    clean: &'static str,
    others: &'static str,
}

/// Outputs of `mend` and `strip`, with counts for the summary.
struct Outputs<R> {
    report: Report,
    pictures: Option<UniqueFiles>,
    words: SummaryWords,
    counts: Counts,
    rows: PhantomData<R>,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    clean: u64,
    others: u64,
    faults: u64,
    /// Problems whose search was stopped by a signal.
    stopped: u64,
}

impl<R: TableRow> Outputs<R> {
    fn open(
        output: &OutputFile,
        pictures: Option<UniqueFiles>,
        words: SummaryWords,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let report = Report::new::<R>(&context.outputs, output.format(), output.path())?
            .with_formulas(context.formulas());
        Ok(Self { report, pictures, words, counts: Counts::default(), rows: PhantomData })
    }
}

impl<R: TableRow + Send + 'static> Sink for Outputs<R> {
    type Entry = Composed<R>;

    fn take(&mut self, composed: Composed<R>) -> Result<(), Failure> {
        match composed {
            Composed::Stopped => self.counts.stopped += 1,
            Composed::Fault(fault) => {
                self.counts.faults += 1;
                diagnostic::print_error(fault);
            }
            Composed::Done { rows, name, diagram, is_clean } => {
                for row in rows {
                    self.report.write(&row)?;
                }
                if let (Some(pictures), Some(diagram)) = (&mut self.pictures, diagram) {
                    pictures.add(&name, diagram)?;
                }
                let count = if is_clean { &mut self.counts.clean } else { &mut self.counts.others };
                *count += 1;
            }
        }
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let Self { report, words, counts, .. } = self;
        report.finish()?;
        context.note(Summary { words, counts });
        if let Some(status) = context.interrupt.status().filter(|_| counts.stopped > 0) {
            return Ok(status);
        }
        Ok(if counts.others + counts.faults == 0 { Status::Clean } else { Status::Findings })
    }
}

struct Summary {
    words: SummaryWords,
    counts: Counts,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { words, counts: Counts { clean, others, faults, .. } } = self;
        write!(f, "{clean} {}, {others} {}, {faults} unreadable or unsolved", words.clean, words.others)
    }
}
