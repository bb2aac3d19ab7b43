//! Checkpoints of `perft`: killed and finished runs are resumed without counting anything twice.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::killed_runs::{count_distinct_entries, kill_repeatedly};
use crate::run::{Ended, hexmate};

fn count(depth: &str, more: &[&str]) -> Ended {
    let args = ["perft", "start", "--variant", "mini", "--depth", depth, "--format", "csv", "-j", "2"];
    hexmate(&[&args, more].concat())
}

fn in_folder(test: impl FnOnce(&Path, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join("work.jsonl");
    test(&file, file.to_str().expect("a name"));
}

#[test]
#[ignore = "long: make verify-program"]
fn killed_count_resumes_to_same_total() {
    let whole = count("7", &[]);
    assert_eq!(whole.status, Some(0));
    in_folder(|file, name| {
        let args = ["perft", "start", "--variant", "mini", "--depth", "7", "--checkpoint", name, "--resume"];
        kill_repeatedly(&args, file, [5, 10, 20, 30, 40, 50, 60, 80].map(Duration::from_millis));
        let resumed = count("7", &["--checkpoint", name, "--resume"]);
        assert_eq!((resumed.status, &resumed.stdout), (Some(0), &whole.stdout));
        count_distinct_entries(file);
    });
}

#[test]
fn finished_work_is_not_counted_again() {
    in_folder(|file, name| {
        let first = count("5", &["--checkpoint", name]);
        let lines = fs::read_to_string(file).expect("a checkpoint");
        let second = count("5", &["--checkpoint", name, "--resume"]);
        assert_eq!((&first.stdout, first.status), (&second.stdout, second.status));
        assert_eq!(fs::read_to_string(file).expect("a checkpoint"), lines);
    });
}

#[test]
fn resumed_count_allows_other_depth() {
    in_folder(|file, name| {
        assert_eq!(count("4", &["--checkpoint", name]).status, Some(0));
        let args = ["perft", "start", "--variant", "mini", "--depth", "6", "--checkpoint", name, "--resume"];
        let deeper = hexmate(&args);
        assert_eq!((deeper.status, deeper.stdout.lines().count()), (Some(0), 7), "{deeper}");
        assert!(count_distinct_entries(file) > 10);
    });
}

#[test]
fn existing_or_foreign_checkpoint_is_rejected() {
    in_folder(|_, name| {
        assert_eq!(count("3", &["--checkpoint", name]).status, Some(0));
        let again = count("3", &["--checkpoint", name]);
        assert_eq!(again.status, Some(2));
        assert!(again.stderr.contains("--resume"), "{}", again.stderr);
        let other = count("3", &["--checkpoint", name, "--resume", "--split-depth", "1"]);
        assert_eq!(other.status, Some(4));
        assert!(other.stderr.contains("belongs to another run"), "{}", other.stderr);
        fs::write(name, "no line\n").expect("a file");
        assert_eq!(count("3", &["--checkpoint", name, "--resume"]).status, Some(4));
    });
}

#[test]
#[ignore = "long: make verify-program"]
fn every_split_gives_same_count() {
    let whole = count("5", &[]);
    for plies in ["0", "1", "2", "3", "4", "5", "9"] {
        assert_eq!(count("5", &["--split-depth", plies]).stdout, whole.stdout, "{plies}");
        assert_eq!(count("5", &["--split-depth", plies, "--hash", "1"]).stdout, whole.stdout, "{plies}");
    }
}
