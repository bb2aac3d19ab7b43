//! `hexmate endgame build|probe|stats|check|verify`.

pub mod args;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hexmate_batch::Progress as _;
use hexmate_batch::files::{FileError, Output};
use hexmate_endgame as endgame;
use hexmate_endgame::files::{self, OpenError};
use hexmate_endgame::{
    BuildError, Coverage, Endgames, Ending, SideStatistics, Statistics, TableScore, Unfinished, VerifyError,
    Worth,
};
use hexmate_position::{Game, Position};
use hexmate_report::output::{self, Rows};
use hexmate_report::{Counted, Format, san_line};
use hexmate_tasks::Threads;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::endgame::args::{
    Endgame, EndgameBuild, EndgameCheck, EndgameProbe, EndgameStats, EndgameTask, EndgameVerify,
};
use crate::cli::exit::{Failure, Status};
use crate::cli::positions::note_assumptions;
use crate::cli::progress::Progress;

/// Time after which the state of a build is written.
const SAVING: Duration = Duration::from_mins(10);

/// Runs a command on tables of endings.
pub fn run(args: &Endgame, context: &Context<'_>) -> Result<Status, Failure> {
    let work = || match &args.task {
        EndgameTask::Build(build) => self::build(build, context),
        EndgameTask::Probe(probe) => self::probe(probe, context),
        EndgameTask::Stats(stats) => self::stats(stats, context),
        EndgameTask::Check(check) => self::check(check, context),
        EndgameTask::Verify(verify) => self::verify(verify, context),
    };
    let threads = Threads::new(context.threads).map_err(|error| Failure::Usage(error.to_string()))?;
    threads.run(work)
}

fn build(args: &EndgameBuild, context: &Context<'_>) -> Result<Status, Failure> {
    let endgames = endgames(context)?;
    let game = context.game();
    let folder = context.outputs.folder(&args.output)?;
    let wanted = with_smaller(&args.endings.list(context.game()), game);
    let bar = context.progress_of_parts(wanted.len() as u64);
    for ending in &wanted {
        match files::open(&args.output, &endgames, ending) {
            Ok(_) => {}
            Err(OpenError::Missing(_)) => {
                for smaller in ending.successors(game.promotions) {
                    endgames.load(&smaller).map_err(Failure::Mismatch)?;
                }
                let unfinished = files::read_unfinished(&args.output, &endgames, ending)?;
                if let Some(Unfinished { ply: Some(ply), .. }) = unfinished {
                    bar.suspend(|| context.note(format_args!("{ending}: resuming at ply {ply}")));
                }
                let save =
                    |unfinished: &Unfinished| files::write_unfinished(&folder, game, ending, unfinished);
                let Some(built) = build_saving(&endgames, ending, unfinished, &save, &bar, context)? else {
                    break;
                };
                files::write(&folder, game, &built)?;
                files::remove_unfinished(&args.output, game, ending)?;
                bar.suspend(|| {
                    let plies = Counted(built.max_plies().into(), "ply");
                    context.note(format_args!("{ending}: built, longest line {plies}"));
                });
            }
            Err(error) => return Err(error.into()),
        }
        bar.step();
    }
    Ok(context.interrupt.status().unwrap_or(Status::Clean))
}

fn probe(args: &EndgameProbe, context: &Context<'_>) -> Result<Status, Failure> {
    type Column = output::Column<(String, String, TableScore)>;
    let origin = args.first.origin(context.requested_game());
    let position = origin.argument(&args.position)?;
    note_assumptions(&args.position, &origin, context);
    let ending = Ending::of_position(&position);
    if ending.count() > endgame::MAX_PIECES {
        return Err(Failure::Usage(format!(
            "the position has {} pieces; tables exist for at most {}",
            ending.count(),
            endgame::MAX_PIECES
        )));
    }
    let endgames = endgames(context)?;
    let output = context.outputs.open(args.output.path())?;
    if !prepare(&endgames, &[ending], args.tables.folder(), context)? {
        return Ok(context.interrupt.status().unwrap_or(Status::Clean));
    }
    let score = endgames.score(&position);
    let moves = endgames.moves(&position).unwrap_or_default();
    let line = endgames.line(&position);
    if let Some(fault) = endgames.fault() {
        return Err(Failure::Mismatch(fault));
    }
    let columns = [
        Column::words("move", 7, |(uci, ..)| json!(uci)),
        Column::words("san", 8, |(_, san, _)| json!(san)),
        Column::words("worth", 11, |(.., score)| json!(score.worth.word())),
        Column::numbers("plies", 5, |(.., score)| json!(score.plies)),
    ];
    let mut rows = rows(args.output.format(), columns, output, context)?;
    if let Some(score) = score {
        rows.write(&("-".to_owned(), "-".to_owned(), score))?;
    }
    for (m, score) in moves {
        rows.write(&(position.uci(m).to_string(), position.san(m).to_string(), score))?;
    }
    rows.finish()?;
    if !line.is_empty() {
        context.note(format_args!("best play: {}", san_line(&position, &line)));
    }
    Ok(Status::Clean)
}

