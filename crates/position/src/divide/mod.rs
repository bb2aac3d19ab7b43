//! Counts by first move: ours, those that another program has written, and where the two part. No processes, no files.
//!
//! ```text
//! a line of theirs ─▶ Line ─▶ Written ─┐
//! position, depth ─▶ ours ─────────────┴▶ Descent::compare ─▶ Next: the same, one ply deeper, or here
//! ```

mod descent;
mod difference;
mod read;

pub use descent::{Descent, Next, Step};
pub use difference::{Difference, Foreign, Kind};
pub use read::{Line, Written, WrittenCount};

use crate::Position;
use crate::Uci;
use hexmate_core::rules::Move;

/// The nodes after each first move to this depth, in the ascending order of their UCI text; none at depth 0.
///
/// `None` if a position has no count, as where somebody has asked for the end.
pub fn ours(
    position: &Position,
    depth: u32,
    count: &dyn Fn(&Position, u32) -> Option<u64>,
) -> Option<Vec<(Move, u64)>> {
    let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let counted = |m| Some((m, count(&position.play_unchecked(m), rest)?));
    sorted_moves(position).into_iter().map(counted).collect()
}

/// Moves in the ascending order of their UCI text.
pub fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.sort_by_cached_key(|&m| Uci(position.game().shape, m).to_string());
    moves
}
