//! Cutting one count into units of work, for many threads and for counts that outlive a run.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter::Sum;

use foldhash::fast::FixedState;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::rules::{Position, Variant};

/// Plies that every unit keeps: fewer cost more to distribute than to count.
const LEAST_DEPTH: u32 = 2;

/// Units that keep any machine busy to the end, however uneven they are.
///
/// The root moves alone are too few: half of the threads would wait for the
/// slowest of them. The number does not depend on the threads.
const ENOUGH: usize = 512;

/// A position after some plies with the number of ways to reach it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit<V: Variant> {
    /// The position, as far as a count depends on it.
    pub position: Position<V>,
    /// Number of sequences of moves that lead to it.
    pub ways: u64,
}

/// Returns the distinct positions after `plies` plies, in the order of their first occurrence.
///
/// The nodes of a deeper count are the sum of each unit's nodes times its ways.
/// Positions with equal counts are merged, see [`Position::for_counting`].
/// Takes memory for all of them: a few hundred bytes each.
///
/// ```
/// use hexmate_core::perft::{perft, units};
/// use hexmate_core::rules::{Mini, Position};
///
/// let start = Position::<Mini>::start();
/// let counts = units(&start, 2).iter().map(|unit| unit.ways * perft(&unit.position, 1)).sum::<u64>();
/// assert_eq!(counts, perft(&start, 3));
/// ```
pub fn units<V: Variant>(position: &Position<V>, plies: u32) -> Vec<Unit<V>> {
    let first = Unit { position: position.for_counting(), ways: 1 };
    (0..plies).fold(vec![first], |units, _| next_units(&units))
}

fn next_units<V: Variant>(units: &[Unit<V>]) -> Vec<Unit<V>> {
    let mut next: Vec<Unit<V>> = Vec::new();
    let mut places: HashMap<Position<V>, usize, FixedState> = HashMap::default();
    for unit in units {
        for m in unit.position.legal_moves() {
            let position = unit.position.after_move(m).for_counting();
            match places.entry(position) {
                Entry::Occupied(place) => next[*place.get()].ways += unit.ways,
                Entry::Vacant(place) => {
                    place.insert(next.len());
                    next.push(Unit { position, ways: unit.ways });
                }
            }
        }
    }
    next
}

/// Returns the units of a count to `depth` after the fewest plies that give enough of them for any machine, and how
/// many plies these are.
pub fn split<V: Variant>(position: &Position<V>, depth: u32) -> (u32, Vec<Unit<V>>) {
    let mut plies = 0;
    let mut units = vec![Unit { position: position.for_counting(), ways: 1 }];
    while plies + LEAST_DEPTH < depth && units.len() < ENOUGH && !units.is_empty() {
        units = next_units(&units);
        plies += 1;
    }
    (plies, units)
}

/// Counts every unit in the threads of the current pool and adds up.
pub(super) fn sum<V: Variant, N: Sum + Send>(
    position: &Position<V>,
    depth: u32,
    count: impl Fn(&Unit<V>, u32) -> N + Sync,
) -> N {
    let (plies, units) = split(position, depth);
    let left = depth - plies;
    sum_of(units.len(), &|number| count(&units[number], left))
}

/// Not generic over the game, so that the threads' machinery is compiled once for each kind of count.
fn sum_of<N: Sum + Send>(units: usize, count: &(dyn Fn(usize) -> N + Sync)) -> N {
    (0..units).into_par_iter().with_max_len(1).map(count).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::perft::perft;
    use crate::rules::{Echex3, Glinski, Mini};

    #[test]
    fn split_takes_enough_plies() {
        assert_eq!(split(&Position::<Glinski>::start(), 6).0, 2);
        assert_eq!(split(&Position::<Mini>::start(), 6).0, 3);
        assert_eq!(split(&Position::<Glinski>::start(), 2).0, 0);
    }

    fn units_add_up<V: Variant>(depth: u32) {
        let start = Position::<V>::start();
        for plies in 0..=depth {
            let units = units(&start, plies);
            let ways: u64 = units.iter().map(|unit| unit.ways).sum();
            assert_eq!(ways, perft(&start, plies), "{} {plies}", V::TABLES[0].name);
            let nodes: u64 = units.iter().map(|unit| unit.ways * perft(&unit.position, depth - plies)).sum();
            assert_eq!(nodes, perft(&start, depth), "{} {plies}", V::TABLES[0].name);
        }
    }

    #[test]
    #[ignore = "long: make verify-units"]
    fn split_units_sum_to_same_count() {
        units_add_up::<Glinski>(3);
        units_add_up::<Mini>(5);
        units_add_up::<Echex3>(4);
    }

    #[test]
    fn each_position_is_one_unit() {
        fn reach(position: &Position<Mini>, plies: u32, reached: &mut HashSet<Position<Mini>>) {
            match plies {
                0 => drop(reached.insert(position.for_counting())),
                _ => position.legal_moves().for_each(|m| reach(&position.after_move(m), plies - 1, reached)),
            }
        }
        let start = Position::<Mini>::start();
        let mut reached = HashSet::new();
        reach(&start, 4, &mut reached);
        let units = units(&start, 4);
        assert_eq!(units.len(), reached.len());
        assert_eq!(units.iter().map(|unit| unit.position).collect::<HashSet<_>>(), reached);
    }
}
