//! `hexmate match ENGINE ENGINE`: games between two engines, and tournaments of several.

mod adjudication;
pub mod args;
mod contestant;
mod control;
mod games;
mod openings;
mod record;
mod referee;
mod schedule;
mod settings;
mod standings;
mod tally;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use hexmate_batch::files::{InputDigest, Output};
use hexmate_batch::terminal::{Stream, one_line};
use hexmate_batch::{Items, Summary};
use hexmate_engine::EngineFault;
use hexmate_report::Counted;
use hexmate_report::recorded::Recorded;

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::matches::args::Match;
use crate::cli::progress::Progress;
use crate::cli::run::{Sink, Work};
use contestant::{Contestant, Entrant};
use games::{Ended, GameNumber, Games};
use openings::Openings;
use record::{Game, PgnPlayer, Times, pgn_of};
use referee::Referee;
use schedule::Schedule;
use standings::Standings;
use tally::DECISION;

/// Plays the match, prints a line for each game and the summary.
pub fn run(args: &Match, context: &Context<'_>) -> Result<Status, Failure> {
    let game = context.game();
    if game.players != 2 {
        return Err(Failure::Usage(format!("{} is not a game for two, which match needs", game.title)));
    }
    let entrants = entrants(args)?;
    let openings = Openings::new(&args.openings, game, context)?;
    check_length(args, &openings)?;
    let known = Context::endings(args.ends.tables.as_deref())?;
    let tables = known.endgames(game);
    let (ends, stop) = (&args.ends, context.interrupt.stop());
    let referee = Referee { game, ends, tables: tables.as_deref(), stop };
    let schedule = Schedule::new(entrants.len(), args.tournament);
    let is_over = AtomicBool::new(false);
    let task = Games::new(&referee, &entrants, (&schedule, &openings), &is_over);
    let names = introduce(&entrants, &task, &referee, context)?;
    let count = args.length.games.saturating_mul(schedule.pairs().len() as u64);
    note_repeated(&openings, args.length.games, context);
    let items = Items((0..count).map(|number| Ok(GameNumber(number))));
    let files: Vec<String> = args.openings.openings.iter().map(|path| path.display().to_string()).collect();
    let long = Some(args.resuming.logging(Recorded::Match, &files));
    let (input, progress) = (InputDigest::disabled(), Progress::hidden());
    let work = Work { items, input, task: &task, long, progress };
    let status = work.run(context, || {
        let setting = Setting { args, entrants: &entrants, names: &names, schedule: &schedule };
        Outputs::open(setting, &openings, &is_over, context)
    })?;
    for entrant in &entrants {
        let surplus = entrant.faults.surplus.load(Ordering::Relaxed);
        if surplus > 0 {
            let (command, lines) = (one_line(&entrant.settings.command), Counted(surplus, "bestmove line"));
            context.note(format_args!(
                "{lines} of {command} ignored: no go has asked for them (surplus-bestmove)"
            ));
        }
    }
    let unbalanced = openings.unbalanced();
    if unbalanced > 0 {
        context.note(format_args!(
            "{} beyond --balance: no better one was found (unbalanced-opening)",
            Counted(unbalanced, "opening")
        ));
    }
    Ok(status)
}

/// Returns the engines of the command line.
fn entrants(args: &Match) -> Result<Vec<Entrant>, Failure> {
    let settings = args.settings.engines(&args.engines).map_err(Failure::Usage)?;
    if settings.len() < 2 {
        return Err(Failure::Usage("a match needs two engines or more; write --engine for each".to_owned()));
    }
    if args.sprt.is_some() && settings.len() > 2 {
        return Err(Failure::Usage(format!("--sprt is for two engines, found {}", settings.len())));
    }
    let entrant = |settings: settings::EngineSettings| {
        let message = format!("empty command or unclosed quotation mark: {:?}", settings.command);
        Entrant::new(settings, &args.limits).ok_or(Failure::Usage(message))
    };
    settings.into_iter().map(entrant).collect()
}

