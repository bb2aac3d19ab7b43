//! `hexmate perft POSITION --depth N`.

use hexmate::geometry::Geometry;
use hexmate::notation::Uci;
use hexmate::perft::{Kind, divide};
use hexmate::rules::{Move, Position, Variant};

use crate::args::{Detail, PerftCount};
use crate::context::Context;
use crate::counter::{Count, Counter, Sums};
use crate::exit::{Failure, Status};
use crate::output::{Column, Field, Rows};
use crate::position;

/// As wide as the greatest numbers that anybody counts.
const DIGITS: usize = 15;

/// Counts from one position: a row for each depth or first move, as soon as it is counted.
pub fn run<V: Variant>(args: &PerftCount<'_>, context: &Context<'_>) -> Result<Status, Failure> {
    let position = position::from_argument::<V>(args.position)?;
    let moves = sorted_moves(&position);
    let counts = counts(args, position, &moves);
    let counter = Counter::new(args, &position, context)?;
    if let (None, Some(share)) = (context.parts, args.pieces.shard()) {
        return counter.write_part(&counts, &position, share);
    }
    let joined = context.parts.map(Sums::joined).transpose()?;
    let mut rows = Rows::open(args.output, columns(args.detail))?;
    let (mut left, mut total) = (counts.len(), 0);
    for count in &counts {
        let numbers = match (&joined, context.interrupt.status()) {
            (Some(sums), _) => Some(sums.of(count.number)?),
            (None, None) => counter.count(count)?,
            (None, Some(_)) => None,
        };
        let Some(mut numbers) = numbers else { break };
        // Where no line is so long there is no unit whose numbers could be added up.
        numbers.resize(1 + kinds(args.detail).len(), 0);
        let mut row: Vec<Field> = match args.detail {
            Detail::Divide => vec![uci(moves[count.number as usize]).into()],
            Detail::Nodes | Detail::Breakdown => {
                vec![context.game().name().into(), u64::from(count.depth).into()]
            }
        };
        row.extend(numbers.iter().map(|&number| Field::Number(number)));
        rows.write(&row)?;
        total += numbers.first().copied().unwrap_or_default();
        left -= 1;
    }
    rows.finish()?;
    if let Some(status) = context.interrupt.status().filter(|_| left > 0) {
        context.note(match args.detail {
            Detail::Divide => format!("stopped by a signal: the last {left} moves are missing"),
            Detail::Nodes | Detail::Breakdown => {
                let first = args.depth + 1 - left as u32;
                format!("stopped by a signal: depths {first} to {} are missing", args.depth)
            }
        });
        return Ok(status);
    }
    if args.detail == Detail::Divide {
        context.note(format_args!("{total} nodes at depth {}", args.depth));
    }
    Ok(Status::Clean)
}

/// All counts that are asked for, in the order of their rows.
fn counts<V: Variant>(
    args: &PerftCount<'_>,
    position: Position<V>,
    moves: &[Move<V::Geometry>],
) -> Vec<Count<V>> {
    match args.detail {
        Detail::Divide => {
            let parts = divide(&position, moves.iter().copied(), args.depth, |&after, depth| (after, depth));
            (0..)
                .zip(parts)
                .map(|(number, (_, (position, depth)))| Count { number, position, depth })
                .collect()
        }
        Detail::Nodes | Detail::Breakdown => {
            (1..=args.depth).map(|depth| Count { number: depth - 1, position, depth }).collect()
        }
    }
}

fn columns(detail: Detail) -> Vec<Column> {
    let mut columns = match detail {
        Detail::Divide => vec![Column::words("move", 8)],
        Detail::Nodes | Detail::Breakdown => vec![Column::words("variant", 9), Column::numbers("depth", 0)],
    };
    columns.push(Column::numbers("nodes", DIGITS));
    columns.extend(kinds(detail).iter().map(|kind| Column::numbers(kind.name(), 11)));
    columns
}

/// The kinds of nodes that are counted apart.
fn kinds(detail: Detail) -> &'static [Kind] {
    if detail == Detail::Breakdown { &Kind::ALL } else { &[] }
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
