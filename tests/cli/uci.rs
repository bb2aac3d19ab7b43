//! `uci` and `match`: the protocol at the command line, and games between engines.

use std::fs;

use crate::run::{hexmate, with_input};

/// Command line of the program as an engine.
fn engine() -> String {
    format!("'{}' uci", env!("CARGO_BIN_EXE_hexmate"))
}

#[test]
fn session_answers_until_quit() {
    let typed = "uci\nposition startpos\ngo nodes 300\nquit\nuci\n";
    let ended = with_input(&["uci", "--variant", "mini"], typed);
    assert_eq!(ended.status, Some(0), "{ended}");
    assert!(ended.stdout.contains("option name UCI_Variant type combo default mini var glinski"), "{ended}");
    assert_eq!(ended.stdout.matches("uciok").count(), 1, "{ended}");
    // The search is stopped by `quit`, and answers.
    assert!(ended.stdout.contains("\nbestmove "), "{ended}");
}

#[test]
fn pause_repeats_no_command() {
    use std::io::{Read, Write};

    let mut child = crate::run::start(&["uci"]);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(b"isready\n").expect("a pipe");
    // Longer than the program waits for a signal at once.
    std::thread::sleep(std::time::Duration::from_millis(200));
    stdin.write_all(b"d\nquit\n").expect("a pipe");
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert!(child.wait().expect("the program ends").success());
    assert_eq!(text.matches("readyok").count(), 1, "{text}");
    assert_eq!(text.matches("Fen: ").count(), 1, "{text}");
}

#[test]
fn perft_compares_with_session() {
    let engine = engine();
    for variant in ["glinski", "shafran", "echex3"] {
        let compared =
            hexmate(&["perft", "start", "--variant", variant, "--depth", "2", "--engine", &engine]);
        assert_eq!(compared.status, Some(0), "{variant}: {compared}");
    }
}

#[test]
fn match_is_reproducible_and_writes_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = folder.path().join("games.pgn").display().to_string();
    let engine = engine();
    let run = |threads: &str| {
        let nodes = ["--nodes", "60", "--games", "4", "--longest", "60"];
        let args = ["match", &engine, &engine, "--variant", "mini", "--pgn", &pgn, "-j", threads];
        hexmate(&[&args[..], &nodes[..]].concat())
    };
    let first = run("1");
    assert_eq!(first.status, Some(0), "{first}");
    assert!(first.stdout.contains("points   2 of 4\n") && first.stdout.contains("\nElo      "), "{first}");
    assert_eq!(run("2").stdout, first.stdout);
    let games = fs::read_to_string(&pgn).expect("games");
    assert_eq!(games.matches("[Round ").count(), 4, "{games}");
    let checked = hexmate(&["validate", &pgn]);
    assert_eq!(checked.status, Some(0), "{checked}");
}

#[cfg(unix)]
#[test]
fn engine_without_answer_loses() {
    let engine = engine();
    let options = ["--variant", "mini", "--games", "2", "--nodes", "60"];
    let wrong = hexmate(&[&["match", &engine, "echo z9z9 # {fen}"][..], &options[..]].concat());
    assert!(wrong.stdout.contains("game 1: 1 points, Black plays the illegal move"), "{wrong}");
    assert!(wrong.stdout.contains("points   2 of 2"), "{wrong}");
    let missing = hexmate(&[&["match", &engine, "/no/such/engine"][..], &options[..]].concat());
    assert_eq!(missing.status, Some(2), "{missing}");
    assert!(missing.stderr.contains("cannot be started"), "{missing}");
}
