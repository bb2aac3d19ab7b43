//! Counting the leaves of the move tree. No text, no files.

use std::ops::ControlFlow;

use crate::rules::{Position, Variant};

/// Number of move sequences of `depth` plies.
///
/// The last ply is counted without being played, so the cost is that of the
/// positions one ply before.
pub fn perft<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut nodes = 0;
            let _: ControlFlow<()> = position.visit_moves(|piece| {
                nodes += piece.into_iter().map(|m| perft(&position.after(m), depth - 1)).sum::<u64>();
                ControlFlow::Continue(())
            });
            nodes
        }
    }
}
