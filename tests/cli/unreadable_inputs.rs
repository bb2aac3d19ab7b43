//! Inputs that are missing, damaged or folders without records: each is an error of its own, and the others are read.

use std::fs;
use std::path::Path;

use crate::run::{Ended, hexmate};

const GAME: &str = "[White \"Anna\"]\n[Black \"Bela\"]\n\n1. e5 e6 2. Qc3 Qc6 *\n";

const PROBLEM: &str = "id,fen,stipulation\nknown,1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1,#2\n";

/// Beginning of a gzip file.
const DAMAGED: &[u8] = &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2];

/// Command lines with a text of the output for the readable input.
const COMMANDS: [(&[&str], &str, &str); 14] = [
    (&["validate", "--format", "csv"], "good.pgn", "good.pgn,1,"),
    (&["validate", "--format", "json"], "good.pgn", "good.pgn\""),
    (&["validate", "--format", "junit"], "good.pgn", "<testcase "),
    (&["validate", "--format", "github"], "good.pgn", "::error "),
    (&["solve", "--format", "csv"], "good.csv", "known"),
    (&["solve", "--format", "json"], "good.csv", "known"),
    (&["solve", "--format", "junit"], "good.csv", "known"),
    (&["solve", "--format", "github"], "good.csv", "::error "),
    (&["analyse", "--depth", "1", "--format", "csv"], "good.pgn", "good.pgn,1,"),
    (&["analyse", "--depth", "1", "--format", "json"], "good.pgn", "good.pgn\""),
    (&["convert", "--to", "csv"], "good.pgn", "Anna"),
    (&["select", "--unique"], "good.pgn", "Anna"),
    (&["stats", "--format", "csv"], "good.pgn", "games"),
    (&["mine", "--mate", "2"], "good.pgn", ""),
];

