//! The tables in `perft/` checked with the library, and the breakdown compared with a simpler count.

use std::fs;
use std::path::{Path, PathBuf};

use hexmate_core::geometry::Cell;
use hexmate_core::perft::reference;
use hexmate_core::perft::reference::Count;
use hexmate_core::perft::{Breakdown, HashTable, Kind};
use hexmate_core::rules::{Piece, Role};
use hexmate_position::{Game, Position, PositionUnit};
use rayon::prelude::*;

use crate::law_length::quick_or_full;

/// Returns the largest count to check, in nodes; `hexmate perft --verify` checks the others.
fn limit() -> u64 {
    quick_or_full(2_000, 5_000_000)
}

fn tables() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let entries = fs::read_dir(folder).expect("the folder perft");
    let mut tables: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "perft"))
        .collect();
    tables.sort();
    tables
}

fn read(game: Game, fen: &str) -> Position {
    if fen == "start" {
        return Position::start(game);
    }
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn check(game: Game, place: &str, fen: &str, count: &Count) {
    let position = read(game, fen);
    assert_eq!(position.perft_parallel(count.depth), count.nodes, "{place}, depth {}", count.depth);
    if !count.kinds.is_empty() {
        let found = position.breakdown_parallel(count.depth);
        assert_eq!(found.nodes, count.nodes, "{place}, depth {}", count.depth);
        for &(kind, expected) in &count.kinds {
            assert_eq!(found[kind], expected, "{place}, depth {}: {}", count.depth, kind.name());
        }
    }
}

#[test]
#[ignore = "long: make verify"]
fn reference_counts_below_limit_hold() {
    let mut checked = 0;
    for path in tables() {
        let text = fs::read_to_string(&path).expect("a table");
        for case in reference::read(&text) {
            let case = case.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
            let place = format!("{}: {}", path.display(), case.id.text);
            let game = Game::from_name(case.variant.text);
            let game = game.unwrap_or_else(|| panic!("{place}: no game is called {}", case.variant.text));
            for count in case.counts.iter().filter(|count| count.nodes <= limit()) {
                check(game, &place, case.fen.text, count);
                checked += 1;
            }
        }
    }
    assert!(checked >= 30, "only {checked} lines have been checked");
}

/// Returns the breakdown of one ply, derived from the pieces before and after each move; for two players.
fn breakdown_from_pieces(position: &Position) -> Breakdown {
    let mut found = Breakdown::default();
    for m in position.legal_moves() {
        let next = position.play_unchecked(m);
        let (before, after) = (position.pieces(), next.pieces());
        let is_pawn = |cell| position.piece(cell).is_some_and(|piece| piece.role == Role::Pawn);
        let pawns =
            |pieces: &[(Cell, Piece)]| pieces.iter().filter(|(_, piece)| piece.role == Role::Pawn).count();
        let is_capture = after.len() < before.len();
        let pawns_lost = pawns(&before) - pawns(&after);
        let is_en_passant = is_capture && position.piece(m.to).is_none();
        let pawn_taken = is_pawn(m.to) || is_en_passant;
        let king = next.king(next.turn()).expect("a king");
        let own = after.iter().filter(|(_, piece)| piece.owner == position.turn());
        let attackers = own.filter(|&&(cell, _)| next.attacks(cell).contains(&king)).count();
        found.nodes += 1;
        found[Kind::Captures] += u64::from(is_capture);
        found[Kind::EnPassant] += u64::from(is_en_passant);
        found[Kind::DoubleSteps] += u64::from(next.en_passant(position.turn()).is_some());
        found[Kind::Promotions] += u64::from(is_pawn(m.from) && pawns_lost > usize::from(pawn_taken));
        found[Kind::Checks] += u64::from(attackers > 0);
        found[Kind::DoubleChecks] += u64::from(attackers > 1);
        found[Kind::Mates] += u64::from(attackers > 0 && next.count_moves() == 0);
        found[Kind::Stalemates] += u64::from(attackers == 0 && next.count_moves() == 0);
    }
    found
}

fn check_breakdowns(game: Game, fen: &str, plies: u32) {
    let mut positions = vec![read(game, fen)];
    for ply in 0..plies {
        for position in &positions {
            assert_eq!(position.breakdown(1), breakdown_from_pieces(position), "{}", position.to_fen());
        }
        if ply + 1 < plies {
            positions = positions.iter().flat_map(|p| p.legal_moves().map(|m| p.play_unchecked(m))).collect();
        }
    }
}

#[test]
#[ignore = "long: make verify"]
fn breakdown_agrees_with_pieces() {
    check_breakdowns(Game::GLINSKI, "start", 3);
    check_breakdowns(Game::MCCOOEY, "start", 3);
    check_breakdowns(Game::MINI, "start", 5);
    check_breakdowns(Game::GLINSKI, "1/2k/Q1bbn/6r/4PNppp/11/1p2pP3B1/2P8/5BB4/8P2/2b3KN2q b - 0 19", 3);
    check_breakdowns(Game::GLINSKI, "1/1P1/1k2p/7/p8/2P8/4K6/11/11/8p2/11 b - 0 1", 4);
}

#[test]
fn hash_table_keeps_perft_counts() {
    let fen = "1/1P1/1k2p/7/p8/2P8/4K6/11/11/8p2/11 b - 0 1";
    let position = read(Game::GLINSKI, fen);
    let table = HashTable::with_mebibytes(1).expect("a mebibyte");
    for depth in 1..=5 {
        let nodes = position.perft(depth);
        assert_eq!(position.perft_with(&table, depth), nodes);
        let units = position.units(depth.min(2));
        let count = |unit: &PositionUnit| unit.ways * unit.position.perft_with(&table, depth - depth.min(2));
        assert_eq!(units.par_iter().map(count).sum::<u64>(), nodes);
    }
}
