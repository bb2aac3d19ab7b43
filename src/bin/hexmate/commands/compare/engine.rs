//! Another program that is asked for its counts: by UCI, or by a command line for each question.
//!
//! ```text
//! uci, isready                                   ─▶ readyok                    at the beginning
//! position fen FEN [moves …], go perft N, isready ─▶ move: count …, total, readyok
//! ```
//!
//! An answer ends with `readyok`; where that comes before a total, when nothing more comes for a while.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use hexmate::divide::{Line, Written};
use hexmate::game::{Position, Setup};
use hexmate::notation::{Dialect, Uci};
use hexmate::rules::Move;

use super::words::words;
use crate::context::Context;
use crate::exit::Failure;

/// How long a program that is ready but has told no total may still have something to say.
const QUIET: Duration = Duration::from_millis(500);
/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// The longest line that is read.
const MOST_BYTES: u64 = 1 << 16;

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

/// A program that answers with counts.
pub struct Engine<'a> {
    command: &'a str,
    words: Vec<String>,
    origin: Position,
    order: Dialect,
    time: Duration,
    context: &'a Context<'a>,
    /// The program while it is spoken to; none where each question has a run of its own.
    talk: Option<Talk>,
}

/// Words that stand for what is asked.
const PLACES: [&str; 3] = ["{fen}", "{depth}", "{moves}"];

impl<'a> Engine<'a> {
    /// Starts it, where it is one that is spoken to.
    pub fn start(
        command: &'a str,
        origin: &Position,
        order: Dialect,
        time: Duration,
        context: &'a Context<'a>,
    ) -> Result<Self, Failure> {
        let Some(words) = words(command) else {
            let message = format!("no command line, or a quotation mark that is not closed: {command}");
            return Err(Failure::Answer { message, code: "engine-command" });
        };
        let mut engine = Self { command, words, origin: origin.clone(), order, time, context, talk: None };
        if !PLACES.iter().any(|place| command.contains(place)) {
            let mut talk = Talk::start(&engine.words).map_err(|error| engine.fault(&error))?;
            let game = origin.game().name;
            let greeting = format!("uci\nsetoption name UCI_Variant value {game}\nisready\n");
            let ready = talk.say(&greeting).and_then(|()| talk.hear(engine.until(), context, &mut |_| {}));
            ready.map_err(|fault| engine.fault(&fault))?;
            engine.talk = Some(talk);
        }
        Ok(engine)
    }