fn stats(args: &EndgameStats, context: &Context<'_>) -> Result<Status, Failure> {
    let endgames = endgames(context)?;
    let wanted = args.endings.list(context.game());
    // Before the work, so that none is done for a file that cannot be written.
    let output = context.outputs.open(args.output.path())?;
    if !prepare(&endgames, &wanted, args.tables.folder(), context)? {
        return Ok(context.interrupt.status().unwrap_or(Status::Clean));
    }
    let mut rows = rows(args.output.format(), stats_columns(), output, context)?;
    for ending in &wanted {
        let Some(table) = endgames.get(ending) else { continue };
        let statistics = endgames.statistics(&table);
        let mut row = StatsRow { ending: ending.to_string(), statistics, side: 0 };
        for side in 0..row.statistics.sides.len() {
            row.side = side;
            rows.write(&row)?;
        }
    }
    rows.finish()?;
    Status::Clean.unless(endgames.fault())
}

/// Begins a table in an output.
fn rows<R>(
    format: Format,
    columns: impl Into<Vec<output::Column<R>>>,
    output: Output,
    context: &Context<'_>,
) -> Result<Rows<R>, Failure> {
    Ok(Rows::new(format, columns, output)?.with_formulas(context.formulas()))
}

/// An ending with one side to move.
struct StatsRow {
    ending: String,
    statistics: Statistics,
    /// Index of the side to move.
    side: usize,
}

impl StatsRow {
    fn counted(&self) -> &SideStatistics {
        &self.statistics.sides[self.side]
    }

    /// Returns a longest win or loss, by mate or by stalemate.
    fn longest(&self) -> Option<(Worth, u16, &Position)> {
        self.counted().longest_of(&[Worth::Win, Worth::Loss, Worth::Stalemating, Worth::Stalemated])
    }

    fn longest_mate(&self) -> Option<(Worth, u16, &Position)> {
        self.counted().longest_of(&[Worth::Win, Worth::Loss])
    }
}

type Column = output::Column<StatsRow>;

fn stats_columns() -> Vec<Column> {
    let mut columns = vec![
        Column::words("ending", 8, |row| json!(row.ending)),
        Column::words("to_move", 7, |row| json!(["white", "black"][row.side])),
        Column::numbers("positions", 10, |row| json!(row.counted().positions)),
        Column::numbers("classes", 9, |row| json!(row.counted().classes)),
    ];
    for (index, worth) in Worth::ALL.into_iter().enumerate() {
        columns.push(Column::numbers(worth.word(), 9, move |row| json!(row.counted().by_worth[index])));
    }
    columns.extend([
        Column::numbers("mates", 7, |row| json!(row.counted().mates)),
        Column::numbers("stalemates", 10, |row| json!(row.counted().stalemates)),
        Column::numbers("zugzwangs", 9, |row| json!(row.statistics.mutual_zugzwangs)),
        Column::words("longest", 14, |row| {
            json!(row.longest().map(|(worth, plies, _)| format!("{} {plies}", worth.word())))
        }),
        Column::words("fen", 48, |row| json!(row.longest().map(|(.., position)| position.to_fen()))),
        Column::numbers("longest_mate", 12, |row| json!(row.longest_mate().map(|(_, plies, _)| plies))),
        Column::words("mate_fen", 48, |row| {
            json!(row.longest_mate().map(|(.., position)| position.to_fen()))
        }),
        Column::words("zugzwang_fen", 48, |row| {
            json!(row.statistics.zugzwangs.first().map(Position::to_fen))
        }),
        Column::numbers("impossible", 10, |row| json!(row.counted().impossible)),
        Column::numbers("in_check", 9, |row| json!(row.counted().in_check)),
        Column::numbers("adjacent_kings", 14, |row| json!(row.statistics.placements.adjacent_kings)),
        Column::numbers("on_one_cell", 11, |row| json!(row.statistics.placements.on_one_cell)),
    ]);
    columns
}

fn check(args: &EndgameCheck, context: &Context<'_>) -> Result<Status, Failure> {
    let endgames = endgames(context)?;
    let mut status = Status::Clean;
    for ending in args.endings.list(context.game()) {
        let checked = files::open(&args.tables, &endgames, &ending)
            .map_err(|error| error.to_string())
            .and_then(|table| table.check());
        match checked {
            Ok(()) => context.note(format_args!("{ending}: intact")),
            Err(fault) => {
                diagnostic::print_error(fault);
                status = Status::Findings;
            }
        }
    }
    Ok(status)
}

