//! `hexmate perft POSITION|FILE --depth N`.

use std::mem;
use std::time::{Duration, Instant};

use hexmate::batch::Summary;
use hexmate::divide::sorted_moves;
use hexmate::files::InputDigest;
use hexmate::game::Position;
use hexmate::notation::Uci;
use hexmate::output::{Column, Rows};
use hexmate::perft::{HashTable, Kind};
use hexmate::report::Counted;
use hexmate::tasks::position::Named;
use hexmate::tasks::{Count, CountUnits, CountUntil, CountedUnit, Sum, Uncounted, Units};

use super::positions::Positions;
use crate::args::{Detail, PerftCount, Subject};
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::run::{Sink, Work};
use serde_json::Value;

/// As wide as the greatest numbers that anybody counts.
const DIGITS: usize = 15;

/// Counts from positions: a row for each depth or first move, as soon as it is counted.
pub fn run(args: &PerftCount<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let positions = Positions::read(&args.subject, &args.first.origin(context.asked_game()), context)?;
    let input = InputDigest::default();
    let mut counts = Vec::new();
    let mut frames = Vec::new();
    for Named { name, position } in &positions.all {
        if positions.are_of_file {
            input.add(format!("{name}\n{}\n", position.game().name).as_bytes());
        }
        input.add(position.to_fen().as_bytes());
        let name = positions.are_of_file.then(|| Value::from(name.as_str()));
        for (count, frame) in asked(args, position) {
            counts.push(count);
            frames.push(Frame { before: name.iter().cloned().chain(frame.before).collect(), ..frame });
        }
    }
    let progress = context.progress(Some(0));
    let task = task(args, context)?;
    let items = Units::new(counts, args.split, &task, progress.clone());
    let task = CountUntil { how: task, stop: context.interrupt.grace_over().clone() };
    let work = Work { items, input, task: &task, long: args.long, progress };
    let is_whole = context.parts.is_none() && args.long.checkpoint().is_none();
    work.run(context, || {
        let columns = columns(args.detail, positions.are_of_file);
        let rows = Rows::open(&context.outputs, args.output.format(), args.output.path(), columns)?
            .with_formulas(context.formulas());
        let begun = is_whole.then(Instant::now);
        let (status, sum) = (positions.status, Sum::default());
        Ok(Outputs { args, frames, rows, written: 0, total: 0, sum, begun, status, is_cut: false })
    })
}

/// What stands around the numbers of a row.
#[derive(Default)]
struct Frame {
    before: Vec<Value>,
    after: Option<Value>,
}

/// The table of counts, and the count that is being added up.
struct Outputs<'a> {
    args: &'a PerftCount<'a>,
    frames: Vec<Frame>,
    rows: Rows,
    written: usize,
    /// Nodes of all rows.
    total: u64,
    sum: Sum,
    /// When counting began, if all of it is done in this run.
    begun: Option<Instant>,
    status: Status,
    /// Whether a unit was given up, so that no count after it is whole.
    is_cut: bool,
}

impl Sink for Outputs<'_> {
    type Entry = CountedUnit;

    fn take(&mut self, unit: CountedUnit) -> Result<(), Failure> {
        self.is_cut |= unit.is_given_up;
        if self.is_cut {
            return Ok(());
        }
        self.sum.add(&unit).map_err(uncounted)?;
        if unit.left > 0 {
            return Ok(());
        }
        let numbers = mem::take(&mut self.sum).numbers().map_err(uncounted)?;
        let mut row = Vec::new();
        if let Some(frame) = self.frames.get_mut(unit.count) {
            row.append(&mut frame.before);
            row.extend(numbers.iter().map(|&number| Value::from(number)));
            row.extend(frame.after.take());
        }
        self.rows.write(&row)?;
        self.written += 1;
        self.total += numbers.first().copied().unwrap_or_default();
        Ok(())
    }

    fn missing(&self, _done: &Summary) -> String {
        let left = (self.frames.len() - self.written) as u64;
        match (&self.args.subject, self.args.detail.is_divide()) {
            (Subject::Position(_), true) => {
                format!("stopped by a signal: {} not counted", Counted(left, "move"))
            }
            (Subject::Position(_), false) => {
                let (first, depth) = (self.written + 1, self.args.depth);
                format!("stopped by a signal: depths {first} to {depth} are missing")
            }
            (Subject::File(_), _) => format!("stopped by a signal: {} not written", Counted(left, "row")),
        }
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let missing = self.missing(&Summary { read: 0, is_stopped: true });
        self.rows.finish()?;
        if let Some(status) = context.interrupt.status().filter(|_| self.is_cut) {
            context.note(missing);
            return Ok(status);
        }
        let is_done = self.written == self.frames.len();
        if self.args.detail.is_divide() && is_done && matches!(self.args.subject, Subject::Position(_)) {
            context.note(format_args!("{} at depth {}", Counted(self.total, "node"), self.args.depth));
        }
        if let Some(begun) = self.begun {
            context.note(speed(self.total, begun.elapsed()));
        }
        Ok(self.status)
    }
}

/// How fast so many nodes were counted.
fn speed(nodes: u64, time: Duration) -> String {
    let rate = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    format!("{} in {:.3} s, {rate} nodes a second", Counted(nodes, "node"), time.as_secs_f64())
}

/// How units are counted; makes room for the table.
fn task(args: &PerftCount<'_>, context: &Context<'_>) -> Result<CountUnits, Failure> {
    Ok(match (args.detail, args.hash) {
        (Detail::Breakdown, _) => CountUnits::ByKind,
        (_, None) => CountUnits::Plainly,
        (_, Some(mebibytes)) => {
            let table = HashTable::with_mebibytes(mebibytes);
            let table = table.map_err(|error| Failure::Usage(format!("--hash {mebibytes}: {error}")))?;
            CountUnits::WithTable(table.stopped_by(context.interrupt.grace_over().flag().clone()))
        }
    })
}

#[expect(clippy::needless_pass_by_value, reason = "as errors are mapped")]
fn uncounted(reason: Uncounted) -> Failure {
    Failure::Usage(reason.to_string())
}

/// All counts that are asked for of a position, in the order of their rows.
fn asked(args: &PerftCount<'_>, position: &Position) -> Vec<(Count, Frame)> {
    let game = position.game();
    if !args.detail.is_divide() {
        let row = |depth| {
            let before = vec![game.name.into(), u64::from(depth).into()];
            (Count { position: position.clone(), depth }, Frame { before, after: None })
        };
        return (1..=args.depth).map(row).collect();
    }
    let row = |m| {
        let after = position.after_move(m);
        let fen = (args.detail == Detail::DivideWithFens).then(|| after.to_fen().into());
        let frame = Frame { before: vec![Uci(game.shape, m).to_string().into()], after: fen };
        Some((Count { position: after, depth: args.depth.checked_sub(1)? }, frame))
    };
    sorted_moves(position).into_iter().filter_map(row).collect()
}

fn columns(detail: Detail, has_names: bool) -> Vec<Column> {
    let mut columns = if has_names { vec![Column::words("id", 16)] } else { Vec::new() };
    match detail.is_divide() {
        true => columns.push(Column::words("move", 8)),
        false => columns.extend([Column::words("variant", 9), Column::numbers("depth", 0)]),
    }
    columns.push(Column::numbers("nodes", DIGITS));
    match detail {
        Detail::Breakdown => columns.extend(Kind::ALL.iter().map(|kind| Column::numbers(kind.name(), 11))),
        Detail::DivideWithFens => columns.push(Column::words("fen", 0)),
        Detail::Nodes | Detail::Divide => {}
    }
    columns
}
