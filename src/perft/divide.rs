//! A count taken apart by the first move.

use crate::rules::{Move, Position, Variant};

/// What `count` finds after each of these moves, with one ply less to go.
///
/// Counts as it goes, in the order of the moves, all of which must be legal;
/// there is nothing at depth 0. Give it the count that is wanted, sequential or
/// parallel:
///
/// ```
/// use hexmate::perft::{divide, perft};
/// use hexmate::rules::{Mini, Position};
///
/// let start = Position::<Mini>::start();
/// let parts: Vec<u64> = divide(&start, start.legal_moves(), 3, perft).map(|(_, nodes)| nodes).collect();
/// assert_eq!(parts.len(), 9);
/// assert_eq!(parts.iter().sum::<u64>(), 681);
/// ```
pub fn divide<V: Variant, N>(
    position: &Position<V>,
    moves: impl IntoIterator<Item = Move>,
    depth: u32,
    count: impl Fn(&Position<V>, u32) -> N,
) -> impl Iterator<Item = (Move, N)> {
    let rest = depth.checked_sub(1);
    moves.into_iter().filter_map(move |m| Some((m, count(&position.after_move(m), rest?))))
}
