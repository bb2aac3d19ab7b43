//! `hexmate compose search`.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use hexmate_batch::Items;
use hexmate_batch::files::InputDigest;
use hexmate_position::Game;
use hexmate_problems::compose::{SearchOptions, Version};
use hexmate_problems::{ProblemError, parse_informal_stipulation};
use hexmate_report::output::Report;
use hexmate_report::recorded::{OutputKind, Recorded, RecordedFinds};
use hexmate_report::{Counted, Credits, FoundRow};
use hexmate_tasks as tasks;
use hexmate_tasks::{Chain, Searched, SymmetryKey};

use crate::cli::compose::args::ComposeSearch;
use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::progress::Progress;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::output_paths::OutputPaths;

/// Runs all chains, and writes the problems that they find.
pub fn run(args: &ComposeSearch, context: &Context<'_>) -> Result<Status, Failure> {
    let input = args.long.input_digest();
    let (options, origins) = options(args, context, &input)?;
    let task = tasks::ProblemSearch { options, origins, stop: context.interrupt.grace_over().clone() };
    let chains = args.limits.chains();
    let progress = context.progress_of_parts(chains);
    let minutes = args.limits.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0));
    let end = minutes.and_then(|minutes| Instant::now().checked_add(minutes));
    let is_time_left = move |_: &u64| end.is_none_or(|end| Instant::now() < end);
    let items = Items((0..chains).take_while(is_time_left).map(|number| Ok(Chain(number))));
    let bar = progress.clone();
    let recorded = RecordedFinds { format: args.output.format(), prefix: args.prefix.clone() };
    let all = Recorded::ComposeSearch(recorded.clone());
    let files: Vec<String> = args.from.iter().chain(&args.avoid).cloned().collect();
    let work = Work { items, input, task: &task, long: Some(args.long.logging(all, &files)), progress };
    work.run(context, || Outputs::open(&recorded, context.paths, context, bar))
}

fn options(
    args: &ComposeSearch,
    context: &Context<'_>,
    input: &InputDigest,
) -> Result<(SearchOptions, Vec<Credits>), Failure> {
    let starts = match (&args.from, &args.near) {
        (Some(file), _) => read_starts(file, context.requested_game(), context, input)?,
        (None, Some(text)) => vec![position_near(text, context)?],
        (None, None) => Vec::new(),
    };
    if let (Some(file), []) = (&args.from, &starts[..]) {
        return Err(Failure::Usage(format!("{file}: no problems to start from")));
    }
    let (from, origins): (Vec<Version>, Vec<Credits>) = starts.into_iter().unzip();
    let game = from.first().map_or_else(|| context.game(), |version| version.setup.game);
    let mut avoided: Vec<Version> = Vec::new();
    for file in &args.avoid {
        avoided
            .extend(read_starts(file, Some(game), context, input)?.into_iter().map(|(version, _)| version));
    }
    let stipulation = parse_informal_stipulation(&game, &args.stipulation).ok_or_else(|| {
        let (title, text) = (game.title, &args.stipulation);
        let advice = "see `hexmate help stipulations`";
        Failure::Usage(format!("--stipulation {text}: not a stipulation of {title}; {advice}"))
    })?;
    let (fewest, most) = args.pieces;
    let kings = usize::from(game.players);
    if most <= kings || most > game.shape.count() / 2 {
        let (title, least, room) = (game.title, kings + 1, game.shape.count() / 2);
        let reason = format!("the largest number must be from {least} to {room} in {title}");
        return Err(Failure::Usage(format!("--pieces {fewest}-{most}: {reason}")));
    }
    let from = from.into_iter().map(|version| Version { stipulation, ..version }).collect();
    let (theme, bar, steps) = (args.theme, args.quality, args.steps as usize);
    let (nodes, seed) = (args.nodes, args.seed);
    Ok((
        SearchOptions {
            game,
            stipulation,
            min_pieces: fewest,
            max_pieces: most,
            theme,
            min_quality: bar,
            min_answers: args.variations,
            steps,
            nodes,
            seed,
            solutions: args.solutions,
            from,
            max_changed: args.near.as_ref().map(|_| args.changes),
            avoided,
        },
        origins,
    ))
}

