//! Another program that is asked for its counts: over UCI, or with a command line for each question.
//!
//! ```text
//! uci, isready                                   ─▶ readyok                    at the beginning
//! position fen FEN [moves …], go perft N, isready ─▶ move: count …, total, readyok
//! ```
//!
//! An answer ends with `readyok`. If `readyok` comes before the total, it ends after a short silence.

mod command_line;
mod error;
mod process;

use std::time::{Duration, Instant};

use command_line::split;
use error::Fault;
use hexmate_batch::StopFlag;
use hexmate_core::rules::Move;
use hexmate_position::divide::{Line, ParsedDivide};
use hexmate_position::{Dialect, Uci};
use hexmate_position::{Position, Setup};
use process::Process;

pub use error::EngineError;

/// Largest number of counts that is read, more than any position has.
const MOST_COUNTS: usize = 10_000;

/// A request for the counts of a position.
pub struct Question<'a> {
    /// Moves from the origin to the position.
    pub line: &'a [Move],
    /// The position.
    pub position: &'a Position,
    /// Depth in plies.
    pub depth: u32,
}

/// Another program that counts. It is asked to quit, and then killed, on drop.
pub struct Engine<'a> {
    command: &'a str,
    words: Vec<String>,
    origin: Position,
    order: Dialect,
    time: Duration,
    stop: &'a StopFlag,
    /// Running UCI program; `None` if each question starts the command again.
    process: Option<Process>,
}

/// Placeholders in the command line of a program that is started for each question.
const PLACEHOLDERS: [&str; 3] = ["{fen}", "{depth}", "{moves}"];

impl<'a> Engine<'a> {
    /// Prepares a program, and starts it if it speaks UCI: its command line has no placeholders.
    ///
    /// All questions are about positions that follow `origin`; FEN is written in `order`. An answer fails after
    /// `time`, or when `stop` is raised.
    ///
    /// # Errors
    ///
    /// If the command line cannot be split into words, or the program does not start or does not get ready.
    pub fn start(
        command: &'a str,
        origin: &Position,
        order: Dialect,
        time: Duration,
        stop: &'a StopFlag,
    ) -> Result<Self, EngineError> {
        let Some(words) = split(command) else {
            return Err(EngineError { command: command.to_owned(), time, fault: Fault::NoCommand });
        };
        let mut engine = Self { command, words, origin: origin.clone(), order, time, stop, process: None };
        if !PLACEHOLDERS.iter().any(|placeholder| command.contains(placeholder)) {
            let mut process = Process::start(&engine.words).map_err(|fault| engine.error(fault))?;
            let game = origin.game().name;
            let greeting = format!("uci\nsetoption name UCI_Variant value {game}\nisready\n");
            let sent = process.send(&greeting);
            let ready = sent.and_then(|()| process.read_until_ready(engine.until(), stop, &mut |_| {}));
            ready.map_err(|fault| engine.error(fault))?;
            engine.process = Some(process);
        }
        Ok(engine)
    }

    /// Asks for the counts by first move.
    ///
    /// # Errors
    ///
    /// If the program ends, exceeds the time limit, or answers without a count.
    pub fn divide(&mut self, question: &Question<'_>) -> Result<ParsedDivide, EngineError> {
        let until = self.until();
        let mut answer = Answer::default();
        let read = match &mut self.process {
            None => {
                let words = self.filled(question);
                Process::start(&words).and_then(|mut process| {
                    process.close();
                    process.read_to_end(until, self.stop, &mut |line| {
                        answer.add(line);
                    })
                })
            }
            Some(process) => {
                let text = uci_question(&self.origin, self.order, question);
                let sent = process.send(&text);
                sent.and_then(|()| process.read_answer(until, self.stop, &mut |line| answer.add(line)))
            }
        };
        read.map_err(|fault| self.error(fault))?;
        let is_answer = !answer.written.counts.is_empty()
            || answer.written.total == Some(0)
            || !question.position.has_moves();
        if is_answer { Ok(answer.written) } else { Err(self.error(Fault::NoCounts(answer.first_other))) }
    }

    fn until(&self) -> Instant {
        Instant::now() + self.time
    }

    /// Returns the words of the command line with the placeholders filled in.
    fn filled(&self, question: &Question<'_>) -> Vec<String> {
        let has_moves = self.command.contains("{moves}");
        let position = if has_moves { &self.origin } else { question.position };
        let fen = Setup::from(position).to_fen_in(self.order);
        let moves = line(question);
        let fill = |word: &String| {
            let word = word.replace("{fen}", &fen).replace("{depth}", &question.depth.to_string());
            word.replace("{moves}", &moves)
        };
        self.words.iter().map(fill).collect()
    }

    fn error(&self, fault: Fault) -> EngineError {
        EngineError { command: self.command.to_owned(), time: self.time, fault }
    }
}

/// Returns the UCI commands for a question.
fn uci_question(origin: &Position, order: Dialect, question: &Question<'_>) -> String {
    let fen = Setup::from(origin).to_fen_in(order);
    let moves = if question.line.is_empty() { String::new() } else { format!(" moves {}", line(question)) };
    format!("position fen {fen}{moves}\ngo perft {}\nisready\n", question.depth)
}

fn line(question: &Question<'_>) -> String {
    let shape = question.position.game().shape;
    question.line.iter().map(|&m| Uci(shape, m).to_string()).collect::<Vec<_>>().join(" ")
}

/// Answer of a program to one question.
#[derive(Default)]
struct Answer {
    written: ParsedDivide,
    /// First line that is neither a count nor a total, shortened.
    first_other: Option<String>,
}

impl Answer {
    /// Adds a line, and returns whether the total has been read.
    fn add(&mut self, line: &str) -> bool {
        let read = Line::parse(line);
        if read == Line::Noise && !line.trim().is_empty() {
            self.first_other.get_or_insert_with(|| line.trim().chars().take(60).collect());
        }
        if self.written.counts.len() < MOST_COUNTS {
            self.written.add(read);
        }
        self.written.total.is_some()
    }
}
