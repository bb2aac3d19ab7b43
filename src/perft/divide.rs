//! A count taken apart by the first move.

use crate::rules::{Move, Position, Variant};

/// What `count` finds after each legal move, with one ply less to go.
///
/// In the order of the generation; nothing at depth 0. Give it the count that
/// is wanted, sequential or parallel:
///
/// ```
/// use hexmate::perft::{divide, perft};
/// use hexmate::rules::{Mini, Position};
///
/// let parts = divide(&Position::<Mini>::start(), 3, perft);
/// assert_eq!(parts.len(), 9);
/// assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 681);
/// ```
pub fn divide<V: Variant, N>(
    position: &Position<V>,
    depth: u32,
    count: impl Fn(&Position<V>, u32) -> N,
) -> Vec<(Move<V::Geometry>, N)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().map(|m| (m, count(&position.after(m), rest))).collect()
}
