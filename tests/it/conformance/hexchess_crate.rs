//! Positions of Gliński's game compared with the crate `hexchess`, which never captures en passant on b2 and b6.

use hexchess::Hexchess;

use super::read;
use super::rows::{CountRow, PositionRow};

/// En passant cells that the crate does not support and that its reader rejects; see `../hexchess_crate.rs`.
const UNSUPPORTED: [&str; 2] = ["b2", "b6"];

fn parse(fen: &str) -> Option<Hexchess> {
    let crossed = fen.split(' ').nth(2)?;
    (!UNSUPPORTED.contains(&crossed))
        .then(|| Hexchess::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

#[test]
fn hexchess_agrees_on_suite_moves() {
    let mut compared = 0;
    for row in read::<PositionRow>("positions").iter().filter(|row| row.variant == "glinski") {
        let Some(game) = parse(&row.fen) else { continue };
        let after = |m: &hexchess::San| {
            let mut next = game.clone();
            next.apply_move_unsafe(m).expect("a legal move");
            (m.to_string(), next.to_string())
        };
        let mut found: Vec<(String, String)> = game.current_moves().iter().map(after).collect();
        found.sort();
        let without_unsupported = |fen: &str| {
            UNSUPPORTED.iter().fold(fen.to_owned(), |fen, cell| fen.replace(&format!(" {cell} "), " - "))
        };
        let expected: Vec<(String, String)> =
            row.moves.iter().map(|m| (m.uci.clone(), without_unsupported(&m.fen))).collect();
        assert_eq!(found, expected, "{}", row.id);
        compared += found.len();
    }
    assert!(compared > 200, "{compared} moves");
}

#[test]
fn hexchess_agrees_on_suite_counts() {
    let mut compared = 0;
    for row in read::<CountRow>("counts").iter().filter(|row| row.variant == "glinski") {
        let Some(game) = parse(&row.fen) else { continue };
        let moves = game.current_moves();
        assert_eq!(moves.len() as u64, row.counts[0]["nodes"], "{}", row.id);
        // After a double step over an unsupported cell the counts of the crate are wrong.
        let replies = moves.iter().map(|m| {
            let mut next = game.clone();
            next.apply_move_unsafe(m).expect("a legal move");
            next.current_moves().len() as u64
        });
        let is_comparable = row.fen.contains(" - ") && !row.counts[1].contains_key("en_passant");
        if is_comparable {
            assert_eq!(replies.sum::<u64>(), row.counts[1]["nodes"], "{}", row.id);
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared} positions");
}
