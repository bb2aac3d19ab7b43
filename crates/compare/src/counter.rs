//! Another program that is asked for its counts: over UCI, or with a command line for each question.
//!
//! ```text
//! uci, isready                                   ─▶ readyok                    at the beginning
//! setoption name UCI_Variant value GAME           ─▶                            when the game changes
//! position fen FEN [moves …], go perft N, isready ─▶ move: count …, total, readyok
//! position startpos, go perft N, isready          ─▶ the same, of the program's own start position
//! ```
//!
//! An answer ends with `readyok`. If `readyok` comes before the total, it ends after a short silence.

use std::time::Duration;

use hexmate_batch::StopFlag;
use hexmate_core::rules::Move;
use hexmate_engine::{CommandLine, EngineFault, Process, Stderr, Wait, shortened, uci};
use hexmate_position::{CellNames, Dialect, FenForm, Position, Setup};

use crate::error::{CounterError, NoAnswer};
use crate::follow::is_start;
use crate::line::line_in;
use crate::{CompareError, Descent, DivideLine, ParsedDivide};

/// Largest number of counts that is read, more than any position has.
const MOST_COUNTS: usize = 10_000;

/// Beginning of the moves of a question.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// The start position that the program itself sets up.
    Start,
    /// A position, sent as FEN.
    Position(&'a Position),
}

/// A request for the counts of a position.
pub(crate) struct Question<'a> {
    /// Beginning of the moves.
    pub origin: Origin<'a>,
    /// Moves from the origin to the position.
    pub line: &'a [Move],
    /// The position.
    pub position: &'a Position,
    /// Depth in plies.
    pub depth: u32,
}

/// Protocol between the programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// The program runs, and is asked by UCI.
    Uci,
    /// The command is run for each question, with the position in its words.
    Command,
    /// The command is run for each question, and counts from the start position; it may be given moves.
    StartOnly {
        /// `true` if the command has a place for moves.
        has_moves: bool,
    },
}

/// Another program that counts. It ends on drop.
#[derive(Debug)]
pub struct Counter<'a> {
    command: CommandLine,
    protocol: Protocol,
    /// Order of the cells in FEN, and names of cells; names that are open are set by the first answer that decides.
    form: FenForm,
    time: Duration,
    stop: &'a StopFlag,
    stderr: Stderr,
    /// Running UCI program; started by the first question, and again after a failure.
    process: Option<Process>,
    /// Game that was sent to the running program.
    game: Option<&'static str>,
}

/// Placeholders in the command line of a program that is started for each question.
const PLACEHOLDERS: [&str; 3] = ["{fen}", "{depth}", "{moves}"];

impl<'a> Counter<'a> {
    /// Prepares a program; the first question starts it.
    ///
    /// FEN and moves are written in `form`. An answer fails after `time`, or when `stop` is raised.
    ///
    /// # Errors
    ///
    /// If the command line cannot be split into words.
    pub fn new(
        command: &str,
        form: FenForm,
        time: Duration,
        stop: &'a StopFlag,
        stderr: Stderr,
    ) -> Result<Self, CompareError> {
        let command = CommandLine::parse(command).map_err(|fault| {
            let (command, failure) = (command.to_owned(), NoAnswer::Fault(fault));
            CounterError { command, time, fen: None, failure, said: Vec::new() }
        })?;
        let protocol = match PLACEHOLDERS.map(|placeholder| command.has(placeholder)) {
            [false, false, false] => Protocol::Uci,
            [true, _, _] => Protocol::Command,
            [false, _, has_moves] => Protocol::StartOnly { has_moves },
        };
        Ok(Self { command, protocol, form, time, stop, stderr, process: None, game: None })
    }

    /// Returns how the program is asked.
    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the order of the cells in FEN sent to the program.
    pub(crate) fn order(&self) -> Dialect {
        self.form.order
    }

    /// Returns the names of cells in the moves of the program.
    pub(crate) fn names(&self) -> CellNames {
        self.form.names()
    }

