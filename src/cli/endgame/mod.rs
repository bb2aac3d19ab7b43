//! `hexmate endgame build|probe|stats|check|verify`.

pub mod args;

use std::path::Path;
use std::sync::Arc;

use hexmate_batch::Progress as _;
use hexmate_endgame as endgame;
use hexmate_endgame::files::{self, OpenError};
use hexmate_endgame::{BuildError, Endgames, Ending, Score, Unfinished, VerifyError, Which, Worth};
use hexmate_position::{Game, Position};
use hexmate_position::{Letters, San, Uci};
use hexmate_report::Counted;
use hexmate_report::output::{Column, Rows};
use hexmate_tasks::Threads;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::endgame::args::{
    Endgame, EndgameBuild, EndgameCheck, EndgameProbe, EndgameStats, EndgameTask, EndgameVerify,
};
use crate::cli::exit::{Failure, Status};
use crate::cli::progress::Progress;

/// Builds tables, or asks them.
pub fn run(args: &Endgame, context: &Context<'_>) -> Result<Status, Failure> {
    let work = || match &args.task {
        EndgameTask::Build(build) => self::build(build, context),
        EndgameTask::Probe(probe) => self::probe(probe, context),
        EndgameTask::Stats(stats) => self::stats(stats, context),
        EndgameTask::Check(check) => self::check(check, context),
        EndgameTask::Verify(verify) => self::verify(verify, context),
    };
    let threads = Threads::new(context.threads).map_err(|error| Failure::Usage(error.to_string()))?;
    threads.share(work)
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
                    endgames.load(&smaller).map_err(Failure::Unfit)?;
                }
                let begun = files::read_unfinished(&args.output, &endgames, ending)?;
                if let Some(Unfinished { ply: Some(ply), .. }) = begun {
                    bar.suspend(|| context.note(format_args!("{ending}: goes on at ply {ply}")));
                }
                let built = match build_one(&endgames, ending, begun, &bar, context) {
                    Ok(built) => built,
                    Err(BuildError::Stopped(unfinished)) => {
                        if let Some(unfinished) = unfinished {
                            files::write_unfinished(&folder, game, ending, &unfinished)?;
                        }
                        break;
                    }
                    Err(error) => return Err(error.into()),
                };
                files::write(&folder, game, &built)?;
                files::remove_unfinished(&args.output, game, ending)?;
                bar.suspend(|| {
                    let plies = Counted(built.deepest().into(), "ply");
                    context.note(format_args!("{ending}: at most {plies}"));
                });
            }
            Err(error) => return Err(error.into()),
        }
        bar.step();
    }
    Ok(context.interrupt.status().unwrap_or(Status::Clean))
}

fn probe(args: &EndgameProbe, context: &Context<'_>) -> Result<Status, Failure> {
    let position = args.first.origin(context.asked_game()).argument(&args.position)?;
    let ending = Ending::of_position(&position);
    if ending.count() > endgame::MOST_PIECES {
        return Err(Failure::Usage(format!(
            "{} pieces: an ending has at most {}",
            ending.count(),
            endgame::MOST_PIECES
        )));
    }
    let endgames = endgames(context)?;
    if !ready(&endgames, &[ending], args.tables.folder(), context)? {
        return Ok(context.interrupt.status().unwrap_or(Status::Clean));
    }
    let score = endgames.score(&position);
    let moves = endgames.moves(&position).unwrap_or_default();
    let line = endgames.line(&position);
    if let Some(fault) = endgames.fault() {
        return Err(Failure::Unfit(fault));
    }
    let columns = vec![
        Column::words("move", 7),
        Column::words("san", 8),
        Column::words("worth", 11),
        Column::numbers("plies", 5),
    ];
    let mut rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns)?
        .with_formulas(context.formulas());
    let mut write = |uci: String, san: String, score: Score| {
        rows.write(&[uci.into(), san.into(), score.worth.word().into(), score.plies.into()])
    };
    if let Some(score) = score {
        write("-".to_owned(), "-".to_owned(), score)?;
    }
    for (m, score) in moves {
        write(Uci(position.game().shape, m).to_string(), san(&position, m), score)?;
    }
    rows.finish()?;
    if !line.is_empty() {
        context.note(format_args!("best play: {}", played(&position, &line)));
    }
    Ok(Status::Clean)
}

fn stats(args: &EndgameStats, context: &Context<'_>) -> Result<Status, Failure> {
    let endgames = endgames(context)?;
    let wanted = args.endings.list(context.game());
    if !ready(&endgames, &wanted, args.tables.folder(), context)? {
        return Ok(context.interrupt.status().unwrap_or(Status::Clean));
    }
    let worths = Worth::ALL.map(|worth| Column::numbers(worth.word(), 9));
    let columns = [
        Column::words("ending", 8),
        Column::words("to_move", 7),
        Column::numbers("positions", 10),
        Column::numbers("classes", 9),
    ];
    let columns = columns.into_iter().chain(worths).chain([
        Column::numbers("mates", 7),
        Column::numbers("stalemates", 10),
        Column::numbers("zugzwangs", 9),
        Column::words("longest", 14),
        Column::words("fen", 48),
        Column::numbers("longest_mate", 12),
        Column::words("mate_fen", 48),
        Column::words("zugzwang_fen", 48),
        Column::numbers("impossible", 10),
        Column::numbers("in_check", 9),
        Column::numbers("adjacent_kings", 14),
        Column::numbers("on_one_cell", 11),
    ]);
    let mut rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns.collect())?
        .with_formulas(context.formulas());
    for ending in &wanted {
        let Some(table) = endgames.get(ending) else { continue };
        let statistics = endgames.statistics(&table);
        for (side, counted) in ["white", "black"].iter().zip(&statistics.sides) {
            let mate = [Worth::Win, Worth::Loss];
            let decided = [&mate[..], &[Worth::Stalemating, Worth::Stalemated]].concat();
            let longest = counted.longest_of(&decided);
            let mate = counted.longest_of(&mate);
            let zugzwang = statistics.zugzwangs.first().map(Position::to_fen);
            let mut fields: Vec<Value> = vec![
                ending.to_string().into(),
                (*side).into(),
                counted.positions.into(),
                counted.classes.into(),
            ];
            fields.extend(counted.by_worth.map(Value::from));
            fields.extend([
                counted.mates.into(),
                counted.stalemates.into(),
                statistics.mutual_zugzwangs.into(),
                longest.map(|(worth, plies, _)| format!("{} {plies}", worth.word())).into(),
                longest.map(|(.., position)| position.to_fen()).into(),
                mate.map(|(_, plies, _)| plies).into(),
                mate.map(|(.., position)| position.to_fen()).into(),
                zugzwang.into(),
                counted.impossible.into(),
                counted.in_check.into(),
                statistics.ways.adjacent_kings.into(),
                statistics.ways.on_one_cell.into(),
            ]);
            rows.write(&fields)?;
        }
    }
    rows.finish()?;
    faultless(&endgames)
}

