//! Work that is killed at random moments and gone on with: the same output, and nothing done twice.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::run::{hexmate, start};

/// Kills of each command.
const KILLS: u64 = 10;

/// What each line of a checkpoint after the first is about: all but what was found.
fn noted(checkpoint: &Path) -> Vec<String> {
    let text = fs::read_to_string(checkpoint).unwrap_or_default();
    let entries =
        text.lines().skip(1).filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let place = |name: &str, entry: &serde_json::Value| entry.get(name).map(ToString::to_string);
    let names = ["file", "record", "count", "unit"];
    entries
        .map(|entry| names.iter().filter_map(|name| place(name, &entry)).collect::<Vec<_>>().join(" "))
        .collect()
}

/// Starts the work again and again and kills it after each of the waits; what was finished once stays so.
pub fn kill_again_and_again(args: &[&str], checkpoint: &Path, waits: impl IntoIterator<Item = Duration>) {
    let mut finished = 0;
    for wait in waits {
        let mut child = start(args);
        sleep(wait);
        child.kill().expect("a signal that nobody can catch");
        child.wait().expect("the end of it");
        let now = noted(checkpoint).len();
        assert!(now >= finished, "work was lost: {args:?}");
        finished = now;
    }
}

/// How much is noted; nothing of it twice.
pub fn noted_once(checkpoint: &Path) -> usize {
    let noted = noted(checkpoint);
    let different: BTreeSet<_> = noted.iter().collect();
    assert_eq!(different.len(), noted.len(), "something was done twice");
    noted.len()
}

/// The next of a sequence of numbers without a pattern (Marsaglia's xorshift).
fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// `args` write only to stdout; the longest wait before a kill is about as long as they take.
fn comes_to_the_same_end(args: &[&str], longest: Duration, seed: &mut u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = folder.path().join("work.jsonl");
    let name = checkpoint.display().to_string();
    let whole = hexmate(args);
    let args = [args, &["--checkpoint", &name, "--resume"]].concat();
    // Each run gets a little further, so that all of them together come to the end.
    let most = longest.as_micros() as u64 / KILLS * 2;
    kill_again_and_again(&args, &checkpoint, (0..KILLS).map(|_| Duration::from_micros(next(seed) % most)));
    let resumed = hexmate(&args);
    let told = (resumed.status, &resumed.stdout, &resumed.stderr);
    assert_eq!(told, (whole.status, &whole.stdout, &whole.stderr), "{args:?}");
    assert!(noted_once(&checkpoint) >= 10, "{args:?}");
}

#[test]
#[ignore = "long: make verify"]
fn sixty_kills_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn").display().to_string();
    let text = fs::read_to_string("tests/examples/three-games.pgn").expect("games");
    fs::write(&games, format!("{text}\n").repeat(400)).expect("a file");
    let few = folder.path().join("few.pgn").display().to_string();
    fs::write(&few, format!("{text}\n").repeat(8)).expect("a file");
    let mut seed = 20_261_121;
    let mut check = |milliseconds, args: &[&str]| {
        comes_to_the_same_end(args, Duration::from_millis(milliseconds), &mut seed);
    };
    check(300, &["validate", &games, "--format", "csv"]);
    check(800, &["mine", &few, "--mate", "2", "--quiet"]);
    check(400, &["solve", "puzzles/mini.csv", "--no-time", "--format", "json"]);
    check(400, &["solve", "puzzles/mini.csv", "--no-time", "--keys-only", "--shard", "hash:1/2"]);
    check(300, &["perft", "start", "--variant", "mini", "--depth", "7", "--shard", "slice:2/3"]);
    check(300, &["perft", "--verify", "perft/mini.perft", "--limit", "100000"]);
}