    /// Returns the same program, to be started again, with another order of the cells. Its errors are not shown.
    #[must_use]
    pub(crate) fn with_order(&self, order: Dialect) -> Self {
        let Self { protocol, time, stop, .. } = *self;
        let (command, form) = (self.command.clone(), FenForm { order, ..self.form });
        Self { command, protocol, form, time, stop, stderr: Stderr::Hidden, process: None, game: None }
    }

    /// Returns whether the program can be asked about the position of a descent.
    pub(crate) fn can_be_asked_about(&self, descent: &Descent) -> bool {
        match self.protocol {
            Protocol::Uci | Protocol::Command => true,
            Protocol::StartOnly { has_moves } => {
                is_start(descent.origin()) && (has_moves || descent.line().is_empty())
            }
        }
    }

    /// Returns whether the program counts from the start position after moves that the question names.
    pub fn counts_after_moves(&self) -> bool {
        self.protocol == Protocol::StartOnly { has_moves: true }
    }

    /// Returns whether the program can be asked about positions after moves.
    pub(crate) fn can_be_asked_after_moves(&self) -> bool {
        self.protocol != Protocol::StartOnly { has_moves: false }
    }

    /// Asks for the counts by first move.
    ///
    /// # Errors
    ///
    /// If the program does not start, ends, exceeds the time limit, or answers without a count.
    pub(crate) fn divide(&mut self, question: &Question<'_>) -> Result<ParsedDivide, CounterError> {
        let mut answer = Answer::default();
        let asked = match self.protocol {
            Protocol::Uci => self.ask(question, &mut answer),
            Protocol::Command | Protocol::StartOnly { .. } => self.run(question, &mut answer),
        };
        if let Err(error) = asked {
            return Err(CounterError { said: answer.said(), ..error });
        }
        let is_answer = !answer.written.counts.is_empty()
            || answer.written.total == Some(0)
            || !question.position.has_moves();
        if is_answer {
            let shape = question.position.game().shape;
            let divide = answer.written.with_names(shape, self.form.certain_names());
            if divide.names != self.names() {
                self.form.cells = Some(divide.names);
            }
            return Ok(divide);
        }
        if let Some(process) = &self.process {
            answer.stderr = process.last_errors();
        }
        Err(CounterError { said: answer.said(), ..self.refused(question, NoAnswer::NoCounts) })
    }

    /// Asks the running program, which is started if necessary.
    fn ask(&mut self, question: &Question<'_>, answer: &mut Answer) -> Result<(), CounterError> {
        let wait = self.wait();
        let game = self.form.order.uci_name(question.position.game());
        let mut process = if let Some(process) = self.process.take() {
            process
        } else {
            self.game = None;
            let mut process =
                Process::start(&self.command, self.stderr).map_err(|fault| self.failed(fault))?;
            let ready = self.greet(&mut process, game);
            ready.inspect_err(|_| answer.stderr = process.last_errors())?;
            process
        };
        let mut text = String::new();
        if self.game != Some(game) {
            text = uci::variant(game);
            self.game = Some(game);
        }
        text.push_str(&uci_question(self.form, question));
        process.forget_errors();
        let sent = process.send(&text);
        let read = sent.and_then(|()| process.read_answer(&wait, &mut |line| answer.add(line)));
        match read {
            Ok(()) => {
                self.process = Some(process);
                Ok(())
            }
            Err(fault) => {
                // The next question starts the program again.
                answer.stderr = process.last_errors();
                Err(self.refused(question, NoAnswer::Fault(fault)))
            }
        }
    }

    /// Waits until a program that has just started is ready.
    fn greet(&mut self, process: &mut Process, game: &'static str) -> Result<(), CounterError> {
        let greeting = format!("uci\n{}isready\n", uci::variant(game));
        let sent = process.send(&greeting);
        let ready = sent.and_then(|()| process.read_until_ready(&self.wait(), &mut |_| {}));
        ready.map_err(|fault| self.failed(fault))?;
        self.game = Some(game);
        Ok(())
    }