fn check(args: &EndgameCheck, context: &Context<'_>) -> Result<Status, Failure> {
    let endgames = endgames(context)?;
    let mut status = Status::Clean;
    for ending in args.endings.list(context.game()) {
        let checked = files::open(&args.tables, &endgames, &ending)
            .map_err(|error| error.to_string())
            .and_then(|table| table.check());
        match checked {
            Ok(()) => context.note(format_args!("{ending}: whole")),
            Err(fault) => {
                diagnostic::complain(fault);
                status = Status::Findings;
            }
        }
    }
    Ok(status)
}

fn verify(args: &EndgameVerify, context: &Context<'_>) -> Result<Status, Failure> {
    let endgames = endgames(context)?;
    let wanted = args.endings.list(context.game());
    if !ready(&endgames, &wanted, args.tables.folder(), context)? {
        return Ok(context.interrupt.status().unwrap_or(Status::Clean));
    }
    let which = args.sample.map_or(Which::All, |count| Which::Sample { count, seed: args.seed });
    let mut status = Status::Clean;
    for ending in &wanted {
        let in_memory = args.tables.folder().map(|folder| loaded(folder, ending, context)).transpose()?;
        let endgames = in_memory.as_ref().unwrap_or(&endgames);
        let Some(table) = endgames.get(ending) else { continue };
        match endgames.verify(&table, which, context.interrupt.stop().flag()) {
            Ok(positions) => {
                context.note(format_args!(
                    "{ending}: {} confirmed by their moves",
                    Counted(positions, "position")
                ));
            }
            Err(VerifyError::Stopped) => break,
            Err(error) => {
                diagnostic::complain(format_args!("{ending}: {error}"));
                status = Status::Findings;
            }
        }
    }
    Ok(context.interrupt.status().unwrap_or(status))
}

/// A table and those that its moves lead to, read whole: each position asks for many all over them.
fn loaded(folder: &Path, ending: &Ending, context: &Context<'_>) -> Result<Endgames, Failure> {
    let endgames = endgames(context)?;
    let needed = ending.successors(context.game().promotions);
    for ending in needed.iter().chain([ending]) {
        files::open(folder, &endgames, ending)?;
        endgames.load(ending).map_err(Failure::Unfit)?;
    }
    Ok(endgames)
}

fn endgames(context: &Context<'_>) -> Result<Endgames, Failure> {
    let game = context.game();
    Endgames::new(game).ok_or_else(|| {
        Failure::Usage(format!(
            "there are no tables of endings for {}: only for games of two players",
            game.title
        ))
    })
}

/// The endings with all that they rest on, each after those that it needs.
fn with_smaller(wanted: &[Ending], game: Game) -> Vec<Ending> {
    let mut all: Vec<Ending> = Vec::new();
    for ending in wanted.iter().flat_map(|ending| ending.with_all_successors(game.promotions)) {
        if !all.contains(&ending) {
            all.push(ending);
        }
    }
    all
}

/// Opens tables, or builds them where there is no folder; whether that was not stopped.
fn ready(
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
            None => match build_one(endgames, &ending, None, &bar, context) {
                Ok(_) => bar.step(),
                Err(BuildError::Stopped(_)) => return Ok(false),
                Err(error) => return Err(error.into()),
            },
        }
    }
    Ok(true)
}

/// Builds an ending in memory, or what is left to do of it.
fn build_one(
    endgames: &Endgames,
    ending: &Ending,
    begun: Option<Unfinished>,
    bar: &Progress,
    context: &Context<'_>,
) -> Result<Arc<endgame::Endgame>, BuildError> {
    let ply = |ply| bar.tell(&format!("{ending}: ply {ply}"));
    let progress = endgame::BuildProgress { stop: context.interrupt.stop().flag(), ply: &ply };
    endgames.resume(ending, begun, &progress)
}

fn faultless(endgames: &Endgames) -> Result<Status, Failure> {
    Status::Clean.unless(endgames.fault())
}

fn san(position: &Position, m: hexmate_core::rules::Move) -> String {
    San { position, m, letters: &Letters::ENGLISH }.to_string()
}

fn played(position: &Position, line: &[hexmate_core::rules::Move]) -> String {
    let mut position = position.clone();
    let mut told = Vec::new();
    for &m in line {
        told.push(san(&position, m));
        position.make_move_unchecked(m);
    }
    told.join(" ")
}
