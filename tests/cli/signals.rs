//! Ctrl-C and SIGTERM: the first ends a run well, the second at once.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command};

use crate::limits::{HARD, several};
use crate::run::start;

/// More work than any machine does before the signal comes.
const CASES: usize = 2000;

fn table() -> String {
    "id again\nsource rules\nvariant glinski\nfen start\nperft 4 7282418\n".repeat(CASES)
}

fn send(signal: &str, child: &Child) {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
}

fn the_first_signal_finishes_the_rows_in_hand(signal: &str, status: i32) {
    let mut child = start(&["perft", "--verify", "-", "--format", "csv", "-j", "1"]);
    let mut stdin = child.stdin.take().expect("stdin is ours");
    stdin.write_all(table().as_bytes()).expect("the program reads");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is ours"));
    let mut text = String::new();
    for _ in 0..3 {
        stdout.read_line(&mut text).expect("rows come as soon as they are ready");
    }
    send(signal, &child);
    stdout.read_to_string(&mut text).expect("the rest comes");
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{stderr}");
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert!(rows.len() >= 2 && rows.len() < CASES, "{}", rows.len());
    assert!(rows.iter().all(|row| row.ends_with(",7282418,7282418,ok,")), "{text}");
    assert!(stderr.contains(&format!("stopped by a signal after {} records", rows.len())), "{stderr}");
}

#[test]
fn the_first_ctrl_c_finishes_the_rows_in_hand() {
    the_first_signal_finishes_the_rows_in_hand("-INT", 130);
}

#[test]
fn the_first_sigterm_finishes_the_rows_in_hand() {
    the_first_signal_finishes_the_rows_in_hand("-TERM", 143);
}

#[test]
fn the_second_signal_ends_the_run_at_once() {
    let mut child = start(&["solve", "-", "--format", "csv", "-j", "1"]);
    let mut stdin = child.stdin.take().expect("stdin is ours");
    let easy = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38; dm 2;\n";
    stdin.write_all(format!("{easy}{}", several(HARD, 1)).as_bytes()).expect("the program reads");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is ours"));
    // The header and the easy one.
    for _ in 0..2 {
        stdout.read_line(&mut String::new()).expect("rows come as soon as they are ready");
    }
    send("-INT", &child);
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is ours"));
    let mut heard = String::new();
    stderr.read_line(&mut heard).expect("the signal is answered");
    assert_eq!(heard, "finishing what is in hand; a second signal stops at once\n");
    assert!(child.try_wait().expect("a child").is_none(), "the problem in hand is not given up");
    send("-INT", &child);
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("the rest comes");
    assert_eq!(rest, "", "no row of a problem that was cut off");
}