/// Returns an error if no engine moves.
fn check_length(args: &Match, openings: &Openings) -> Result<(), Failure> {
    let (longest, plies) = (args.ends.longest, openings.plies());
    match longest <= plies {
        true => Err(Failure::Usage(format!(
            "with --longest {longest} no engine moves: openings have {plies} plies; write --longest {} or more, or a \
             shorter --opening",
            plies + 1
        ))),
        false => Ok(()),
    }
}

/// Notes that the openings of a file are fewer than the pairs of games.
fn note_repeated(openings: &Openings, games: u64, context: &Context<'_>) {
    let pairs = games / 2;
    if let Some(count) = openings.count().filter(|&count| (count as u64) < pairs) {
        context.note(format_args!(
            "{} for {} of games: they are repeated (repeated-opening)",
            Counted(count as u64, "opening"),
            Counted(pairs, "pair")
        ));
    }
}

/// Starts each engine for the first time, and returns their names: those given, else those that they state, else the
/// commands. Equal names get numbers.
fn introduce<'a>(
    entrants: &'a [Entrant],
    task: &Games<'a>,
    referee: &Referee<'a>,
    context: &Context<'_>,
) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = Vec::new();
    for (number, entrant) in entrants.iter().enumerate() {
        let command = one_line(&entrant.settings.command).into_owned();
        let mut process = Contestant::new(entrant, referee.game.name, referee.stop);
        let note = || {
            let patience = entrant.patience();
            context.note(format_args!(
                "{command} has not answered uci yet; the match waits up to {patience} s (--patience)"
            ));
        };
        let introduction = match process.introduce(note) {
            Ok(introduction) => introduction,
            // The games count how often that happens.
            Err(EngineFault::Ended(_) | EngineFault::Failed(_)) => contestant::Introduction::default(),
            Err(EngineFault::Stopped) => return Err(context.stopped()),
            Err(EngineFault::Silent) => {
                let message = format!("{command} has not answered uci for {} s", entrant.patience());
                return Err(Failure::Answer { message, code: "engine-silent" });
            }
            Err(fault) => return Err(Failure::Usage(format!("{command} {fault}"))),
        };
        if !introduction.name.is_empty() {
            for (name, _) in entrant.settings.options.iter().filter(|(name, _)| !introduction.has(name)) {
                let name = one_line(name);
                context.note(format_args!("{command} does not state the option {name} (unknown-option)"));
            }
        }
        let stated = Some(introduction.name).filter(|name| !name.is_empty());
        let name = entrant.settings.name.clone().or(stated);
        names.push(name.unwrap_or_else(|| entrant.settings.command.clone()));
        task.add(number, process);
    }
    Ok(distinct(&names))
}

/// Appends numbers to names that are equal to earlier ones.
fn distinct(names: &[String]) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let is_taken = |text: &String| distinct.contains(text) || names[index + 1..].contains(text);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let text = match distinct.contains(name) {
            true => numbered.into_iter().find(|text| !is_taken(text)).unwrap_or_else(|| name.clone()),
            false => name.clone(),
        };
        distinct.push(text);
    }
    distinct
}

/// Settings of a match that its outputs need.
#[derive(Clone, Copy)]
struct Setting<'a> {
    args: &'a Match,
    entrants: &'a [Entrant],
    names: &'a [String],
    schedule: &'a Schedule,
}

