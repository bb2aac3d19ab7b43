//! Collections written by `validate --repair`: unrepaired text is unchanged, and comments are never lost.

use std::fs;

use crate::archive::RAGGED;
use crate::run::{hexmate, with_input};

#[test]
fn ragged_files_are_copied_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, out] = ["games.pgn", "out.pgn"].map(|name| folder.path().join(name).display().to_string());
    let strays = ["1. e5 e6 *\njunk\n1. g5 *\n", "junk\n1. e5 e6 *\n)\n[White \"A\"]\n\n1. g5 *"];
    for text in RAGGED.iter().chain(&strays) {
        fs::write(&games, text).expect("a file");
        let ended = hexmate(&["validate", &games, &format!("--repair={out}")]);
        if ended.stderr.contains(" 0 repaired") {
            assert_eq!(fs::read_to_string(&out).expect("a file"), *text, "{ended}");
        } else {
            assert!(
                ["two records", "after the result"].iter().any(|why| ended.stdout.contains(why)),
                "{text:?} {ended}"
            );
        }
    }
}

/// A position in which Qh8 gives stalemate.
const BEFORE: &str = "k/3/5/K6/9/11/11/11/11/11/7Q3 w - 0 1";

#[test]
fn repair_scores_stalemate_by_option() {
    let table = format!("fen,moves,result\n{BEFORE},h1h8,\n");
    let written =
        |worth: &str| with_input(&["validate", "-", "--repair=-", "-q", "--stalemate", worth], &table).stdout;
    assert!(written("three-quarters").ends_with("3/4-1/4\n\n"), "{}", written("three-quarters"));
    assert!(written("draw").ends_with("1/2-1/2\n\n"), "{}", written("draw"));
}

/// Games with a comment in every place where one is allowed.
const COMMENTED: &str = "{c01}\n; c02\n%c03\n\n[White \"a\"] {c04}\n; c05\n[Black \"b\"]\n\n{c06} 1. {c07} e5 {c08} \
                         ({c09} 1. {c10} d5 {c11} (1. b2 {c12}) {c13} 1... d6 {c14}) {c15} 1... e6 {c16} 1-0 {c17}\n; c18\n\n\
                         {c19}\n\n; c20 }\n1. e5 {c21\n\n[I think, this.]\n} *\n\n; c22\n\n{c23}\n";

#[test]
fn comments_survive_in_every_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, out] = ["games.pgn", "out.pgn"].map(|name| folder.path().join(name).display().to_string());
    fs::write(&games, COMMENTED).expect("a file");
    let repair = format!("--repair={out}");
    for args in [
        &["convert", &games, "--to", "pgn", "-o", &out][..],
        &["select", &games, "-o", &out],
        &["validate", &games, &repair],
    ] {
        let ended = hexmate(args);
        assert_eq!(ended.status, Some(0), "{ended}");
        let text = fs::read_to_string(&out).expect("a file");
        for comment in (1..=23).map(|number| format!("c{number:02}")) {
            assert_eq!(text.matches(&comment).count(), 1, "{comment} in {text}");
        }
    }
    for form in ["json", "csv"] {
        let text = with_input(&["convert", "-", "--to", form], COMMENTED).stdout;
        let back = with_input(&["convert", "-", "--to", "pgn"], &text).stdout;
        assert!((1..=23).all(|number| back.contains(&format!("c{number:02}"))), "{back}");
    }
}

#[test]
fn broken_variations_become_comments_with_codes() {
    let pgn = "1. e5 (1. d5 {a {b} c} d6 (1... -- 2. b2) 2. c5 Nx9) e6 *\n";
    let ended = with_input(&["convert", "-", "--to", "pgn"], pgn);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert!(ended.stdout.contains("; c } d6 ( 1... -- 2. b2 ) 2. c5 Nx9\n"), "{ended}");
    assert!(ended.stderr.contains("[variation-unreadable]"), "{ended}");
    let again = with_input(&["convert", "-", "--to", "pgn"], &ended.stdout);
    assert_eq!((again.status, &again.stdout), (Some(0), &ended.stdout));
    let checked = |option: &[&str]| with_input(&[&["validate", "-"], option].concat(), pgn);
    assert_eq!(checked(&[]).status, Some(1));
    assert!(checked(&[]).stdout.contains("-:1:21: syntax: game 1: variation, at c"), "{}", checked(&[]));
    assert_eq!(checked(&["--no-variations"]).status, Some(0));
}

