//! The laws of rules and solver on random positions of every game.

mod line_search;
mod lines;
#[path = "../../examples/series/positions.rs"]
mod series_positions;
mod solution;

use std::cell::Cell;
use std::fs;
use std::path::Path;

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable};
use hexmate_position::{Game, Position};
use hexmate_problems::{Problem, ProblemFormat, statements};

use crate::law_length::quick_or_full;
use crate::laws::{self, every_game, random, sparse};
use crate::sampling::scaled;

/// Returns all positions of a few random games, and many sparse ones.
fn positions(game: Game, games: u64, thin: u64) -> Vec<Position> {
    let played = (0..games).flat_map(|seed| random::game(game, seed, 150));
    let thin = (0..thin).filter_map(|seed| random::thin(game, seed));
    played.chain(thin).collect()
}

fn check(game: Game, games: u64, thin: u64, law: impl Fn(&Position)) {
    let (games, thin) = (scaled(games), scaled(thin));
    let positions = positions(game, games, thin);
    assert!(positions.len() as u64 > games + thin / 10, "too few positions of {}", game.name);
    positions.iter().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn moves_equal_slow_generator() {
    fn law(game: Game) {
        check(game, quick_or_full(1, 3), quick_or_full(100, 1_500), laws::moves_equal_oracle);
    }
    every_game().for_each(law);
}

#[test]
fn visit_count_and_list_agree() {
    fn law(game: Game) {
        check(game, 20, 5_000, laws::visit_count_and_list_agree);
    }
    every_game().for_each(law);
}

#[test]
fn count_replies_equals_sum_over_moves() {
    fn law(game: Game) {
        check(game, quick_or_full(2, 10), quick_or_full(1_000, 4_000), laws::count_replies_equals_sum);
    }
    every_game().for_each(law);
}

#[test]
fn fen_round_trips() {
    fn law(game: Game) {
        check(game, quick_or_full(2, 20), quick_or_full(1_000, 5_000), laws::fen_round_trips);
    }
    every_game().for_each(law);
}

#[test]
fn piece_list_round_trips() {
    fn law(game: Game) {
        let all = laws::every_letters();
        let turn = Cell::new(0);
        check(game, quick_or_full(1, 10), quick_or_full(100, 2_000), |position| {
            // One language for each position, in turn; in `make verify-deep` all.
            let first = turn.replace(turn.get() + 1) % all.len();
            let letters = quick_or_full(&all[first..=first], &all[..]);
            for letters in letters {
                laws::piece_list_round_trips(position, letters);
            }
        });
    }
    every_game().for_each(law);
}

#[test]
fn no_move_leaves_own_king_attacked() {
    fn law(game: Game) {
        check(game, 10, 2_000, laws::no_move_leaves_own_king_attacked);
    }
    every_game().for_each(law);
}

#[test]
fn moves_update_position_key() {
    fn law(game: Game) {
        check(game, quick_or_full(1, 3), quick_or_full(200, 500), laws::moves_update_key);
    }
    every_game().for_each(law);
}

#[test]
fn rotation_preserves_legal_moves() {
    fn law(game: Game) {
        check(game, 3, 1_000, laws::rotation_preserves_moves);
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn mates_equal_plain_search() {
    fn law(game: Game) {
        // For more than two players the oracle takes minutes with cornered kings.
        let cornered = |seed| (game.players == 2).then(|| sparse::cornered(game, seed)).flatten();
        let problems = (0..).flat_map(|seed| [random::thin(game, seed), cornered(seed)]).flatten();
        let small = problems.filter(|position| laws::mate::is_small(position, 2, 4_000));
        let mut found = [0_usize; 3];
        let most = quick_or_full(2, usize::MAX);
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
            let length = laws::mate::keys_equal_oracle(&position);
            found[length.unwrap_or(0) as usize] += 1;
        }
        // The sample needs positions with and without mates.
        assert!(found.iter().all(|&count| count > 0), "{}: {found:?} by length", game.name);
    }
    every_game().for_each(law);
}

#[test]
#[ignore = "long: make verify"]
fn mates_of_named_player_equal_oracle() {
    fn law(game: Game) {
        let problems = (0..2_000).filter_map(|seed| random::thin(game, seed));
        let small = problems.filter(|position| laws::mate::is_small(position, 2, 10_000));
        let counts: Vec<_> =
            small.map(|position| laws::mate::mated_players_equal_oracle(&position)).collect();
        for victims in 0..=2 {
            assert!(counts.contains(&victims), "{} has no solution with {victims} victims", game.name);
        }
    }
    law(Game::ECHEX3);
    law(Game::ECHEX3_16);
}

#[test]
#[ignore = "long: make verify"]
fn rotation_preserves_solutions() {
    fn law(game: Game) {
        let thin = (0..quick_or_full(60, 400)).filter_map(|seed| random::thin(game, seed));
        let small = thin.filter(|position| laws::mate::is_small(position, 2, 10_000));
        let problems = small.map(|position| (position, Stipulation::mate_in(2)));
        let known = puzzles(game);
        assert!(known.len() > 20, "too few puzzles of {}", game.name);
        for (position, stipulation) in problems.chain(known) {
            laws::mate::rotation_preserves_solution(&position, stipulation);
        }
    }
    Game::ALL.iter().copied().for_each(law);
}

/// Returns the puzzles of a game with mates in at most two moves.
fn puzzles(game: Game) -> Vec<(Position, Stipulation)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let files =
        fs::read_dir(folder).expect("a folder of puzzles").map(|entry| entry.expect("an entry").path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "csv"));
    let texts = tables.map(|path| fs::read(path).expect("a file"));
    let rows = texts.flat_map(|text| statements(text.as_slice(), ProblemFormat::Csv).collect::<Vec<_>>());
    let own = rows.map(|row| row.expect("a row")).filter(|row| row.variant == game.name);
    let problems = own.map(|row| Problem::from_statement(game, &row, None).expect("a problem"));
    let short = problems.filter(|problem| problem.stipulation.moves <= 2);
    short.map(|problem| (problem.position, problem.stipulation)).collect()
}

#[test]
fn table_size_keeps_mate_results() {
    fn law(game: Game) {
        let moves = if game.players == 2 { 3 } else { 2 };
        let problems = (0..scaled(quick_or_full(40, 600))).filter_map(|seed| random::thin(game, seed));
        let small = problems.filter(|position| laws::mate::is_small(position, moves, 100_000));
        small.for_each(|position| laws::mate::table_size_keeps_solution(&position, moves));
    }
    every_game().for_each(law);
}
