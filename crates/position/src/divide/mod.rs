//! Divides (node counts by first move): counted here, parsed from the output of another program, and compared.
//!
//! ```text
//! their text ──────▶ DivideLine ─▶ ParsedDivide ─┐
//! position, depth ─▶ node_counts ──────────┴▶ Descent::compare ─▶ Next: agree, one ply deeper, or here
//! ```

mod clue;
mod descent;
mod difference;
mod kind;
mod read;

pub use clue::{Clue, clues};
pub use descent::{Descent, DescentStep, Next};
pub use difference::{Difference, DifferenceKind, ForeignMoves};
pub use kind::MoveKind;
pub use read::{DivideLine, ParsedCount, ParsedDivide};

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

/// Returns whether the counts of a divide are those of this depth; stops at the first difference.
///
/// Returns `None` if `count` does.
pub fn fits(
    position: &Position,
    depth: u32,
    theirs: &ParsedDivide,
    count: &dyn Fn(&Position, u32) -> Option<u64>,
) -> Option<bool> {
    let (Some(rest), false) = (depth.checked_sub(1), theirs.counts.is_empty()) else { return Some(false) };
    let mut left = sorted_moves(position);
    for counted in &theirs.counts {
        let place = difference::legal(position, &counted.text, theirs.names)
            .and_then(|m| left.iter().position(|other| *other == m));
        let Some(place) = place else { return Some(false) };
        if count(&position.play_unchecked(left.swap_remove(place)), rest)? != counted.nodes {
            return Some(false);
        }
    }
    Some(left.is_empty())
}

/// Returns the legal moves in ascending order of their UCI text.
pub fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.sort_by_cached_key(|&m| Uci(position.game().shape, m).to_string());
    moves
}
