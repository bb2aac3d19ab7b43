//! Whole collections written by `validate --repair`: what is not repaired is as it was, and all outputs are kept.

use std::fs;

use crate::archive::RAGGED;
use crate::run::{hexmate, with_input};

#[test]
fn ragged_files_are_written_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, out] = ["games.pgn", "out.pgn"].map(|name| folder.path().join(name).display().to_string());
    let strays = ["1. e5 e6 *\njunk\n1. g5 *\n", "junk\n1. e5 e6 *\n)\n[White \"A\"]\n\n1. g5 *"];
    for text in RAGGED.iter().chain(&strays) {
        fs::write(&games, text).expect("a file");
        let told = hexmate(&["validate", &games, &format!("--repair={out}")]);
        if told.stderr.contains(" 0 repaired") {
            assert_eq!(fs::read_to_string(&out).expect("a file"), *text, "{told}");
        } else {
            assert!(told.stdout.contains("two records"), "{text:?} {told}");
        }
    }
}

/// A move before a stalemate.
const BEFORE: &str = "k/3/5/K6/9/11/11/11/11/11/7Q3 w - 0 1";

#[test]
fn a_stalemate_in_a_table_has_the_result_that_is_asked_for() {
    let table = format!("fen,moves,result\n{BEFORE},h1h8,\n");
    let written =
        |worth: &str| with_input(&["validate", "-", "--repair=-", "-q", "--stalemate", worth], &table).stdout;
    assert!(written("three-quarters").ends_with("3/4-1/4\n\n"), "{}", written("three-quarters"));
    assert!(written("draw").ends_with("1/2-1/2\n\n"), "{}", written("draw"));
}
