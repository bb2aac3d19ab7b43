//! Outputs that cannot be put in their places: tested before the work, and kept as `FILE.partial` after it. Signals
//! while files are replaced.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::outputs::{Place, each, rows};
use crate::run::hexmate;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hexmate");
const GAME: &str = "[White \"Ann\"]\n\n1. e5 e6 2. f6 exf6 *\n\n";

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a command that reads two games or problems from stdin; `change` is called after the first one.
fn changed_between(place: &Place, line: &str, record: &str, change: impl FnOnce()) -> Output {
    let mut child =
        place.command(PROGRAM, &words(line)).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(record.as_bytes()).expect("the program reads");
    thread::sleep(Duration::from_millis(400));
    change();
    stdin.write_all(record.as_bytes()).expect("the program reads");
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

#[test]
fn folder_in_place_ends_run_early() {
    each(&rows(), |row| {
        // Folders are right for these, and `merge` checks its parts first.
        let takes_folder = row.is_folder() || row.command == "diagram" || row.option == "--checkpoint";
        if takes_folder || row.command == "merge" {
            return;
        }
        let place = Place::new();
        let out = row.name("out");
        fs::create_dir(place.path(&out)).expect("a folder");
        let mut line = row.line(&out);
        // An open stdin without data: a run that reads it would not end.
        let is_file_only = ["compose search", "play", "moves", "perft"].contains(&row.command);
        let is_input = |word: &String| ["games", "problems", "proof"].contains(&&**word);
        let input =
            line.iter().position(is_input).filter(|_| !is_file_only && !row.arguments.contains("--like"));
        if let Some(at) = input {
            "-".clone_into(&mut line[at]);
        }
        let mut child = place.command(PROGRAM, &line).stdin(Stdio::piped()).spawn().expect("it starts");
        let stdin = child.stdin.take();
        let output = child.wait_with_output().expect("the program ends");
        drop(stdin);
        assert_eq!(output.status.code(), Some(3), "{line:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("out"), "{line:?}: {}", stderr(&output));
    });
}

/// Runs the program as another user than the owner of a file in a sticky folder; `None` if this is not root.
fn as_another_user(place: &Place, line: &str) -> Option<Output> {
    let program = place.path("program");
    fs::copy(PROGRAM, &program).expect("a copy");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("permissions");
    let user = ["--reuid=65534", "--regid=65534", "--clear-groups"].map(str::to_owned);
    let program = program.display().to_string();
    let mut command = place.command("setpriv", &[&user[..], &[program], &words(line)].concat());
    let output = command.output().ok()?;
    (!stderr(&output).contains("setpriv:")).then_some(output)
}

#[test]
fn sticky_folder_ends_run_early() {
    let place = Place::new();
    place.write("out.csv", "old\n");
    let modes = [(".", 0o1777), ("out.csv", 0o666), ("games", 0o644)];
    for (name, mode) in modes {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).expect("permissions");
    }
    let Some(output) = as_another_user(&place, "convert games --to csv -o out.csv") else {
        eprintln!("SKIPPED sticky_folder_ends_run_early: needs root and setpriv");
        return;
    };
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(
        message.contains("cannot write out.csv: it belongs to another user, and its folder is sticky"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(place.path("out.csv")).expect("a file"), "old\n");
    let output = as_another_user(&place, "convert games --to csv -o new.csv").expect("as before");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn mount_point_ends_run_early() {
    let place = Place::new();
    place.write("out.csv", "old\n");
    place.write("other", "other\n");
    let out = place.path("out.csv").display().to_string();
    let mounted = place.command("mount", &words(&format!("--bind other {out}"))).status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED mount_point_ends_run_early: cannot mount");
        return;
    }
    let output = place.run(&words("convert games --to csv -o out.csv"));
    place.command("umount", &[out]).status().expect("umount starts");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("it is a mount point"), "{}", stderr(&output));
}

#[test]
#[ignore = "long: make verify-program"]
fn replaced_target_keeps_complete_output() {
    for (line, record) in [
        ("convert - --to pgn -o out", GAME),
        ("select - -o out", GAME),
        ("validate - --format csv -o other --html out", GAME),
        ("analyse - --nodes 50 --pgn out -o other", GAME),
        ("stats - -o out", GAME),
        ("validate - --shard slice:1/1 --part out", GAME),
    ] {
        let place = Place::new();
        let whole = Place::new();
        place.write("other", "old\n");
        place.write("out", "old\n");
        let output = changed_between(&place, line, record, || {
            fs::remove_file(place.path("out")).expect("removed");
            fs::create_dir(place.path("out")).expect("a folder");
        });
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{line}: {message}");
        assert!(message.contains("its complete results are in out.partial"), "{line}: {message}");
        let expected = changed_between(&whole, line, record, || {});
        assert_ne!(expected.status.code(), Some(3), "{line}: {}", stderr(&expected));
        let (kept, expected) = (place.files(), whole.files());
        assert_eq!(kept.get("out.partial"), expected.get("out"), "{line}");
        if let Some(other) = expected.get("other") {
            assert_eq!(kept.get("other").map(String::as_str), Some("old\n"), "{line}: all files or none");
            assert_eq!(kept.get("other.partial"), Some(other), "{line}");
        }
    }
}

#[test]
fn removed_folder_keeps_output_elsewhere() {
    let place = Place::new();
    fs::create_dir(place.path("below")).expect("a folder");
    let output = changed_between(&place, "convert - --to pgn -o below/out.pgn", GAME, || {
        fs::remove_dir_all(place.path("below")).expect("removed");
    });
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    let kept = fs::read_to_string(place.path("out.pgn.partial")).expect("in the current folder");
    assert_eq!(kept.matches("[White").count(), 2, "{kept}");
    let named = fs::canonicalize(place.path("out.pgn.partial")).expect("a file").display().to_string();
    assert!(message.contains("folder was removed") && message.contains(&named), "{message}");
}

/// Runs a command with a limit of the size of each file, in units of 512 bytes.
fn limited(place: &Place, limit: u32, line: &str) -> Output {
    let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
    let words = [&["-c".to_owned(), script, PROGRAM.to_owned()][..], &words(line)].concat();
    place.command("sh", &words).output().expect("the program ends")
}

/// Parts of every command with parts: the arguments, and the limit of the file in units of 512 bytes.
const PARTS: &[(&str, u32)] = &[
    ("analyse games --nodes 50", 20),
    ("validate games", 20),
    ("validate games --repair=none", 20),
    ("mine games --mate 1", 8),
    ("solve problems --no-time", 8),
    ("perft start --variant mini --depth 6", 4),
    ("compose search --variant mini --chains 60 --steps 5", 4),
];

#[test]
fn full_disk_leaves_resumable_part() {
    for &(line, limit) in PARTS {
        let place = Place::new();
        place.write("games", &GAME.repeat(60));
        let problem = "mini,k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16,#1\n";
        let problems: String =
            (0..60).flat_map(|number| [number.to_string(), format!(",{problem}")]).collect();
        place.write("problems", &format!("id,variant,fen,stipulation\n{problems}"));
        let shard = "--shard slice:1/1 --part";
        let output = limited(&place, limit, &format!("{line} {shard} out.part -q"));
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{line}: {message}");
        assert!(message.contains("finished results are in out.part.partial"), "{line}: {message}");
        let kept = fs::read_to_string(place.path("out.part.partial")).expect("a partial part");
        assert!(kept.ends_with('\n') && kept.lines().count() > 2, "{line}: {kept}");
        assert!(!place.path("out.part").exists(), "{line}");
        let resumed = format!("{line} {shard} resumed.part -q --checkpoint out.part.partial --resume");
        for line in [resumed, format!("{line} {shard} whole.part -q")] {
            let output = place.run(&words(&line));
            assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        }
        let read = |name: &str| fs::read_to_string(place.path(name)).expect("a part");
        assert!(read("resumed.part") == read("whole.part"), "{line}");
    }
}

#[test]
fn full_file_system_keeps_partial_output() {
    let place = Place::new();
    place.write("games", &GAME.repeat(3000));
    fs::create_dir(place.path("small")).expect("a folder");
    let mounted = place.command("mount", &words("-t tmpfs -o size=64k tmpfs small")).status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED full_file_system_keeps_partial_output: cannot mount");
        return;
    }
    let run = |line: &str| place.run(&words(line));
    let filled = run("convert games --to pgn -o small/out.pgn");
    let kept = fs::read_to_string(place.path("small/out.pgn.partial"));
    // Nothing fits any more: what would be lost is in the current folder.
    let rest = place.command("sh", &words("-c cat</dev/zero>small/filler")).status();
    let games = GAME.repeat(3);
    place.write("few", &games);
    let full = run("convert few --to pgn -o small/few.pgn");
    let saved = fs::read_to_string(place.path("few.pgn.partial"));
    place.command("umount", &["small".to_owned()]).status().expect("umount starts");
    assert!(rest.is_ok());
    assert_eq!(filled.status.code(), Some(3), "{}", stderr(&filled));
    let kept = kept.expect("a partial output");
    assert!(kept.len() > 30_000 && kept.trim_end().ends_with('*'), "{} bytes", kept.len());
    assert_eq!(full.status.code(), Some(3), "{}", stderr(&full));
    assert!(stderr(&full).contains("few.pgn.partial"), "{}", stderr(&full));
    assert_eq!(saved.expect("a partial output").matches("[White").count(), 3);
}

