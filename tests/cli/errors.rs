//! Error messages and their exit statuses.

use std::fs;
use std::process::Command;

use insta::assert_snapshot;

use crate::run::{Ended, hexmate, start, with_input};

/// Joins sessions into one text.
fn session(ended: impl IntoIterator<Item = Ended>) -> String {
    let texts: Vec<String> = ended.into_iter().map(|ended| ended.to_string()).collect();
    texts.join("\n")
}

#[test]
fn usage_error_exits_with_2() {
    let lines: [&[&str]; 14] = [
        &[],
        &["chess"],
        &["perft"],
        &["perft", "start"],
        &["perft", "start", "--depth", "0"],
        &["perft", "start", "--depth", "x"],
        &["perft", "b/qbk", "w", "-", "0", "1", "--depth", "2"],
        &["perft", "start", "--depth", "1", "--hash", "4", "--breakdown"],
        &["perft", "start", "--depth", "1", "--limit", "4"],
        &["moves", "start", "--variant", "chess"],
        &["moves", "start", "-j", "0"],
        &["moves", "start", "--format", "xml"],
        &["completions", "csh"],
        &["man", "chess"],
    ];
    let ended: Vec<Ended> = lines.into_iter().map(hexmate).collect();
    assert!(ended.iter().all(|ended| ended.status == Some(2) && ended.stdout.is_empty()));
    assert_snapshot!("errors_usage", session(ended));
}

#[test]
fn position_error_shows_caret() {
    let glinski = [
        "",
        "1/3/5/7",
        "1/3/5/7/9/11/11/11/11/11/11",
        "1/3/5/7/9/11/11/11/11/11/11 x - 0 1",
        "1/3/5/7/9/11/11/11/11/11/11 w z9 0 1",
        "1/3/5/7/9/11/11/11/11/11/11 w - -1 1",
        "1/3/5/7/9/11/11/11/11/11/11 w - 0 99999999999",
        "1/3/5/7/9/11/11/11/11/11/11 w - 0 1 - rest",
        "1/3/5/7/9/12/11/11/11/11/11 w - 0 1",
        "1/3/5/7/9/11/11/0K11/11/11/11 w - 0 1",
        "1/3/5/7/9/11/11/11/11/11/5é5 w - 0 1",
        "b/qbk/n1b1x/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1",
        "1/3/5/7/9/11/11/11/11/11/11 w - 0 1",
        "P/3/5/2k4/9/5R5/5R5/11/4KK5/11/11 b f6 0 1",
        "1/3/2R2/7/2k6/11/11/11/4K6/11/11 w - 0 1",
    ];
    let echex = ["1/3/rX/7/9/11/11/11/11/11/11 w wrb - 0 1", "1/3/5/7/9/11/11/11/11/11/11 w wrz - 0 1"];
    let ended: Vec<Ended> = glinski
        .into_iter()
        .map(|fen| hexmate(&["moves", fen]))
        .chain(echex.into_iter().map(|fen| hexmate(&["moves", fen, "--variant", "echex3"])))
        .collect();
    assert!(ended.iter().all(|ended| ended.status == Some(2) && ended.stdout.is_empty()));
    assert_snapshot!("errors_position", session(ended));
}

#[test]
fn long_position_error_is_short() {
    let long = "1/".repeat(50_000);
    let ended = hexmate(&["moves", &long]);
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.len() < 1000, "{}", ended.stderr.len());
}