fn verify(args: &EndgameVerify, context: &Context<'_>) -> Result<Status, Failure> {
    let endgames = endgames(context)?;
    let wanted = args.endings.list(context.game());
    if !prepare(&endgames, &wanted, args.tables.folder(), context)? {
        return Ok(context.interrupt.status().unwrap_or(Status::Clean));
    }
    let which = args.sample.map_or(Coverage::All, |count| Coverage::Sample { count, seed: args.seed });
    let mut status = Status::Clean;
    for ending in &wanted {
        let in_memory = args.tables.folder().map(|folder| load(folder, ending, context)).transpose()?;
        let endgames = in_memory.as_ref().unwrap_or(&endgames);
        let Some(table) = endgames.get(ending) else { continue };
        match endgames.verify(&table, which, context.interrupt.stop().flag()) {
            Ok(positions) => {
                context.note(format_args!("{ending}: {} verified", Counted(positions, "position")));
            }
            Err(VerifyError::Stopped) => break,
            Err(error) => {
                diagnostic::print_error(format_args!("{ending}: {error}"));
                status = Status::Findings;
            }
        }
    }
    Ok(context.interrupt.status().unwrap_or(status))
}

/// Loads a table and those that its moves lead to into memory: verification probes all of them at random.
fn load(folder: &Path, ending: &Ending, context: &Context<'_>) -> Result<Endgames, Failure> {
    let endgames = endgames(context)?;
    let needed = ending.successors(context.game().promotions);
    for ending in needed.iter().chain([ending]) {
        files::open(folder, &endgames, ending)?;
        endgames.load(ending).map_err(Failure::Mismatch)?;
    }
    Ok(endgames)
}

fn endgames(context: &Context<'_>) -> Result<Endgames, Failure> {
    let game = context.game();
    Endgames::new(game).ok_or_else(|| {
        Failure::Usage(format!("{} has no tables of endings: it has more than two players", game.title))
    })
}

/// Returns the endings and all that they depend on, each after its dependencies.
fn with_smaller(wanted: &[Ending], game: Game) -> Vec<Ending> {
    let mut all: Vec<Ending> = Vec::new();
    for ending in wanted.iter().flat_map(|ending| ending.with_all_successors(game.promotions)) {
        if !all.contains(&ending) {
            all.push(ending);
        }
    }
    all
}

/// Opens the tables in the folder, or builds them in memory without one. Returns `false` if a signal stopped it.
fn prepare(
    endgames: &Endgames,
    wanted: &[Ending],
    folder: Option<&Path>,
    context: &Context<'_>,
) -> Result<bool, Failure> {
    let all = with_smaller(wanted, context.game());
    let bar = context.progress_of_parts(all.len() as u64);
    for ending in all {
        match folder {
            Some(folder) => drop(files::open(folder, endgames, &ending)?),
            None => match build_one(endgames, &ending, &bar, context) {
                Ok(_) => bar.step(),
                Err(BuildError::Stopped(_)) => return Ok(false),
                Err(error) => return Err(error.into()),
            },
        }
    }
    Ok(true)
}

/// Builds an ending in memory.
fn build_one(
    endgames: &Endgames,
    ending: &Ending,
    bar: &Progress,
    context: &Context<'_>,
) -> Result<Arc<endgame::Endgame>, BuildError> {
    let ply = |ply| bar.set_message(&format!("{ending}: ply {ply}"));
    let progress = endgame::BuildProgress { stop: context.interrupt.stop().flag(), ply: &ply };
    endgames.resume(ending, None, &progress)
}

/// Builds an ending in memory, continuing unfinished work if there is some. Writes the state with `save` at a signal
/// and regularly, because a killed build writes nothing. Returns `None` after a signal.
fn build_saving(
    endgames: &Endgames,
    ending: &Ending,
    mut unfinished: Option<Unfinished>,
    save: &dyn Fn(&Unfinished) -> Result<(), FileError>,
    bar: &Progress,
    context: &Context<'_>,
) -> Result<Option<Arc<endgame::Endgame>>, Failure> {
    let stop = context.interrupt.own_flag()?;
    loop {
        let begun = Instant::now();
        let ply = |ply| {
            bar.set_message(&format!("{ending}: ply {ply}"));
            // Between two plies, so that no work is repeated.
            stop.fetch_or(begun.elapsed() >= SAVING, Ordering::Relaxed);
        };
        let progress = endgame::BuildProgress { stop: &stop, ply: &ply };
        unfinished = match endgames.resume(ending, unfinished, &progress) {
            Ok(built) => return Ok(Some(built)),
            Err(BuildError::Stopped(unfinished)) => unfinished,
            Err(error) => return Err(error.into()),
        };
        let saved = unfinished.as_ref().map_or(Ok(()), save);
        stop.store(false, Ordering::Relaxed);
        if context.interrupt.stop().is_raised() {
            return Ok(saved.map(|()| None)?);
        }
        if let Err(error) = saved {
            bar.suspend(|| {
                context.note(format_args!("{ending}: the state of the build is not saved: {error}"));
            });
        }
    }
}
