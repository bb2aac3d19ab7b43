//! `hexmate perft POSITION --depth N --compare FILE` or `--engine COMMAND`: comparison with another program.

pub mod many;

use hexmate_batch::files::{Input, InputDigest};
use hexmate_compare::{
    CompareError, ComparedCounts, Counter, Descent, Difference, Follower, Next, OWN_START, ParsedDivide,
    message, uci_line,
};
use hexmate_diagram::{View, ascii};
use hexmate_engine::Stderr;
use hexmate_position::{CellNames, Position, Setup};
use hexmate_report::Counted;
use hexmate_report::output::{self, Rows};
use hexmate_tasks::CountThreads;
use hexmate_tasks::position::NamedPosition;

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::args::{OtherCounts, PerftCompare, PerftEngine};
use crate::cli::positions::Positions;
use crate::cli::progress::Progress;
use serde_json::json;

/// Writes every move whose counts differ; with `--engine`, follows the difference down to the position that causes it.
pub fn run(args: &PerftCompare<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let origin = args.first.origin(context.requested_game());
    let positions = Positions::read(&args.subject, &origin, context)?;
    let NamedPosition { position, from_start, .. } = positions.only()?;
    let descent = Descent::new(position, args.depth);
    let threads = CountThreads::new(context.threads);
    let count = |position: &Position, depth| threads.nodes(position, depth, context.interrupt.grace_over());
    let follower = follower(&count, context);
    let rows = Rows::open(&context.outputs, args.output.table_format(), args.output.path(), columns())?
        .with_formulas(context.formulas());
    let mut comparison = Comparison { context, follower, descent, rows };
    let compared = match args.other {
        OtherCounts::File(name) => comparison.with_file(name, args.first.order.form().certain_names()),
        OtherCounts::Engine(args) => {
            let engine = args.prepare(context, Stderr::Shown);
            engine.and_then(|engine| {
                if let Some(moves) = from_start.filter(|_| engine.counts_after_moves()) {
                    let start = Position::start(comparison.descent.position().game());
                    comparison.descent = Descent::after(start, &moves, comparison.descent.depth());
                }
                comparison.with_engine(engine)
            })
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

impl PerftEngine<'_> {
    /// Prepares the program.
    fn prepare<'a>(&self, context: &'a Context<'_>, stderr: Stderr) -> Result<Counter<'a>, Failure> {
        let Self { command, time, form } = *self;
        Counter::new(command, form, time, context.interrupt.stop(), stderr)
            .map_err(|error| failure(error, context))
    }
}

/// Returns a comparison with the counts of this function.
fn follower<'a>(count: &'a dyn Fn(&Position, u32) -> Option<u64>, context: &'a Context<'_>) -> Follower<'a> {
    Follower { count, stop: context.interrupt.stop() }
}

/// Returns the failure of a comparison.
fn failure(error: CompareError, context: &Context<'_>) -> Failure {
    match error {
        CompareError::Answer { message, code } => Failure::Answer { message, code },
        CompareError::OnlyStart => Failure::Usage(error.to_string()),
        CompareError::Stopped => context.stopped(),
    }
}

/// A comparison of one position with another program.
struct Comparison<'a> {
    context: &'a Context<'a>,
    follower: Follower<'a>,
    descent: Descent,
    rows: Rows<Row>,
}

impl Comparison<'_> {
    fn with_file(&mut self, name: &str, names: Option<CellNames>) -> Result<Status, Failure> {
        let context = self.context;
        let theirs = ParsedDivide::parse(
            &Input::open(name, &context.input_options(&Progress::hidden()), &InputDigest::disabled())?
                .into_text()?,
        );
        if theirs.counts.is_empty() && self.descent.position().has_moves() {
            let shown = if name == "-" { "stdin" } else { name };
            return Err(Failure::Answer {
                message: format!("no line of {shown} is a move with its count, such as e4e5: 20"),
                code: "no-counts",
            });
        }
        let theirs = theirs.with_names(self.descent.position().game().shape, names);
        let compared = self.follower.compare(&self.descent, theirs);
        let compared = compared.map_err(|error| failure(error, context))?;
        write_rows(
            &mut self.rows,
            &self.descent,
            &uci_line(self.descent.position(), self.descent.steps()),
            &compared,
        )?;
        Ok(self.end(&compared))
    }

    fn with_engine(&mut self, mut engine: Counter<'_>) -> Result<Status, Failure> {
        let Self { context, follower, descent, rows } = self;
        let failed = |error| failure(error, context);
        let (start, depth) = (descent.position().clone(), descent.depth());
        if let Some((at_start, compared)) =
            follower.start_array(&mut engine, &start, depth).map_err(failed)?
        {
            write_rows(rows, &at_start, OWN_START, &compared)?;
            let text = message::own_start(&at_start, &board(&at_start, context), &compared);
            diagnostic::print_error_lines(text);
            return Ok(Status::Findings);
        }
        let compared = loop {
            let compared = follower.ask_at(&mut engine, descent).map_err(failed)?;
            write_rows(rows, descent, &uci_line(descent.position(), descent.steps()), &compared)?;
            match Follower::next_move(&engine, &compared) {
                Some(m) => descent.descend(m),
                None => break compared,
            }
        };
        Ok(self.end(&compared))
    }

    /// Prints the conclusion, and returns the exit status.
    fn end(&self, compared: &ComparedCounts) -> Status {
        let Self { context, descent, .. } = self;
        let ComparedCounts { theirs, step, other_depth, .. } = compared;
        let board = board(descent, context);
        let mut status = Status::Findings;
        match step.next {
            _ if let Some(depth) = other_depth => {
                diagnostic::print_error(message::other_depth(*depth, descent.depth()));
            }
            Next::Here => {
                diagnostic::print_error_lines(message::difference(descent, &board, &step.differences));
            }
            Next::After(m) => context.note_lines(message::next_step(descent, m)),
            Next::Agree if descent.is_first() => {
                status = Status::Clean;
                let (moves, nodes, depth) = (theirs.counts.len(), theirs.sum(), descent.depth());
                context.note(format_args!(
                    "equal: {}, {} at depth {depth}",
                    Counted(moves as u64, "move"),
                    Counted(nodes, "node")
                ));
            }
            Next::Agree => diagnostic::print_error_lines(message::inconsistent(descent, &board)),
        }
        if let Some(order) = compared.other_order {
            diagnostic::print_error(message::other_order(order));
        }
        if let Some((total, sum)) = theirs.wrong_total() {
            status = Status::Findings;
            diagnostic::print_error(message::wrong_total(total, sum));
        }
        status
    }
}

/// Returns the board of the current position after a line break; empty with `--quiet`.
fn board(descent: &Descent, context: &Context<'_>) -> String {
    match context.is_quiet() {
        true => String::new(),
        false => format!("\n{}", ascii(&Setup::from(descent.position()), View::default())),
    }
}

fn write_rows(
    rows: &mut Rows<Row>,
    descent: &Descent,
    after: &str,
    compared: &ComparedCounts,
) -> Result<(), Failure> {
    let depth = descent.depth();
    for difference in compared.step.differences.iter().cloned() {
        rows.write(&Row { depth, after: after.to_owned(), difference })?;
    }
    Ok(())
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
        Column::verdicts("status", 0, |row| json!(row.difference.kind.code())),
    ]
}
