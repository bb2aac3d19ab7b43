//! FEN that must be read, and FEN that must be refused.

use std::collections::BTreeSet;

use hexmate_position::Dialect;
use hexmate_position::{Game, Setup};

use super::rows::FenRow;
use super::{game, read, second};

/// Faults of the text and of what it says that every game can have.
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
fn the_second_opinion_reads_what_is_legal_and_refuses_the_rest() {
    for row in read::<FenRow>("fens") {
        let found = second(&row.variant, &row.fen);
        match row.verdict.as_str() {
            "canonical" => {
                let settled = row.settled.as_ref().unwrap_or(&row.fen);
                assert_eq!(found.map(|position| position.to_fen()).as_ref(), Ok(settled), "{}", row.id);
            }
            "lenient" => {
                let canonical = row.canonical.as_ref().expect("what is meant");
                let found = second(&row.variant, canonical).map(|position| position.to_fen());
                assert_eq!(found.as_ref(), Ok(row.settled.as_ref().unwrap_or(canonical)), "{}", row.id);
            }
            // The other reader knows one order.
            _ if row.order != "rank" => {}
            _ => assert!(found.is_err(), "{}: {}", row.id, row.fen),
        }
    }
}

#[test]
fn the_library_still_reads_as_the_suite_says() {
    for row in read::<FenRow>("fens") {
        let order = Dialect::from_name(&row.order).expect("an order");
        let codes: Vec<&str> = match Setup::from_fen_in(game(&row.variant), &row.fen, order) {
            Err(error) => {
                assert_eq!(row.verdict, "unreadable", "{}", row.id);
                vec![error.kind.code()]
            }
            Ok(setup) => {
                let faults = setup.faults();
                let is_illegal = !faults.as_slice().iter().all(|fault| fault.is_warning());
                assert_eq!(is_illegal, row.verdict == "illegal", "{}", row.id);
                let canonical = setup.to_fen();
                if !is_illegal {
                    assert_eq!(canonical, *row.canonical.as_ref().unwrap_or(&row.fen), "{}", row.id);
                }
                faults.as_slice().iter().map(|fault| fault.code()).collect()
            }
        };
        assert_eq!(codes, row.codes, "{}", row.id);
    }
}

#[test]
fn every_code_is_there_for_every_game_that_can_have_it() {
    let rows: Vec<FenRow> = read("fens");
    for game in Game::ALL {
        let own: Vec<&FenRow> = rows.iter().filter(|row| row.variant == game.name).collect();
        let met: BTreeSet<&str> = own.iter().flat_map(|row| &row.codes).map(String::as_str).collect();
        let mut wanted = EVERYWHERE.to_vec();
        if game.players == 2 {
            wanted.extend(FOR_TWO);
        } else {
            wanted.extend(FOR_MORE);
        }
        if game.wings().next().is_some() {
            wanted.extend(WITH_CASTLING);
        }
        let lacking: Vec<&str> = wanted.into_iter().filter(|code| !met.contains(code)).collect();
        assert_eq!(lacking, [""; 0], "{}", game.name);
        if game.players > 2 {
            assert!(own.iter().any(|row| row.settled.is_some()), "{}: nobody is put out", game.name);
        }
        for order in Dialect::ALL {
            assert!(own.iter().any(|row| row.order == order.name()), "{} {}", game.name, order.name());
        }
    }
}
