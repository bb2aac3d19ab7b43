//! `analyse`: rows of moves and annotated games.

use std::fs;

use crate::run::{hexmate, with_input};

/// The shortest game of Gliński's chess, twice, and a game with an illegal move.
const GAMES: &str = "[White \"Ann\"]\n\n1. Qe1c3 Qe10c6 2. b1b2 b7b6 {a comment} 3. Bf3b1 e7e6 4. Qc3xf9# 1-0\n\n\
    [White \"Bob\"]\n\n1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 Qc6c3 *\n\n\
    [White \"Cem\"]\n\n1. e5 e6 2. Kg9 *\n";

#[test]
fn blunder_into_mate_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [games, pgn] = ["games.pgn", "out.pgn"].map(path);
    fs::write(&games, GAMES).expect("a file");
    let run = |threads: &str| hexmate(&["analyse", &games, "--nodes", "2000", "-j", threads, "--pgn", &pgn]);
    let first = run("1");
    assert_eq!(first.status, Some(1), "{first}");
    assert!(first.stderr.contains("no-such-move") || first.stderr.contains("error"), "{first}");
    let text = fs::read_to_string(&pgn).expect("games");
    assert_eq!(run("2").stdout, first.stdout);
    assert_eq!(fs::read_to_string(&pgn).expect("games"), text);
    let mut rows = csv::Reader::from_reader(first.stdout.as_bytes());
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 7 + 6 + 2, "{first}");
    let blunder = &rows[5];
    assert_eq!([&blunder[4], &blunder[5], &blunder[9]], ["e6", "#-1", "??"], "{first}");
    assert_eq!([&rows[6][4], &rows[6][5], &rows[6][8]], ["Qxf9#", "#0", "0"], "{first}");
    for part in ["[%eval #1]", "a comment", "$4", "[WhiteAccuracy \"", "[BlackAccuracy \""] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let checked = hexmate(&["validate", &pgn]);
    assert_eq!(checked.status, Some(0), "{checked}\n{text}");
}

#[test]
fn games_for_three_are_errors() {
    let pgn = "[Variant \"echex3\"]\n\n1. f4f6 e7g6 h5g6 *\n";
    let ended = with_input(&["analyse", "-", "--nodes", "100"], pgn);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert!(ended.stderr.contains("Echex for three is not a game for two"), "{ended}");
}
