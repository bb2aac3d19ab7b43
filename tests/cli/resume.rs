//! Problems that are killed in the middle and gone on with: the same files, and nothing solved twice.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::kills::{kill_again_and_again, noted_once};
use crate::run::{Ended, hexmate};

const FILES: [&str; 3] = ["report.csv", "solutions.txt", "games.pgn"];

/// Solves the problems with every form of output; `more` is about the checkpoint.
fn args(folder: &Path, input: &str, more: &[&str]) -> Vec<String> {
    let place = |name: &str| folder.join(name).display().to_string();
    let [report, text, pgn] = FILES.map(place);
    let pictures = place("pictures");
    let args = ["solve", input, "--no-time", "--report", &report, "--text", &text, "--pgn", &pgn];
    [&args[..], &["--diagrams", &pictures], more].concat().iter().map(|&arg| arg.to_owned()).collect()
}

fn solve(args: &[String]) -> Ended {
    hexmate(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All files of a run, and how many pictures.
fn files(folder: &Path) -> (Vec<String>, usize) {
    let texts = FILES.map(|name| fs::read_to_string(folder.join(name)).expect(name));
    let pictures = fs::read_dir(folder.join("pictures")).expect("a folder");
    // What was being written when the run was killed lies there under a name without an ending.
    let is_picture = |path: &Path| path.extension().is_some_and(|ending| ending == "svg");
    let pictures = pictures.filter(|entry| is_picture(&entry.as_ref().expect("an entry").path()));
    (texts.into(), pictures.count())
}

#[test]
#[ignore = "long: make verify"]
fn killed_solve_resumes_to_same_output() {
    let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let input = "puzzles/mini.csv";
    let whole = solve(&args(one.path(), input, &[]));
    assert_eq!(whole.status, Some(0), "{}", whole.stderr);
    let checkpoint = other.path().join("work.jsonl");
    let name = checkpoint.display().to_string();
    let args = args(other.path(), input, &["--checkpoint", &name, "--resume"]);
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    kill_again_and_again(&words, &checkpoint, [10, 20, 30, 40, 60, 80].map(Duration::from_millis));
    let resumed = solve(&args);
    assert_eq!((resumed.status, &resumed.stdout, &resumed.stderr), (Some(0), &whole.stdout, &whole.stderr));
    assert!(files(other.path()) == files(one.path()), "the files differ");
    noted_once(&checkpoint);
    let bytes = fs::read(&checkpoint).expect("a checkpoint");
    assert_eq!(solve(&args).stdout, whole.stdout);
    assert_eq!(fs::read(&checkpoint).expect("a checkpoint"), bytes, "nothing was left to do");
}

#[test]
fn an_input_that_has_changed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (input, checkpoint, report) = (place("input.csv"), place("work.jsonl"), place("report.csv"));
    let table = fs::read_to_string("puzzles/known.csv").expect("problems");
    let run = |table: &str, more: &[&str]| {
        fs::write(&input, table).expect("a file");
        let args = ["solve", &input, "-q", "--checkpoint", &checkpoint, "--report", &report];
        let ended = hexmate(&[&args, more].concat());
        (ended.status, ended.stderr)
    };
    assert_eq!(run(&table, &[]).0, Some(0));
    let first = fs::read(&report).expect("a report");
    assert_eq!(run(&table, &[]).0, Some(2), "the checkpoint is there already");
    let (status, said) = run(&table.replace("play-2", "play-3"), &["--resume"]);
    assert_eq!(status, Some(4));
    assert!(said.contains("record 6 has changed"), "{said}");
    let shorter: String = table.split_inclusive('\n').take(4).collect();
    let (status, said) = run(&shorter, &["--resume"]);
    assert_eq!(status, Some(4));
    assert!(said.contains("record 4 is no longer in the input"), "{said}");
    assert_eq!(run(&table, &["--resume", "--tries", "2"]).0, Some(4), "another task");
    assert_eq!(fs::read(&report).expect("a report"), first, "what was refused has written nothing");
    assert_eq!(run(&table, &["--resume"]).0, Some(0));
    assert_eq!(fs::read(&report).expect("a report"), first);
}
