//! An engine that plays: over UCI, or with a command line for each move.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hexmate_batch::StopFlag;
use hexmate_core::rules::{Move, Player};
use hexmate_engine::{CommandLine, EngineFault, Process, Stderr, Wait, uci};
use hexmate_player::uci::{chosen_or_first_word, chosen_word};
use hexmate_position::Position;

use super::args::Match;

/// Time for starting, and for answers without a clock.
const PATIENCE: Duration = Duration::from_mins(1);

/// Time beyond `--movetime` or the clock that is not held against an engine.
const MARGIN: Duration = Duration::from_millis(100);

/// Limit of nodes without any other.
const DEFAULT_NODES: u64 = 10_000;

/// A question of the referee: the game so far.
pub struct Turn<'t> {
    pub start: &'t Position,
    pub moves: &'t [Move],
    pub position: &'t Position,
    /// Time left of White and Black, with `--clock`.
    pub clocks: [Duration; 2],
}

/// Faults of one engine that do not lose a game by themselves, over all games.
#[derive(Debug, Default)]
pub struct Faults {
    /// `bestmove` lines that no `go` has asked for.
    pub surplus: AtomicU64,
    /// Starts in a row after which the engine ended before its first move.
    starts: AtomicU32,
}

impl Faults {
    /// Starts in a row after which an engine is given up.
    const MOST_STARTS: u32 = 3;

    /// Returns whether the engine ends at each start.
    pub fn is_broken(&self) -> bool {
        self.starts.load(Ordering::Relaxed) >= Self::MOST_STARTS
    }
}

/// A contestant, started when it is first needed.
pub struct Contestant<'a> {
    command: CommandLine,
    args: &'a Match,
    stop: &'a StopFlag,
    process: Option<Process>,
    /// `true` after the first move of the process.
    has_moved: bool,
    variant: &'static str,
    faults: &'a Faults,
}

impl<'a> Contestant<'a> {
    /// Creates the engine of a command; `None` if it is empty or has an unclosed quotation mark.
    pub fn new(
        command: &str,
        args: &'a Match,
        variant: &'static str,
        stop: &'a StopFlag,
        faults: &'a Faults,
    ) -> Option<Self> {
        let command = CommandLine::parse(command).ok()?;
        Some(Self { command, args, stop, process: None, has_moved: false, variant, faults })
    }

    /// Returns whether the engine ends at each start, so that a match says nothing.
    pub fn is_broken(&self) -> bool {
        self.faults.is_broken()
    }

    /// Drops the process after a fault, so that the next game starts it again, and counts a failed start.
    fn count_fault(&mut self, fault: &EngineFault) {
        let has_moved = std::mem::take(&mut self.has_moved);
        self.process = None;
        let has_ended = matches!(fault, EngineFault::Ended(_) | EngineFault::Failed(_));
        if has_ended && !has_moved {
            self.faults.starts.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns whether the command is run for each move, with the position in its words.
    fn is_run_for_each_move(&self) -> bool {
        self.command.has("{fen}")
    }

    /// Prepares the engine for a new game.
    pub fn begin(&mut self) -> Result<(), EngineFault> {
        let begun = self.start();
        if let Err(fault) = &begun {
            self.count_fault(fault);
        }
        begun
    }

    fn start(&mut self) -> Result<(), EngineFault> {
        if self.is_run_for_each_move() {
            return Ok(());
        }
        let wait = Wait::at_most(PATIENCE, self.stop);
        if let Some(process) = &mut self.process {
            process.send("ucinewgame\nisready\n")?;
            return process.read_until_ready(&wait, &mut |_| {});
        }
        let mut process = Process::start(&self.command, Stderr::Hidden)?;
        process.send("uci\n")?;
        process.read_until_word("uciok", &wait, &mut |_| {})?;
        process.send(&format!("{}ucinewgame\nisready\n", uci::variant(self.variant)))?;
        process.read_until_ready(&wait, &mut |_| {})?;
        self.process = Some(process);
        Ok(())
    }

    /// Returns the text of the chosen move, and the time that the engine has used.
    pub fn choose(&mut self, turn: &Turn<'_>) -> Result<(String, Duration), EngineFault> {
        let chosen = if self.is_run_for_each_move() { self.run(turn) } else { self.ask(turn) };
        match &chosen {
            Ok(_) => {
                self.has_moved = true;
                self.faults.starts.store(0, Ordering::Relaxed);
            }
            Err(fault) => self.count_fault(fault),
        }
        chosen
    }

    fn patience(&self, turn: &Turn<'_>) -> Duration {
        match (self.args.movetime, self.args.clock) {
            (Some(time), _) => Duration::from_millis(time) + 10 * MARGIN,
            (_, Some(_)) => turn.clocks[turn.position.turn().index() % 2] + MARGIN,
            _ => PATIENCE,
        }
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(String, Duration), EngineFault> {
        let mut text = format!("position fen {}", turn.start.to_fen());
        let mut position = turn.start.clone();
        for (number, &m) in turn.moves.iter().enumerate() {
            text += if number == 0 { " moves " } else { " " };
            text += &position.uci(m).to_string();
            position.make_move_unchecked(m);
        }
        text += "\nisready\n";
        let (go, patience, faults) = (self.go(turn), self.patience(turn), self.faults);
        let process = self.process.as_mut().ok_or(EngineFault::NoCommand)?;
        process.send(&text)?;
        // A second answer to the last question is not one to the next question.
        process.read_until_ready(&Wait::at_most(PATIENCE, self.stop), &mut |line| {
            if line.split_whitespace().next() == Some("bestmove") {
                faults.surplus.fetch_add(1, Ordering::Relaxed);
            }
        })?;
        let started = Instant::now();
        process.send(&go)?;
        let line = process.read_until_word("bestmove", &Wait::at_most(patience, self.stop), &mut |_| {})?;
        Ok((chosen_word(&line).to_owned(), started.elapsed()))
    }

    /// Returns the command to search.
    fn go(&self, turn: &Turn<'_>) -> String {
        match (self.args.movetime, self.args.clock) {
            (Some(time), _) => format!("go movetime {time}\n"),
            (_, Some(clock)) => {
                let [white, black] = turn.clocks.map(|left| left.as_millis());
                let increment = clock.increment.as_millis();
                format!("go wtime {white} btime {black} winc {increment} binc {increment}\n")
            }
            _ => format!("go nodes {}\n", self.args.nodes.unwrap_or(DEFAULT_NODES)),
        }
    }

    fn run(&self, turn: &Turn<'_>) -> Result<(String, Duration), EngineFault> {
        let started = Instant::now();
        let command = self.command.filled(&[("{fen}", &turn.position.to_fen())]);
        let mut process = Process::start(&command, Stderr::Hidden)?;
        process.close();
        let mut last = String::new();
        process.read_to_end(&Wait::at_most(self.patience(turn), self.stop), &mut |line| {
            if let Some(word) = chosen_or_first_word(line) {
                word.clone_into(&mut last);
            }
        })?;
        Ok((last, started.elapsed()))
    }
}

/// Returns the other side of a game for two.
pub fn other(player: Player) -> Player {
    if player == Player::WHITE { Player::BLACK } else { Player::WHITE }
}
