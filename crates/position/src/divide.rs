//! Divides: node counts by first move.

use hexmate_core::rules::Move;

use crate::{Position, Uci};

/// Returns the node count after each legal move, in ascending order of their UCI text; empty at depth 0.
///
/// Returns `None` if `count` does, for example after an interrupt.
pub fn node_counts(
    position: &Position,
    depth: u32,
    count: &dyn Fn(&Position, u32) -> Option<u64>,
) -> Option<Vec<(Move, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let counted = |m| Some((m, count(&position.play_unchecked(m), rest)?));
    sorted_moves(position).into_iter().map(counted).collect()
}

/// Returns the legal moves in ascending order of their UCI text.
pub fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.sort_by_cached_key(|&m| Uci(position.game().shape, m).to_string());
    moves
}
