//! `hexmate perft POSITION --depth N`.

use std::mem;

use hexmate::batch::Summary;
use hexmate::files::InputDigest;
use hexmate::game::Position;
use hexmate::notation::Uci;
use hexmate::perft::{HashTable, Kind};
use hexmate::rules::Move;
use hexmate::tasks::position;
use hexmate::tasks::{Count, CountUnits, CountUntil, CountedUnit, Sum, Uncounted, Units, sorted_moves};

use crate::args::{Detail, PerftCount};
use crate::context::Context;
use crate::exit::{Failure, Status};
use crate::output::{Column, Rows};
use crate::run::{Sink, Work};
use serde_json::Value;

/// As wide as the greatest numbers that anybody counts.
const DIGITS: usize = 15;

/// Counts from one position: a row for each depth or first move, as soon as it is counted.
pub fn run(args: &PerftCount<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let position = position::from_argument(context.game(), args.position)?;
    let moves = sorted_moves(&position);
    let input = InputDigest::default();
    input.add(position.to_fen().as_bytes());
    let heads: Vec<Vec<Value>> = match args.detail {
        Detail::Divide => {
            moves.iter().map(|&m| vec![Uci(position.game().shape, m).to_string().into()]).collect()
        }
        Detail::Nodes | Detail::Breakdown => {
            let game = context.game().name;
            (1..=args.depth).map(|depth| vec![game.into(), u64::from(depth).into()]).collect()
        }
    };
    let progress = context.progress(Some(0));
    let task = task(args, context)?;
    let items = Units::new(counts(args, &position, &moves), args.split, &task, progress.clone());
    let task = CountUntil { how: task, stop: context.interrupt.grace_over().clone() };
    let work = Work { items, input, task: &task, long: args.long, progress };
    work.run(context, || {
        let rows = Rows::open(args.output.format(), args.output.path(), columns(args.detail))?;
        Ok(Outputs { args: *args, heads, rows, written: 0, total: 0, sum: Sum::default(), is_cut: false })
    })
}

/// The table of counts, and the count that is being added up.
struct Outputs<'a> {
    args: PerftCount<'a>,
    /// What stands before the numbers of each row.
    heads: Vec<Vec<Value>>,
    rows: Rows,
    written: usize,
    /// Nodes of all rows.
    total: u64,
    sum: Sum,
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
        let mut row = self.heads.get(unit.count).cloned().unwrap_or_default();
        row.extend(numbers.iter().map(|&number| Value::from(number)));
        self.rows.write(&row)?;
        self.written += 1;
        self.total += numbers.first().copied().unwrap_or_default();
        Ok(())
    }

    fn missing(&self, _done: &Summary) -> String {
        let left = self.heads.len() - self.written;
        match self.args.detail {
            Detail::Divide => format!("stopped by a signal: the last {left} moves are missing"),
            Detail::Nodes | Detail::Breakdown => {
                let (first, depth) = (self.written + 1, self.args.depth);
                format!("stopped by a signal: depths {first} to {depth} are missing")
            }
        }
    }

    fn finish(self, context: &Context<'_>, _read: u64) -> Result<Status, Failure> {
        let missing = self.missing(&Summary { read: 0, is_stopped: true });
        self.rows.finish()?;
        if let Some(status) = context.interrupt.status().filter(|_| self.is_cut) {
            context.note(missing);
            return Ok(status);
        }
        if self.args.detail == Detail::Divide && self.written == self.heads.len() {
            context.note(format_args!("{} nodes at depth {}", self.total, self.args.depth));
        }
        Ok(Status::Clean)
    }
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

/// All counts that are asked for, in the order of their rows.
fn counts(args: &PerftCount<'_>, position: &Position, moves: &[Move]) -> Vec<Count> {
    match args.detail {
        Detail::Divide => {
            let rest = args.depth.checked_sub(1);
            let counts =
                moves.iter().filter_map(|&m| Some(Count { position: position.after_move(m), depth: rest? }));
            counts.collect()
        }
        Detail::Nodes | Detail::Breakdown => {
            (1..=args.depth).map(|depth| Count { position: position.clone(), depth }).collect()
        }
    }
}

fn columns(detail: Detail) -> Vec<Column> {
    let kinds: &[Kind] = if detail == Detail::Breakdown { &Kind::ALL } else { &[] };
    let mut columns = match detail {
        Detail::Divide => vec![Column::words("move", 8)],
        Detail::Nodes | Detail::Breakdown => vec![Column::words("variant", 9), Column::numbers("depth", 0)],
    };
    columns.push(Column::numbers("nodes", DIGITS));
    columns.extend(kinds.iter().map(|kind| Column::numbers(kind.name(), 11)));
    columns
}
