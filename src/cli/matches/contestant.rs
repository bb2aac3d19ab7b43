//! An engine that plays: over UCI, or with a command line for each move.

use std::time::{Duration, Instant};

use hexmate_batch::StopFlag;
use hexmate_core::rules::{Move, Player};
use hexmate_player::uci::{chosen_or_first_word, chosen_word};
use hexmate_position::Position;

use super::args::Match;
use crate::cli::perft::compare::engine::{Fault, Process, Stderr, split};

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

/// A contestant, started when it is first needed.
pub struct Contestant<'a> {
    words: Vec<String>,
    is_command: bool,
    args: &'a Match,
    stop: &'a StopFlag,
    process: Option<Process>,
    variant: &'static str,
}

impl<'a> Contestant<'a> {
    /// Creates the engine of a command; `None` if it is empty or has an unclosed quotation mark.
    pub fn new(command: &str, args: &'a Match, variant: &'static str, stop: &'a StopFlag) -> Option<Self> {
        let words = split(command)?;
        Some(Self { words, is_command: command.contains("{fen}"), args, stop, process: None, variant })
    }

    /// Prepares the engine for a new game.
    pub fn begin(&mut self) -> Result<(), Fault> {
        if self.is_command {
            return Ok(());
        }
        let until = Instant::now() + PATIENCE;
        if let Some(process) = &mut self.process {
            process.send("ucinewgame\nisready\n")?;
            return process.read_until_ready(until, self.stop, &mut |_| {});
        }
        let mut process = Process::start(&self.words, Stderr::Hidden)?;
        process.send("uci\n")?;
        process.read_until_word("uciok", until, self.stop, &mut |_| {})?;
        process.send(&format!("setoption name UCI_Variant value {}\nucinewgame\nisready\n", self.variant))?;
        process.read_until_ready(until, self.stop, &mut |_| {})?;
        self.process = Some(process);
        Ok(())
    }

    /// Returns the text of the chosen move.
    pub fn choose(&mut self, turn: &Turn<'_>) -> Result<String, Fault> {
        let chosen = if self.is_command { self.run(turn) } else { self.ask(turn) };
        if chosen.is_err() {
            // It begins again with the next game.
            self.process = None;
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

    fn ask(&mut self, turn: &Turn<'_>) -> Result<String, Fault> {
        let until = Instant::now() + self.patience(turn);
        let mut text = format!("position fen {}", turn.start.to_fen());
        let mut position = turn.start.clone();
        for (number, &m) in turn.moves.iter().enumerate() {
            text += if number == 0 { " moves " } else { " " };
            text += &position.uci(m).to_string();
            position.make_move_unchecked(m);
        }
        text += "\n";
        text += &self.go(turn);
        let process = self.process.as_mut().ok_or(Fault::NoCommand)?;
        process.send(&text)?;
        let line = process.read_until_word("bestmove", until, self.stop, &mut |_| {})?;
        Ok(chosen_word(&line).to_owned())
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

    fn run(&self, turn: &Turn<'_>) -> Result<String, Fault> {
        let fen = turn.position.to_fen();
        let words: Vec<String> = self.words.iter().map(|word| word.replace("{fen}", &fen)).collect();
        let mut process = Process::start(&words, Stderr::Hidden)?;
        process.close();
        let mut last = String::new();
        process.read_to_end(Instant::now() + self.patience(turn), self.stop, &mut |line| {
            if let Some(word) = chosen_or_first_word(line) {
                word.clone_into(&mut last);
            }
        })?;
        Ok(last)
    }
}

/// Returns the fault in words.
pub fn in_words(fault: &Fault) -> String {
    match fault {
        Fault::NoCommand => "has no command".to_owned(),
        Fault::NotStarted(error) => format!("cannot be started: {error}"),
        Fault::Ended(how) | Fault::Failed(how) => how.clone(),
        Fault::Silent => "is too slow".to_owned(),
        Fault::NoCounts => "gives no answer".to_owned(),
        Fault::Stopped => "was stopped".to_owned(),
    }
}

/// Returns the other side of a game for two.
pub fn other(player: Player) -> Player {
    if player == Player::WHITE { Player::BLACK } else { Player::WHITE }
}