/// Sends SIGINT at two system calls of `solve` with four outputs; returns the number of files that were replaced.
fn interrupted_at(first: &str, second: &str) -> Option<(usize, String)> {
    let place = Place::new();
    let names = ["a.csv", "b.txt", "c.pgn", "d.html"];
    // Two files are replaced, and two are new.
    for name in &names[..2] {
        place.write(name, "old\n");
    }
    let mut line = words("-f -o trace -e trace=linkat,renameat");
    for call in [first, second] {
        let (call, number) = call.split_once(' ').expect("a call and its number");
        line.extend(["-e".to_owned(), format!("inject={call}:signal=SIGINT:when={number}")]);
    }
    line.push(PROGRAM.to_owned());
    line.extend(words(
        "solve problems --no-time -q --report a.csv --text b.txt --pgn c.pgn --html d.html -o /dev/null",
    ));
    let output = place.command("strace", &line).output().ok()?;
    let trace = fs::read_to_string(place.path("trace")).unwrap_or_default();
    if !trace.contains("SIGINT") {
        return None;
    }
    let files = place.files();
    let is_new = |name: &&&str| files.get(**name).is_some_and(|text| text != "old\n");
    Some((names.iter().filter(is_new).count(), stderr(&output)))
}

#[test]
fn signals_never_divide_outputs() {
    let calls = ["linkat 1", "linkat 2", "linkat 3", "linkat 4", "renameat 1", "renameat 2"];
    for (at, first) in calls.iter().enumerate() {
        for second in calls.iter().skip(at + 1) {
            let Some((new, message)) = interrupted_at(first, second) else {
                eprintln!("SKIPPED signals_never_divide_outputs: needs strace");
                return;
            };
            assert_eq!(new, 4, "SIGINT at {first} and {second}: {message}");
        }
    }
}

