//! `hexmate match ENGINE ENGINE`: games between two engines.

pub mod args;
mod contestant;
mod games;
mod referee;
mod tally;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use hexmate_batch::files::{InputDigest, Output};
use hexmate_batch::terminal::{Stream, one_line};
use hexmate_batch::{Items, Summary};
use hexmate_games::pgn::{GameResult, Notation, PgnText, PlayedGame};
use hexmate_position::Letters;
use hexmate_report::Counted;
use hexmate_report::recorded::Recorded;

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::matches::args::Match;
use crate::cli::progress::Progress;
use crate::cli::run::{Sink, Work};
use contestant::Faults;
use games::{Ended, Game, GameNumber, Games, moves_of};
use referee::Referee;
use tally::{DECISION, Tally};

/// Plays the match, prints a line for each game and the summary.
pub fn run(args: &Match, context: &Context<'_>) -> Result<Status, Failure> {
    let game = context.game();
    if game.players != 2 {
        return Err(Failure::Usage(format!("{} is not a game for two, which match needs", game.title)));
    }
    if args.longest <= args.opening as usize {
        let (longest, opening) = (args.longest, args.opening);
        return Err(Failure::Usage(format!(
            "with --longest {longest} no engine moves: openings have {opening} plies; write --longest {} or more, or a \
             shorter --opening",
            opening + 1
        )));
    }
    let known = Context::endings(args.tables.as_deref())?;
    let tables = known.endgames(game);
    let referee = Referee { game, args, tables: tables.as_deref(), stop: context.interrupt.stop() };
    let (is_over, faults) = (AtomicBool::new(false), <[Faults; 2]>::default());
    let task = Games::new(&referee, &is_over, &faults);
    task.check_engines()?;
    let items = Items((0..args.length.games).map(|number| Ok(GameNumber(number))));
    let long = Some(args.resuming.logging(Recorded::Match, &[]));
    let (input, progress) = (InputDigest::disabled(), Progress::hidden());
    let work = Work { items, input, task: &task, long, progress };
    let status = work.run(context, || Outputs::open(args, game, &is_over, context))?;
    for (command, faults) in args.engines.iter().zip(&faults) {
        let surplus = faults.surplus.load(Ordering::Relaxed);
        if surplus > 0 {
            let (command, lines) = (one_line(command), Counted(surplus, "bestmove line"));
            context.note(format_args!(
                "{lines} of {command} ignored: no go has asked for them (surplus-bestmove)"
            ));
        }
    }
    Ok(status)
}

/// The lines and games of a match, in the order of the games.
struct Outputs<'a> {
    args: &'a Match,
    game: hexmate_position::Game,
    lines: Stream<io::Stdout>,
    pgn: Option<Output>,
    tally: Tally,
    /// Number of games written.
    written: u64,
    /// Points of the first engine in a game whose second game with the same opening has not ended, in quarters.
    unpaired: Option<u8>,
    /// Set when no more games are needed.
    is_over: &'a AtomicBool,
    /// `true` after a game that a signal has stopped: later games are left out.
    is_stopped: bool,
    /// `true` after a failure that makes the match meaningless.
    has_failed: bool,
}