/// The lines and games of a match, in the order of the games.
struct Outputs<'a> {
    setting: Setting<'a>,
    openings: &'a Openings,
    lines: Stream<io::Stdout>,
    pgn: Option<Output>,
    standings: Standings<'a>,
    /// Values of the tag `TimeControl`, by engine.
    controls: Vec<String>,
    /// Number of games written.
    written: u64,
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
        setting: Setting<'a>,
        openings: &'a Openings,
        is_over: &'a AtomicBool,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let args = setting.args;
        let pgn = match args.resuming.checkpoint() {
            Some(_) => args.pgn.as_deref().map(|path| context.outputs.open(Some(path))).transpose()?,
            None => args.pgn.as_deref().map(|path| context.outputs.open_visible(Some(path))).transpose()?,
        };
        let lines = Stream::new(io::stdout());
        let standings = Standings::new(setting.names, setting.schedule);
        let controls = setting.entrants.iter().map(|entrant| entrant.limits.tag()).collect();
        let (written, is_stopped, has_failed) = (0, false, false);
        Ok(Self {
            setting,
            openings,
            lines,
            pgn,
            standings,
            controls,
            written,
            is_over,
            is_stopped,
            has_failed,
        })
    }

    fn write(&mut self, game: &Game) -> Result<(), Failure> {
        let pairing = self.setting.schedule.pairing(game.number);
        let opening = self.openings.get(pairing.opening);
        let (points, is_paired) = self.standings.add(game);
        let (number, reason, plies) = (game.number + 1, one_line(&game.reason), game.comments.len());
        let share = |quarters: u8| f64::from(quarters) / 4.0;
        if self.standings.of_two().is_some() {
            writeln!(self.lines, "game {number}: {} points, {reason}, {plies} plies", share(points))?;
        } else {
            let [white, black] = pairing.players.map(|engine| one_line(&self.setting.names[engine]));
            let [own, other] = [game.white, 4 - game.white].map(share);
            writeln!(self.lines, "game {number}: {white} {own}, {black} {other}, {reason}, {plies} plies")?;
        }
        if let Some(pgn) = &mut self.pgn {
            let player = |engine: usize| PgnPlayer {
                name: &self.setting.names[engine],
                control: &self.controls[engine],
            };
            let times = if self.setting.args.no_time { Times::LeftOut } else { Times::Written };
            let text = pgn_of(game, &opening, pairing.players.map(player), times);
            let gap = if game.number > 0 { "\n" } else { "" };
            pgn.write_all(format!("{gap}{text}").as_bytes())?;
        }
        self.written += 1;
        if is_paired
            && let (Some(between), Some(tally)) = (self.setting.args.sprt, self.standings.of_two())
            && tally.likelihood(between).abs() >= DECISION
        {
            self.is_over.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn write_summary(&mut self) -> Result<(), Failure> {
        writeln!(self.lines, "{}", self.standings)?;
        if let (Some(between), Some(tally)) = (self.setting.args.sprt, self.standings.of_two()) {
            let ratio = tally.likelihood(between);
            let verdict = match ratio {
                DECISION.. => format!("at least {} Elo", between.high),
                _ if ratio <= -DECISION => format!("at most {} Elo", between.low),
                _ => "undecided".to_owned(),
            };
            writeln!(
                self.lines,
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
                let commands = self.setting.entrants.iter().map(|entrant| entrant.settings.command.as_str());
                let both = commands.collect::<Vec<_>>().join(" or ");
                let reason = format!("cannot play {both}: {reason}");
                Err(Failure::Usage(one_line(&reason).into_owned()))
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    fn missing(&self, _done: &Summary) -> String {
        format!("stopped by a signal after {}", Counted(self.written, "game"))
    }

    fn finish(mut self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        if !self.standings.is_empty() && !self.has_failed {
            self.write_summary()?;
        }
        if let Some(pgn) = self.pgn {
            pgn.finish()?;
        }
        if self.standings.has_unpaired() {
            context.note(format_args!(
                "game {} is not counted: the second game with its opening has not ended",
                self.written
            ));
        }
        Ok(Status::Clean)
    }
}

#[cfg(test)]
mod tests {
    use super::distinct;

    #[test]
    fn equal_names_get_numbers() {
        let names = |names: &[&str]| distinct(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["a", "b"]), ["a", "b"]);
        assert_eq!(names(&["a", "a", "a"]), ["a", "a (2)", "a (3)"]);
        assert_eq!(names(&["a", "a", "a (2)"]), ["a", "a (3)", "a (2)"]);
    }
}