#[test]
fn damaged_checkpoint_never_reaches_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [log, report] = ["work.log", "report.csv"].map(path);
    let solve = ["solve", "puzzles/known.csv", "-q", "--no-time", "--report", &report, "--checkpoint", &log];
    assert_eq!(hexmate(&solve).status, Some(0));
    let (whole, expected) = (fs::read(&log).expect("a log"), fs::read(&report).expect("a report"));
    let text = String::from_utf8(whole.clone()).expect("text");
    let entries = text.lines().count() - 1;
    for number in 0..entries {
        // A digit in the middle of each line.
        let start: usize = text.split_inclusive('\n').take(number).map(str::len).sum();
        let length = text.lines().nth(number).expect("a line").len();
        let digit =
            (start + length / 2..whole.len()).find(|&place| whole[place].is_ascii_digit()).expect("a digit");
        let mut damaged = whole.clone();
        damaged[digit] ^= 1;
        fs::write(&log, &damaged).expect("a file");
        fs::write(&report, "old").expect("a file");
        let resumed = hexmate(&[&solve[..], &["--resume"]].concat());
        assert_eq!(resumed.status, Some(4), "line {}: {resumed}", number + 1);
        let line = text.get(..digit).expect("text").matches('\n').count() + 1;
        let named =
            if line == 1 { "its first line is damaged".to_owned() } else { format!(":{line}: damaged") };
        assert!(resumed.stderr.contains(&named), "{named}: {resumed}");
        assert!(fs::read(&log).expect("a log") == damaged, "a refused checkpoint is unchanged");
        assert_eq!(fs::read(&report).expect("a report"), b"old");
        // As the message says.
        let before: String = text.split_inclusive('\n').take(line - 1).collect();
        fs::write(&log, before).expect("a file");
        assert_eq!(hexmate(&[&solve[..], &["--resume"]].concat()).status, Some(0));
        assert!(fs::read(&report).expect("a report") == expected);
    }
}

#[test]
fn added_records_of_stdin_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [log, report] = ["work.log", "report.csv"].map(path);
    let table = fs::read_to_string("puzzles/known.csv").expect("problems");
    let run = |table: &str, more: &[&str]| {
        let args = ["solve", "-", "-q", "--no-time", "--report", &report, "--checkpoint", &log];
        crate::run::with_input(&[&args, more].concat(), table)
    };
    assert_eq!(run(&table, &[]).status, Some(0));
    let read = |path: &str| fs::read_to_string(path).expect("a file");
    let (log_before, report_before) = (read(&log), read(&report));
    let longer = format!("{table}{}\n", table.lines().last().expect("a row"));
    let shorter: String = table.split_inclusive('\n').take(4).collect();
    let changed = table.replace("play-2", "play-3");
    for (table, reason) in [
        (&longer, "record 7 was added to the input"),
        (&shorter, "record 4 is no longer in the input"),
        (&changed, "record 6 has changed"),
    ] {
        let refused = run(table, &["--resume"]);
        assert_eq!(refused.status, Some(4), "{refused}");
        assert!(refused.stderr.contains(reason), "{refused}");
        assert!(read(&log) == log_before, "a refused checkpoint is unchanged");
        assert!(read(&report) == report_before);
    }
    assert_eq!(run(&table, &["--resume"]).status, Some(0));
    assert!(Path::new(&report).exists());
}
