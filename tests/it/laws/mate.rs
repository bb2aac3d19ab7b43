//! Laws of the solver.

use std::collections::BTreeSet;

use hexmate_core::mate::{Budget, Solution, Stipulation, TranspositionTable, Victim};
use hexmate_core::rules::PlayerSet;
use hexmate_position::{Position, Setup};

use super::{moved_on, moved_on_move, next_seat, second_opinion, told, uci};
use crate::oracle;

/// Whether a plain search, so many of the attacker's moves deep, looks at few enough positions.
pub fn is_small(position: &Position, moves: u32, most_nodes: u64) -> bool {
    let plies = position.living().len() * moves;
    spend(position, plies - 1, most_nodes).is_some()
}

/// What is left of a number of nodes after those of a tree have been taken from it.
fn spend(position: &Position, plies: u32, nodes: u64) -> Option<u64> {
    if plies == 1 {
        return nodes.checked_sub(position.count_moves());
    }
    let mut children = position.legal_moves().map(|m| position.play_unchecked(m));
    children.try_fold(nodes, |nodes, child| spend(&child, plies - 1, nodes))
}

/// The shortest mate within two moves and its keys are those of a plain search; also returns its length.
pub fn keys_are_those_of_a_plain_search(position: &Position) -> Option<u32> {
    let slow = second_opinion(position);
    let shortest = (1..=2).find(|&moves| slow.mates_in(moves));
    let solution = solved(position, 2, 1 << 20);
    assert_eq!(solution.mate_in, shortest, "{}", told(position));
    let moves = shortest?;
    let slow: BTreeSet<_> = slow.keys(moves).iter().map(oracle::Move::uci).collect();
    let fast: BTreeSet<_> = solution.keys.iter().map(|&key| uci(position, key)).collect();
    assert_eq!(fast, slow, "{}", told(position));
    Some(moves)
}

/// Those mated in at most two moves are those of a plain search; returns how many there are.
pub fn mates_of_named_player_equal_plain(position: &Position) -> usize {
    let solution = solved(position, 2, 1 << 20);
    let Some(moves) = solution.mate_in else { return 0 };
    let slow = second_opinion(position).victims(moves);
    let fast: BTreeSet<_> =
        mated(position, &solution).iter().map(|player| player.index() as oracle::Player).collect();
    assert_eq!(fast, slow, "{}", told(position));
    fast.len()
}

/// The board turned so that everybody sits one seat further on has the same solution, turned.
pub fn turning_the_board_turns_the_solution(position: &Position, stipulation: Stipulation) {
    let game = position.game();
    let turned = moved_on(&Setup::from(position)).into_position();
    let turned = turned.unwrap_or_else(|faults| panic!("{}: {faults}", position.to_fen()));
    let victim = match stipulation.victim {
        Victim::Any => Victim::Any,
        Victim::Named(victim) => Victim::Named(next_seat(&game, victim)),
    };
    let here = answer(position, stipulation);
    let there = answer(&turned, Stipulation { victim, ..stipulation });
    let keys: BTreeSet<_> = here.keys.iter().map(|&m| moved_on_move(&game, m)).collect();
    let victims: PlayerSet = mated(position, &here).iter().map(|player| next_seat(&game, player)).collect();
    assert_eq!(here.verdict(), there.verdict(), "{}", told(position));
    assert_eq!(here.mate_in, there.mate_in, "{}", told(position));
    assert_eq!(keys, there.keys.iter().copied().collect(), "{}", told(position));
    assert_eq!(victims, mated(&turned, &there), "{}", told(position));
}

fn mated(position: &Position, solution: &Solution) -> PlayerSet {
    let victims = position.victims(solution, &mut TranspositionTable::with_limit(1 << 20), Budget::default());
    victims.expect("no limit was set")
}

/// Tables of every size lead to the same answer.
pub fn the_table_changes_no_answer(position: &Position, moves: u32) {
    let answer = |bytes| {
        let solution = solved(position, moves, bytes);
        (solution.mate_in, solution.keys, solution.refuted)
    };
    assert_eq!(answer(0), answer(1 << 24), "{}", told(position));
}

fn solved(position: &Position, moves: u32, bytes: usize) -> Solution {
    position.solve(Stipulation::mate_in(moves), &mut TranspositionTable::with_limit(bytes), Budget::default())
}

fn answer(position: &Position, stipulation: Stipulation) -> Solution {
    position.solve(stipulation, &mut TranspositionTable::with_limit(1 << 20), Budget::default())
}