/// Reads the position of `--near`. Its origin has no author, since a version by the program has none.
fn position_near(text: &str, context: &Context<'_>) -> Result<(Version, Credits), Failure> {
    let game = context.game();
    let setup = hexmate_position::Setup::from_fen(game, text)
        .map_err(|error| Failure::Usage(format!("--near {text}: {error}")))?;
    let source = format!("near {setup}");
    let version = Version { setup, stipulation: hexmate_core::mate::Stipulation::mate_in(2) };
    Ok((version, Credits { author: String::new(), source }))
}

/// Reads the problems of a file that belong to one game: this one, else that of the first problem.
fn read_starts(
    file: &String,
    of_game: Option<Game>,
    context: &Context<'_>,
    input: &InputDigest,
) -> Result<Vec<(Version, Credits)>, Failure> {
    let records = context
        .problems(std::slice::from_ref(file), &Progress::hidden(), &["variant", "fen", "author", "source"])
        .with_digest(input);
    let mut starts: Vec<(Version, Credits)> = Vec::new();
    let mut game: Option<Game> = of_game;
    let mut of_other_games = 0;
    for record in records {
        let statement =
            record?.item.into_statement(file, context.requested_game()).map_err(Failure::Usage)?;
        let at =
            |error: &dyn std::fmt::Display| Failure::Usage(format!("{file}:{}: {error}", statement.place()));
        if let Some(fault) = &statement.fault {
            return Err(at(fault));
        }
        // Problems of other games are passed over, so the game that a row names counts before `--variant`.
        let is_unnamed = statement.variant.trim().is_empty();
        let own =
            statement.game(context.requested_game().filter(|_| is_unnamed)).map_err(|error| at(&error))?;
        if *game.get_or_insert(own) != own {
            of_other_games += 1;
            continue;
        }
        let bad_fen = |error| Failure::Usage(ProblemError::Fen(error).message_at(file, &statement));
        let setup = statement.setup(own).map_err(bad_fen)?;
        // The stipulation of the file is not used: the caller sets the one of the search.
        let version = Version { setup, stipulation: hexmate_core::mate::Stipulation::mate_in(2) };
        starts.push((version, Credits { author: statement.author, source: statement.source }));
    }
    if of_other_games > 0 {
        let skipped = Counted(of_other_games, "problem");
        context.note(format_args!("{file}: {skipped} of other games not used [other-games]"));
    }
    Ok(starts)
}

/// Output of a search, without duplicates.
pub struct Outputs<'a> {
    recorded: &'a RecordedFinds,
    report: Report,
    progress: Progress,
    seen: HashSet<SymmetryKey>,
    best: Option<i32>,
    /// Chains stopped by a signal.
    stopped: u64,
}

impl<'a> Outputs<'a> {
    /// Opens the output.
    pub fn open(
        recorded: &'a RecordedFinds,
        paths: &OutputPaths,
        context: &Context<'_>,
        progress: Progress,
    ) -> Result<Self, Failure> {
        let report = Report::new::<FoundRow>(&context.outputs, recorded.format, paths.of(OutputKind::Lines))?
            .with_formulas(context.formulas());
        Ok(Self { recorded, report, progress, seen: HashSet::new(), best: None, stopped: 0 })
    }
}

impl Sink for Outputs<'_> {
    type Entry = Searched;

    fn take(&mut self, found: Searched) -> Result<(), Failure> {
        let rows = match found {
            // Without a missing chain the numbers of later problems would not be reproducible.
            _ if self.stopped > 0 => return Ok(()),
            Searched::Stopped => {
                self.stopped += 1;
                return Ok(());
            }
            Searched::Fault(fault) => {
                diagnostic::print_error(fault);
                return Ok(());
            }
            Searched::Done(rows) => rows,
        };
        for (image, row) in rows {
            if self.seen.insert(image) {
                let row = row.with_id(format!("{}-{}", self.recorded.prefix, self.seen.len()));
                if self.best.is_none_or(|best| row.quality() > best) {
                    self.best = Some(row.quality());
                    self.progress.set_message_later(row.note());
                }
                self.report.write(&row)?;
            }
        }
        Ok(())
    }

    fn finish(self, context: &Context<'_>, read: u64) -> Result<Status, Failure> {
        self.report.finish()?;
        let found = Counted(self.seen.len() as u64, "problem");
        let best = self.best.map_or(String::new(), |best| format!(", best quality {best}"));
        let chains = read - self.stopped;
        context.note(format_args!("{found}{best}; reproduce with --chains {chains}"));
        Ok(context.interrupt.status().filter(|_| self.stopped > 0).unwrap_or(Status::Clean))
    }
}