#[test]
fn table_error_skips_one_case() {
    let good = "source hand\nvariant mini\nfen start\nperft 1 9\n";
    let cases = [
        "perft 1 9\n",
        "id\n",
        "id a\nvariant mini\nfen start\nperft 1 9\n",
        "id a\nsource hand\nvariant mini\nfen start\n",
        &format!("id a\n{good}nodes 1\n"),
        &format!("id a\n{good}perft 2\n"),
        &format!("id a\n{good}perft 2 x\n"),
        &format!("id a\n{good}perft 2 71 72\n"),
        &format!("id a\n{good}perft 1 9\n"),
        &format!("id a\n{good}breakdown 1 leaps 0\n"),
        &format!("id a\n{good}breakdown 2 checks 0\n"),
        "id a\nsource hand\nvariant chess\nfen start\nperft 1 9\n",
        "id a\nsource hand\nvariant mini\nfen b/rkn w - 0 1\nperft 1 9\n",
        "id a\nsource hand\nvariant mini\n  fen  1/3/5/7/7/7/7 w - 0 1\nperft 1 9\n",
    ];
    let ended: Vec<Ended> = cases
        .into_iter()
        .map(|case| {
            let ended = with_input(&["perft", "--verify", "-"], &format!("{case}id good\n{good}"));
            assert!(ended.stdout.ends_with("9             9  ok\n"), "{ended}");
            assert_eq!(ended.status, Some(1), "{ended}");
            Ended { stdout: case.to_owned(), ..ended }
        })
        .collect();
    assert_snapshot!("errors_table", session(ended));
}

#[test]
fn input_output_error_exits_with_3() {
    let lines: [&[&str]; 5] = [
        &["perft", "--verify", "no/such.perft"],
        &["perft", "--verify", "src"],
        &["perft", "--verify", "no/such.perft", "perft/start.perft", "--limit", "9"],
        &["moves", "start", "-o", "no/such/folder/moves.txt"],
        &["perft", "start", "--depth", "1", "-o", "no/such/folder/perft.csv"],
    ];
    let ended: Vec<Ended> = lines.into_iter().map(hexmate).collect();
    assert!(ended.iter().all(|ended| ended.status == Some(3)));
    assert_snapshot!("errors_files", session(ended));
}

#[cfg(unix)]
#[test]
fn full_disk_exits_with_3() {
    let ended = hexmate(&["moves", "start", "-o", "/dev/full"]);
    assert_eq!(ended.status, Some(3), "{ended}");
    assert!(ended.stderr.starts_with("error: cannot write "), "{ended}");
}

#[test]
fn damaged_compression_exits_with_3() {
    let path = std::env::temp_dir().join(format!("hexmate-damaged-{}.perft", std::process::id()));
    fs::write(&path, b"\x1f\x8b\x08 this is no gzip").expect("a file");
    let name = path.display().to_string();
    let ended = hexmate(&["perft", "--verify", &name]);
    fs::remove_file(&path).expect("the file");
    assert_eq!(ended.status, Some(3), "{ended}");
    assert!(ended.stderr.starts_with(&format!("error: cannot read {name}: ")), "{ended}");
}

