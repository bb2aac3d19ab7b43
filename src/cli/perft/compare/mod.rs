//! `hexmate perft POSITION --depth N --compare FILE`, or `--engine COMMAND`: where counts part.

mod engine;
mod told;

use engine::{Engine, EngineError, Question};
use hexmate_batch::files::{Input, InputDigest};
use hexmate_core::rules::Move;
use hexmate_diagram::{View, ascii};
use hexmate_position::Setup;
use hexmate_position::Uci;
use hexmate_position::divide::{Descent, Difference, Next, Step, Written};
use hexmate_report::Counted;
use hexmate_report::output::{Column, Rows};
use hexmate_tasks::{Threads, divide_until};

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::{PerftCompare, Theirs};
use crate::cli::positions::Positions;
use crate::cli::progress::Progress;
use serde_json::Value;

/// Writes every move on which two counts do not agree; with a program to ask, goes down to where they part.
pub fn run(args: &PerftCompare<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let positions = Positions::read(&args.subject, &args.first.origin(context.asked_game()), context)?;
    let descent = Descent::new(positions.only()?, args.depth);
    let threads = Threads::new(context.threads).map_err(|error| Failure::Usage(error.to_string()))?;
    let rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns())?
        .with_formulas(context.formulas());
    let mut comparison = Comparison { context, threads, descent, rows };
    let compared = match args.theirs {
        Theirs::File(name) => comparison.with_file(name),
        Theirs::Engine { command, time, order } => {
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

/// What is compared, and where the differences go.
struct Comparison<'a> {
    context: &'a Context<'a>,
    threads: Threads,
    descent: Descent,
    rows: Rows,
}

impl Comparison<'_> {
    fn with_file(&mut self, name: &str) -> Result<Status, Failure> {
        let theirs = Written::read(
            &Input::open(name, &self.context.input_options(&Progress::hidden()), &InputDigest::unused())?
                .into_text()?,
        );
        if theirs.counts.is_empty() && self.descent.position().has_moves() {
            let shown = if name == "-" { "stdin" } else { name };
            return Err(Failure::Answer {
                message: format!("no line of {shown} is a move and its count, as e4e5: 20"),
                code: "no-counts",
            });
        }
        let step = self.step(&theirs)?;
        if let Next::After(m) = step.next {
            self.context.note_in_lines(told::next_question(&self.descent, m));
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
                Next::After(m) => self.descent.go(m),
                Next::Here | Next::Same => return Ok(self.end(&theirs, &step)),
            }
        }
    }

    fn failure(&self, error: &EngineError) -> Failure {
        match error.is_stopped() {
            true => self.context.stopped(),
            false => Failure::Answer { message: error.to_string(), code: error.code() },
        }
    }

    /// Compares, and writes the differences.
    fn step(&mut self, theirs: &Written) -> Result<Step, Failure> {
        let (descent, end) = (&self.descent, self.context.interrupt.grace_over());
        let ours = self.threads.share(|| divide_until(descent.position(), descent.depth(), end));
        let ours = ours.ok_or_else(|| self.context.stopped())?;
        let step = descent.compare(&ours, theirs).map_err(|error| Failure::Answer {
            message: error.to_string(),
            code: hexmate_position::divide::Foreign::CODE,
        })?;
        for difference in &step.differences {
            self.rows.write(&row(descent, difference))?;
        }
        Ok(step)
    }

    /// The board where the two part, behind its FEN; nothing with --quiet.
    fn board(&self) -> String {
        let position = self.descent.position();
        match self.context.is_quiet() {
            true => String::new(),
            false => format!("\n{}", ascii(&Setup::from(position), View::default())),
        }
    }

    /// Says where the two part.
    fn end(&self, theirs: &Written, step: &Step) -> Status {
        let mut status = Status::Findings;
        match step.next {
            Next::Here => {
                diagnostic::complain_in_lines(told::parting(&self.descent, &self.board(), &step.differences));
            }
            Next::After(_) => {}
            Next::Same if self.descent.line().is_empty() => {
                status = Status::Clean;
                let (moves, nodes, depth) = (theirs.counts.len(), theirs.sum(), self.descent.depth());
                self.context.note(format_args!(
                    "the same: {}, {} at depth {depth}",
                    Counted(moves as u64, "move"),
                    Counted(nodes, "node")
                ));
            }
            Next::Same => diagnostic::complain_in_lines(told::inconsistent(&self.descent, &self.board())),
        }
        if let Some((total, sum)) = theirs.wrong_total() {
            status = Status::Findings;
            diagnostic::complain(format_args!(
                "their total {total} is not the sum of their counts, {sum} [total]"
            ));
        }
        status
    }
}

fn columns() -> Vec<Column> {
    vec![
        Column::numbers("depth", 0),
        Column::words("after", 24),
        Column::words("move", 8),
        Column::numbers("ours", 13),
        Column::numbers("theirs", 13),
        Column::words("status", 0),
    ]
}

fn row(descent: &Descent, difference: &Difference) -> Vec<Value> {
    let Difference { text, ours, theirs, kind, m: _ } = difference;
    vec![
        u64::from(descent.depth()).into(),
        line_text(descent, descent.line()).into(),
        text.as_str().into(),
        (*ours).into(),
        (*theirs).into(),
        kind.code().into(),
    ]
}

/// Moves as UCI has them, with blanks between.
fn line_text(descent: &Descent, line: &[Move]) -> String {
    let shape = descent.position().game().shape;
    line.iter().map(|&m| Uci(shape, m).to_string()).collect::<Vec<_>>().join(" ")
}
