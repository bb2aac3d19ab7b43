//! Matches that are killed: finished games are kept, and a resumed match gives the games of an uninterrupted one.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::forged_logs::sealed;
use crate::run::{Ended, hexmate, start};
use crate::signals::send;

const GAMES: usize = 8;

/// Arguments of a match of two engines that are reproducible.
fn args(engine: &str, more: &[&str]) -> Vec<String> {
    let games = GAMES.to_string();
    let games = if more.contains(&"--games") { vec![] } else { vec!["--games", &games] };
    let fixed = ["--variant", "mini", "--nodes", "4000", "--longest", "40", "--no-time", "-j", "2"];
    [&["match", engine, engine], &fixed[..], &games, more]
        .concat()
        .iter()
        .map(|&word| word.to_owned())
        .collect()
}

fn play(engine: &str, more: &[&str]) -> Ended {
    let args = args(engine, more);
    hexmate(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Starts a match and waits until the file has some games.
fn start_games(engine: &str, more: &[&str], file: &Path, mark: &str) -> Child {
    let args = args(engine, more);
    let child = start(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let begun = Instant::now();
    while fs::read_to_string(file).unwrap_or_default().matches(mark).count() < 2 {
        assert!(begun.elapsed() < Duration::from_mins(2), "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

/// Starts a match and kills it when the file has some games.
fn kill_after_games(engine: &str, more: &[&str], file: &Path, mark: &str) {
    let mut child = start_games(engine, more, file, mark);
    child.kill().expect("SIGKILL");
    child.wait().expect("an exit status");
}

#[test]
fn killed_match_resumes_to_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_hexmate"));
    let [whole, pgn, log] = ["whole.pgn", "games.pgn", "match.log"].map(path);
    let uninterrupted = play(&engine, &["--pgn", &whole]);
    assert_eq!(uninterrupted.status, Some(0), "{uninterrupted}");
    let resuming = ["--pgn", &pgn, "--checkpoint", &log, "--resume"];
    kill_after_games(&engine, &resuming, Path::new(&log), "\"record\"");
    let kept = fs::read_to_string(&log).expect("a log");
    let resumed = play(&engine, &resuming);
    assert_eq!((resumed.status, &resumed.stdout), (Some(0), &uninterrupted.stdout), "{resumed}");
    let games = fs::read_to_string(&pgn).expect("games");
    assert_eq!(games, fs::read_to_string(&whole).expect("games"));
    assert_eq!(games.matches("[Round ").count(), GAMES);
    // No finished game was played again: its entry is in the new log.
    let last = fs::read_to_string(&log).expect("a log");
    for entry in kept.lines().skip(1).filter(|line| line.ends_with('}')) {
        let entry = entry.split(",\"seal\"").next().expect("a text");
        assert!(last.contains(entry), "{entry}");
    }
    let merged = hexmate(&["merge", &log]);
    assert_eq!(merged.status, Some(4), "{merged}");
    assert!(merged.stderr.contains("parts of match cannot be merged"), "{merged}");
    let other = play(&engine, &[&resuming[..], &["--seed", "2"]].concat());
    assert_eq!(other.status, Some(4), "{other}");
    assert!(other.stderr.contains("belongs to another run: different --seed"), "{other}");
}

#[test]
fn killed_match_keeps_finished_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_hexmate"));
    let (pgn, partial) = (path("games.pgn").display().to_string(), path("games.pgn.partial"));
    kill_after_games(&engine, &["--pgn", &pgn], &partial, "[Round ");
    assert!(!Path::new(&pgn).exists());
    let kept = fs::read_to_string(&partial).expect("a partial output");
    assert!(kept.starts_with("[Event") && kept.matches("[Round ").count() < GAMES, "{kept}");
    let rounds: Vec<&str> = kept.lines().filter(|line| line.starts_with("[Round ")).collect();
    let expected: Vec<String> = (1..=rounds.len()).map(|number| format!("[Round \"{number}\"]")).collect();
    assert_eq!(rounds, expected, "in the order of games");
    let checked = hexmate(&["validate", &partial.display().to_string()]);
    assert_eq!(checked.status, Some(0), "{checked}");
    // The next match does not overwrite what was kept.
    assert_eq!(play(&engine, &["--pgn", &pgn]).status, Some(0));
    assert_eq!(fs::read_to_string(&partial).expect("a partial output"), kept);
    assert!(!path("games.pgn.partial-2").exists());
    assert!(fs::read_to_string(&pgn).expect("games").starts_with(&kept), "the same games");
}

#[test]
fn stopped_match_says_so_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let engine = format!("'{}' uci", env!("CARGO_BIN_EXE_hexmate"));
    let (pgn, partial) = (path("games.pgn").display().to_string(), path("games.pgn.partial"));
    let child = start_games(&engine, &["--games", "400", "--pgn", &pgn], &partial, "[Round ");
    send("-TERM", &child);
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{stderr}");
    assert_eq!(stderr.matches("stopped by a signal after ").count(), 1, "{stderr}");
}

#[test]
fn forged_games_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [log, pgn] = ["match.log", "games.pgn"].map(path);
    let options = ["--variant", "mini", "--games", "2", "--checkpoint", &log, "--pgn", &pgn];
    let play = |more: &[&str]| {
        hexmate(&[&["match", "echo z9z9 # {fen}", "echo z9z9 # {fen}"], &options[..], more].concat())
    };
    assert_eq!(play(&[]).status, Some(0));
    let whole = fs::read_to_string(&log).expect("a log");
    let games = fs::read_to_string(&pgn).expect("games");
    let entries = whole.trim_end().rsplit_once('\n').expect("a trailer").0;
    fs::write(&log, sealed(entries)).expect("a file");
    assert_eq!(play(&["--resume"]).status, Some(0));
    assert_eq!(fs::read_to_string(&pgn).expect("games"), games);
    for (from, to) in [
        (r#""white":0"#, r#""white":5"#),
        (r#""number":0"#, r#""number":1"#),
        (r#""moves":""#, r#""moves":"a1a9 "#),
        (r#""found":{"game""#, r#""found":{"other""#),
        (r#""found":{"game":{"#, r#""found":{"game":{"path":"/etc/passwd","#),
    ] {
        assert!(entries.contains(from), "{from}: {entries}");
        fs::write(&log, sealed(&entries.replacen(from, to, 1))).expect("a file");
        let refused = play(&["--resume"]);
        assert_eq!(refused.status, Some(4), "{from}: {refused}");
        assert_eq!(fs::read_to_string(&pgn).expect("games"), games, "{from}");
    }
}
