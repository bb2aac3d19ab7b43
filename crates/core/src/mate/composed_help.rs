//! The problems of `puzzles/composed/help.csv`, compared with a search that makes all moves and only remembers positions
//! without a line.

use std::collections::HashSet;

use super::plain_lines::is_reached;
use super::tests::{number_from_environment, read};
use super::{Budget, Play, Scope, Stipulation, TranspositionTable, solve_fully};
use crate::rules::{Brusky, DeVasa, Glinski, McCooey, Mini, Move, Position, Shafran, Variant};

/// Reads the rows of the collection, without the header.
pub(super) fn collection() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/composed/help.csv");
    let text = std::fs::read_to_string(path).expect(path);
    text.lines().skip(1).map(str::to_owned).collect()
}

/// A search of all lines of a length that does not aim.
struct PlainSearch {
    stipulation: Stipulation,
    /// Positions without a line, each with the plies left.
    barren: HashSet<(u128, u32)>,
    line: Vec<Move>,
    found: Vec<Vec<Move>>,
    /// Number of moves that may still be made.
    left: u64,
}

impl PlainSearch {
    /// Collects the lines from a position; `None` if too many moves are needed.
    fn collect<V: Variant>(&mut self, position: &Position<V>, plies: u32) -> Option<()> {
        let key = (position.key(), plies);
        if self.barren.contains(&key) {
            return Some(());
        }
        let before = self.found.len();
        for m in position.legal_moves() {
            self.left = self.left.checked_sub(1)?;
            let after = position.after_move(m);
            self.line.push(m);
            if plies > 1 {
                let passes = self.stipulation.other_side_passes(plies - 1);
                if let Some(next) = if passes { after.after_null_move() } else { Some(after) } {
                    self.collect(&next, plies - 1)?;
                }
            } else if is_reached(&after, self.stipulation.goal) {
                self.found.push(self.line.clone());
            }
            self.line.pop();
        }
        if self.found.len() == before && plies > 1 {
            self.barren.insert(key);
        }
        Some(())
    }
}

/// Returns the length of the shortest solution and its lines; `None` if the search needs more than `most` moves.
fn plain_solution<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    most: u64,
) -> Option<(u32, Vec<Vec<Move>>)> {
    let mut left = most;
    let least = u32::from(stipulation.play != Play::HelpAndHalf);
    for moves in least..=stipulation.moves {
        let stipulation = stipulation.with_moves(moves);
        let (barren, line, found) = (HashSet::new(), Vec::new(), Vec::new());
        let mut search = PlainSearch { stipulation, barren, line, found, left };
        search.collect(position, stipulation.plies())?;
        left = search.left;
        if !search.found.is_empty() {
            search.found.sort_unstable();
            return Some((moves, search.found));
        }
    }
    Some((0, Vec::new()))
}

/// Asserts that both searches find the same lines of the problems of a game; returns the number of compared problems.
fn compare<V: Variant>(most: u64) -> usize {
    let name = V::TABLES[0].name;
    let mut compared = 0;
    for row in collection() {
        let [id, game, fen, stipulation, ..] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        if game != name {
            continue;
        }
        let position = read::<V>(fen);
        let stipulation: Stipulation = stipulation.parse().expect(&row);
        let Some((moves, lines)) = plain_solution(&position, stipulation, most) else { continue };
        let table = &mut TranspositionTable::with_limit(8 << 20);
        let solution = solve_fully(&position, stipulation, Scope::KEYS, table, Budget::default());
        assert_eq!(solution.mate_in, Some(stipulation.moves), "{id}");
        assert_eq!((solution.mate_in, &solution.lines), (Some(moves), &lines), "{id}");
        compared += 1;
    }
    compared
}

fn compare_all(most: u64) -> [usize; 6] {
    [
        compare::<Glinski>(most),
        compare::<McCooey>(most),
        compare::<Mini>(most),
        compare::<Shafran>(most),
        compare::<DeVasa>(most),
        compare::<Brusky>(most),
    ]
}

#[test]
fn short_composed_help_equals_plain_search() {
    let compared = compare_all(30_000);
    assert!(compared.iter().sum::<usize>() >= 5, "{compared:?}");
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: minutes"]
    fn composed_help_equals_plain_search() {
        let most = number_from_environment("MOVES", 150_000_000);
        let compared = compare_all(most);
        println!("{compared:?}");
        let rows = collection().len();
        assert_eq!(compared.iter().sum::<usize>(), rows, "{compared:?}");
    }
}
