//! `hexmate validate FILES…`.

pub mod args;

use std::path::Path;

use hexmate_batch::files::FileError;
use hexmate_report::recorded::{OutputKind, Recorded, RecordedChecks, WrittenGames};
use hexmate_report::{
    FileSet, FormSet, Fragment, ValidateForm, ValidateOutcome, ValidateRow, ValidateSummary,
};
use hexmate_tasks as tasks;
use hexmate_tasks::Checked;
use hexmate_text::Place;

use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::{RECORDS, expand_folders};
use crate::cli::outputs::changes_of;
use crate::cli::positions::expand_starts;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::output_paths::{OutputPaths, Written, renderers};
use crate::cli::validate::args::Validate;

/// Columns of a table of problems that are used.
const USED: &[&str] = &["id", "variant", "fen", "stipulation", "solutions", "twin"];

/// Checks every record of the files.
pub fn run(args: &Validate, context: &Context<'_>) -> Result<Status, Failure> {
    let files = expand_folders(&args.files, &RECORDS, context)?;
    let files = expand_starts(&files, args.reading.order.form(), context)?;
    let repair = args.repair();
    let recorded = args.recorded(context.is_quiet());
    // A log contains the games, so that a merge or a resumed run can write a page.
    let is_logged = args.long.is_logged();
    let has_games = args.html.is_some() || is_logged;
    let task = tasks::Validate {
        game: context.requested_game(),
        reading: args.reading.reading(),
        has_variations: !args.no_variations,
        has_games,
        repair,
        endings: args.tables.as_deref().map(|folder| Context::endings(Some(folder))).transpose()?,
    };
    let input = args.long.input_digest();
    let pace = if repair.is_some() { Pace::Slow } else { Pace::Fast };
    let progress = context.progress_over(&files, pace);
    let items = context
        .problems(&files, &progress, USED)
        .without_fen_notes()
        .with_fen_form(args.reading.order.form())
        .with_digest(&input);
    let is_whole = repair.is_some_and(|repair| repair.written == WrittenGames::Whole);
    let items = if is_whole { items.with_texts() } else { items };
    let items = if args.no_variations { items } else { items.with_variations() };
    // Only a page and a repaired collection show comments.
    let items = if is_whole || has_games { items.with_comments() } else { items };
    let all = Recorded::Validate(recorded.clone());
    let work = Work { items, input, task: &task, long: Some(args.long.logging(all, &files)), progress };
    let forms = Forms::new(&recorded, context.paths, context);
    let open = || Outputs::open(&recorded, &forms, context);
    let status = work.run_rendered(context, |checked| forms.render(checked), open)?;
    status.unless(task.endings.and_then(|endings| endings.fault()))
}

/// Output formats of the checked records.
pub struct Forms(FormSet<Checked>);

/// A checked record, rendered in every format.
pub struct Rendered {
    outcome: ValidateOutcome,
    left_out: Option<String>,
    fragments: Vec<Fragment>,
}

impl Forms {
    /// Collects the formats of the outputs that have a path.
    pub fn new(recorded: &RecordedChecks, paths: &OutputPaths, context: &Context<'_>) -> Self {
        let mut written = paths.written(ValidateForm::ALL, &recorded.forms());
        let repaired = paths.named(OutputKind::Repair).filter(|path| *path != Path::new("-"));
        let repaired = repaired.filter(|_| recorded.repair == Some(WrittenGames::Whole));
        let changes = repaired.map(changes_of);
        if let (Some(path), Some(form)) = (&changes, ValidateForm::named(ValidateForm::ALL, "changes")) {
            written.push(Written { kind: OutputKind::Repair, path, form });
        }
        Self(renderers(written, recorded, context.formulas()))
    }

    /// Renders a record in every format.
    pub fn render(&self, checked: Checked) -> Rendered {
        let fragments = self.0.render(&checked);
        Rendered { outcome: checked.row.outcome(), left_out: checked.left_out, fragments }
    }
}

/// Output files, with counts for the summary.
pub struct Outputs<'a> {
    recorded: &'a RecordedChecks,
    forms: &'a Forms,
    files: FileSet,
    left_out: u64,
    summary: ValidateSummary,
}

impl<'a> Outputs<'a> {
    /// Opens a file for each format.
    pub fn open(
        recorded: &'a RecordedChecks,
        forms: &'a Forms,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let files = forms.0.open(&context.outputs)?;
        let summary = ValidateSummary::default();
        Ok(Self { recorded, forms, files, left_out: 0, summary })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Rendered;

    fn take(&mut self, Rendered { outcome, left_out, fragments }: Rendered) -> Result<(), Failure> {
        self.summary.add(outcome);
        if let Some(message) = left_out {
            self.left_out += 1;
            diagnostic::print_error(message);
        }
        Ok(self.files.add(fragments)?)
    }

    fn add_unreadable(&mut self, error: &FileError) -> Result<(), Failure> {
        let row = ValidateRow::file(&error.name, 0, Place::START, error.code(), error.to_string());
        let Rendered { fragments, .. } = self.forms.render(row.into());
        Ok(self.files.add_unreadable(error, fragments)?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let summary = match self.recorded.repair {
            Some(_) => format!("{}\n{}", self.summary, self.summary.repairs()),
            None => self.summary.to_string(),
        };
        self.files.finish(&summary)?;
        context.note_lines(summary);
        Ok(if self.summary.faulty() == 0 && self.left_out == 0 { Status::Clean } else { Status::Findings })
    }
}
