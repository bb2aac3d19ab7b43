//! `hexmate perft POSITION --depth N`.

use hexmate::geometry::Geometry;
use hexmate::notation::Uci;
use hexmate::perft::{Kind, breakdown_parallel, divide};
use hexmate::rules::{Move, Position, Variant};

use crate::args::{Detail, PerftCount};
use crate::context::Context;
use crate::counter::{self, Counter};
use crate::exit::{Failure, Status};
use crate::output::{Column, Field, Rows};
use crate::position;

/// As wide as the greatest numbers that anybody counts.
const DIGITS: usize = 15;

/// Counts from one position.
pub fn run<V: Variant>(args: &PerftCount<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let position = position::from_argument::<V>(args.position)?;
    if let Some(parts) = context.parts {
        let counts = counter::joined(parts)?;
        return by_depth(args, context, &[], |depth| {
            Ok(Some(vec![counter::nodes_at(&counts, depth)?.into()]))
        });
    }
    let counter = Counter::new(args, &position, context)?;
    if let Some(share) = args.pieces.shard() {
        return counter.write_part(&position, args.depth, share);
    }
    match args.detail {
        Detail::Nodes => by_depth(args, context, &[], |depth| {
            let nodes = counter.count(&position, depth)?;
            Ok(nodes.map(|nodes| vec![nodes.into()]))
        }),
        Detail::Breakdown => by_depth(args, context, &Kind::ALL, |depth| {
            let found = breakdown_parallel(&position, depth);
            let kinds = Kind::ALL.map(|kind| Field::Number(found[kind]));
            Ok(Some([Field::Number(found.nodes)].into_iter().chain(kinds).collect()))
        }),
        Detail::Divide => by_move(args, context, &position, &counter),
    }
}

/// Moves in the ascending order of their UCI text.
pub fn sorted_moves<V: Variant>(position: &Position<V>) -> Vec<Move<V::Geometry>> {
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.sort_by_cached_key(|&m| uci(m));
    moves
}

/// The UCI text of a move.
pub fn uci<G: Geometry>(m: Move<G>) -> String {
    Uci(m).to_string()
}

/// A row for each depth, as soon as it is counted.
fn by_depth(
    args: &PerftCount<'_>,
    context: &Context<'_>,
    kinds: &[Kind],
    count: impl Fn(u32) -> Result<Option<Vec<Field>>, Failure>,
) -> Result<Status, Failure> {
    let mut columns = vec![Column::words("variant", 9), Column::numbers("depth", 0)];
    columns.push(Column::numbers("nodes", DIGITS));
    columns.extend(kinds.iter().map(|kind| Column::numbers(kind.name(), 11)));
    let mut rows = Rows::open(args.output, columns)?;
    for depth in 1..=args.depth {
        let counted = match context.interrupt.status() {
            None => count(depth)?,
            Some(_) => None,
        };
        let Some(counted) = counted else {
            rows.finish()?;
            context.note(format_args!("stopped by a signal: depths {depth} to {} are missing", args.depth));
            return Ok(context.interrupt.status().unwrap_or(Status::Interrupted));
        };
        let mut row = vec![context.game().name().into(), u64::from(depth).into()];
        row.extend(counted);
        rows.write(&row)?;
    }
    rows.finish()?;
    Ok(Status::Clean)
}

/// A row for each first move, as soon as it is counted.
fn by_move<V: Variant>(
    args: &PerftCount<'_>,
    context: &Context<'_>,
    position: &Position<V>,
    counter: &Counter<'_, V>,
) -> Result<Status, Failure> {
    let columns = vec![Column::words("move", 8), Column::numbers("nodes", DIGITS)];
    let mut rows = Rows::open(args.output, columns)?;
    let moves = sorted_moves(position);
    let mut left = moves.len();
    let mut total = 0;
    for (m, nodes) in divide(position, moves, args.depth, |after, depth| counter.count(after, depth)) {
        let Some(nodes) = nodes? else { break };
        rows.write(&[uci(m).into(), nodes.into()])?;
        total += nodes;
        left -= 1;
    }
    rows.finish()?;
    if let Some(status) = context.interrupt.status().filter(|_| left > 0) {
        context.note(format_args!("stopped by a signal: the last {left} moves are missing"));
        return Ok(status);
    }
    context.note(format_args!("{total} nodes at depth {}", args.depth));
    Ok(Status::Clean)
}
