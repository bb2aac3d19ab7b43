//! Plain perft.

use std::ops::ControlFlow;

use super::split;
use crate::rules::{Position, Variant};

/// Returns the number of move sequences of `depth` plies.
///
/// The last two plies are counted at once, see [`Position::count_replies`], so
/// the cost is that of the positions two plies before.
///
/// ```
/// use hexmate_core::perft::perft;
/// use hexmate_core::rules::{Glinski, Position};
///
/// assert_eq!(perft(&Position::<Glinski>::start(), 2), 2_586);
/// ```
pub fn perft<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        2 => position.count_replies(),
        _ => {
            let mut nodes = 0;
            let _ = position.visit_moves(&mut |piece| {
                nodes += piece.into_iter().map(|m| perft(&position.after_move(m), depth - 1)).sum::<u64>();
                ControlFlow::Continue(())
            });
            nodes
        }
    }
}

/// Counts as [`perft`], on all threads of the current pool.
///
/// ```
/// use hexmate_core::perft::{perft, perft_parallel};
/// use hexmate_core::rules::{Mini, Position};
///
/// let start = Position::<Mini>::start();
/// assert_eq!(perft_parallel(&start, 3), perft(&start, 3));
/// ```
pub fn perft_parallel<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    split::sum(position, depth, |unit, depth| unit.ways * perft(&unit.position, depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Echex3, Echex6, Glinski, McCooey, Mini};

    fn the_twins_agree<V: Variant>(deepest: u32) {
        let start = Position::<V>::start();
        for depth in 0..=deepest {
            assert_eq!(perft_parallel(&start, depth), perft(&start, depth), "{} {depth}", V::TABLES[0].name);
        }
    }

    #[test]
    fn parallel_count_equals_sequential() {
        the_twins_agree::<Glinski>(4);
        the_twins_agree::<McCooey>(4);
        the_twins_agree::<Mini>(5);
        the_twins_agree::<Echex3>(4);
        the_twins_agree::<Echex6>(4);
    }

    #[test]
    fn depth_0_counts_one() {
        assert_eq!(perft(&Position::<Glinski>::start(), 0), 1);
    }
}
