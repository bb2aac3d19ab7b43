//! Another program that is asked for its counts: by UCI, or by a command line for each question.
//!
//! ```text
//! uci, isready                                   ─▶ readyok                    at the beginning
//! position fen FEN [moves …], go perft N, isready ─▶ move: count …, total, readyok
//! ```
//!
//! An answer ends with `readyok`; where that comes before a total, when nothing more comes for a while.

mod error;
mod talk;
mod words;

use std::time::{Duration, Instant};

use error::Fault;
use hexmate_batch::StopFlag;
use hexmate_core::rules::Move;
use hexmate_position::divide::{Line, ParsedDivide};
use hexmate_position::{Dialect, Uci};
use hexmate_position::{Position, Setup};
use talk::Talk;
use words::words;

pub use error::EngineError;

/// More counts than any position has: what follows is no answer.
const MOST_COUNTS: usize = 10_000;

/// A position whose counts are asked for.
pub struct Question<'a> {
    /// The moves that lead there from the position that all began with.
    pub line: &'a [Move],
    /// The position.
    pub position: &'a Position,
    /// Plies.
    pub depth: u32,
}

/// A program that answers with counts. It is told to quit, and stopped, when this goes.
pub struct Engine<'a> {
    command: &'a str,
    words: Vec<String>,
    origin: Position,
    order: Dialect,
    time: Duration,
    stop: &'a StopFlag,
    /// The program while it is spoken to; none where each question has a run of its own.
    talk: Option<Talk>,
}

/// Words that stand for what is asked.
const PLACES: [&str; 3] = ["{fen}", "{depth}", "{moves}"];

impl<'a> Engine<'a> {
    /// Starts it, where it is one that is spoken to: its command line has none of `{fen}`, `{depth}` and `{moves}`.
    ///
    /// All questions are about what follows `origin`; its FEN is written in `order`. An
    /// answer may take so much `time`, and is given up when somebody raises `stop`.
    ///
    /// # Errors
    ///
    /// If the command line is none, or the program does not start or never is ready.
    pub fn start(
        command: &'a str,
        origin: &Position,
        order: Dialect,
        time: Duration,
        stop: &'a StopFlag,
    ) -> Result<Self, EngineError> {
        let Some(words) = words(command) else {
            return Err(EngineError { command: command.to_owned(), time, fault: Fault::NoCommand });
        };
        let mut engine = Self { command, words, origin: origin.clone(), order, time, stop, talk: None };
        if !PLACES.iter().any(|place| command.contains(place)) {
            let mut talk = Talk::start(&engine.words).map_err(|fault| engine.error(fault))?;
            let game = origin.game().name;
            let greeting = format!("uci\nsetoption name UCI_Variant value {game}\nisready\n");
            let ready = talk.say(&greeting).and_then(|()| talk.hear(engine.until(), stop, &mut |_| {}));
            ready.map_err(|fault| engine.error(fault))?;
            engine.talk = Some(talk);
        }
        Ok(engine)
    }

    /// Its counts.
    ///
    /// # Errors
    ///
    /// If it ends, says nothing for too long, or answers without a count.
    pub fn divide(&mut self, question: &Question<'_>) -> Result<ParsedDivide, EngineError> {
        let until = self.until();
        let mut answer = Answer::default();
        let heard = match &mut self.talk {
            None => {
                let words = self.filled(question);
                Talk::start(&words).and_then(|mut talk| {
                    talk.close();
                    talk.hear_all(until, self.stop, &mut |line| {
                        answer.add(line);
                    })
                })
            }
            Some(talk) => {
                let text = uci_question(&self.origin, self.order, question);
                let said = talk.say(&text);
                said.and_then(|()| talk.hear_answer(until, self.stop, &mut |line| answer.add(line)))
            }
        };
        heard.map_err(|fault| self.error(fault))?;
        let is_answer = !answer.written.counts.is_empty()
            || answer.written.total == Some(0)
            || !question.position.has_moves();
        if is_answer { Ok(answer.written) } else { Err(self.error(Fault::NoCounts(answer.noise))) }
    }

    fn until(&self) -> Instant {
        Instant::now() + self.time
    }

    /// The words of the command line for a question.
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

/// What a program is told by UCI.
fn uci_question(origin: &Position, order: Dialect, question: &Question<'_>) -> String {
    let fen = Setup::from(origin).to_fen_in(order);
    let moves = if question.line.is_empty() { String::new() } else { format!(" moves {}", line(question)) };
    format!("position fen {fen}{moves}\ngo perft {}\nisready\n", question.depth)
}

fn line(question: &Question<'_>) -> String {
    let shape = question.position.game().shape;
    question.line.iter().map(|&m| Uci(shape, m).to_string()).collect::<Vec<_>>().join(" ")
}

/// What a program answers to one question.
#[derive(Default)]
struct Answer {
    written: ParsedDivide,
    /// The first line that says nothing.
    noise: Option<String>,
}

impl Answer {
    /// Whether the total has been told by now.
    fn add(&mut self, line: &str) -> bool {
        let read = Line::parse(line);
        if read == Line::Noise && !line.trim().is_empty() {
            self.noise.get_or_insert_with(|| line.trim().chars().take(60).collect());
        }
        if self.written.counts.len() < MOST_COUNTS {
            self.written.add(read);
        }
        self.written.total.is_some()
    }
}
