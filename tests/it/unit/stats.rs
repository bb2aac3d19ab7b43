//! Statistics of small collections, compared with counts by hand.

use hexmate_games::stats::{BoardEnding, GameFacts, Stats};
use hexmate_games::validate::{CheckedGame, Games};
use hexmate_position::Game;
use hexmate_report::{OpeningRow, csv_row};

fn stats(pgn: &str) -> Stats {
    let mut stats = Stats::default();
    for game in Games::new(pgn.as_bytes()) {
        let game = game.expect("memory can be read");
        let facts =
            GameFacts::of(&game, &CheckedGame::of(Game::GLINSKI, &game), 3).expect("a first position");
        stats.add(&facts);
    }
    stats
}

#[test]
fn statistics_count_games_and_results() {
    let mate = "1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3f9xB# 1-0\n\n";
    let moves = "1.Nhf4 Nhf8 2.Nh1 Nh9 3.Nhf4 Nhf8 4.Nh1 Nh9 5.Nhf4 Nhf8";
    let found = stats(&format!(
        "{mate}{mate}1.g5 g6 2.Ke2 Kg9 *\n\n1.g5 Zz *\n\n1.g5\n\n[A \"x\"]\n\n{moves} 1/2-1/2\n"
    ));
    assert_eq!((found.games, found.faultless), (6, 4));
    assert_eq!(found.results["1-0"], 2);
    assert_eq!(found.endings[&BoardEnding::Mate], 2);
    assert_eq!(found.plies.values().sum::<u64>(), found.games);
    assert_eq!(found.pieces_left.values().sum::<u64>(), found.games);
    let tree: Vec<(String, u64)> =
        found.opening_tree(2).into_iter().map(|(moves, opening)| (moves.join(" "), opening.games)).collect();
    assert_eq!(tree[0], ("g5".to_owned(), 3));
    assert_eq!((found.repetitions, found.fifty_moves), (1, 0));
    assert!(tree.contains(&("Qc3 Qc6 b2".to_owned(), 2)), "{tree:?}");
}

#[test]
fn opening_tree_lists_parents_first() {
    let found = stats("1.g5 g6 *\n\n1.g5 b6 *\n\n1.b2 g6 *\n");
    let tree = found.opening_tree(1);
    for (number, (moves, games)) in tree.iter().enumerate() {
        let parent = &moves[..moves.len() - 1];
        let before = tree[..number].iter().find(|(earlier, _)| earlier == &parent);
        assert!(parent.is_empty() || before.is_some_and(|(_, all)| all.games >= games.games), "{moves:?}");
    }
    assert_eq!(tree.len(), 5);
}

#[test]
fn openings_show_results_in_percent() {
    let found = stats("1.g5 g6 1-0\n\n1.g5 b6 0-1\n\n1.g5 3/4-1/4\n\n1.g5 *\n\n1.b2 1/2-1/2\n");
    let rows: String = OpeningRow::all(&found, 1).iter().map(csv_row).collect();
    assert_eq!(
        rows,
        "g5,4,80.0,33.3,0.0,33.3,58.3\ng5 b6,1,25.0,0.0,0.0,100.0,0.0\ng5 g6,1,25.0,100.0,0.0,0.0,100.0\n\
         b2,1,20.0,0.0,100.0,0.0,50.0\n"
    );
    let unfinished = stats("1.g5 *\n");
    let row = OpeningRow::all(&unfinished, 1).iter().map(csv_row).collect::<String>();
    assert_eq!(row, "g5,1,100.0,,,,\n", "no result to count");
}
