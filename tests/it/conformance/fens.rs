//! The FEN rows of the suite: texts to accept and texts to reject.

use std::collections::BTreeSet;

use hexmate_position::Dialect;
use hexmate_position::{Game, Setup};

use super::rows::FenRow;
use super::{game, oracle_position, read};

/// Codes of errors and faults that occur in every game.
const EVERYWHERE: [&str; 13] = [
    "missing-field",
    "trailing-field",
    "rank-count",
    "rank-length",
    "unknown-piece",
    "empty-run",
    "unknown-player",
    "no-such-cell",
    "no-number",
    "no-king",
    "several-kings",
    "pawn-on-last-cell",
    "impossible-en-passant",
];
const WITH_CASTLING: [&str; 2] = ["unknown-wing", "impossible-castling"];
const FOR_TWO: [&str; 2] = ["opponent-in-check", "too-many-pieces"];
const FOR_MORE: [&str; 4] =
    ["pieces-of-player-out", "turn-of-player-out", "no-opponent", "pawn-of-living-player"];

#[test]
fn oracle_agrees_on_suite_fens() {
    for row in read::<FenRow>("fens") {
        let found = oracle_position(&row.variant, &row.fen);
        match row.verdict.as_str() {
            "canonical" => {
                let settled = row.settled.as_ref().unwrap_or(&row.fen);
                assert_eq!(found.map(|position| position.to_fen()).as_ref(), Ok(settled), "{}", row.id);
            }
            "lenient" => {
                let canonical = row.canonical.as_ref().expect("a canonical FEN");
                let found = oracle_position(&row.variant, canonical).map(|position| position.to_fen());
                assert_eq!(found.as_ref(), Ok(row.settled.as_ref().unwrap_or(canonical)), "{}", row.id);
            }
            // The oracle reads only one order of ranks.
            _ if row.order != "rank" => {}
            _ => assert!(found.is_err(), "{}: {}", row.id, row.fen),
        }
    }
}

#[test]
fn library_agrees_on_suite_fens() {
    for row in read::<FenRow>("fens") {
        let order = Dialect::from_name(&row.order).expect("an order");
        let mut codes: Vec<&str> = match Setup::from_fen_with_notes(game(&row.variant), &row.fen, order) {
            Err(error) => {
                assert_eq!(row.verdict, "unreadable", "{}", row.id);
                vec![error.kind.code()]
            }
            Ok((setup, notes)) => {
                let faults = setup.faults();
                let is_illegal = !faults.as_slice().iter().all(|fault| fault.is_warning());
                assert_eq!(is_illegal, row.verdict == "illegal", "{}", row.id);
                let canonical = setup.to_fen();
                if !is_illegal {
                    assert_eq!(canonical, *row.canonical.as_ref().unwrap_or(&row.fen), "{}", row.id);
                }
                let notes: Vec<_> = notes.iter().map(|note| note.code()).collect();
                let faults: Vec<_> = faults.as_slice().iter().map(|fault| fault.code()).collect();
                if is_illegal { [faults, notes].concat() } else { [notes, faults].concat() }
            }
        };
        codes.dedup();
        assert_eq!(codes, row.codes, "{}", row.id);
    }
}

#[test]
fn suite_has_every_fen_code() {
    let rows: Vec<FenRow> = read("fens");
    for game in Game::ALL {
        let own: Vec<&FenRow> = rows.iter().filter(|row| row.variant == game.name).collect();
        let found: BTreeSet<&str> = own.iter().flat_map(|row| &row.codes).map(String::as_str).collect();
        let mut wanted = EVERYWHERE.to_vec();
        if game.players == 2 {
            wanted.extend(FOR_TWO);
        } else {
            wanted.extend(FOR_MORE);
        }
        if game.wings().next().is_some() {
            wanted.extend(WITH_CASTLING);
        }
        let lacking: Vec<&str> = wanted.into_iter().filter(|code| !found.contains(code)).collect();
        assert_eq!(lacking, [""; 0], "{}", game.name);
        if game.players > 2 {
            assert!(own.iter().any(|row| row.settled.is_some()), "{}: no player is eliminated", game.name);
        }
        for order in Dialect::USUAL {
            assert!(own.iter().any(|row| row.order == order.name()), "{} {}", game.name, order.name());
        }
    }
}