/// The board and the nearest moves are those of the variation; the game has one verdict.
#[test]
fn fault_in_variation_has_one_verdict() {
    let pgn = "1. f6 (1. Nc3 e6 2. Nb7) e6 *\n";
    let ended = with_input(&["validate", "-", "--repair=-"], pgn);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert!(ended.stderr.contains("0 legal, 0 repaired, 1 with errors"), "{ended}");
    assert!(ended.stderr.contains("1 record, 1 illegal"), "{ended}");
    let text = with_input(&["validate", "-", "--repair"], pgn).stdout;
    assert!(text.contains("   = not repaired: the error is in a variation\n"), "{text}");
    assert!(text.contains("   = nearest legal moves: ") && text.contains("   | "), "{text}");
    let json = with_input(&["validate", "-", "--repair", "--format", "json"], pgn).stdout;
    let row: serde_json::Value = serde_json::from_str(json.trim()).expect("an object");
    assert_eq!(
        (&row["status"], &row["repair"]["outcome"]),
        (&"illegal".into(), &"untouched".into()),
        "{json}"
    );
    assert!(row["fen"].as_str().is_some_and(|fen| fen.ends_with(" w - 0 2")), "{json}");
    let good = with_input(&["validate", "-", "--repair", "--format", "json"], "1. f6 (1. d4 e6) e6 *\n");
    assert!(good.status == Some(0) && good.stdout.contains("\"outcome\":\"legal\""), "{good}");
}

#[test]
fn text_after_result_becomes_comment() {
    for (pgn, expected) in [
        (
            "1. e5 e6 1-0 37. Kf3 (time)\n\n[A \"b\"]\n\n1. e5 *\n",
            "1. e5 e6 1-0 {37. Kf3 (time)}\n\n[A \"b\"]\n\n1. e5 *\n",
        ),
        ("1. e5 e6 1-0 a } b\n", "1. e5 e6 1-0 ; a } b\n\n"),
        ("1. e5 e6 1-0 stray {c}\n; d\n", "1. e5 e6 1-0 {[%escaped] stray {c%7D%0A; d}\n"),
        ("1.Qxe10 Qxe1 2.g5 *\n", "1.Qxe10 Qxe1 2.g5 *\n"),
    ] {
        assert_eq!(with_input(&["validate", "-", "--repair=-", "-q"], pgn).stdout, expected);
    }
    let both = "1. Nf4 e6 1-0 stray\n";
    let ended = with_input(&["validate", "-", "--repair"], both);
    assert!(ended.stdout.contains("1. Nf4") || ended.stdout.contains("1.Nf4"), "{ended}");
    let ended = with_input(&["validate", "-", "--repair"], "1. e5 e6 1-0 stray\n");
    assert!(ended.stdout.contains("repaired: the text after the result"), "{ended}");
    assert!(ended.stderr.contains("1 repaired"), "{ended}");
}

#[test]
fn illegal_games_have_no_diagrams() {
    let pgn = "1. e5 e6 2. Qd9 d6 *\n";
    for option in [&[][..], &["--plies", "all"], &["--plies", "1,3"]] {
        let ended = with_input(&[&["diagram", "-"], option].concat(), pgn);
        assert_eq!((ended.status, ended.stdout.as_str()), (Some(1), ""), "{ended}");
        assert!(ended.stderr.contains("[no-such-move]"), "{ended}");
    }
    assert_eq!(with_input(&["diagram", "-", "--plies", "0,2"], pgn).status, Some(0));
}