#[test]
fn closed_stdout_exits_with_0() {
    let lines: [&[&str]; 9] = [
        &["--help"],
        &["--version"],
        &["help", "solve"],
        &["man"],
        &["completions", "bash"],
        &["moves", "start"],
        &["perft", "start", "--depth", "3", "--format", "csv"],
        &["perft", "start", "--depth", "2", "--divide", "--format", "json"],
        &["perft", "--verify", "--limit", "1000"],
    ];
    for line in lines {
        let mut child = start(line);
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty(), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let most = u64::MAX.to_string();
    let lines: &[&[&str]] = &[
        &["moves", "start", "-j", &most],
        &["moves", "start", "-j", "1025"],
        &["moves", "start", "-j", "0"],
        &["perft", "start", "--depth", "4294967295"],
        &["perft", "start", "--depth", "1", "--hash", &most],
        &["perft", "start", "--depth", "1", "--engine", "x", "--engine-time", "1e300"],
        &["perft", "start", "--depth", "1", "--shard", "slice:0/3"],
        &["solve", "x.csv", "--memory", &most],
        &["solve", "x.csv", "--time", "nan"],
        &["solve", "x.csv", "--time", "inf"],
        &["solve", "x.csv", "--time", "-1"],
        &["solve", "x.csv", "--nodes", "18446744073709551616"],
        &["compose", "search", "--minutes", "1e300"],
        &["compose", "search", "--minutes", "nan"],
        &["compose", "search", "--pieces", "5-99999999999"],
        &["diagram", "start", "--width", "0"],
        &["diagram", "start", "--width", "4294967295"],
        &["diagram", "x.csv", "--sheet", "--columns", "0"],
        &["diagram", "x.csv", "--sheet", "--columns", &most],
        &["select", "x.pgn", "--split", "0", "-o", "x"],
    ];
    let ended: Vec<Ended> = lines.iter().map(|line| hexmate(line)).collect();
    assert!(ended.iter().all(|ended| ended.status == Some(2) && ended.stdout.is_empty()));
    assert_snapshot!("errors_numbers", session(ended));
}

#[test]
fn paths_of_no_file_are_named() {
    let mut lines: Vec<Vec<&str>> = Vec::new();
    for path in ["src", "", "no/such.csv"] {
        lines.extend([
            vec!["perft", path, "--depth", "1"],
            vec!["moves", path],
            vec!["diagram", path],
            vec!["solve", path, "-q"],
            vec!["validate", path, "-q"],
            vec!["convert", path, "--to", "pgn", "-q"],
            vec!["select", path, "-q"],
            vec!["merge", path],
            vec!["play", "--load", path],
        ]);
    }
    let ended: Vec<Ended> = lines.iter().map(|line| hexmate(line)).collect();
    assert!(ended.iter().all(|ended| matches!(ended.status, Some(2 | 3)) && !ended.stderr.is_empty()));
    assert_snapshot!("errors_paths", session(ended));
}

#[cfg(unix)]
#[test]
fn full_stdout_exits_with_3() {
    use std::process::{Command, Stdio};

    let lines: &[&[&str]] = &[
        &["--help"],
        &["-h"],
        &["--version"],
        &["solve", "--help"],
        &["help"],
        &["help", "solve"],
        &["help", "themes"],
        &["man"],
        &["man", "solve"],
        &["completions", "zsh"],
        &["moves", "start"],
        &["perft", "start", "--depth", "1"],
        &["perft", "--verify", "--limit", "9"],
        &["validate", "tests/examples/three-games.pgn", "--format", "csv"],
        &["convert", "start", "--to", "fen"],
        &["diagram", "start"],
        &["diagram", "start", "--format", "ascii"],
        &["solve", "1/3/5/7/7p1/8P2/2p4K1P1/2B8/8Bk1/2B8/11 w - 0 1", "--mate", "1"],
        &["compose", "mend", "start", "--mate", "1", "--nodes", "1"],
        &["play", "--board", "none"],
        &["play"],
    ];
    for line in lines {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let mut program = Command::new(env!("CARGO_BIN_EXE_hexmate"));
        program.args(*line).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
        let output = program.stdout(full).stderr(Stdio::piped()).output().expect("the program ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{line:?}: {stderr}");
        assert!(
            stderr.contains("error: cannot write ") && stderr.contains("No space left"),
            "{line:?}: {stderr}"
        );
    }
}

#[test]
fn closed_stderr_keeps_status() {
    for (line, status) in [(["moves", "nonsense"], 2), (["moves", "--nonsense"], 2), (["man", "chess"], 2)] {
        let mut child = start(&line);
        drop(child.stderr.take());
        assert_eq!(child.wait().expect("the program ends").code(), Some(status), "{line:?}");
    }
}

#[test]
fn colours_follow_option_and_environment() {
    // Stdout is not a terminal; `expected`: there are colours.
    for (option, variables, expected) in [
        (None, &[][..], false),
        (None, &[("CLICOLOR_FORCE", "1")], true),
        (None, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        (Some("--color=always"), &[], true),
        (Some("--color=always"), &[("NO_COLOR", "1"), ("TERM", "dumb")], true),
        (Some("--color=never"), &[("CLICOLOR_FORCE", "1")], false),
        (Some("--color=auto"), &[("CLICOLOR_FORCE", "1")], true),
    ] {
        // A message of the program, an error of clap, one before the option is read, and two help pages.
        for line in [
            &["moves", "nonsense"][..],
            &["moves", "--nonsense"],
            &["nonsense"],
            &["moves", "--help"],
            &["help", "endgame", "build"],
        ] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_hexmate"));
            for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
                program.env_remove(name);
            }
            program.args(line).args(option).envs(variables.iter().copied());
            let output = program.output().expect("the program ends");
            let shown = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
            assert_eq!(shown.contains('\u{1b}'), expected, "{line:?} {option:?} {variables:?}: {shown}");
        }
    }
}