impl<'a> Outputs<'a> {
    /// Opens the outputs. Without a checkpoint, which has every game as it ends, `--pgn` has them in `FILE.partial`.
    fn open(
        args: &'a Match,
        game: hexmate_position::Game,
        is_over: &'a AtomicBool,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let pgn = match args.resuming.checkpoint() {
            Some(_) => args.pgn.as_deref().map(|path| context.outputs.open(Some(path))).transpose()?,
            None => args.pgn.as_deref().map(|path| context.outputs.open_visible(Some(path))).transpose()?,
        };
        let (lines, tally) = (Stream::new(io::stdout()), Tally::default());
        let (written, unpaired, is_stopped, has_failed) = (0, None, false, false);
        Ok(Self { args, game, lines, pgn, tally, written, unpaired, is_over, is_stopped, has_failed })
    }

    fn write(&mut self, game: &Game) -> Result<(), Failure> {
        let index = game.number % 2;
        let points = if index == 0 { game.white } else { 4 - game.white };
        let (number, shown, reason) = (game.number + 1, f64::from(points) / 4.0, one_line(&game.reason));
        let moves = moves_of(self.game, &game.moves).unwrap_or_default();
        writeln!(self.lines, "game {number}: {shown} points, {reason}, {} plies", moves.len())?;
        if let Some(pgn) = &mut self.pgn {
            let text = pgn_of(game, self.game, self.args);
            let record = format!("{}{text}", if number == 1 { "" } else { "\n" });
            pgn.write_all(record.as_bytes())?;
        }
        self.written += 1;
        match self.unpaired.take() {
            Some(first) => self.tally.add([first, points]),
            None => self.unpaired = Some(points),
        }
        let decided = self.args.sprt.is_some_and(|between| self.tally.likelihood(between).abs() >= DECISION);
        if decided && self.unpaired.is_none() {
            self.is_over.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn write_summary(&mut self) -> Result<(), Failure> {
        let Self { lines, tally, args, .. } = self;
        writeln!(lines, "{tally}")?;
        if let Some(between) = args.sprt {
            let ratio = tally.likelihood(between);
            let verdict = match ratio {
                DECISION.. => format!("at least {} Elo", between.high),
                _ if ratio <= -DECISION => format!("at most {} Elo", between.low),
                _ => "undecided".to_owned(),
            };
            writeln!(
                lines,
                "SPRT     {verdict}; likelihood ratio {ratio:.2}, bounds {:.2} and {DECISION:.2}",
                -DECISION
            )?;
        }
        Ok(())
    }
}

impl Sink for Outputs<'_> {
    type Entry = Ended;

    fn take(&mut self, ended: Ended) -> Result<(), Failure> {
        if self.is_stopped || self.is_over.load(Ordering::Relaxed) {
            return Ok(());
        }
        match ended {
            Ended::Game(game) if game.number == self.written => self.write(&game),
            Ended::Game(_) => Err(Failure::Mismatch("the checkpoint has a game in a wrong place".to_owned())),
            Ended::NotPlayed => {
                self.is_stopped = true;
                Ok(())
            }
            Ended::Broken(reason) => {
                self.has_failed = true;
                let message = one_line(&format!("the match is stopped: {reason}")).into_owned();
                Err(Failure::Answer { message, code: "engine-ends" })
            }
            Ended::Impossible(reason) => {
                self.has_failed = true;
                let both = self.args.engines.join(" or ");
                let reason = format!("cannot play {both}: {reason}");
                Err(Failure::Usage(one_line(&reason).into_owned()))
            }
        }
    }

    fn missing(&self, _done: &Summary) -> String {
        format!("stopped by a signal after {}", Counted(self.written, "game"))
    }

    fn finish(mut self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let missing = self.missing(&Summary { read: 0, is_stopped: true });
        if self.tally.games() > 0 && !self.has_failed {
            self.write_summary()?;
        }
        if let Some(pgn) = self.pgn {
            pgn.finish()?;
        }
        if self.unpaired.is_some() {
            context.note(format_args!(
                "game {} is not counted: the second game with its opening has not ended",
                self.written
            ));
        }
        match context.interrupt.status().filter(|_| self.is_stopped) {
            Some(status) => {
                context.outputs.set_incomplete();
                context.note(missing);
                Ok(status)
            }
            None => Ok(Status::Clean),
        }
    }
}

/// Returns a game as PGN.
fn pgn_of(finished: &Game, game: hexmate_position::Game, args: &Match) -> String {
    let moves = moves_of(game, &finished.moves).unwrap_or_default();
    let start = hexmate_position::Position::start(game);
    let Ok(mut game) = PlayedGame::from_moves(start, moves) else { return String::new() };
    game.result = match finished.white {
        4 => GameResult::WhiteWins,
        0 => GameResult::BlackWins,
        2 => GameResult::Draw,
        3 => GameResult::WhiteThreeQuarters,
        _ => GameResult::BlackThreeQuarters,
    };
    let [white, black] = if finished.number.is_multiple_of(2) { [0, 1] } else { [1, 0] }
        .map(|engine| args.engines[engine].clone());
    let tag = |name: &str, value: String| (name.to_owned(), value);
    game.tags = vec![
        tag("Round", (finished.number + 1).to_string()),
        tag("White", white),
        tag("Black", black),
        tag("Termination", finished.reason.clone()),
    ];
    PgnText { game: &game, notation: Notation::San, letters: &Letters::ENGLISH }.to_string()
}
