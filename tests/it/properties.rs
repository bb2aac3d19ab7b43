//! The laws of the rules on random positions of every game.

mod aimed;
mod lines;
#[path = "../../examples/series/positions.rs"]
mod series_positions;
mod solution;

use std::fs;
use std::path::Path;

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_position::{Game, Position};
use hexmate_problems::{Format, Problem, statements};

use crate::brief::most;
use crate::laws::{self, every_game, few, random};
use crate::length::length;

/// A mixture of positions: all of a few games, and many thin ones.
fn positions(game: Game, games: u64, thin: u64) -> Vec<Position> {
    let played = (0..games).flat_map(|seed| random::game(game, seed, 150));
    let thin = (0..thin).filter_map(|seed| random::thin(game, seed));
    played.chain(thin).collect()
}

fn check(game: Game, games: u64, thin: u64, law: impl Fn(&Position)) {
    let (games, thin) = (most(games), most(thin));
    let positions = positions(game, games, thin);
    assert!(positions.len() as u64 > games + thin / 10, "too few positions of {}", game.name);
    positions.iter().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn moves_equal_slow_generator() {
    fn law(game: Game) {
        check(game, length(1, 3), length(100, 1_500), laws::moves_agree_with_the_second_opinion);
    }
    every_game().for_each(law);
}

#[test]
fn visiting_counting_and_listing_agree() {
    fn law(game: Game) {
        check(game, 20, 5_000, laws::sets_count_and_list_agree);
    }
    every_game().for_each(law);
}

#[test]
fn replies_counted_at_once_are_those_after_each_move() {
    fn law(game: Game) {
        check(game, length(2, 10), length(1_000, 4_000), laws::replies_are_those_after_each_move);
    }
    every_game().for_each(law);
}

#[test]
fn every_fen_reads_back() {
    fn law(game: Game) {
        check(game, length(2, 20), length(1_000, 5_000), laws::fen_reads_back);
    }
    every_game().for_each(law);
}

#[test]
fn nobody_ends_a_turn_attacked() {
    fn law(game: Game) {
        check(game, 10, 2_000, laws::no_player_ends_its_turn_attacked);
    }
    every_game().for_each(law);
}

#[test]
fn play_keeps_the_key() {
    fn law(game: Game) {
        check(game, length(1, 3), length(200, 500), laws::keys_are_kept_by_play);
    }
    every_game().for_each(law);
}

#[test]
fn a_turned_board_has_turned_moves() {
    fn law(game: Game) {
        check(game, 3, 1_000, laws::turning_the_board_turns_the_moves);
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn mates_equal_plain_search() {
    fn law(game: Game) {
        // Among many players the plain search of cornered kings takes minutes.
        let cornered = |seed| (game.players == 2).then(|| few::cornered(game, seed)).flatten();
        let problems = (0..).flat_map(|seed| [random::thin(game, seed), cornered(seed)]).flatten();
        let small = problems.filter(|position| laws::mate::is_small(position, 2, 4_000));
        let mut found = [0_usize; 3];
        let most = length(8, usize::MAX);
        for position in small.take(2_000) {
            let mate_in = position
                .solve(
                    Stipulation::mate_in(2),
                    &mut TranspositionTable::with_limit(1 << 20),
                    Budget::default(),
                )
                .mate_in;
            if found.iter().all(|&count| count >= most) {
                break;
            }
            if found[mate_in.unwrap_or(0) as usize] >= most {
                continue;
            }
            let length = laws::mate::keys_are_those_of_a_plain_search(&position);
            found[length.unwrap_or(0) as usize] += 1;
        }
        // A search that never finds, or always, would prove nothing.
        assert!(found.iter().all(|&count| count > 0), "{}: {found:?} by length", game.name);
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn mates_of_named_player_equal_plain() {
    fn law(game: Game) {
        let problems = (0..2_000).filter_map(|seed| random::thin(game, seed));
        let small = problems.filter(|position| laws::mate::is_small(position, 2, 10_000));
        let counts: Vec<_> =
            small.map(|position| laws::mate::mates_of_named_player_equal_plain(&position)).collect();
        for victims in 0..=2 {
            assert!(counts.contains(&victims), "{} has no solution with {victims} victims", game.name);
        }
    }
    law(Game::ECHEX3);
    law(Game::ECHEX3_16);
}

#[test]
#[ignore = "long: make verify"]
fn turned_board_has_turned_solutions() {
    fn law(game: Game) {
        let thin = (0..length(60, 400)).filter_map(|seed| random::thin(game, seed));
        let small = thin.filter(|position| laws::mate::is_small(position, 2, 10_000));
        let asked = small.map(|position| (position, Stipulation::mate_in(2)));
        let known = puzzles(game);
        assert!(known.len() > 20, "too few puzzles of {}", game.name);
        for (position, stipulation) in asked.chain(known) {
            laws::mate::turning_the_board_turns_the_solution(&position, stipulation);
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

/// The game's puzzles, but for mates in more than two.
fn puzzles(game: Game) -> Vec<(Position, Stipulation)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let files =
        fs::read_dir(folder).expect("a folder of puzzles").map(|entry| entry.expect("an entry").path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "csv"));
    let texts = tables.map(|path| fs::read(path).expect("a file"));
    let rows = texts.flat_map(|text| statements(text.as_slice(), Format::Csv).collect::<Vec<_>>());
    let own = rows.map(|row| row.expect("a row")).filter(|row| row.variant == game.name);
    let problems = own.map(|row| Problem::from_statement(game, &row, None).expect("a problem"));
    let short = problems.filter(|problem| problem.stipulation.moves <= 2);
    short.map(|problem| (problem.position, problem.stipulation)).collect()
}

#[test]
fn the_size_of_the_table_changes_no_answer() {
    fn law(game: Game) {
        let moves = if game.players == 2 { 3 } else { 2 };
        let problems = (0..most(length(40, 600))).filter_map(|seed| random::thin(game, seed));
        let small = problems.filter(|position| laws::mate::is_small(position, moves, 100_000));
        small.for_each(|position| laws::mate::the_table_changes_no_answer(&position, moves));
    }
    every_game().for_each(law);
}
