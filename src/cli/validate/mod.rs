//! `hexmate validate FILES…`.

pub mod args;

use std::path::{Path, PathBuf};

use hexmate_report::Format;
use hexmate_report::recorded::{Collection, Kind, Recorded, RecordedChecks};
use hexmate_report::{FileSet, FormSet, Fragment, ValidateForm, ValidateOutcome, ValidateSummary};
use hexmate_tasks as tasks;
use hexmate_tasks::Checked;

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
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
    let recorded = args.recorded(context.is_quiet());
    // A log holds the games, so that a merge or a resumed run can write a page.
    let is_logged = args.long.shard().is_some() || args.long.checkpoint().is_some();
    let has_games = args.html.is_some() || is_logged;
    let task = tasks::Validate {
        asked: context.asked_game(),
        reading: args.reading.reading(),
        has_variations: !args.no_variations,
        has_games,
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
    let items = if is_whole || has_games { items.with_comments() } else { items };
    let all = Recorded::Validate(recorded.clone());
    let work = Work { items, input, task: &task, long: Some((&args.long, all)), progress };
    let places = args.places();
    let forms = Forms::new(&recorded, &places, context);
    let open = || Outputs::open(&recorded, &forms, context);
    let status = work.run_rendered(context, |checked| forms.render(checked), open)?;
    status.unless(task.endings.and_then(|endings| endings.fault()))
}

/// The forms in which checked records are written.
pub struct Forms(FormSet<Checked>);

/// A record in every form.
pub struct Rendered {
    outcome: ValidateOutcome,
    left_out: Option<String>,
    fragments: Vec<Fragment>,
}

impl Forms {
    /// The forms that have a place.
    pub fn new(recorded: &RecordedChecks, places: &Places<'_>, context: &Context<'_>) -> Self {
        let lines = match recorded.format {
            Format::Text => "text",
            Format::Csv => "csv",
            Format::Json => "json",
        };
        let mut named = vec![];
        for (kind, name) in
            [(Kind::Lines, lines), (Kind::Report, "csv"), (Kind::Repair, "games"), (Kind::Html, "html")]
        {
            named.extend(places.of(kind).map(|path| (path.to_owned(), name)));
        }
        let repaired = places.file(Kind::Repair).filter(|path| *path != Path::new("-"));
        let repaired = repaired.filter(|_| recorded.repair == Some(Collection::Whole));
        named.extend(repaired.map(|path| (changes_of(path), "changes")));
        let form = |(path, name): (PathBuf, &str)| {
            let form = ValidateForm::named(ValidateForm::ALL, name)?;
            Some((path, form.renderer(recorded, context.formulas())))
        };
        Self(named.into_iter().filter_map(form).collect())
    }

    /// Renders a record in every form.
    pub fn render(&self, checked: Checked) -> Rendered {
        let fragments = self.0.render(&checked);
        Rendered { outcome: checked.row.outcome(), left_out: checked.left_out, fragments }
    }
}

/// All files that a batch of records fills.
pub struct Outputs<'a> {
    recorded: &'a RecordedChecks,
    files: FileSet,
    left_out: u64,
    summary: ValidateSummary,
}

impl<'a> Outputs<'a> {
    /// Opens a file for each form.
    pub fn open(recorded: &'a RecordedChecks, forms: &Forms, context: &Context<'_>) -> Result<Self, Failure> {
        let files = forms.0.open(&context.outputs)?;
        let summary = ValidateSummary::default();
        Ok(Self { recorded, files, left_out: 0, summary })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Rendered;

    fn take(&mut self, Rendered { outcome, left_out, fragments }: Rendered) -> Result<(), Failure> {
        self.summary.add(outcome);
        if let Some(message) = left_out {
            self.left_out += 1;
            diagnostic::complain(message);
        }
        Ok(self.files.add(fragments)?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let told = match self.recorded.repair {
            Some(_) => format!("{}\n{}", self.summary, self.summary.repairs()),
            None => self.summary.to_string(),
        };
        self.files.finish(&told)?;
        context.note_in_lines(told);
        Ok(if self.summary.faulty() == 0 && self.left_out == 0 { Status::Clean } else { Status::Findings })
    }
}
