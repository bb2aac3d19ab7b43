//! Cutting one count into pieces of work for many threads.

use std::iter::Sum;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::rules::{Position, Variant};

/// Plies that every piece keeps: fewer cost more to hand out than to count.
const LEAST_DEPTH: u32 = 2;

/// Pieces that keep any machine busy to the end, however uneven they are.
///
/// The root moves alone are too few: half of the threads would wait for the
/// slowest of them. The number does not depend on the threads.
const ENOUGH: usize = 512;

/// Counts every piece in the threads of the current pool and adds up.
pub(super) fn sum<V: Variant, N: Sum + Send>(
    position: &Position<V>,
    depth: u32,
    count: impl Fn(&Position<V>, u32) -> N + Sync,
) -> N {
    let (pieces, depth) = pieces(position, depth);
    pieces.into_par_iter().with_max_len(1).map(|piece| count(&piece, depth)).sum()
}

/// The positions some plies on, one for each way there, and the plies they still have to go.
fn pieces<V: Variant>(position: &Position<V>, mut depth: u32) -> (Vec<Position<V>>, u32) {
    let mut pieces = vec![*position];
    while depth > LEAST_DEPTH && pieces.len() < ENOUGH && !pieces.is_empty() {
        pieces = pieces.iter().flat_map(|piece| piece.legal_moves().map(|m| piece.after(m))).collect();
        depth -= 1;
    }
    (pieces, depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Glinski, Mini};

    #[test]
    fn a_wide_start_is_cut_after_two_plies() {
        let (pieces, depth) = pieces(&Position::<Glinski>::start(), 6);
        assert_eq!((pieces.len(), depth), (2586, 4));
    }

    #[test]
    fn a_narrow_start_is_cut_later() {
        let (pieces, depth) = pieces(&Position::<Mini>::start(), 6);
        assert_eq!((pieces.len(), depth), (681, 3));
    }

    #[test]
    fn a_shallow_count_is_left_whole() {
        let (pieces, depth) = pieces(&Position::<Glinski>::start(), 2);
        assert_eq!((pieces.len(), depth), (1, 2));
    }
}
