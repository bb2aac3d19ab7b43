//! Ctrl-C and SIGTERM: the first finishes work in progress, the second stops at once. Progress bars.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::limits::{HARD, several};
use crate::run::{hexmate, start, with_input};

/// Number of cases: more than any machine finishes before the signal.
const CASES: usize = 2000;

fn table() -> String {
    "id again\nsource rules\nvariant glinski\nfen start\nperft 4 7282418\n".repeat(CASES)
}

/// Sends a signal to the program.
pub fn send(signal: &str, child: &Child) {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
}

fn check_first_signal(signal: &str, status: i32) {
    let mut child = start(&["perft", "--verify", "-", "--format", "csv", "-j", "1"]);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(table().as_bytes()).expect("the program reads");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
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
fn first_ctrl_c_finishes_current_rows() {
    check_first_signal("-INT", 130);
}

#[test]
fn first_sigterm_finishes_current_rows() {
    check_first_signal("-TERM", 143);
}

#[test]
fn second_signal_stops_at_once() {
    let mut child = start(&["solve", "-", "--format", "csv", "-j", "1"]);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let easy = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38; dm 2;\n";
    stdin.write_all(format!("{easy}{}", several(HARD, 1)).as_bytes()).expect("the program reads");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    // The header and the easy problem.
    for _ in 0..2 {
        stdout.read_line(&mut String::new()).expect("rows come as soon as they are ready");
    }
    // A row is written before the next problem begins, and a signal in between ends the run.
    std::thread::sleep(Duration::from_millis(500));
    send("-INT", &child);
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut message = String::new();
    stderr.read_line(&mut message).expect("the signal is answered");
    assert_eq!(message, "finishing current work; a second signal stops at once\n");
    assert!(child.try_wait().expect("a child").is_none(), "the current problem is not abandoned");
    send("-INT", &child);
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("the rest comes");
    assert_eq!(rest, "", "no row of an interrupted problem");
}

/// Two seconds are promised; a busy machine gets more.
const AT_MOST: Duration = Duration::from_secs(4);

/// Sends Ctrl-C and waits for the end; returns the rest of stdout, and stderr.
fn stopped(mut child: Child, command: &str) -> (String, String) {
    let sent = Instant::now();
    send("-INT", &child);
    let status = child.wait().expect("the program ends");
    assert!(sent.elapsed() < AT_MOST, "{command} took {:?}", sent.elapsed());
    assert_eq!(status.code(), Some(130), "{command}");
    let mut rest = [String::new(), String::new()];
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut rest[0]).expect("text");
    }
    child.stderr.take().expect("stderr is piped").read_to_string(&mut rest[1]).expect("text");
    let [stdout, stderr] = rest;
    (stdout, stderr)
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_ends_waiting_for_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "[White \"Ann\"]\n\n1. e5 e6 2. f6 exf6 1/2-1/2\n\n".repeat(2000);
    for args in [
        &["convert", "-", "--to", "csv", "-o"][..],
        &["validate", "-", "--format", "csv", "-o"],
        &["stats", "-", "--format", "csv", "-o"],
        &["select", "-", "-o"],
    ] {
        let out = folder.path().join(args[0]);
        let mut child = start(&[args, &[out.to_str().expect("text")]].concat());
        let mut stdin = child.stdin.take().expect("stdin is piped");
        stdin.write_all(games.as_bytes()).expect("the program reads");
        // Stdin stays open without further data.
        std::thread::sleep(Duration::from_millis(1500));
        let (_, stderr) = stopped(child, args[0]);
        assert!(stderr.contains("stopped by a signal after "), "{stderr}");
        assert!(!out.exists(), "only a complete run writes it");
        let kept = std::fs::read_to_string(out.with_extension("partial")).expect("a partial output");
        assert!(
            kept.matches('\n').count() > if args[0] == "stats" { 10 } else { 1000 },
            "{}: {kept}",
            args[0]
        );
        drop(stdin);
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_keeps_found_puzzles() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, out] = ["games.pgn", "out.csv"].map(|name| folder.path().join(name).display().to_string());
    let found = "[FEN \"1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63\"]\n\n*\n\n";
    let long = "[White \"Ann\"]\n\n1. g5 g6 2. Nc3 e6 3. Nhf4 Nd6 1-0\n\n";
    std::fs::write(&games, format!("{found}{}", long.repeat(50))).expect("a file");
    let checkpoint = folder.path().join("checkpoint").display().to_string();
    // Long enough that no machine finishes a game, even in the extra second.
    let args = ["mine", &games, "--mate", "9", "-j", "2", "-o", &out, "--checkpoint", &checkpoint];
    let child = start(&args);
    std::thread::sleep(Duration::from_secs(3));
    let (_, stderr) = stopped(child, "mine");
    assert!(stderr.contains("stopped by a signal") && stderr.contains("of them not finished"), "{stderr}");
    let kept = std::fs::read_to_string(format!("{out}.partial")).expect("a partial output");
    assert!(kept.contains("mine-1,glinski,"), "{kept}");
    assert!(std::fs::read_to_string(&checkpoint).expect("a checkpoint").lines().count() >= 2);
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_keeps_finished_counts() {
    for args in [
        &["perft", "start", "--depth", "12", "--format", "csv", "-j", "2"][..],
        &["perft", "start", "--depth", "12", "--format", "csv", "-j", "2", "--hash", "16"],
        &["perft", "start", "--depth", "12", "--format", "csv", "-j", "2", "--breakdown"],
    ] {
        let mut child = start(args);
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut text = String::new();
        for _ in 0..5 {
            stdout.read_line(&mut text).expect("rows come as soon as they are ready");
        }
        let (_, stderr) = stopped(child, &args.join(" "));
        stdout.read_to_string(&mut text).expect("text");
        assert!(text.contains("glinski,4,7282418"), "{text}");
        assert!(stderr.contains("to 12 are missing"), "{stderr}");
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_prints_no_unfinished_work() {
    let mut child = start(&["compose", "mend", "-", "--nodes", "100000000", "-j", "1"]);
    let start = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    let table = format!("id,fen,stipulation\nopening,{start},#4\n");
    child.stdin.take().expect("stdin is piped").write_all(table.as_bytes()).expect("the program reads");
    std::thread::sleep(Duration::from_millis(1500));
    let (stdout, stderr) = stopped(child, "compose mend");
    assert_eq!(stdout, "", "{stderr}");
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_keeps_whole_chains() {
    let words = [
        "compose",
        "search",
        "--variant",
        "mini",
        "--chains",
        "100000",
        "--steps",
        "3000",
        "--quality",
        "10",
    ];
    let child = start(&[&words[..], &["--format", "csv"]].concat());
    std::thread::sleep(Duration::from_millis(1500));
    let (stdout, stderr) = stopped(child, "compose search");
    let (_, chains) = stderr.split_once("reproduce with --chains ").expect("a number of chains");
    let chains = chains.lines().next().expect("a line");
    let mut again: Vec<&str> = words.to_vec();
    again[5] = chains;
    assert_eq!(hexmate(&[&again[..], &["--format", "csv"]].concat()).stdout, stdout, "{stderr}");
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_ends_compared_count() {
    let mut child = start(&["perft", "start", "--depth", "12", "--compare", "-", "-j", "2"]);
    child.stdin.take().expect("stdin is piped").write_all(b"f5f6: 51\n").expect("the program reads");
    std::thread::sleep(Duration::from_millis(1500));
    let (_, stderr) = stopped(child, "perft --compare");
    assert!(stderr.ends_with("\nstopped by a signal\n"), "{stderr}");
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_leaves_no_truncated_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let [part, checkpoint] =
        ["part", "checkpoint"].map(|name| folder.path().join(name).display().to_string());
    let mut args =
        vec!["perft", "start", "--depth", "7", "--split-depth", "0", "--shard", "slice:7/7", "-j", "1"];
    args.extend(["--part", &part, "--checkpoint", &checkpoint]);
    let child = start(&args);
    std::thread::sleep(Duration::from_millis(1500));
    let (_, stderr) = stopped(child, "perft --part");
    assert!(!std::path::Path::new(&part).exists(), "{stderr}");
    assert_eq!(std::fs::read_to_string(&checkpoint).expect("a checkpoint").lines().count(), 1, "{stderr}");
}

#[test]
fn partial_part_is_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [whole, part, partial, last] = ["whole", "part", "part.partial", "last"].map(path);
    let table = std::fs::read_to_string("puzzles/mini.csv").expect("a table");
    let problems: String = table.lines().take(12).flat_map(|line| [line, "\n"]).collect();
    let args = ["solve", "-", "--no-time", "--shard", "slice:1/1", "--part"];
    assert_eq!(with_input(&[&args[..], &[&whole]].concat(), &problems).status, Some(0));
    let mut child = start(&[&args[..], &[&part]].concat());
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(problems.as_bytes()).expect("the program reads");
    // Stdin stays open without further data.
    std::thread::sleep(Duration::from_millis(1500));
    let (_, stderr) = stopped(child, "solve --part");
    assert!(!std::path::Path::new(&part).exists(), "{stderr}");
    assert!(std::fs::read_to_string(&partial).expect("a partial output").lines().count() > 8, "{stderr}");
    let resume = ["--checkpoint", &partial, "--resume"];
    assert_eq!(with_input(&[&args[..], &[&last], &resume[..]].concat(), &problems).status, Some(0));
    assert_eq!(std::fs::read(&last).ok(), std::fs::read(&whole).ok());
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_ends_table_line() {
    let mut child = start(&["perft", "--verify", "-", "--limit", "1e14", "--format", "csv", "-j", "2"]);
    let table = "id easy\nsource rules\nvariant glinski\nfen start\nperft 3 137858\nperft 9 20000000000000\n";
    child.stdin.take().expect("stdin is piped").write_all(table.as_bytes()).expect("the program reads");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut text = String::new();
    for _ in 0..2 {
        stdout.read_line(&mut text).expect("rows come as soon as they are ready");
    }
    let (_, stderr) = stopped(child, "perft --verify");
    stdout.read_to_string(&mut text).expect("text");
    assert_eq!(text.matches(",ok,").count(), 1, "{text}");
    assert!(stderr.contains("1 line not finished"), "{stderr}");
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_c_ends_repair() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, out] = ["games.pgn", "out.pgn"].map(|name| folder.path().join(name).display().to_string());
    // Ambiguous knight moves and an end that no reading reaches.
    let hard =
        "[White \"Ann\"]\n\n1.Nf4 Nf8 2.Nd6 Nd5 3.Nf4 Nf8 4.Nd6 Nd5 5.Nf4 Nf8 6.Nc5 Nc6 7.Bi9 Qa1 *\n\n";
    std::fs::write(&games, hard.repeat(60_000)).expect("a file");
    let child = start(&[
        "validate",
        &games,
        &format!("--repair={out}"),
        "--accept",
        "--format",
        "csv",
        "-j",
        "1",
        "-o",
        "/dev/null",
    ]);
    std::thread::sleep(Duration::from_secs(2));
    let (_, stderr) = stopped(child, "validate --repair");
    assert!(stderr.contains("stopped by a signal after "), "{stderr}");
    let kept = std::fs::read_to_string(format!("{out}.partial")).expect("a partial output");
    assert!(kept.starts_with("[White \"Ann\"]"));
}

/// Returns what a command sends to a terminal, which `script` provides; `None` without `script`.
fn on_a_terminal(args: &str) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_hexmate");
    let mut script = Command::new("script");
    script
        .args(["-qec", &format!("{program} {args}"), "/dev/null"])
        .env("COLUMNS", "100")
        .env("TERM", "xterm");
    let output = script.stdin(std::process::Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
#[ignore = "long: make verify-program"]
fn bar_has_total_for_known_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn").display().to_string();
    std::fs::write(&games, "[White \"Ann\"]\n\n1. e5 e6 2. f6 exf6 1/2-1/2\n\n".repeat(20_000))
        .expect("a file");
    let out = folder.path().join("out").display().to_string();
    let Some(shown) = on_a_terminal(&format!("convert {games} --to csv -o {out}")) else {
        panic!("script(1) is missing");
    };
    assert!(shown.contains("% of ") && shown.contains(" of about "), "{shown:?}");
    let few = folder.path().join("few.pgn").display().to_string();
    std::fs::write(&few, "[White \"Ann\"]\n\n1. g5 g6 2. Nc3 e6 3. Nhf4 Nd6 1-0\n\n".repeat(9))
        .expect("a file");
    let shown = on_a_terminal(&format!("mine {few} --mate 2 -o {out}")).expect("as before");
    assert!(shown.contains("/9 "), "{shown:?}");
}

#[test]
fn ctrl_c_leaves_no_partial_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let mut child = start(&["endgame", "build", "KNvKN", "-o", &path, "-j", "1"]);
    let mut stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut line = String::new();
    while !line.starts_with("KNvK:") {
        line.clear();
        assert!(stderr.read_line(&mut line).expect("a line for each table") > 0);
    }
    send("-INT", &child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let entries = std::fs::read_dir(folder.path()).expect("a folder");
    let mut left: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    left.sort();
    assert_eq!(left, ["glinski-KNvK.endgame", "glinski-KvK.endgame"]);
    // Existing tables are not built again.
    let again = crate::run::hexmate(&["endgame", "build", "KNvK", "-o", &path]);
    assert_eq!((again.status, again.stderr.as_str()), (Some(0), ""), "{again}");
}
