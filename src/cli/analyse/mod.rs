//! `hexmate analyse FILES…`.

pub mod args;

use hexmate_batch::files::FileError;
use hexmate_report::recorded::{OutputKind, Recorded, RecordedAnalyses};
use hexmate_report::{
    AnalyseForm, AnalysedGame, Counted, FileSet, FormSet, Fragment, GuessedLetters, Kept, Language, Mark,
    RecordFault,
};
use hexmate_tasks as tasks;
use hexmate_tasks::Analysed;

use crate::cli::analyse::args::Analyse;
use crate::cli::context::{Context, Pace};
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::folder::{GAMES, expand_folders};
use crate::cli::run::{Sink, Work};
use crate::cli::shared::output_paths::{OutputPaths, renderers};

/// Analyses every game of the files.
pub fn run(args: &Analyse, context: &Context<'_>) -> Result<Status, Failure> {
    let task = tasks::Analyse {
        game: context.requested_game(),
        limits: args.limits(),
        reading: args.reading.reading(),
        endings: Context::endings(args.tables.as_deref())?,
        stop: context.interrupt.grace_over().clone(),
    };
    let files = expand_folders(&args.files, &GAMES, context)?;
    let progress = context.progress_over(&files, Pace::Slow);
    let input = args.long.input_digest();
    let items = context
        .records(&files, &progress)
        .with_comments()
        .with_variations()
        .with_fen_form(args.reading.order.form())
        .with_digest(&input);
    let recorded = RecordedAnalyses { format: args.format(), language: Language::of(args.page.language) };
    let all = Recorded::Analyse(recorded.clone());
    let work = Work { items, input, task: &task, long: Some(args.long.logging(all, &files)), progress };
    let forms = Forms::new(&recorded, context.paths, context);
    let status =
        work.run_rendered(context, |analysed| forms.render(&analysed), || Outputs::open(&forms, context))?;
    status.unless(task.endings.fault())
}

/// Output formats of the analysed games.
pub struct Forms {
    forms: FormSet<Analysed>,
    /// `true` if games are written, which keep marks of people.
    has_games: bool,
}

/// An analysed game, rendered in every format.
pub struct Rendered {
    faults: Vec<RecordFault>,
    /// Language of the piece letters, if it is guessed and not English.
    guessed: Option<String>,
    is_game: bool,
    kept: Kept,
    /// Number of moves with each mark, and of missed mates and endings.
    counts: [u64; 4],
    fragments: Vec<Fragment>,
}

impl Forms {
    /// Collects the formats of the outputs that have a path.
    pub fn new(recorded: &RecordedAnalyses, paths: &OutputPaths, context: &Context<'_>) -> Self {
        let written = paths.written(AnalyseForm::ALL, &recorded.forms());
        let has_games = written.iter().any(|written| written.kind == OutputKind::Pgn);
        Self { forms: renderers(written, recorded, context.formulas()), has_games }
    }

    /// Renders a game in every format.
    pub fn render(&self, analysed: &Analysed) -> Rendered {
        let mut counts = [0; 4];
        for analysed in analysed.game.iter().flat_map(|game| game.moves()) {
            let mark = analysed.mark();
            for (count, own) in counts.iter_mut().zip(Mark::ALL) {
                *count += u64::from(mark == Some(own));
            }
            counts[3] += analysed.missed.len() as u64;
        }
        let faults = analysed.faults().cloned().collect();
        let game = analysed.game.as_deref();
        let kept = game.filter(|_| self.has_games).map_or(Kept::default(), AnalysedGame::kept);
        let (is_game, guessed) = (game.is_some(), analysed.guessed.clone());
        Rendered { faults, guessed, is_game, kept, counts, fragments: self.forms.render(analysed) }
    }
}

/// Output files, with counts for the summary.
pub struct Outputs<'a> {
    forms: &'a Forms,
    files: FileSet,
    games: u64,
    left_out: u64,
    faults: u64,
    guessed: GuessedLetters,
    kept: Kept,
    counts: [u64; 4],
}

impl<'a> Outputs<'a> {
    /// Opens a file for each format.
    pub fn open(forms: &'a Forms, context: &Context<'_>) -> Result<Self, Failure> {
        let files = forms.forms.open(&context.outputs)?;
        let (guessed, kept) = (GuessedLetters::default(), Kept::default());
        Ok(Self { forms, files, games: 0, left_out: 0, faults: 0, guessed, kept, counts: [0; 4] })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Rendered;

    fn take(&mut self, rendered: Rendered) -> Result<(), Failure> {
        let Rendered { faults, guessed, is_game, kept, counts, fragments } = rendered;
        self.guessed.add(guessed.as_deref());
        self.faults += faults.len() as u64;
        faults.iter().for_each(diagnostic::print_error);
        self.games += u64::from(is_game);
        self.left_out += u64::from(!is_game);
        self.kept.add(kept);
        self.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        Ok(self.files.add(fragments)?)
    }

    fn add_unreadable(&mut self, error: &FileError) -> Result<(), Failure> {
        let (file, fault) = (error.name.clone(), Some(RecordFault::of_file(error)));
        let Rendered { fragments, .. } = self.forms.render(&Analysed { file, fault, ..Analysed::default() });
        Ok(self.files.add_unreadable(error, fragments)?)
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let (games, errors) = (Counted(self.games, "game"), Counted(self.faults, "error"));
        let [doubtful, bad, worst, missed] = self.counts;
        let missed = Counted(missed, "missed result");
        let summary = format!("{games}, {errors}; {doubtful} ?!, {bad} ?, {worst} ??; {missed}");
        let left_out = match self.left_out {
            0 => String::new(),
            count => format!("; {} left out", Counted(count, "record")),
        };
        let summary = summary + &left_out;
        self.files.finish(&summary)?;
        self.kept.messages().iter().for_each(|message| context.note(message));
        context.note(summary);
        if !self.guessed.is_empty() {
            context.note(&self.guessed);
        }
        Ok(if self.faults == 0 { Status::Clean } else { Status::Findings })
    }
}
