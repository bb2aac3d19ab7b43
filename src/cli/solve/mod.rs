//! `hexmate solve FILES…`.

pub mod args;
pub mod printed;

use std::path::Path;

use hexmate_problems::COLUMNS;
use hexmate_report::recorded::{Kind, Recorded, RecordedSolutions};
use hexmate_report::{Collector, Form, Piece, SolveForm, SolveLook, SolveOutcome, SolveRecord, SolveSummary};
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
        scope: recorded.scope,
        limits: args.limits(),
        has_clock: args.has_clock(),
        has_proofs: args.certificate.is_some(),
    };
    let known = Context::endings(args.tables.folder())?;
    let stop = context.interrupt.grace_over().clone();
    let task = tasks::Solve::new(options, known, context.threads, stop);
    let input = args.long.input_digest();
    let files = spelt_out(&args.files, args.order.order(), context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let items = context.problems(&files, &progress, &COLUMNS).ordered(args.order.order()).digested(&input);
    let all = Recorded::Solve(Box::new(recorded.clone()));
    let work = Work { items, input, task: &task, long: Some((&args.long, all)), progress };
    let checkpoint = args.long.checkpoint().map(|(path, _)| path);
    let places = args.places();
    let forms = Forms::new(&recorded, &places, context);
    let open = || Ok(Outputs { checkpoint, ..Outputs::open(&forms, context)? });
    let status = work.run_rendered(context, |solved| forms.render(solved), open)?;
    status.unless(task.fault())
}

/// The forms in which solutions are written, each with its place.
pub struct Forms<'a> {
    look: &'a SolveLook,
    forms: Vec<(Kind, &'a Path, Box<dyn Form<SolveRecord>>)>,
}

/// A problem in every form: its diagram and its twins.
pub type Rendered = Vec<(SolveOutcome, Vec<Piece>)>;

impl<'a> Forms<'a> {
    /// The forms that have a place.
    pub fn new(recorded: &'a RecordedSolutions, places: &Places<'a>, context: &Context<'_>) -> Self {
        let look = &recorded.look;
        let named = [
            (Kind::Lines, look.lines.as_str()),
            (Kind::Report, "csv"),
            (Kind::Jsonl, "json"),
            (Kind::Diagrams, "diagrams"),
            (Kind::Certificate, "certificates"),
            (Kind::Text, "solutions"),
            (Kind::Epd, "epd"),
            (Kind::Pgn, "pgn"),
            (Kind::Html, "html"),
            (Kind::Book, "book"),
        ];
        let form = |(kind, name)| {
            let form = SolveForm::named(SolveForm::ALL, name)?;
            Some((kind, places.of(kind)?, form.renderer(look, context.formulas())))
        };
        Self { look, forms: named.into_iter().filter_map(form).collect() }
    }

    /// Renders a problem in every form.
    pub fn render(&self, solved: Solved) -> Rendered {
        let render = |record: SolveRecord| {
            let pieces = self.forms.iter().map(|(_, _, form)| form.render(&record)).collect();
            (record.row().outcome(), pieces)
        };
        SolveRecord::all(solved, self.look).into_iter().map(render).collect()
    }
}

/// All files that a batch of problems fills.
pub struct Outputs<'a> {
    checkpoint: Option<&'a Path>,
    files: Vec<(Kind, Box<dyn Collector>)>,
    /// Problems without a certificate.
    uncertified: u64,
    summary: SolveSummary,
}

impl Outputs<'_> {
    /// Opens a file for each form.
    pub fn open(forms: &Forms<'_>, context: &Context<'_>) -> Result<Self, Failure> {
        let open = |(kind, path, form): &(Kind, &Path, Box<dyn Form<SolveRecord>>)| {
            Ok::<_, Failure>((*kind, form.open(&context.outputs, path)?))
        };
        let files = forms.forms.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Self { checkpoint: None, files, uncertified: 0, summary: SolveSummary::default() })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Rendered;

    fn take(&mut self, rendered: Rendered) -> Result<(), Failure> {
        for (outcome, pieces) in rendered {
            for ((kind, file), piece) in self.files.iter_mut().zip(pieces) {
                self.uncertified += u64::from(*kind == Kind::Certificate && piece == Piece::Nothing);
                file.add(piece)?;
            }
            self.summary.add(outcome);
        }
        Ok(())
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let summary = self.summary;
        let is_limited = summary.unfinished() > 0 && self.checkpoint.is_some();
        if summary.interrupted() > 0 || is_limited {
            context.outputs.set_incomplete();
        }
        let told = summary.to_string();
        for (_, file) in self.files {
            file.finish(&told)?;
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
