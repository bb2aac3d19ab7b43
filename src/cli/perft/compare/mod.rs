//! `hexmate perft POSITION --depth N --compare FILE` or `--engine COMMAND`: comparison with another program.

pub mod engine;
mod follow;
pub mod many;
mod message;

use engine::{Engine, Stderr};
use follow::{Compared, Follower};
use hexmate_batch::files::{Input, InputDigest};
use hexmate_core::rules::Move;
use hexmate_diagram::{View, ascii};
use hexmate_position::divide::{Descent, Difference, DifferenceKind, Next, ParsedDivide};
use hexmate_position::{CellNames, Position, Setup};
use hexmate_report::Counted;
use hexmate_report::output::{self, Rows};
use hexmate_tasks::CountThreads;

use crate::cli::context::Context;
use crate::cli::diagnostic;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::args::{OtherCounts, PerftCompare, PerftEngine};
use crate::cli::positions::Positions;
use crate::cli::progress::Progress;
use serde_json::json;

/// Text in place of moves that lead to a position: the start position that the other program sets up itself.
const OWN_START: &str = "startpos";

/// Writes every move whose counts differ; with `--engine`, follows the difference down to the position that causes it.
pub fn run(args: &PerftCompare<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let positions = Positions::read(&args.subject, &args.first.origin(context.requested_game()), context)?;
    let descent = Descent::new(positions.only()?, args.depth);
    let follower = Follower { context, threads: CountThreads::new(context.threads) };
    let rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns())?
        .with_formulas(context.formulas());
    let mut comparison = Comparison { follower, descent, rows };
    let compared = match args.other {
        OtherCounts::File(name) => comparison.with_file(name, args.first.order.form().certain_names()),
        OtherCounts::Engine(args) => {
            let engine = args.prepare(context, Stderr::Shown);
            engine.and_then(|engine| comparison.with_engine(engine))
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

impl<'a> PerftEngine<'a> {
    /// Prepares the program.
    fn prepare(&self, context: &'a Context<'_>, stderr: Stderr) -> Result<Engine<'a>, Failure> {
        let Self { command, time, form } = *self;
        Engine::new(command, form, time, context.interrupt.stop(), stderr)
            .map_err(|error| Failure::Answer { message: error.to_string(), code: error.code() })
    }
}

/// A comparison of one position with another program.
struct Comparison<'a> {
    follower: Follower<'a>,
    descent: Descent,
    rows: Rows<Row>,
}

impl Comparison<'_> {
    fn with_file(&mut self, name: &str, names: Option<CellNames>) -> Result<Status, Failure> {
        let context = self.follower.context;
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
        let compared = self.follower.compare(&self.descent, theirs)?;
        write_rows(
            &mut self.rows,
            &self.descent,
            &uci_line(self.descent.position(), self.descent.line()),
            &compared,
        )?;
        Ok(self.end(&compared))
    }

    fn with_engine(&mut self, mut engine: Engine<'_>) -> Result<Status, Failure> {
        let Self { follower, descent, rows } = self;
        let (start, depth) = (descent.position().clone(), descent.depth());
        if let Some((at_start, compared)) = follower.start_array(&mut engine, &start, depth)? {
            write_rows(rows, &at_start, OWN_START, &compared)?;
            let text = message::own_start(&at_start, &board(&at_start, follower.context), &compared);
            diagnostic::print_error_lines(text);
            return Ok(Status::Findings);
        }
        let compared = follower.follow(&mut engine, descent, &mut |descent, compared| {
            write_rows(rows, descent, &uci_line(descent.position(), descent.line()), compared)
        })?;
        Ok(self.end(&compared))
    }

    /// Prints the conclusion, and returns the exit status.
    fn end(&self, compared: &Compared) -> Status {
        let Self { follower, descent, .. } = self;
        let Compared { theirs, step, other_depth, .. } = compared;
        let (context, board) = (follower.context, board(descent, follower.context));
        let mut status = Status::Findings;
        match step.next {
            _ if let Some(depth) = other_depth => {
                diagnostic::print_error(message::other_depth(*depth, descent.depth()));
            }
            Next::Here => {
                diagnostic::print_error_lines(message::difference(descent, &board, &step.differences));
            }
            Next::After(m) => context.note_lines(message::next_step(descent, m)),
            Next::Agree if descent.line().is_empty() => {
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
        if let Some((total, sum)) = theirs.wrong_total() {
            status = Status::Findings;
            diagnostic::print_error(message::wrong_total(total, sum));
        }
        status
    }
}

/// Returns whether two divides differ in counts only.
fn has_same_moves(differences: &[Difference]) -> bool {
    differences.iter().all(|difference| difference.kind == DifferenceKind::Count)
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
    compared: &Compared,
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

/// Returns the moves that lead to a position in UCI, separated by blanks.
fn uci_line(position: &Position, line: &[Move]) -> String {
    line_in(CellNames::Standard, position, line)
}

/// Returns the moves that lead to a position in UCI with these names of cells.
fn line_in(names: CellNames, position: &Position, line: &[Move]) -> String {
    let shape = position.game().shape;
    line.iter().map(|&m| names.uci(shape, m).to_string()).collect::<Vec<_>>().join(" ")
}
