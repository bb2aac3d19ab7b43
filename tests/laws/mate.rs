//! Laws of the solver.

use std::collections::BTreeSet;

use hexmate::mate::{Budget, Solution, Stipulation, Table, solve};
use hexmate::notation::Uci;
use hexmate::rules::{Position, Variant};

use super::second_opinion;
use crate::oracle;

/// Whether a plain search, so many of the attacker's moves deep, looks at few enough positions.
pub fn is_small<V: Variant>(position: &Position<V>, moves: u32, most_nodes: u64) -> bool {
    let plies = position.living().len() * moves;
    spend(position, plies - 1, most_nodes).is_some()
}

/// What is left of a number of nodes after those of a tree have been taken from it.
fn spend<V: Variant>(position: &Position<V>, plies: u32, nodes: u64) -> Option<u64> {
    if plies == 1 {
        return nodes.checked_sub(position.count_moves());
    }
    let mut children = position.legal_moves().map(|m| position.after(m));
    children.try_fold(nodes, |nodes, child| spend(&child, plies - 1, nodes))
}

/// The shortest mate within two moves and its keys are those of a plain search; also returns its length.
pub fn keys_are_those_of_a_plain_search<V: Variant>(position: &Position<V>) -> Option<u32> {
    let slow = second_opinion(position);
    let shortest = (1..=2).find(|&moves| slow.mates_in(moves));
    let solution = solved(position, 2, 1 << 20);
    assert_eq!(solution.mate_in, shortest, "{} {}", V::NAME, position.to_fen());
    let moves = shortest?;
    let slow: BTreeSet<_> = slow.keys(moves).iter().map(oracle::Move::uci).collect();
    let fast: BTreeSet<_> = solution.keys.iter().map(|&key| Uci(key).to_string()).collect();
    assert_eq!(fast, slow, "{} {}", V::NAME, position.to_fen());
    Some(moves)
}

/// Tables of every size lead to the same answer.
pub fn the_table_changes_no_answer<V: Variant>(position: &Position<V>, moves: u32) {
    let answer = |bytes| {
        let solution = solved(position, moves, bytes);
        (solution.mate_in, solution.keys, solution.refuted)
    };
    assert_eq!(answer(0), answer(1 << 24), "{} {}", V::NAME, position.to_fen());
}

fn solved<V: Variant>(position: &Position<V>, moves: u32, bytes: usize) -> Solution<V> {
    solve(position, Stipulation::mate_in(moves), &mut Table::with_limit(bytes), Budget::default())
}