/// Makes readable inputs and three others in a folder, and calls `check` with each of the others.
fn for_each_unreadable(check: impl Fn(&Path, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::create_dir(path.join("empty")).expect("a folder");
    fs::write(path.join("damaged.pgn"), DAMAGED).expect("a file");
    fs::write(path.join("good.pgn"), GAME).expect("a file");
    fs::write(path.join("good.csv"), PROBLEM).expect("a file");
    for name in ["missing.pgn", "empty", "damaged.pgn"] {
        check(path, path.join(name).to_str().expect("UTF-8"));
    }
}

fn run(command: &[&str], folder: &Path, inputs: [&str; 2], options: &[&str]) -> Ended {
    let good = folder.join(inputs[1]);
    hexmate(&[command, &[inputs[0], good.to_str().expect("UTF-8")], options].concat())
}

#[test]
fn unreadable_inputs_are_named() {
    for_each_unreadable(|folder, bad| {
        for (command, good, marker) in COMMANDS {
            let ended = run(command, folder, [bad, good], &[]);
            assert_eq!(ended.status, Some(3), "{ended}");
            assert!(ended.stderr.contains(&format!("error: cannot read {bad}: ")), "{ended}");
            assert!(ended.stdout.contains(marker), "{ended}");
        }
    });
}

#[test]
fn reports_name_unreadable_inputs() {
    for_each_unreadable(|folder, bad| {
        for (command, good, _) in &COMMANDS[..10] {
            let ended = run(command, folder, [bad, good], &[]);
            assert!(ended.stdout.contains(bad) && ended.stdout.contains("cannot read "), "{ended}");
            let page = folder.join("page.html");
            run(command, folder, [bad, good], &["--html", page.to_str().expect("UTF-8")]);
            let page = fs::read_to_string(folder.join("page.html.partial")).expect("a page");
            assert!(page.contains("cannot read "), "{bad}: {page}");
        }
    });
}

#[test]
fn counts_and_fates_name_unreadable_inputs() {
    for_each_unreadable(|folder, bad| {
        let [page, fates] = ["page.html", "fates.csv"].map(|name| folder.join(name).display().to_string());
        let counts = run(&["stats", "--format", "csv"], folder, [bad, "good.pgn"], &[]);
        assert!(counts.stdout.contains("\nunreadable,cannot-read,1\n"), "{counts}");
        run(&["stats", "--html", &page], folder, [bad, "good.pgn"], &[]);
        let text = fs::read_to_string(format!("{page}.partial")).expect("a page");
        assert!(text.contains("<h2>Not readable</h2>") && text.contains("cannot-read"), "{text}");
        run(&["select", "--unique", "--report", &fates], folder, [bad, "good.pgn"], &[]);
        let text = fs::read_to_string(format!("{fates}.partial")).expect("a table");
        let row = text.lines().nth(1).expect("a row");
        assert!(row.starts_with(&format!("{bad},0,,,unreadable,,,cannot-read,")), "{text}");
    });
}

/// A file without text, and one with an illegal move and a first position that cannot be read.
const BROKEN: [(&str, &[u8]); 2] = [
    ("bytes.pgn", b"[White \"A\0\0\xff\xfe\x81\x9d\"]\n\x81\x8d\n1. e5 e6 *\n"),
    ("broken.pgn", b"[White \"A\"]\n\n1. e5 e6 2. Qa9 *\n\n[White \"B\"]\n[FEN \"xx\"]\n\n1. e5 *\n"),
];

/// Command lines whose report has a row or a count for each record, with the codes that it names for these files.
const REPORTS: [(&[&str], &[&str]); 8] = [
    (
        &["validate", "--format", "csv"],
        &["syntax,0,not-text,", "illegal,2,no-such-cell,", "syntax,0,rank-count,"],
    ),
    (&["validate", "--format", "json"], &["\"not-text\"", "\"no-such-cell\"", "\"rank-count\""]),
    (&["validate", "--html", "-"], &["[not-text]", "[no-such-cell]", "[rank-count]"]),
    (
        &["analyse", "--depth", "1", "--format", "csv"],
        &["syntax,not-text,", "illegal,no-such-cell,", "syntax,rank-count,"],
    ),
    (
        &["analyse", "--depth", "1", "--format", "json"],
        &["\"not-text\"", "\"no-such-cell\"", "\"rank-count\""],
    ),
    (&["analyse", "--depth", "1", "--html", "-"], &["[not-text]", "[no-such-cell]", "[rank-count]"]),
    (
        &["stats", "--format", "csv"],
        &["unreadable,not-text,1", "games,with errors,1", "unreadable,rank-count,1"],
    ),
    (&["select", "--report", "-"], &["bytes.pgn,1,,,unreadable,,,not-text,"]),
];

#[test]
fn reports_name_broken_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (name, content) in BROKEN {
        fs::write(at(name), content).expect("a file");
    }
    for (command, codes) in REPORTS {
        let [bytes, broken, output] = [BROKEN[0].0, BROKEN[1].0, "games.pgn"].map(at);
        let output = if command[0] == "select" { &["-o", output.as_str()][..] } else { &[] };
        let ended = hexmate(&[command, &[&bytes, &broken], output].concat());
        assert_eq!(ended.status, Some(1), "{ended}");
        for code in codes {
            assert!(ended.stdout.contains(code), "{code}: {ended}");
        }
    }
}

#[test]
fn checkpoints_keep_unreadable_inputs() {
    for_each_unreadable(|folder, bad| {
        let log = folder.join("log");
        for (command, good, marker) in &COMMANDS[..10] {
            let _ = fs::remove_file(&log);
            let plain = run(command, folder, [bad, good], &[]);
            let logged = run(command, folder, [bad, good], &["--checkpoint", log.to_str().expect("UTF-8")]);
            assert!(logged.stdout.contains(marker), "{logged}");
            let without_times = |ended: &Ended| ended.stdout.lines().count();
            assert_eq!((logged.status, without_times(&logged)), (Some(3), without_times(&plain)), "{logged}");
        }
    });
}
