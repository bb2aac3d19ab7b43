//! `hexmate match ENGINE ENGINE`: games between two engines.

pub mod args;
mod contestant;
mod referee;
mod tally;

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use hexmate_batch::terminal::{Stream, one_line};
use hexmate_games::pgn::{GameResult, Notation, PgnText, PlayedGame};
use hexmate_position::Letters;

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::matches::args::Match;
use contestant::Contestant;
use referee::{Finished, Referee};
use tally::{DECISION, Tally};

/// Two games with one opening, in the order of play.
struct Pair {
    number: u64,
    games: [Finished; 2],
}

/// Plays the match, prints a line for each game and the summary.
pub fn run(args: &Match, context: &Context<'_>) -> Result<Status, Failure> {
    let game = context.game();
    if game.players != 2 {
        return Err(Failure::Usage(format!("{} is not a game for two, which match needs", game.title)));
    }
    let stop = context.interrupt.stop();
    let known = Context::endings(args.tables.as_deref())?;
    let tables = known.endgames(game);
    let referee = Referee { game, args, tables: tables.as_deref(), stop };
    let contestants = || {
        let one = |command: &String| {
            let none = || Failure::Usage(format!("empty command or unclosed quotation mark: {command:?}"));
            Contestant::new(command, args, game.name, stop).ok_or_else(none)
        };
        Ok::<_, Failure>([one(&args.engines[0])?, one(&args.engines[1])?])
    };
    contestants()?;
    let mut pgn = args.pgn.as_deref().map(|path: &Path| context.outputs.open(Some(path))).transpose()?;
    let mut output = Stream::new(io::stdout());
    let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, finished) = channel::<Pair>();
    let mut tally = Tally::default();
    let mut waiting: Vec<Pair> = Vec::new();
    let mut written = 0;
    let mut hopeless = None;
    thread::scope(|scope| {
        for _ in 0..context.threads.get().min(args.games as usize / 2) {
            let (sender, pair, next, is_over, referee) =
                (sender.clone(), contestants()?, &next, &is_over, &referee);
            scope.spawn(move || play_pairs(referee, pair, args.games / 2, next, is_over, &sender));
        }
        drop(sender);
        for pair in finished {
            waiting.push(pair);
            // In order, so that the output does not depend on the number of threads.
            while let Some(index) = waiting.iter().position(|pair| pair.number == written) {
                let pair = waiting.swap_remove(index);
                written += 1;
                if is_over.load(Ordering::Relaxed) {
                    continue;
                }
                let [first, second] = &pair.games;
                tally.add([first.white, 4 - second.white]);
                for (index, game) in pair.games.iter().enumerate() {
                    let number = 2 * pair.number + index as u64 + 1;
                    let points = f64::from(if index == 0 { game.white } else { 4 - game.white }) / 4.0;
                    let reason = one_line(&game.reason).into_owned();
                    writeln!(output, "game {number}: {points} points, {reason}, {} plies", game.moves.len())?;
                    if let Some(pgn) = &mut pgn {
                        let text = pgn_of(game, args, number, index);
                        write!(pgn, "{}{text}", if number == 1 { "" } else { "\n" })?;
                    }
                    if game.is_hopeless {
                        let both = args.engines.join(" or ");
                        hopeless.get_or_insert_with(|| format!("cannot play {both}: {}", game.reason));
                    }
                }
                let decided = args.sprt.is_some_and(|between| tally.likelihood(between).abs() >= DECISION);
                if decided || hopeless.is_some() {
                    is_over.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok::<(), Failure>(())
    })?;
    if let Some(reason) = hopeless {
        return Err(Failure::Usage(one_line(&reason).into_owned()));
    }
    if tally.games() > 0 {
        writeln!(output, "{tally}")?;
        if let Some(between) = args.sprt {
            let ratio = tally.likelihood(between);
            let verdict = match ratio {
                DECISION.. => format!("at least {} Elo", between.high),
                _ if ratio <= -DECISION => format!("at most {} Elo", between.low),
                _ => "undecided".to_owned(),
            };
            writeln!(
                output,
                "SPRT     {verdict}; likelihood ratio {ratio:.2}, bounds {:.2} and {DECISION:.2}",
                -DECISION
            )?;
        }
    }
    if let Some(pgn) = pgn {
        pgn.finish()?;
    }
    Ok(context.interrupt.status().unwrap_or(Status::Clean))
}

/// Plays pairs of games until none is left.
fn play_pairs(
    referee: &Referee<'_>,
    [mut first, mut second]: [Contestant<'_>; 2],
    pairs: u64,
    next: &AtomicU64,
    is_over: &AtomicBool,
    sender: &Sender<Pair>,
) {
    while !is_over.load(Ordering::Relaxed) && !referee.stop.is_raised() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= pairs {
            return;
        }
        let opening = referee.opening(number);
        let Some(one) = referee.play(&opening, &mut [&mut first, &mut second]) else { return };
        let Some(other) = referee.play(&opening, &mut [&mut second, &mut first]) else { return };
        if sender.send(Pair { number, games: [one, other] }).is_err() {
            return;
        }
    }
}

/// Returns a game as PGN.
fn pgn_of(finished: &Finished, args: &Match, number: u64, index: usize) -> String {
    let Ok(mut game) = PlayedGame::from_moves(finished.start.clone(), finished.moves.iter().copied()) else {
        return String::new();
    };
    game.result = match finished.white {
        4 => GameResult::WhiteWins,
        0 => GameResult::BlackWins,
        2 => GameResult::Draw,
        3 => GameResult::WhiteThreeQuarters,
        _ => GameResult::BlackThreeQuarters,
    };
    let [white, black] = if index == 0 { [0, 1] } else { [1, 0] }.map(|engine| args.engines[engine].clone());
    let tag = |name: &str, value: String| (name.to_owned(), value);
    game.tags = vec![
        tag("Round", number.to_string()),
        tag("White", white),
        tag("Black", black),
        tag("Termination", finished.reason.clone()),
    ];
    PgnText { game: &game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string()
}
