//! `solve` runs killed and resumed from a checkpoint: same files, nothing solved twice.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::killed_runs::{count_distinct_entries, kill_repeatedly};
use crate::run::{Ended, hexmate};

const FILES: [&str; 3] = ["report.csv", "solutions.txt", "games.pgn"];

/// Returns the arguments of a run with several outputs; `more` has the checkpoint options.
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

/// Contents of the files of a run, and the number of pictures.
fn files(folder: &Path) -> (Vec<String>, usize) {
    let texts = FILES.map(|name| fs::read_to_string(folder.join(name)).expect(name));
    let pictures = fs::read_dir(folder.join("pictures")).expect("a folder");
    // A picture that was being written when the run was killed has a name without an extension.
    let is_picture = |path: &Path| path.extension().is_some_and(|ending| ending == "svg");
    let pictures = pictures.filter(|entry| is_picture(&entry.as_ref().expect("an entry").path()));
    (texts.into(), pictures.count())
}

#[test]
#[ignore = "long: make verify-program"]
fn killed_solve_resumes_to_same_output() {
    let (whole_folder, killed_folder) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let input = "puzzles/mini.csv";
    let whole = solve(&args(whole_folder.path(), input, &[]));
    assert_eq!(whole.status, Some(0), "{}", whole.stderr);
    let checkpoint = killed_folder.path().join("work.jsonl");
    let name = checkpoint.display().to_string();
    let args = args(killed_folder.path(), input, &["--checkpoint", &name, "--resume"]);
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    kill_repeatedly(&words, &checkpoint, [10, 20, 30, 40, 60, 80].map(Duration::from_millis));
    let resumed = solve(&args);
    assert_eq!((resumed.status, &resumed.stdout, &resumed.stderr), (Some(0), &whole.stdout, &whole.stderr));
    assert!(files(killed_folder.path()) == files(whole_folder.path()), "the files differ");
    count_distinct_entries(&checkpoint);
    let bytes = fs::read(&checkpoint).expect("a checkpoint");
    assert_eq!(solve(&args).stdout, whole.stdout);
    assert_eq!(fs::read(&checkpoint).expect("a checkpoint"), bytes, "nothing was left to do");
}

#[test]
fn changed_input_stops_resume() {
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
    assert_eq!(run(&table, &[]).0, Some(2), "the checkpoint exists");
    let (status, stderr) = run(&table.replace("play-2", "play-3"), &["--resume"]);
    assert_eq!(status, Some(4));
    assert!(stderr.contains(&format!("{input} has changed since the checkpoint was written")), "{stderr}");
    let shorter: String = table.split_inclusive('\n').take(4).collect();
    let (status, stderr) = run(&shorter, &["--resume"]);
    assert_eq!(status, Some(4));
    assert!(stderr.contains(&format!("{input} has changed since")), "{stderr}");
    let (status, stderr) = run(&format!("{table}{}\n", table.lines().last().expect("a row")), &["--resume"]);
    assert_eq!(status, Some(4), "{stderr}");
    assert!(stderr.contains(&format!("{input} has changed since")), "{stderr}");
    assert_eq!(run(&table, &["--resume", "--tries", "2"]).0, Some(4), "another task");
    assert_eq!(fs::read(&report).expect("a report"), first, "a rejected run writes nothing");
    assert_eq!(run(&table, &["--resume"]).0, Some(0));
    assert_eq!(fs::read(&report).expect("a report"), first);
}