    /// Its counts.
    pub fn divide(&mut self, question: &Question<'_>) -> Result<Written, Failure> {
        let until = self.until();
        let mut answer = Answer::default();
        let heard = match &mut self.talk {
            None => {
                let words = self.filled(question);
                Talk::start(&words).and_then(|mut talk| {
                    talk.stdin = None;
                    talk.hear_all(until, self.context, &mut |line| answer.add(line))
                })
            }
            Some(talk) => {
                let text = uci_question(&self.origin, self.order, question);
                let said = talk.say(&text);
                said.and_then(|()| talk.hear_answer(until, self.context, &mut answer))
            }
        };
        heard.map_err(|fault| self.fault(&fault))?;
        let is_answer = !answer.written.counts.is_empty()
            || answer.written.total == Some(0)
            || !question.position.has_moves();
        if is_answer { Ok(answer.written) } else { Err(self.fault(&Fault::NoCounts(answer.noise))) }
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

    fn fault(&self, fault: &Fault) -> Failure {
        let command = self.command;
        let (message, code) = match fault {
            Fault::NotStarted(error) => (format!("cannot start {command}: {error}"), "engine-not-started"),
            Fault::Ended(how) => (format!("{command} ended {how} before it had answered"), "engine-ended"),
            Fault::Failed(how) => (format!("{command} ended {how}"), "engine-ended"),
            Fault::Silent => {
                let seconds = self.time.as_secs_f64();
                let message = format!("{command} has not answered in {seconds} s: --engine-time allows more");
                (message, "engine-silent")
            }
            Fault::NoCounts(said) => {
                let said = said.as_ref().map_or("nothing".to_owned(), |line| format!("{line:?}"));
                let message = format!("{command} answered without a count such as e4e5: 20; it said {said}");
                (message, "engine-no-counts")
            }
            Fault::Stopped => {
                return self.context.stopped();
            }
        };
        Failure::Answer { message, code }
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

/// Why there is no answer.
enum Fault {
    NotStarted(std::io::Error),
    /// It is gone, though more was to be asked.
    Ended(String),
    /// It is gone with a status that says that it failed.
    Failed(String),
    Silent,
    /// Something else came; its first line.
    NoCounts(Option<String>),
    Stopped,
}

/// What a program answers to one question.
#[derive(Default)]
struct Answer {
    written: Written,
    /// The first line that says nothing.
    noise: Option<String>,
}

impl Answer {
    fn add(&mut self, line: &str) {
        let read = Line::read(line);
        if read == Line::Noise && !line.trim().is_empty() {
            self.noise.get_or_insert_with(|| line.trim().chars().take(60).collect());
        }
        if self.written.counts.len() < MOST_COUNTS {
            self.written.add(read);
        }
    }
}

/// A program that runs, and the lines that come from it.
struct Talk {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    fn start(words: &[String]) -> Result<Self, Fault> {
        let (name, rest) = words.split_first().ok_or(Fault::Silent)?;
        let mut command = Command::new(name);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(Fault::NotStarted)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(1024);
        if let Some(stdout) = stdout {
            thread::spawn(move || hand_on(stdout, &sender));
        }
        Ok(Self { child, stdin, lines })
    }

    fn say(&mut self, text: &str) -> Result<(), Fault> {
        let stdin = self.stdin.as_mut();
        let said =
            stdin.map_or(Ok(()), |stdin| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()));
        said.map_err(|_| Fault::Ended(self.how()))
    }

    /// Takes lines until it says that it is ready.
    fn hear(
        &mut self,
        until: Instant,
        context: &Context<'_>,
        take: &mut dyn FnMut(&str),
    ) -> Result<(), Fault> {
        loop {
            match self.next(until, context)? {
                Some(line) if line.trim() == "readyok" => return Ok(()),
                Some(line) => take(&line),
                None => return Err(Fault::Ended(self.how())),
            }
        }
    }

    /// Takes an answer: up to where it is ready, and where that comes too early, as long as more comes.
    fn hear_answer(
        &mut self,
        until: Instant,
        context: &Context<'_>,
        answer: &mut Answer,
    ) -> Result<(), Fault> {
        self.hear(until, context, &mut |line| answer.add(line))?;
        while answer.written.total.is_none() {
            match self.next(until.min(Instant::now() + QUIET), context) {
                Ok(Some(line)) => answer.add(&line),
                Ok(None) | Err(Fault::Silent) => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Takes all lines until it ends, which it must do well.
    fn hear_all(
        &mut self,
        until: Instant,
        context: &Context<'_>,
        take: &mut dyn FnMut(&str),
    ) -> Result<(), Fault> {
        while let Some(line) = self.next(until, context)? {
            take(&line);
        }
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            _ => Err(Fault::Failed(self.how())),
        }
    }

    /// The next line; `None` if there is none any more.
    fn next(&self, until: Instant, context: &Context<'_>) -> Result<Option<String>, Fault> {
        loop {
            if context.interrupt.stop().is_raised() {
                return Err(Fault::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Silent);
            }
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it has ended, in words.
    fn how(&mut self) -> String {
        // Its output is closed, or it takes no input: it ends now, or never by itself.
        thread::sleep(LOOK);
        match self.child.try_wait() {
            Ok(Some(status)) => format!("with {status}"),
            _ => "its output".to_owned(),
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // One that is gone already cannot be stopped, and need not be.
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write_all(b"quit\n");
        }
        if self.child.try_wait().ok().flatten().is_none() {
            thread::sleep(LOOK);
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// Hands on the lines of an output, cut where they are too long.
fn hand_on(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if lines.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() => return,
            Ok(_) => {}
        }
    }
}
