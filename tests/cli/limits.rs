//! Limits of `solve`: time, memory, signals and nodes, and the exit status of a limited run.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::run::{hexmate, start, with_input};

/// The start position: no mate is near, and a search of it does not finish.
pub const HARD: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";

fn hard(count: usize) -> String {
    several(HARD, count)
}

/// Returns EPD lines of one position, `count` times.
pub fn several(fen: &str, count: usize) -> String {
    let problem = |number| format!("{fen}; dm 12; id \"hard-{number}\";\n");
    (0..count).map(problem).collect()
}

/// Returns the time of each problem in milliseconds.
fn times(extra: &[&str]) -> Vec<u64> {
    let args = ["solve", "-", "--format", "json", "-q", "--time", "0.3"];
    let ended = with_input(&[&args, extra].concat(), &hard(2));
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    let rows = ended.stdout.lines();
    rows.map(|row| {
        assert!(row.contains("NOT_FINISHED") && row.contains("time limit reached"), "{row}");
        let row: serde_json::Value = serde_json::from_str(row).expect("an object");
        row["time_ms"].as_u64().expect("milliseconds")
    })
    .collect()
}

#[test]
#[ignore = "long: make verify-program"]
fn time_limit_holds_within_tenth_second() {
    // A busy machine may be late once, but not eight times.
    for extra in [&["-j", "1"][..], &["-j", "2"], &["--tries", "2", "--set-play"]] {
        let kept = (0..8).any(|_| times(extra).iter().all(|time| (300..=400).contains(time)));
        assert!(kept, "{extra:?} {:?}", times(extra));
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn signal_keeps_certain_results() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = start(&["solve", "-", "--format", "csv", "-j", "2"]);
        child.stdin.take().expect("stdin is piped").write_all(hard(1).as_bytes()).expect("it reads");
        sleep(Duration::from_millis(1500));
        let started = Instant::now();
        send(signal, &child);
        let output = child.wait_with_output().expect("the program ends");
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
        let (stdout, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{stderr}");
        assert!(stdout.contains(",NOT_FINISHED,") && stdout.contains(",interrupted"), "{stdout}");
        assert!(stderr.contains("1 problem not finished because of a signal"), "{stderr}");
    }
}

fn send(signal: &str, child: &Child) {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
}

/// Resident pages of a release, in MiB.
#[cfg(target_os = "linux")]
const PAGES: u64 = 16;

/// Returns the peak of what a run allocates, in KiB.
///
/// The pages of the program itself, which the system may drop, are not counted: those of the program under test are more
/// than those of a release.
#[cfg(target_os = "linux")]
fn peak(args: &[&str], input: &str) -> u64 {
    let mut child = start(args);
    child.stdin.take().expect("stdin is piped").write_all(input.as_bytes()).expect("it reads");
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let now = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        peak = peak.max(now);
        sleep(Duration::from_millis(20));
    }
    peak
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: make verify-program"]
fn threads_share_the_memory_limit() {
    let cases =
        [("2", "2", 24, 4), ("100", "1", 24, 8), ("8", "2", 32, 4), ("100", "1", 32, 8), ("8", "2", 64, 4)];
    for (threads, time, mebibytes, problems) in cases {
        let limit = mebibytes.to_string();
        let args = ["solve", "-", "-q", "--time", time, "-j", threads, "--memory", &limit];
        let peak = peak(&args, &hard(problems));
        assert!(peak > 0 && peak <= (mebibytes - PAGES) * 1024, "{peak} KiB of {limit} MiB at -j {threads}");
    }
}

#[test]
fn limit_with_checkpoint_exits_with_75() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().join("work.jsonl").display().to_string();
    let input = folder.path().join("input.epd").display().to_string();
    fs::write(&input, hard(1)).expect("a file");
    let args = ["solve", &input, "-q", "--nodes", "1000"];
    assert_eq!(hexmate(&args).status, Some(1));
    let with_checkpoint = [&args[..], &["--checkpoint", &name]].concat();
    let first = hexmate(&with_checkpoint);
    assert_eq!(first.status, Some(75));
    let again = hexmate(&[&with_checkpoint[..], &["--resume"]].concat());
    assert_eq!((again.status, again.stdout), (Some(75), first.stdout), "the same limit, the same place");
}
