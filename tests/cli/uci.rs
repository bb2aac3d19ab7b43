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
fn large_table_delays_no_search() {
    use std::time::{Duration, Instant};

    let begun = Instant::now();
    let typed = "setoption name Hash value 65536\nisready\ngo movetime 50\n";
    let ended = with_input(&["uci", "--variant", "mini"], typed);
    assert_eq!(ended.status, Some(0), "{ended}");
    assert!(
        ended.stdout.starts_with("info string hash table of ") && ended.stdout.contains(" MiB"),
        "{ended}"
    );
    assert!(ended.stdout.contains("\nreadyok\n") && ended.stdout.contains("\nbestmove "), "{ended}");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
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

#[cfg(unix)]
#[test]
fn signal_ends_long_count() {
    use std::io::Write;
    use std::time::{Duration, Instant};

    for (commands, then) in [
        ("go perft 9\n", None),
        ("go perft 9\nposition startpos\nd\n", None),
        ("go perft 9\nposition startpos\n", Some("stop\nisready\nquit\n")),
        ("go perft 9\n", Some("quit\n")),
        ("go nodes 999999999999\n", None),
    ] {
        let mut child = crate::run::start(&["uci", "-q"]);
        let mut stdin = child.stdin.take().expect("stdin is piped");
        stdin.write_all(commands.as_bytes()).expect("a pipe");
        std::thread::sleep(Duration::from_millis(300));
        let started = Instant::now();
        if let Some(then) = then {
            stdin.write_all(then.as_bytes()).expect("a pipe");
        } else {
            let id = child.id().to_string();
            let sent = std::process::Command::new("kill").args(["-TERM", &id]).status();
            assert!(sent.expect("kill runs").success());
        }
        let status = child.wait().expect("the program ends");
        assert_eq!(status.code(), Some(if then.is_some() { 0 } else { 143 }), "{commands}");
        assert!(started.elapsed() < Duration::from_secs(10), "{commands}");
    }
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

#[test]
fn match_with_clock_is_played() {
    let engine = engine();
    let options = ["--variant", "mini", "--games", "2", "--clock", "2+0.01", "--longest", "40"];
    let ended = hexmate(&[&["match", &engine, &engine][..], &options[..]].concat());
    assert_eq!(ended.status, Some(0), "{ended}");
    assert!(!ended.stdout.contains("is too slow") && ended.stdout.contains("\nElo      "), "{ended}");
}

#[cfg(unix)]
#[test]
fn slow_engine_loses_on_time() {
    let engine = engine();
    let options = ["--variant", "mini", "--games", "2", "--clock", "0.3", "-j", "2"];
    let ended = hexmate(&[&["match", &engine, "sleep 5 {fen}"][..], &options[..]].concat());
    assert!(ended.stdout.contains("points   2 of 2"), "{ended}");
    let timed = ["--variant", "mini", "--games", "2", "--movetime", "20", "-j", "2"];
    let ended = hexmate(&[&["match", "sh -c 'sleep 5' {fen}", &engine][..], &timed[..]].concat());
    assert!(
        ended.stdout.contains("White is too slow") && ended.stdout.contains("points   0 of 2"),
        "{ended}"
    );
}

#[cfg(unix)]
#[test]
fn sprt_ends_match_early() {
    let engine = engine();
    let options = ["--variant", "mini", "--games", "200", "--nodes", "20", "--sprt", "0,200"];
    let ended = hexmate(&[&["match", &engine, "echo z9z9 # {fen}"][..], &options[..]].concat());
    assert!(ended.stdout.contains("\nSPRT     at least 200 Elo; likelihood ratio"), "{ended}");
    let games = ended.stdout.matches(" points, ").count();
    assert!(games < 100, "{games} games");
}

#[test]
fn limits_without_effect_are_refused() {
    let engine = engine();
    for (options, part) in [
        (&["--longest", "3", "--opening", "6"][..], "openings have 6 plies; write --longest 7 or more"),
        (&["--longest", "6"], "with --longest 6 no engine moves"),
        (&["--sprt", "-1500,-500"], "from -1000 to 1000, found -1500"),
        (&["--sprt", "5,0"], "the lower difference in Elo first, found 5 before 0"),
    ] {
        let refused = hexmate(&[&["match", &engine, &engine, "--variant", "mini"][..], options].concat());
        assert_eq!(refused.status, Some(2), "{refused}");
        assert!(refused.stderr.contains(part), "{part}: {refused}");
    }
    let shortest = ["--longest", "7", "--opening", "6", "--games", "2", "--nodes", "20", "--variant", "mini"];
    let ended = hexmate(&[&["match", &engine, &engine][..], &shortest[..]].concat());
    assert_eq!(ended.status, Some(0), "{ended}");
}

#[cfg(unix)]
#[test]
fn second_bestmove_is_ignored() {
    let doubling = format!("sh -c \"'{}' uci | sed -u /^bestmove/p\"", env!("CARGO_BIN_EXE_hexmate"));
    let options = ["--variant", "mini", "--games", "2", "--nodes", "60", "--longest", "16"];
    let ended = hexmate(&[&["match", &doubling, &engine()][..], &options[..]].concat());
    assert_eq!(ended.status, Some(0), "{ended}");
    assert!(!ended.stdout.contains("illegal") && ended.stderr.contains("bestmove lines of sh -c"), "{ended}");
    assert!(ended.stderr.contains("(surplus-bestmove)"), "{ended}");
    let plain = hexmate(&[&["match", &engine(), &engine()][..], &options[..]].concat());
    assert_eq!((plain.stdout, plain.stderr), (ended.stdout, String::new()));
}

#[cfg(unix)]
#[test]
fn engine_ending_at_start_stops_match() {
    let engine = engine();
    let options = ["--variant", "mini", "--games", "20", "--nodes", "20", "-j", "1"];
    for broken in ["sh -c 'exit 7'", "sh -c 'echo uciok; echo readyok; exit 7'", "false {fen}"] {
        let ended = hexmate(&[&["match", broken, &engine][..], &options[..]].concat());
        assert_eq!(ended.status, Some(3), "{broken}: {ended}");
        assert!(ended.stderr.contains("[engine-ends]") && ended.stderr.contains(broken), "{broken}: {ended}");
        assert_eq!(ended.stdout.matches(" points, ").count(), 2, "{broken}: {ended}");
    }
}

#[test]
fn tables_end_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().display().to_string();
    for ending in ["KPvK", "KQvK"] {
        let build = hexmate(&["endgame", "build", ending, "-o", &tables, "--variant", "mini", "-q"]);
        assert_eq!(build.status, Some(0), "{build}");
    }
    let engine = engine();
    let options = ["--variant", "mini", "--games", "20", "--nodes", "60", "--tables", &tables];
    let ended = hexmate(&[&["match", &engine, &engine][..], &options[..]].concat());
    assert_eq!(ended.status, Some(0), "{ended}");
    assert!(ended.stdout.contains(" points, tables, "), "{ended}");
    // With the option, the search proves a mate that it cannot reach.
    let position = "position fen 1/3/5/2k4/7/3P3/3K3 w - 0 1\ngo nodes 200\n";
    let proved = |option: &str| {
        let typed = format!("{option}\n{position}");
        with_input(&["uci", "--variant", "mini"], &typed).stdout.contains("score mate")
    };
    assert!(!proved("isready") && proved(&format!("setoption name TablePath value {tables}")));
    let none = with_input(&["uci"], &format!("setoption name TablePath value {tables}\neval\n"));
    assert!(none.stdout.contains("info string no tables of"), "{none}");
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
