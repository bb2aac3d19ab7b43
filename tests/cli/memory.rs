//! Memory of commands that read one overlong record or write a long solution, and the notes on what is left out.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{self, Write};
use std::process::ChildStdin;
use std::thread::{self, sleep};
use std::time::Duration;

use crate::law_length::quick_or_full;
use crate::run::{hexmate, start};

/// An overlong record: the text before it, a repeated text, and the text after it.
type Overlong = (&'static str, &'static str, &'static str);

/// Length of the repeated text in bytes. Keeping it takes more memory than [`LIMIT`].
const LENGTH: usize = 400 << 20;

/// Largest peak of memory, in KiB.
const LIMIT: u64 = 320 << 10;

const GAME: &str = "\n\n[Event \"second\"]\n\n1. e5 *\n";

const FEN: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";

/// The beginning of a line of EPD.
const LINE: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1; c0 \"";

/// Peak memory, exit status and stderr of a run.
struct Measured {
    peak: u64,
    status: Option<i32>,
    stderr: String,
}

/// Writes an overlong record, until it ends or the program stops reading.
fn write_overlong(mut stdin: ChildStdin, (before, unit, after): Overlong) -> io::Result<()> {
    let block = unit.repeat((1 << 20) / unit.len() + 1);
    stdin.write_all(before.as_bytes())?;
    for _ in 0..LENGTH / block.len() {
        stdin.write_all(block.as_bytes())?;
    }
    stdin.write_all(after.as_bytes())
}

/// Runs the program with the stdin that `write` writes.
fn measured(args: &[&str], write: impl FnOnce(ChildStdin) -> io::Result<()> + Send + 'static) -> Measured {
    let mut child = start(args);
    let stdin = child.stdin.take().expect("stdin is piped");
    // The program may stop reading.
    let writer = thread::spawn(move || write(stdin).unwrap_or_default());
    let status_file = format!("/proc/{}/status", child.id());
    let poller = thread::spawn(move || {
        let mut peak = 0;
        while let Ok(status) = fs::read_to_string(&status_file) {
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let Some(now) = line.and_then(|line| line.split_whitespace().next()?.parse().ok()) else { break };
            peak = peak.max(now);
            sleep(Duration::from_millis(10));
        }
        peak
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    let peak: u64 = poller.join().expect("the poller ends");
    Measured { peak, status: output.status.code(), stderr: String::from_utf8_lossy(&output.stderr).into() }
}

#[test]
#[ignore = "long: make verify-program"]
fn overlong_records_take_bounded_memory() {
    let games: [Overlong; 6] = [
        ("1. e5 {", "long comment ", "} *\n\n[Event \"second\"]\n\n1. e5 *\n"),
        ("1. e5 ", "{long comment of a game that has many of them, each quite short} ", GAME),
        ("1. e5 ", "  \n", "e6 *\n\n[Event \"second\"]\n\n1. e5 *\n"),
        ("[Event \"", "long tag ", "\"]\n\n1. e5 *\n\n[Event \"second\"]\n\n1. e5 *\n"),
        ("", "[Event \"a tag that is repeated again and again, with a value of some length\"]\n", GAME),
        (
            "1. e5 *\n\n",
            "; text between two games, which belongs to the second, of which no one reads all\n",
            GAME,
        ),
    ];
    let commands = [
        &["select", "-", "-q"][..],
        &["validate", "-", "--repair=-", "-q"],
        &["convert", "-", "--to", "pgn", "-q"],
    ];
    for (number, game) in games.into_iter().enumerate().take(quick_or_full(2, usize::MAX)) {
        // One command for each text, in turn; in `make verify-deep` all.
        for args in commands.iter().cycle().skip(number).take(quick_or_full(1, commands.len())).copied() {
            let Measured { peak, status, stderr } = measured(args, move |stdin| write_overlong(stdin, game));
            assert!(peak > 0 && peak < LIMIT, "{peak} KiB of {LIMIT}: {args:?} {game:?}");
            assert_eq!(status, Some(1), "{args:?} {game:?} {stderr}");
            let has_code = ["game-too-long", "repeated-tag"].iter().any(|code| stderr.contains(code));
            assert!(has_code || args[0] == "validate", "{args:?} {game:?} {stderr}");
        }
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn overlong_problems_take_bounded_memory() {
    let heading = "id,fen,note\na,1/3,\"";
    let problems: [(Overlong, &str); 6] = [
        ((heading, "long cell ", "\"\n"), "text-too-long"),
        (("id,fen,note\na,1/3,\"x\"", "        ", "\n"), "text-too-long"),
        (("{\"fen\":\"1/3\",\"a\":\"", "long text ", "\"}\n"), "row-too-long"),
        (("---\nid: x\na: \"", "long text ", "\"\n"), "line-too-long"),
        (
            (
                "BeginProblem\nPieces white\n",
                "Kd1 Ke2 Kf3 Kd1 Ke2 Kf3 Kd1 Ke2 Kf3 Kd1 Ke2 Kf3\n",
                "EndProblem\n",
            ),
            "text-too-long",
        ),
        ((LINE, "long text ", "\";\n"), "line-too-long"),
    ];
    let commands = [&["select", "-", "-q"][..], &["convert", "-", "--to", "epd", "-q"]];
    for (number, (problem, code)) in problems.into_iter().enumerate().take(quick_or_full(2, usize::MAX)) {
        for args in commands.iter().cycle().skip(number).take(quick_or_full(1, commands.len())).copied() {
            let Measured { peak, status, stderr } =
                measured(args, move |stdin| write_overlong(stdin, problem));
            assert!(peak > 0 && peak < LIMIT, "{peak} KiB of {LIMIT}: {args:?} {problem:?}");
            assert_eq!(status, Some(1), "{args:?} {problem:?} {stderr}");
            let is_noted = stderr.contains(code) || stderr.contains("game-too-long");
            assert!(is_noted, "{args:?} {problem:?} {stderr}");
        }
    }
}

/// A helpmate whose solution is 30 MB of JSON; as one tree of JSON values it took 1.7 GB.
#[test]
#[ignore = "long: make verify-program"]
fn many_lines_take_bounded_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lines.jsonl").display().to_string();
    let table = b"variant,fen,stipulation\nglinski,\"w: Kh9 Nf10 Rg4; b: Kb1 Qc7 Rl3\",h#3.5\n";
    let args = ["solve", "-", "--keys-only", "-q", "--jsonl", &path];
    let Measured { peak, stderr, .. } = measured(&args, |mut stdin| stdin.write_all(table));
    assert!(peak > 0 && peak < LIMIT, "{peak} KiB of {LIMIT}: {stderr}");
    let length = fs::metadata(&path).expect("a file").len();
    assert!(length > 20 << 20, "{length} bytes: {stderr}");
}

/// The text of a table before an overlong row, and the row after it, are selected.
#[test]
fn neighbours_of_overlong_rows_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lines.epd").display().to_string();
    let comments = "# a comment of the second line\n".repeat((80 << 20) / 31);
    fs::write(&path, format!("{FEN}; id \"a\";\n{comments}{FEN}; id \"b\";\n{FEN}; id \"c\";\n"))
        .expect("a file");
    let selected = hexmate(&["select", &path]);
    assert_eq!(selected.status, Some(1), "{}", selected.stderr);
    assert_eq!(selected.stdout, format!("{FEN}; id \"a\";\n{FEN}; id \"c\";\n"));
    assert!(selected.stderr.contains("not written: its text is longer than 64 MiB"), "{}", selected.stderr);
}
