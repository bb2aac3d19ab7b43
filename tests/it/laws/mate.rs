//! Laws of the mate solver.

use std::collections::BTreeSet;

use hexmate_core::mate::{Budget, Findings, Stipulation, TranspositionTable, Victim};
use hexmate_core::rules::PlayerSet;
use hexmate_position::{Position, Setup};

use super::{description, next_seat, oracle_position, rotated, rotated_move, uci};
use crate::oracle;

/// Returns whether a plain search of `moves` attacker moves visits at most `most_nodes` positions.
pub fn is_small(position: &Position, moves: u32, most_nodes: u64) -> bool {
    let plies = position.living().len() * moves;
    subtract_tree(position, plies - 1, most_nodes).is_some()
}

/// Subtracts the nodes of a tree from `nodes`; returns `None` if they do not suffice.
fn subtract_tree(position: &Position, plies: u32, nodes: u64) -> Option<u64> {
    if plies == 1 {
        return nodes.checked_sub(position.count_moves());
    }
    let mut children = position.legal_moves().map(|m| position.play_unchecked(m));
    children.try_fold(nodes, |nodes, child| subtract_tree(&child, plies - 1, nodes))
}

/// Asserts that the shortest mate within two moves and its keys equal those of the oracle; returns its length.
pub fn keys_equal_oracle(position: &Position) -> Option<u32> {
    let slow = oracle_position(position);
    let shortest = (1..=2).find(|&moves| slow.mates_in(moves));
    let solution = solved(position, 2, 1 << 20);
    assert_eq!(solution.mate_in, shortest, "{}", description(position));
    let moves = shortest?;
    let slow: BTreeSet<_> = slow.keys(moves).iter().map(oracle::Move::uci).collect();
    let fast: BTreeSet<_> = solution.keys.iter().map(|&key| uci(position, key)).collect();
    assert_eq!(fast, slow, "{}", description(position));
    Some(moves)
}

/// Asserts that the players mated within two moves equal those of the oracle; returns their number.
pub fn mated_players_equal_oracle(position: &Position) -> usize {
    let solution = solved(position, 2, 1 << 20);
    let Some(moves) = solution.mate_in else { return 0 };
    let slow = oracle_position(position).victims(moves);
    let fast: BTreeSet<_> =
        mated(position, &solution).iter().map(|player| player.index() as oracle::Player).collect();
    assert_eq!(fast, slow, "{}", description(position));
    fast.len()
}

/// Asserts that rotating all players by one seat rotates the solution.
pub fn rotation_preserves_solution(position: &Position, stipulation: Stipulation) {
    let game = position.game();
    let rotated_position = rotated(&Setup::from(position)).into_position();
    let rotated_position =
        rotated_position.unwrap_or_else(|faults| panic!("{}: {faults}", position.to_fen()));
    let victim = match stipulation.victim {
        Victim::Any => Victim::Any,
        Victim::Named(victim) => Victim::Named(next_seat(&game, victim)),
    };
    let original = solve(position, stipulation);
    let image = solve(&rotated_position, Stipulation { victim, ..stipulation });
    let keys: BTreeSet<_> = original.keys.iter().map(|&m| rotated_move(&game, m)).collect();
    let victims: PlayerSet =
        mated(position, &original).iter().map(|player| next_seat(&game, player)).collect();
    assert_eq!(original.verdict(), image.verdict(), "{}", description(position));
    assert_eq!(original.mate_in, image.mate_in, "{}", description(position));
    assert_eq!(keys, image.keys.iter().copied().collect(), "{}", description(position));
    assert_eq!(victims, mated(&rotated_position, &image), "{}", description(position));
}

fn mated(position: &Position, solution: &Findings) -> PlayerSet {
    let victims = position.victims(solution, &mut TranspositionTable::with_limit(1 << 20), Budget::default());
    victims.expect("an unlimited search")
}

/// Asserts that the size of the transposition table does not change the result.
pub fn table_size_keeps_solution(position: &Position, moves: u32) {
    let answer = |bytes| {
        let solution = solved(position, moves, bytes);
        (solution.mate_in, solution.keys, solution.refuted)
    };
    assert_eq!(answer(0), answer(1 << 24), "{}", description(position));
}

fn solved(position: &Position, moves: u32, bytes: usize) -> Findings {
    position.solve(Stipulation::mate_in(moves), &mut TranspositionTable::with_limit(bytes), Budget::default())
}

fn solve(position: &Position, stipulation: Stipulation) -> Findings {
    position.solve(stipulation, &mut TranspositionTable::with_limit(1 << 20), Budget::default())
}