    /// Runs the command for one question.
    fn run(&self, question: &Question<'_>, answer: &mut Answer) -> Result<(), CounterError> {
        let command = self.filled(question);
        let mut process = Process::start(&command, self.stderr).map_err(|fault| self.failed(fault))?;
        process.close();
        let read = process.read_to_end(&self.wait(), &mut |line| {
            answer.add(line);
        });
        if read.is_err() || answer.written.counts.is_empty() {
            answer.stderr = process.last_errors();
        }
        read.map_err(|fault| self.refused(question, NoAnswer::Fault(fault)))
    }

    fn wait(&self) -> Wait<'a> {
        Wait::at_most(self.time, self.stop)
    }

    /// Returns the command line with the placeholders filled in.
    fn filled(&self, question: &Question<'_>) -> CommandLine {
        let position = match question.origin {
            Origin::Position(origin) if self.command.has("{moves}") => origin,
            _ => question.position,
        };
        let fen = Setup::from(position).to_fen_in(self.form);
        let moves = line_in(self.names(), question.position, question.line);
        // In quotes, or as a part of a word, the moves are one argument.
        let words: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let values = [fen, question.depth.to_string(), moves];
        let pairs: Vec<(&str, &str)> =
            PLACEHOLDERS.into_iter().zip(values.iter().map(String::as_str)).collect();
        self.command.spread("{moves}", &words).filled(&pairs)
    }

    /// Returns the error of a program that has not been asked.
    fn failed(&self, fault: EngineFault) -> CounterError {
        self.error(NoAnswer::Fault(fault))
    }

    fn error(&self, failure: NoAnswer) -> CounterError {
        let command = self.command.text().to_owned();
        CounterError { command, time: self.time, fen: None, failure, said: Vec::new() }
    }

    /// Returns the error of a question, which names the order of its FEN.
    fn refused(&self, question: &Question<'_>, failure: NoAnswer) -> CounterError {
        let has_fen = match self.protocol {
            Protocol::Uci => matches!(question.origin, Origin::Position(_)),
            Protocol::Command => true,
            Protocol::StartOnly { .. } => false,
        };
        CounterError { fen: has_fen.then_some(self.form.order), ..self.error(failure) }
    }
}

/// Returns the UCI commands for a question.
fn uci_question(form: FenForm, question: &Question<'_>) -> String {
    let origin = match question.origin {
        Origin::Start => "startpos".to_owned(),
        Origin::Position(origin) => format!("fen {}", Setup::from(origin).to_fen_in(form)),
    };
    let moves = if question.line.is_empty() {
        String::new()
    } else {
        format!(" moves {}", line_in(form.names(), question.position, question.line))
    };
    format!("position {origin}{moves}\ngo perft {}\nisready\n", question.depth)
}

/// Answer of a program to one question.
#[derive(Default)]
struct Answer {
    written: ParsedDivide,
    /// First line that is neither a count nor a total, shortened.
    first_other: Option<String>,
    /// First lines with `info string`, shortened.
    messages: Vec<String>,
    /// Last lines on stderr, shortened.
    stderr: Vec<String>,
}

/// Largest number of messages of a program that an error shows.
const MOST_MESSAGES: usize = 3;

impl Answer {
    /// Adds a line, and returns `true` once the total has been read.
    fn add(&mut self, line: &str) -> bool {
        let read = DivideLine::parse(line);
        if read == DivideLine::Noise && !line.trim().is_empty() {
            let text = shortened(line);
            if line.trim_start().starts_with("info string") {
                self.messages.push(text.clone());
                self.messages.truncate(MOST_MESSAGES);
            }
            self.first_other.get_or_insert(text);
        }
        if self.written.counts.len() < MOST_COUNTS {
            self.written.add(read);
        }
        self.written.total.is_some()
    }

    /// Returns what the program has said instead of counts: its messages, or its first line, and its errors.
    fn said(self) -> Vec<String> {
        let messages =
            if self.messages.is_empty() { Vec::from_iter(self.first_other) } else { self.messages };
        messages.into_iter().chain(self.stderr).collect()
    }
}
