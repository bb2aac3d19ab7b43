//! The tables in `perft/` against the library, and the breakdown against a plainer one.

use std::fs;
use std::path::{Path, PathBuf};

use hexmate::perft::reference::{self, Count};
use hexmate::perft::{Breakdown, HashTable, Kind, breakdown, breakdown_parallel, perft, perft_parallel};
use hexmate::rules::{Game, Glinski, McCooey, Mini, Position, Role, Setup, Variant};
use hexmate::with_variant;

use crate::length::length;

/// Lines with more nodes are left to `hexmate perft --verify`.
fn limit() -> u64 {
    length(100_000, 5_000_000)
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

fn read<V: Variant>(fen: &str) -> Position<V> {
    if fen == "start" {
        return Position::start();
    }
    let setup = Setup::<V>::from_fen(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.into_position().unwrap_or_else(|faults| panic!("{fen}: {faults}"))
}

fn check<V: Variant>(place: &str, fen: &str, count: &Count) {
    let position = read::<V>(fen);
    assert_eq!(perft_parallel(&position, count.depth), count.nodes, "{place}, depth {}", count.depth);
    if !count.kinds.is_empty() {
        let found = breakdown_parallel(&position, count.depth);
        assert_eq!(found.nodes, count.nodes, "{place}, depth {}", count.depth);
        for &(kind, expected) in &count.kinds {
            assert_eq!(found[kind], expected, "{place}, depth {}: {}", count.depth, kind.name());
        }
    }
}

#[test]
fn every_reference_count_below_the_limit_is_right() {
    let mut checked = 0;
    for path in tables() {
        let text = fs::read_to_string(&path).expect("a table");
        for case in reference::read(&text) {
            let case = case.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
            let place = format!("{}: {}", path.display(), case.id.text);
            let game = Game::from_name(case.variant.text);
            let game = game.unwrap_or_else(|| panic!("{place}: no game is called {}", case.variant.text));
            for count in case.counts.iter().filter(|count| count.nodes <= limit()) {
                with_variant!(game, V => check::<V>(&place, case.fen.text, count));
                checked += 1;
            }
        }
    }
    assert!(checked >= 30, "only {checked} lines have been checked");
}

/// The breakdown of the last ply, told from the men before and after alone. For two players.
fn by_looking<V: Variant>(position: &Position<V>) -> Breakdown {
    let mut found = Breakdown::default();
    for m in position.legal_moves() {
        let next = position.after(m);
        let (before, after) = (position.board(), next.board());
        let takes = after.occupied().len() < before.occupied().len();
        let is_pawn = before.by_role(Role::Pawn).contains(m.from);
        let pawns_lost = before.by_role(Role::Pawn).len() - after.by_role(Role::Pawn).len();
        let pawn_taken =
            before.by_role(Role::Pawn).contains(m.to) || takes && !before.occupied().contains(m.to);
        let king = next.king(next.turn()).expect("both have kings");
        let attackers = after
            .men()
            .filter(|&(cell, man)| man.owner == position.turn() && after.attacks(cell).contains(king))
            .count();
        found.nodes += 1;
        found[Kind::Captures] += u64::from(takes);
        found[Kind::EnPassant] += u64::from(takes && !before.occupied().contains(m.to));
        found[Kind::DoubleSteps] += u64::from(next.passing(position.turn()).is_some());
        found[Kind::Promotions] += u64::from(is_pawn && pawns_lost > u32::from(pawn_taken));
        found[Kind::Checks] += u64::from(attackers > 0);
        found[Kind::DoubleChecks] += u64::from(attackers > 1);
        found[Kind::Mates] += u64::from(attackers > 0 && next.count_moves() == 0);
        found[Kind::Stalemates] += u64::from(attackers == 0 && next.count_moves() == 0);
    }
    found
}

fn both_ways_agree<V: Variant>(fen: &str, plies: u32) {
    let mut positions = vec![read::<V>(fen)];
    for ply in 0..plies {
        for position in &positions {
            assert_eq!(breakdown(position, 1), by_looking(position), "{}", position.to_fen());
        }
        if ply + 1 < plies {
            positions = positions.iter().flat_map(|p| p.legal_moves().map(|m| p.after(m))).collect();
        }
    }
}

#[test]
fn the_breakdown_agrees_with_a_look_at_the_men() {
    both_ways_agree::<Glinski>("start", 3);
    both_ways_agree::<McCooey>("start", 3);
    both_ways_agree::<Mini>("start", 5);
    both_ways_agree::<Glinski>("1/2k/Q1bbn/6r/4PNppp/11/1p2pP3B1/2P8/5BB4/8P2/2b3KN2q b - 0 19", 3);
    both_ways_agree::<Glinski>("1/1P1/1k2p/7/p8/2P8/4K6/11/11/8p2/11 b - 0 1", 4);
}

#[test]
fn a_table_changes_no_count_where_positions_come_again() {
    let fen = "1/1P1/1k2p/7/p8/2P8/4K6/11/11/8p2/11 b - 0 1";
    let position = read::<Glinski>(fen);
    let table = HashTable::with_mebibytes(1).expect("a mebibyte");
    for depth in 1..=5 {
        let nodes = perft(&position, depth);
        assert_eq!(table.perft(&position, depth), nodes);
        assert_eq!(table.perft_parallel(&position, depth), nodes);
    }
}
