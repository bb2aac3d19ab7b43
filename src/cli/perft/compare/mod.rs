//! `hexmate perft POSITION --depth N --compare FILE` or `--engine COMMAND`: comparison with another program.

mod engine;
mod message;

use engine::{Engine, EngineError, Question};
use hexmate_batch::files::{Input, InputDigest};
use hexmate_core::rules::Move;
use hexmate_diagram::{View, ascii};
use hexmate_position::Setup;
use hexmate_position::Uci;
use hexmate_position::divide::{Descent, Difference, Next, ParsedDivide, Step};
use hexmate_report::Counted;
use hexmate_report::output::{self, Rows};
use hexmate_tasks::{Threads, divide_unless_stopped};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::{OtherCounts, PerftCompare};
use crate::cli::positions::Positions;
use crate::cli::progress::Progress;
use serde_json::json;

/// Writes every move whose counts differ; with `--engine`, follows the difference down to the position that causes it.
pub fn run(args: &PerftCompare<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let positions = Positions::read(&args.subject, &args.first.origin(context.requested_game()), context)?;
    let descent = Descent::new(positions.only()?, args.depth);
    let threads = Threads::new(context.threads).map_err(|error| Failure::Usage(error.to_string()))?;
    let rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns())?
        .with_formulas(context.formulas());
    let mut comparison = Comparison { context, threads, descent, rows };
    let compared = match args.other {
        OtherCounts::File(name) => comparison.with_file(name),
        OtherCounts::Engine { command, time, order } => {
            let (origin, stop) = (comparison.descent.position().clone(), context.interrupt.stop());
            match Engine::start(command, &origin, order, time, stop) {
                Ok(engine) => comparison.with_engine(engine),
                Err(error) => Err(comparison.failure(&error)),
            }
        }
    };
    let status = match compared {
        Err(Failure::Stopped(status)) => {
            context.note(Failure::Stopped(status));
            status
        }
        compared => compared?,
    };
    comparison.rows.finish()?;
    Ok(status)
}

/// A comparison with another program.
struct Comparison<'a> {
    context: &'a Context<'a>,
    threads: Threads,
    descent: Descent,
    rows: Rows<Row>,
}

impl Comparison<'_> {
    fn with_file(&mut self, name: &str) -> Result<Status, Failure> {
        let theirs = ParsedDivide::parse(
            &Input::open(name, &self.context.input_options(&Progress::hidden()), &InputDigest::disabled())?
                .into_text()?,
        );
        if theirs.counts.is_empty() && self.descent.position().has_moves() {
            let shown = if name == "-" { "stdin" } else { name };
            return Err(Failure::Answer {
                message: format!("no line of {shown} is a move with its count, such as e4e5: 20"),
                code: "no-counts",
            });
        }
        let step = self.step(&theirs)?;
        if let Next::After(m) = step.next {
            self.context.note_lines(message::next_step(&self.descent, m));
        }
        Ok(self.end(&theirs, &step))
    }

    fn with_engine(&mut self, mut engine: Engine<'_>) -> Result<Status, Failure> {
        loop {
            let question = Question {
                line: self.descent.line(),
                position: self.descent.position(),
                depth: self.descent.depth(),
            };
            let theirs = engine.divide(&question).map_err(|error| self.failure(&error))?;
            let step = self.step(&theirs)?;
            if self.context.interrupt.status().is_some() {
                return Err(self.context.stopped());
            }
            match step.next {
                Next::After(m) => self.descent.descend(m),
                Next::Here | Next::Agree => return Ok(self.end(&theirs, &step)),
            }
        }
    }

    fn failure(&self, error: &EngineError) -> Failure {
        match error.is_stopped() {
            true => self.context.stopped(),
            false => Failure::Answer { message: error.to_string(), code: error.code() },
        }
    }

    /// Compares the counts of the current position, and writes the differences.
    fn step(&mut self, theirs: &ParsedDivide) -> Result<Step, Failure> {
        let (descent, end) = (&self.descent, self.context.interrupt.grace_over());
        let ours = self.threads.run(|| divide_unless_stopped(descent.position(), descent.depth(), end));
        let ours = ours.ok_or_else(|| self.context.stopped())?;
        let step = descent.compare(&ours, theirs).map_err(|error| Failure::Answer {
            message: error.to_string(),
            code: hexmate_position::divide::ForeignMoves::CODE,
        })?;
        for difference in step.differences.iter().cloned() {
            let (depth, after) = (descent.depth(), line_text(descent, descent.line()));
            self.rows.write(&Row { depth, after, difference })?;
        }
        Ok(step)
    }

    /// Returns the board of the current position after a line break; empty with `--quiet`.
    fn board(&self) -> String {
        let position = self.descent.position();
        match self.context.is_quiet() {
            true => String::new(),
            false => format!("\n{}", ascii(&Setup::from(position), View::default())),
        }
    }

    /// Prints the conclusion, and returns the exit status.
    fn end(&self, theirs: &ParsedDivide, step: &Step) -> Status {
        let mut status = Status::Findings;
        match step.next {
            Next::Here => {
                let text = message::difference(&self.descent, &self.board(), &step.differences);
                diagnostic::print_error_lines(text);
            }
            Next::After(_) => {}
            Next::Agree if self.descent.line().is_empty() => {
                status = Status::Clean;
                let (moves, nodes, depth) = (theirs.counts.len(), theirs.sum(), self.descent.depth());
                self.context.note(format_args!(
                    "equal: {}, {} at depth {depth}",
                    Counted(moves as u64, "move"),
                    Counted(nodes, "node")
                ));
            }
            Next::Agree => {
                diagnostic::print_error_lines(message::inconsistent(&self.descent, &self.board()));
            }
        }
        if let Some((total, sum)) = theirs.wrong_total() {
            status = Status::Findings;
            diagnostic::print_error(format_args!(
                "the other program's total {total} is not the sum of its counts, {sum} [total]"
            ));
        }
        status
    }
}

/// A row of the table: a difference, and the position where it was found.
struct Row {
    depth: u32,
    after: String,
    difference: Difference,
}

type Column = output::Column<Row>;

fn columns() -> [Column; 6] {
    [
        Column::numbers("depth", 0, |row| json!(row.depth)),
        Column::words("after", 24, |row| json!(row.after)),
        Column::words("move", 8, |row| json!(row.difference.text)),
        Column::numbers("ours", 13, |row| json!(row.difference.ours)),
        Column::numbers("theirs", 13, |row| json!(row.difference.theirs)),
        Column::words("status", 0, |row| json!(row.difference.kind.code())),
    ]
}

/// Returns moves in UCI, separated by blanks.
fn line_text(descent: &Descent, line: &[Move]) -> String {
    let shape = descent.position().game().shape;
    line.iter().map(|&m| Uci(shape, m).to_string()).collect::<Vec<_>>().join(" ")
}
