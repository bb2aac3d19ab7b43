//! Full solutions on random positions of every game, compared with the oracle.

use std::collections::BTreeMap;

use crate::law_length::quick_or_full;
use crate::laws::solution::{lines_equal_oracle, solution_equals_oracle, table_and_rotation_keep_solution};
use crate::laws::{every_game, mate::is_small, random, sparse};
use hexmate_core::mate::{Budget, Goal, Play, Stipulation, TranspositionTable, Victim};
use hexmate_position::{Game, Position};

/// Returns positions on which the oracle is fast, at most `each` for each solution length that the library finds.
///
/// Panics unless there are positions with and without a solution.
fn sample(
    game: Game,
    stipulation: Stipulation,
    seeds: u64,
    each: u64,
    is_small: impl Fn(&Position) -> bool,
) -> Vec<Position> {
    let mut found: BTreeMap<Option<u32>, Vec<Position>> = BTreeMap::new();
    let positions = (0..seeds).flat_map(|seed| [random::thin(game, seed), sparse::cornered(game, seed)]);
    for position in positions.flatten() {
        let length = position
            .solve(stipulation, &mut TranspositionTable::with_limit(1 << 20), Budget::default())
            .mate_in;
        let alike = found.entry(length).or_default();
        if (alike.len() as u64) < each && is_small(&position) {
            alike.push(position);
        }
    }
    let counts: Vec<_> = found.iter().map(|(length, alike)| (length, alike.len())).collect();
    eprintln!("{} {stipulation:?} {counts:?}", game.name);
    let unsolved = found.get(&None).map_or(0, Vec::len);
    let solved = counts.iter().map(|(_, count)| count).sum::<usize>() - unsolved;
    assert!(unsolved >= 3 && solved >= 3, "{} {stipulation:?}: {counts:?}", game.name);
    found.into_values().flatten().collect()
}

fn games_for_two() -> impl Iterator<Item = Game> {
    every_game().filter(|game| game.players == 2)
}

#[test]
#[ignore = "long: make verify"]
fn direct_mates_are_complete() {
    fn law(game: Game) {
        let (moves, seeds, each, most_nodes) = match game.players {
            2 => (2, quick_or_full(400, 1_500), quick_or_full(5, 40), quick_or_full(10_000, 20_000)),
            3 => (2, quick_or_full(400, 1_000), quick_or_full(4, 20), 10_000),
            _ => (1, quick_or_full(400, 1_000), quick_or_full(4, 10), 3_000),
        };
        let stipulation = Stipulation::mate_in(moves);
        let sample = sample(game, stipulation, seeds, each, |position| is_small(position, moves, most_nodes));
        for position in sample {
            solution_equals_oracle(&position, stipulation, 2);
        }
    }
    every_game().for_each(law);
}

