//! Comparison of Gliński's game with the crate `hexchess`, apart from its one known fault.

use hexchess::Hexchess;
use hexmate_core::geometry::Cell;
use hexmate_core::perft::reference;
use hexmate_position::Coordinate;
use hexmate_position::{Game, Position, Setup};

use crate::law_length::quick_or_full;
use crate::laws::random;

/// After b7-b5 White's pawn on c6 can capture en passant on b6.
const BEFORE_THE_DOUBLE_STEP: &str = "1/1k1/5/7/p8/2P8/11/11/11/11/5K5 b - 0 1";

fn read(fen: &str) -> Position {
    Position::from_fen(Game::GLINSKI, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns whether the cell is b2 or b6, where version 2.5.1 never allows en passant.
fn is_unsupported(over: Cell) -> bool {
    ["b2", "b6"].contains(&Coordinate(Game::GLINSKI.shape, over).to_string().as_str())
}

/// Converts a position for the crate, which rejects a FEN with an unsupported en passant cell.
fn hexchess_position(position: &Position) -> Hexchess {
    let mut setup = Setup::from(position);
    setup.crossed.retain(|&over| !is_unsupported(over));
    let fen = setup.to_fen();
    Hexchess::parse(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn count(game: &Hexchess, depth: u32) -> u64 {
    let moves = game.current_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |m: &hexchess::San| {
        let mut next = game.clone();
        next.apply_move_unsafe(m).expect("a legal move");
        next
    };
    moves.iter().map(|m| count(&after(m), depth - 1)).sum()
}

/// Counts nodes with this library, without the moves that the crate does not support.
fn count_supported(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves().filter(|&m| !(position.is_en_passant(m) && is_unsupported(m.to)));
    match depth {
        1 => moves.count() as u64,
        _ => moves.map(|m| count_supported(&position.play_unchecked(m), depth - 1)).sum(),
    }
}

#[test]
#[ignore = "long: make verify"]
fn start_counts_agree() {
    let start = Position::start(Game::GLINSKI);
    let game = Hexchess::init();
    assert_eq!(game.to_string(), start.to_fen());
    for depth in 1..=4 {
        assert_eq!(count(&game, depth), start.perft(depth), "depth {depth}");
    }
}

/// Compares counts up to 5000 nodes; returns whether the known fault made a difference.
fn compare(position: &Position) -> bool {
    let game = hexchess_position(position);
    let mut is_affected = false;
    for depth in 1..=4 {
        let nodes = position.perft(depth);
        if nodes > 5_000 {
            break;
        }
        let expected = count_supported(position, depth);
        assert_eq!(count(&game, depth), expected, "{}, depth {depth}", position.to_fen());
        is_affected |= expected != nodes;
    }
    is_affected
}

#[test]
#[ignore = "long: make verify"]
fn random_positions_match_but_known_fault() {
    let played = (0..40).flat_map(|seed| random::game(Game::GLINSKI, seed, 150).into_iter().step_by(6));
    let thin = (0..quick_or_full(3_500, 10_000)).filter_map(|seed| random::thin(Game::GLINSKI, seed));
    let (faulty, right): (Vec<_>, Vec<_>) = played.chain(thin).partition(compare);
    let found = (faulty.len(), right.len());
    assert!(
        found.0 > 0 && found.1 >= quick_or_full(1_000, 3_000),
        "{found:?} positions with and without the fault"
    );
}

#[test]
fn chosen_positions_match_but_known_fault() {
    let table = include_str!("../../perft/glinski.perft");
    let faulty: Vec<&str> = reference::read(table)
        .map(|case| case.unwrap_or_else(|error| panic!("glinski.perft:{error}")))
        .filter(|case| compare(&read(case.fen.text)))
        .map(|case| case.id.text)
        .collect();
    assert!(!faulty.is_empty(), "no chosen position shows the fault");
}

#[test]
fn hexchess_misses_ep_on_b_file() {
    let position = read(BEFORE_THE_DOUBLE_STEP);
    let game = Hexchess::parse(BEFORE_THE_DOUBLE_STEP).expect("a valid FEN");
    assert_eq!([1, 2, 3].map(|depth| position.perft(depth)), [12, 74, 818], "the right counts");
    assert_eq!(
        [1, 2, 3].map(|depth| count(&game, depth)),
        [12, 73, 808],
        "the counts differ from version 2.5.1; if the fault is fixed, update perft/README.md"
    );
}
