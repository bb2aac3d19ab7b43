//! Runs killed at random moments and resumed from a checkpoint: same output, no work done twice.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::run::{hexmate, start};

/// Kills per command.
const KILLS: u64 = 10;

/// Returns the place of each checkpoint entry (file, record, count, unit), without its result.
fn entries(checkpoint: &Path) -> Vec<String> {
    let text = fs::read_to_string(checkpoint).unwrap_or_default();
    let values = text.lines().skip(1).filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let place = |name: &str, entry: &serde_json::Value| entry.get(name).map(ToString::to_string);
    let names = ["file", "record", "count", "unit"];
    values
        .map(|entry| names.iter().filter_map(|name| place(name, &entry)).collect::<Vec<_>>().join(" "))
        .collect()
}

/// Starts a run repeatedly and kills it after each wait; checks that the checkpoint never loses entries.
pub fn kill_repeatedly(args: &[&str], checkpoint: &Path, waits: impl IntoIterator<Item = Duration>) {
    let mut finished = 0;
    for wait in waits {
        let mut child = start(args);
        sleep(wait);
        child.kill().expect("SIGKILL");
        child.wait().expect("an exit status");
        let now = entries(checkpoint).len();
        assert!(now >= finished, "work was lost: {args:?}");
        finished = now;
    }
}

/// Returns the number of checkpoint entries; panics if one occurs twice.
pub fn count_distinct_entries(checkpoint: &Path) -> usize {
    let entries = entries(checkpoint);
    let distinct: BTreeSet<_> = entries.iter().collect();
    assert_eq!(distinct.len(), entries.len(), "work was done twice");
    entries.len()
}

/// Returns the next pseudo-random number (Marsaglia's xorshift).
fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Kills and resumes a command that writes only to stdout, and compares it with an uninterrupted run.
/// `longest` is roughly the duration of that run.
fn check_killed_run(args: &[&str], longest: Duration, seed: &mut u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoint = folder.path().join("work.jsonl");
    let name = checkpoint.display().to_string();
    let whole = hexmate(args);
    let args = [args, &["--checkpoint", &name, "--resume"]].concat();
    // Waits long enough that all runs together finish the work.
    let most = longest.as_micros() as u64 / KILLS * 2;
    kill_repeatedly(&args, &checkpoint, (0..KILLS).map(|_| Duration::from_micros(next(seed) % most)));
    let resumed = hexmate(&args);
    let found = (resumed.status, &resumed.stdout, &resumed.stderr);
    assert_eq!(found, (whole.status, &whole.stdout, &whole.stderr), "{args:?}");
    assert!(count_distinct_entries(&checkpoint) >= 10, "{args:?}");
}

#[test]
#[ignore = "long: make verify-program"]
fn sixty_kills_do_not_change_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn").display().to_string();
    let text = fs::read_to_string("tests/examples/three-games.pgn").expect("games");
    fs::write(&games, format!("{text}\n").repeat(400)).expect("a file");
    let few = folder.path().join("few.pgn").display().to_string();
    fs::write(&few, format!("{text}\n").repeat(8)).expect("a file");
    let mut seed = 20_261_121;
    let mut check = |milliseconds, args: &[&str]| {
        check_killed_run(args, Duration::from_millis(milliseconds), &mut seed);
    };
    check(300, &["validate", &games, "--format", "csv"]);
    check(800, &["mine", &few, "--mate", "2", "--quiet"]);
    check(400, &["solve", "puzzles/mini.csv", "--no-time", "--format", "json"]);
    check(400, &["solve", "puzzles/mini.csv", "--no-time", "--keys-only", "--shard", "hash:1/2"]);
    check(300, &["perft", "start", "--variant", "mini", "--depth", "7", "--shard", "slice:2/3"]);
    check(300, &["perft", "--verify", "perft/mini.perft", "--limit", "100000"]);
}