#[test]
fn mates_of_named_player_are_complete() {
    fn law(game: Game) {
        let problems = (0..quick_or_full(60, 300)).filter_map(|seed| sparse::cornered(game, seed));
        for position in problems.filter(|position| is_small(position, 2, 3_000)) {
            for player in position.living().without(position.turn()).iter() {
                let stipulation = Stipulation { victim: Victim::Named(player), ..Stipulation::mate_in(2) };
                solution_equals_oracle(&position, stipulation, 1);
            }
        }
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn mates_in_three_are_complete() {
    let stipulation = Stipulation::mate_in(3);
    for position in sample(Game::MINI, stipulation, 2_500, 12, |position| is_small(position, 3, 100_000)) {
        solution_equals_oracle(&position, stipulation, 1);
    }
}

#[test]
#[ignore = "long: make verify"]
fn table_size_and_rotation_keep_solutions() {
    fn law(game: Game) {
        let moves = if game.players == 2 { 3 } else { 2 };
        let positions = (0..quick_or_full(25, 150))
            .flat_map(|seed| [random::thin(game, seed), sparse::cornered(game, seed)]);
        for position in positions.flatten().filter(|position| is_small(position, 2, 20_000)) {
            table_and_rotation_keep_solution(&position, Stipulation::mate_in(moves));
        }
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn other_stipulations_are_complete() {
    fn law(game: Game, play: Play, goal: Goal, moves: u32, seeds: u64) {
        let stipulation = Stipulation { play, goal, ..Stipulation::mate_in(moves) };
        for position in sample(game, stipulation, seeds, quick_or_full(3, 20), |position| {
            is_small(position, moves, quick_or_full(7_000, 10_000))
        }) {
            solution_equals_oracle(&position, stipulation, 1);
        }
    }
    fn laws(game: Game) {
        law(game, Play::Exact, Goal::Mate, 2, 1_000);
        law(game, Play::Direct, Goal::Stalemate, 2, 1_000);
        law(game, Play::Exact, Goal::Stalemate, 2, 1_000);
        law(game, Play::Reflex, Goal::Mate, 2, 1_500);
        law(game, Play::SemiReflex, Goal::Mate, 2, 1_500);
    }
    games_for_two().for_each(laws);
}

/// Selfmates in one, found among hundreds of thousands of random positions.
const SELFMATES: [(&str, &str); 17] = [
    ("mini", "1/3/R4/7/4p2/5bp/k1K2r1 b - 0 1"),
    ("mini", "R/3/1p3/2r1k2/4rP1/1B4K/3R3 w - 0 1"),
    ("mini", "B/3/5/K1k4/7/3R3/2BN1r1 w - 0 1"),
    ("mini", "1/B2/5/N3n1n/3n3/1np1B2/1k1RK2 b - 0 1"),
    ("mini", "1/1Nn/4p/5r1/6k/1B5/6K w - 0 1"),
    ("mini", "1/3/4r/b6/4R2/4K2/2k2b1 b - 0 1"),
    ("mini", "1/3/5/1PRBb1k/B1rr3/6K/2P3P b - 0 1"),
    ("mini", "1/3/3Pn/bpR4/5B1/n6/K1k4 b - 0 1"),
    ("glinski", "1/3/5/6Q/1q6K/11/11/10k/5Q5/11/r6P3 b - 0 1"),
    ("glinski", "1/3/2Nq1/7/9/3Q7/11/11/1k9/8Q2/1K9 w - 0 1"),
    ("glinski", "1/1Q1/5/7/2p4R1/11/11/11/11/10q/2b1K2k3 w - 0 1"),
    ("glinski", "1/3/5/7/9/11/r6Q3/11/10k/11/7b2K b - 0 1"),
    ("glinski", "1/3/3B1/7/8q/8p2/11/k10/3Q7/11/K8Q1 w - 0 1"),
    ("mccooey", "1/3/5/6Q/1q6K/11/11/10k/5Q5/11/r6P3 b - 0 1"),
    ("mccooey", "1/3/2Nq1/7/9/3Q7/11/11/1k9/8Q2/1K9 w - 0 1"),
    ("mccooey", "1/3/5/7/9/6B4/7Q3/2p8/5p5/11/1k1K6q b - 0 1"),
    ("mccooey", "1/1Q1/5/7/2p4R1/11/11/11/11/10q/2b1K2k3 w - 0 1"),
];

#[test]
#[ignore = "long: make verify"]
fn selfmates_are_complete() {
    fn law(game: Game) {
        let selfmate = |moves| Stipulation { play: Play::Selfmate, ..Stipulation::mate_in(moves) };
        let known = SELFMATES
            .iter()
            .filter(|(name, _)| *name == game.name)
            .map(|(_, fen)| Position::from_fen(game, fen).expect("a legal position"));
        for position in known {
            let length = solution_equals_oracle(&position, selfmate(1), 1);
            assert_eq!(length, Some(1), "{}", position.to_fen());
            if is_small(&position, 2, 10_000) {
                solution_equals_oracle(&position, selfmate(2), 1);
            }
            let reflex = Stipulation { play: Play::Reflex, ..selfmate(1) };
            solution_equals_oracle(&position, reflex, 1);
        }
        let others = (0..quick_or_full(8, 60))
            .filter_map(|seed| sparse::besieged(game, seed))
            .filter(|position| is_small(position, 2, 8_000));
        for position in others {
            solution_equals_oracle(&position, selfmate(2), 1);
            for play in [Play::Selfmate, Play::Reflex] {
                let stalemate = Stipulation { play, goal: Goal::Stalemate, ..selfmate(2) };
                solution_equals_oracle(&position, stalemate, 1);
            }
        }
    }
    games_for_two().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn helpmates_have_all_lines() {
    fn law(game: Game, play: Play, moves: u32, most_nodes: u64) {
        let stipulation = Stipulation { play, ..Stipulation::mate_in(moves) };
        let is_small = |position: &Position| is_small(position, moves + 1, most_nodes);
        for position in sample(game, stipulation, quick_or_full(500, 1_000), quick_or_full(4, 40), is_small) {
            lines_equal_oracle(&position, stipulation);
        }
    }
    fn laws(game: Game) {
        law(game, Play::Help, 1, 20_000);
        law(game, Play::Help, 2, quick_or_full(150_000, 300_000));
        law(game, Play::HelpAndHalf, 1, 20_000);
    }
    games_for_two().for_each(laws);
}
