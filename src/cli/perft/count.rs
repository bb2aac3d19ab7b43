//! `hexmate perft POSITION|FILE --depth N`.

use std::mem;
use std::time::{Duration, Instant};

use hexmate_batch::Summary;
use hexmate_batch::files::InputDigest;
use hexmate_core::perft;
use hexmate_core::perft::HashTable;
use hexmate_position::Position;
use hexmate_position::Uci;
use hexmate_position::divide::sorted_moves;
use hexmate_report as report;
use hexmate_report::output::{self, Rows};
use hexmate_report::recorded::{CountDetail, CountedFrom, OutputKind, Recorded, RecordedCounts};
use hexmate_tasks::position::NamedPosition;
use hexmate_tasks::{CountError, CountLabel, CountMethod, CountRequest, CountTask, CountedUnit, Sum, Units};

use crate::cli::context::Context;
use crate::cli::exit::{Failure, Status};
use crate::cli::perft::args::PerftCount;
use crate::cli::positions::Positions;
use crate::cli::run::{Sink, Work};
use crate::cli::shared::output_paths::OutputPaths;
use crate::cli::shared::position::Subject;
use serde_json::json;

/// Width of the column of nodes.
const DIGITS: usize = 15;

/// Counts the nodes of positions; writes a row for each depth or first move as soon as it is counted.
pub fn run(args: &PerftCount<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let positions = Positions::read(&args.subject, &args.first.origin(context.requested_game()), context)?;
    let input = InputDigest::default();
    let mut counts = Vec::new();
    for NamedPosition { name, position, .. } in &positions.all {
        if positions.is_from_file {
            input.add(format!("{name}\n{}\n", position.game().name).as_bytes());
        }
        input.add(position.to_fen().as_bytes());
        let name = positions.is_from_file.then(|| name.clone());
        counts.extend(requested_counts(
            args,
            position,
            &CountLabel { name, depth: args.depth, ..CountLabel::default() },
        ));
    }
    let of = match (positions.is_from_file, positions.status) {
        (false, _) => CountedFrom::Position,
        (true, Status::Clean) => CountedFrom::File,
        (true, _) => CountedFrom::FaultyFile,
    };
    let recorded =
        RecordedCounts { format: args.output.table_format(), depth: args.depth, detail: args.detail, of };
    let progress = context.progress(Some(0));
    let task = task(args, context)?;
    let all = counts.len();
    let items = Units::new(counts, args.split, &task, progress.clone());
    let stop = context.interrupt.grace_over().clone();
    let task = CountTask { method: task, stop, recorded: Some(recorded.clone()) };
    let log = Recorded::Perft(recorded.clone());
    let files = match &args.subject {
        Subject::File(file) => std::slice::from_ref(file),
        Subject::Position(_) => &[],
    };
    let work = Work { items, input, task: &task, long: Some(args.long.logging(log, files)), progress };
    let begun = args.long.checkpoint().is_none().then(Instant::now);
    work.run(context, || {
        Ok(Outputs { all: Some(all), begun, ..Outputs::open(&recorded, context.paths, context)? })
    })
}

/// Output of the counts, and the sum of the current count.
pub struct Outputs<'a> {
    recorded: &'a RecordedCounts,
    rows: Rows<Row>,
    /// Number of rows to write, if known.
    all: Option<usize>,
    written: usize,
    /// Number of nodes of all rows.
    total: u64,
    sum: Sum,
    /// Start of the count, unless a checkpoint may contain results of earlier runs.
    begun: Option<Instant>,
    /// `true` after a stopped unit: later counts are incomplete.
    is_stopped: bool,
}

impl<'a> Outputs<'a> {
    /// Opens the output.
    pub fn open(
        recorded: &'a RecordedCounts,
        paths: &OutputPaths,
        context: &Context<'_>,
    ) -> Result<Self, Failure> {
        let path = paths.of(OutputKind::Lines);
        let rows = Rows::open(&context.outputs, recorded.format, path, columns(recorded))?
            .with_formulas(context.formulas());
        let (all, begun, sum) = (None, None, Sum::default());
        Ok(Self { recorded, rows, all, written: 0, total: 0, sum, begun, is_stopped: false })
    }
}

/// A count and its numbers: the nodes, then those of each kind if they are counted.
type Row = (CountLabel, Vec<u64>);

