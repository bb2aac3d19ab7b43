//! Divides (node counts by first move): counted here, parsed from the output of another program, and compared.
//!
//! ```text
//! their text ──────▶ Line ─▶ ParsedDivide ─┐
//! position, depth ─▶ node_counts ──────────┴▶ Descent::compare ─▶ Next: agree, one ply deeper, or here
//! ```

mod descent;
mod difference;
mod read;

pub use descent::{Descent, Next, Step};
pub use difference::{Difference, DifferenceKind, ForeignMoves};
pub use read::{Line, ParsedCount, ParsedDivide};

use crate::Position;
use crate::Uci;
use hexmate_core::rules::Move;

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