impl Sink for Outputs<'_> {
    type Entry = CountedUnit;

    fn take(&mut self, unit: CountedUnit) -> Result<(), Failure> {
        self.is_stopped |= unit.is_stopped;
        if self.is_stopped {
            return Ok(());
        }
        self.sum.add(&unit).map_err(sum_failure)?;
        if unit.left > 0 {
            return Ok(());
        }
        let numbers = mem::take(&mut self.sum).numbers().map_err(sum_failure)?;
        let label = unit.label.map(|label| *label).unwrap_or_default();
        self.total = self.total.saturating_add(numbers.first().copied().unwrap_or_default());
        self.rows.write(&(label, numbers))?;
        self.written += 1;
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    fn missing(&self, _done: &Summary) -> String {
        let left = self.all.map_or(0, |all| all.saturating_sub(self.written)) as u64;
        match (self.recorded.of, self.recorded.detail.is_divide()) {
            (CountedFrom::Position, true) => {
                format!("stopped by a signal: {} not counted", report::Counted(left, "move"))
            }
            (CountedFrom::Position, false) => {
                let (first, depth) = (self.written + 1, self.recorded.depth);
                format!("stopped by a signal: depths {first} to {depth} are missing")
            }
            _ => format!("stopped by a signal: {} not written", report::Counted(left, "row")),
        }
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let RecordedCounts { detail, of, depth, .. } = *self.recorded;
        self.rows.finish()?;
        if self.is_stopped {
            return Ok(Status::Clean);
        }
        // A merge does not know the number of rows, and its parts are complete.
        let is_done = self.all.is_none_or(|all| all == self.written);
        if detail.is_divide() && is_done && of == CountedFrom::Position {
            context.note(format_args!("{} at depth {depth}", report::Counted(self.total, "node")));
        }
        if let Some(begun) = self.begun {
            context.note(speed(self.total, begun.elapsed()));
        }
        Ok(if of == CountedFrom::FaultyFile { Status::Findings } else { Status::Clean })
    }
}

/// Returns the summary of nodes, time and speed.
fn speed(nodes: u64, time: Duration) -> String {
    let rate = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    format!("{} in {:.3} s, {rate} nodes a second", report::Counted(nodes, "node"), time.as_secs_f64())
}

/// Returns how units are counted; allocates the hash table.
fn task(args: &PerftCount<'_>, context: &Context<'_>) -> Result<CountMethod, Failure> {
    Ok(match (args.detail, args.hash) {
        (CountDetail::Breakdown, _) => CountMethod::ByKind,
        (_, None) => CountMethod::Plain,
        (_, Some(mebibytes)) => {
            let table = HashTable::with_mebibytes(mebibytes);
            let table = table.map_err(|error| Failure::Usage(format!("--hash {mebibytes}: {error}")))?;
            CountMethod::WithTable(table.stopped_by(context.interrupt.grace_over().flag().clone()))
        }
    })
}

#[expect(clippy::needless_pass_by_value, reason = "as errors are mapped")]
fn sum_failure(reason: CountError) -> Failure {
    Failure::Usage(reason.to_string())
}

/// Returns the counts requested of a position, in the order of their rows.
fn requested_counts(args: &PerftCount<'_>, position: &Position, of: &CountLabel) -> Vec<CountRequest> {
    let game = position.game();
    if !args.detail.is_divide() {
        let count = |depth| {
            let label = CountLabel { game: Some(game.name.to_owned()), depth, ..of.clone() };
            CountRequest { position: position.clone(), depth, label }
        };
        return (1..=args.depth).map(count).collect();
    }
    let count = |m| {
        let after = position.play_unchecked(m);
        let fen = (args.detail == CountDetail::DivideWithFens).then(|| after.to_fen());
        let label = CountLabel { first: Some(Uci(game.shape, m).to_string()), fen, ..of.clone() };
        Some(CountRequest { position: after, depth: args.depth.checked_sub(1)?, label })
    };
    sorted_moves(position).into_iter().filter_map(count).collect()
}

type Column = output::Column<Row>;

fn columns(recorded: &RecordedCounts) -> Vec<Column> {
    let RecordedCounts { detail, of, .. } = *recorded;
    let mut columns = Vec::new();
    if of != CountedFrom::Position {
        columns.push(Column::words("id", 16, |(label, _)| json!(label.name)));
    }
    if detail.is_divide() {
        columns.push(Column::words("move", 8, |(label, _)| json!(label.first)));
    } else {
        columns.push(Column::words("variant", 9, |(label, _)| json!(label.game)));
        columns.push(Column::numbers("depth", 0, |(label, _)| json!(label.depth)));
    }
    columns.push(Column::numbers("nodes", DIGITS, |(_, numbers)| json!(numbers.first())));
    if detail == CountDetail::Breakdown {
        for (index, kind) in (1..).zip(perft::Kind::ALL) {
            columns.push(Column::numbers(kind.name(), 11, move |(_, numbers)| json!(numbers.get(index))));
        }
    }
    if detail == CountDetail::DivideWithFens {
        columns.push(Column::words("fen", 0, |(label, _)| json!(label.fen)));
    }
    columns
}
