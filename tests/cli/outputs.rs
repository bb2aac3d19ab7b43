//! Output files of every command: errors, signals and full disks never destroy existing files.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::limits::HARD;

const GAMES: &str = "[White \"Ann\"]\n\n1. e5 e6 2. f6 exf6 *\n\n[White \"Bob\"]\n\n1. e6 *\n";
const PROBLEMS: &str = "id,variant,fen,stipulation\nx,mini,k/3/2K2/1P1bppB/7/3R3/4NP1 w - 0 16,#1\n";
const OLD: &str = "old\n";

/// An output: a row of `outputs.tsv`.
pub struct Row<'a> {
    pub command: &'a str,
    pub arguments: &'a str,
    pub option: &'a str,
    pub other: &'a str,
}

pub fn rows() -> Vec<Row<'static>> {
    let lines = include_str!("outputs.tsv").lines().skip(1);
    let row = |line: &'static str| match *line.split('\t').collect::<Vec<_>>() {
        [command, arguments, option, other] => Row { command, arguments, option, other },
        _ => panic!("{line}: a row has four cells"),
    };
    lines.map(row).collect()
}

impl Row<'_> {
    /// Returns whether the option takes a folder.
    pub fn is_folder(&self) -> bool {
        ["--diagrams", "--certificate"].contains(&self.option) || self.command == "endgame build"
    }

    pub fn words(&self) -> Vec<String> {
        [self.command, self.arguments].join(" ").split_whitespace().map(str::to_owned).collect()
    }

    /// The command line with `path` as the output.
    pub fn line(&self, path: &str) -> Vec<String> {
        self.words().into_iter().chain([option(self.option, path)]).collect()
    }

    /// A file name with an extension that the output accepts.
    pub fn name(&self, stem: &str) -> String {
        let ending = match (self.command, self.option) {
            (_, "--book" | "--solving-sheet" | "--solutions") => ".typ",
            ("diagram", _) => ".svg",
            _ => "",
        };
        format!("{stem}{ending}")
    }
}

fn option(name: &str, path: &str) -> String {
    format!("{name}={path}")
}

/// A temporary folder with input files.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        let place = Self(tempfile::tempdir().expect("a folder"));
        place.write("games", GAMES);
        place.write("problems", PROBLEMS);
        place.write("proof", "no certificate\n");
        place.write("part", "no part\n");
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    pub fn command(&self, program: &str, words: &[String]) -> Command {
        let mut command = Command::new(program);
        command.args(words).current_dir(self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, words: &[String]) -> Output {
        self.command(env!("CARGO_BIN_EXE_hexmate"), words).output().expect("the program ends")
    }

    /// Names and contents of all files below; the content of a link is its target.
    pub fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        collect(self.0.path(), "", &mut files);
        files
    }
}

fn collect(folder: &Path, before: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = format!("{before}{}", path.file_name().expect("a name").display());
        match fs::read_link(&path) {
            Ok(target) => drop(files.insert(name, target.display().to_string())),
            Err(_) if path.is_dir() => collect(&path, &format!("{name}/"), files),
            Err(_) => {
                let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
                files.insert(name, text);
            }
        }
    }
}

/// Runs `check` on each row, in six threads.
pub fn each(rows: &[Row<'_>], check: impl Fn(&Row<'_>) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(row);
                }
            });
        }
    });
}

fn refused(place: &Place, words: &[String], statuses: &[i32], reason: &str) {
    let before = place.files();
    let output = place.run(words);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code().unwrap_or_default();
    assert!(statuses.contains(&status) && stderr.contains(reason), "{words:?}: {status} {stderr}");
    assert_eq!(place.files(), before, "{words:?}: {stderr}");
}

#[test]
fn no_output_overwrites_an_input() {
    each(&rows(), |row| {
        let inputs =
            row.words().into_iter().filter(|word| ["games", "problems", "proof", "part"].contains(&&**word));
        for input in inputs {
            let place = Place::new();
            let output = row.name(&input);
            symlink(&input, place.path(&row.name("link"))).expect("a link");
            fs::hard_link(place.path(&input), place.path(&row.name("hard"))).expect("a link");
            if output != input {
                fs::hard_link(place.path(&input), place.path(&output)).expect("a link");
            }
            let folder = place.0.path().file_name().expect("a name").display();
            let far = format!("./../{folder}/{output}");
            for path in [&output, &row.name("link"), &row.name("hard"), &far] {
                refused(&place, &row.line(path), &[2], "which is an input");
            }
            let mut more = row.line(&output);
            let at = more.iter().position(|word| *word == input).expect("the input");
            // The input is named by a link to the same file.
            more[at] = row.name("link");
            refused(&place, &more, &[2], "which is an input");
        }
    });
}

#[test]
fn two_outputs_never_share_file() {
    each(&rows(), |row| {
        if row.other.is_empty() {
            return;
        }
        let place = Place::new();
        let [new, old, link] = ["new", "old", "link"].map(|stem| row.name(stem));
        place.write(&old, OLD);
        symlink(&old, place.path(&link)).expect("a link");
        for (path, same) in [(&new, &new), (&new, &format!("./{new}")), (&old, &link), (&link, &old)] {
            let words = [row.line(path), vec![option(row.other, same)]].concat();
            refused(&place, &words, &[2], "would both write");
        }
    });
}

#[test]
fn redirected_streams_count_as_files() {
    let place = Place::new();
    let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let open = || fs::File::open(place.path("games")).expect("a file");
    let append = || fs::File::options().append(true).open(place.path("games")).expect("a file");
    let program = env!("CARGO_BIN_EXE_hexmate");
    for (words, stdin, stdout) in [
        ("convert - --to pgn -o games", Some(open()), None),
        ("select - --others=games", Some(open()), None),
        ("convert games --to pgn", None, Some(append())),
        ("convert - --to pgn", Some(open()), Some(append())),
        ("validate games --report r.csv", None, Some(append())),
        ("stats - --html games", Some(open()), None),
        ("validate other --report games", None, Some(append())),
    ] {
        let mut command = place.command(program, &line(words));
        command.stdin(stdin.map_or_else(Stdio::null, Stdio::from));
        command.stdout(stdout.map_or_else(Stdio::piped, Stdio::from));
        let before = place.files();
        let output = command.output().expect("the program ends");
        assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
        assert_eq!(place.files(), before, "{words}");
    }
}

/// Commands with file names generated from data: the command line, the folder and the generated name.
const MADE: &[(&str, &str, &str)] = &[
    ("select games --split white -o .", ".", "Ann.pgn"),
    ("select games --split white -o o", "o", "Ann.pgn"),
    ("select games --split white -o o/x-{white}.pgn", "o", "x-Ann.pgn"),
    ("solve problems --diagrams d", "d", "x.svg"),
    ("solve problems --certificate d", "d", "x.certificate"),
    ("solve problems --book b.typ", "b", "1.svg"),
    ("diagram problems -o d", "d", "x.svg"),
    ("diagram problems -o d/n-{id}.svg", "d", "n-x.svg"),
    ("compose strip problems --diagrams d", "d", "x.svg"),
];

#[test]
fn generated_names_never_overwrite_files() {
    for &(line, folder, made) in MADE {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let input =
            &words[words.iter().position(|word| ["games", "problems"].contains(&&**word)).expect("an input")];
        let path = format!("{folder}/{made}");
        // The generated name already belongs to an input, a link or a folder.
        for kind in ["input", "hard link", "link", "dangling link", "folder"] {
            let place = Place::new();
            fs::create_dir_all(place.path(folder)).expect("a folder");
            place.write("target", OLD);
            let made = place.path(&path);
            let mut words = words.clone();
            match kind {
                "input" => {
                    fs::rename(place.path(input), &made).expect("moved");
                    let at = words.iter().position(|word| word == input).expect("an input");
                    words[at].clone_from(&path);
                }
                "hard link" => fs::hard_link(place.path(input), &made).expect("a link"),
                "link" => symlink(place.path("target"), &made).expect("a link"),
                "dangling link" => symlink("nowhere", &made).expect("a link"),
                _ => fs::create_dir(&made).expect("a folder"),
            }
            let before = place.files();
            let output = place.run(&words);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{line}, {kind}: {stderr}");
            let after = place.files();
            assert!(
                before.iter().all(|(name, text)| after.get(name) == Some(text)),
                "{line}, {kind}: {after:?}"
            );
        }
    }
}

#[test]
fn generated_names_never_overwrite_outputs() {
    for (line, path, status) in [
        ("select games --split white -o o --others o/Ann.pgn", "o/Ann.pgn", 3),
        ("select games --split white -o o --report o/Ann.pgn", "o/Ann.pgn", 2),
        ("validate games --repair=out.pgn --report out.pgn.changes.csv", "out.pgn.changes.csv", 2),
        ("validate out.pgn.changes.csv --repair=out.pgn", "out.pgn.changes.csv", 2),
        ("solve problems --book b.typ --diagrams b", "b/1.svg", 2),
        ("solve problems --book b.typ --certificate b", "b/1.svg", 2),
        ("solve problems --diagrams d --html d/x.svg", "d/x.svg", 2),
        ("solve problems --diagrams d --checkpoint d/x.svg", "d/x.svg", 2),
    ] {
        let place = Place::new();
        fs::create_dir_all(place.path(path).parent().expect("a folder")).expect("a folder");
        place.write(path, if path.ends_with("changes.csv") { GAMES } else { OLD });
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        refused(&place, &words, &[status], "");
    }
}

/// Returns whether the process handles a signal.
fn handles_signal(child: &Child, number: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

/// Interrupts a command that waits for input; the old output file must survive.
fn interrupted(row: &Row<'_>, signal: &str, number: u32) {
    let (place, out) = (Place::new(), row.name("out"));
    let is_old = !row.is_folder() && row.option != "--checkpoint";
    if is_old {
        place.write(&out, OLD);
    }
    let pipes = ["games", "problems", "proof"];
    let mut words = row.line(&out);
    let input = words.iter().position(|word| pipes.contains(&&**word));
    // Stdin delivers one record and then stays open.
    let text = input.map(|at| if words[at] == "games" { GAMES } else { PROBLEMS });
    match input {
        Some(at) => "-".clone_into(&mut words[at]),
        None => return,
    }
    // The test process may ignore the signal, and the program would inherit that.
    let defaults = ["--default-signal", env!("CARGO_BIN_EXE_hexmate")].map(str::to_owned);
    let mut command = place.command("env", &[&defaults[..], &words].concat());
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, text.unwrap_or_default().as_bytes()).expect("a pipe");
    for _ in 0..500 {
        if handles_signal(&child, number) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(200));
    Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill starts");
    let output = child.wait_with_output().expect("the program ends");
    drop(stdin);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(128 + number as i32), "{words:?}: {stderr}");
    assert!(stderr.matches("stopped by a signal").count() <= 1, "{words:?}: {stderr}");
    let files = place.files();
    if is_old {
        assert_eq!(files.get(&out).map(String::as_str), Some(OLD), "{words:?}: {stderr}");
        let partial = format!("{out}.partial");
        let is_named = stderr.contains(&format!("{out} is unchanged")) && stderr.contains(&partial);
        assert_eq!(files.contains_key(&partial), is_named, "{words:?}: {stderr}");
    }
    assert!(!files.keys().any(|name| name.contains(".hexmate-")), "{files:?}");
}

#[test]
fn sigterm_keeps_old_file() {
    each(&rows(), |row| interrupted(row, "-TERM", 15));
}

#[test]
fn sighup_keeps_old_file() {
    each(&rows(), |row| interrupted(row, "-HUP", 1));
}

#[test]
fn full_disk_keeps_old_file() {
    each(&rows(), |row| {
        let place = Place::new();
        let is_old = !row.is_folder() && row.option != "--checkpoint";
        let out = row.name("out");
        if is_old {
            place.write(&out, OLD);
        }
        let before = place.files();
        let script = "ulimit -f 0; exec \"$0\" \"$@\"";
        let program = [script, env!("CARGO_BIN_EXE_hexmate")].map(str::to_owned);
        let words = [&["-c".to_owned()], &program[..], &row.line(&out)].concat();
        let output = place.command("sh", &words).output().expect("the program ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let is_wrong_input = ["merge", "endgame probe"].contains(&row.command);
        assert!(is_wrong_input || output.status.code() == Some(3), "{words:?}: {:?} {stderr}", output.status);
        let after = place.files();
        assert!(before.iter().all(|(name, text)| after.get(name) == Some(text)), "{words:?}: {after:?}");
        assert!(!after.keys().any(|name| name.contains(".hexmate-")), "{after:?}");
    });
}

#[test]
fn full_disk_leaves_whole_rows() {
    let place = Place::new();
    place.write("games", &GAMES.repeat(4000));
    place.write("out.csv", OLD);
    fs::set_permissions(place.path("out.csv"), fs::Permissions::from_mode(0o600)).expect("permissions");
    let script = "ulimit -f 40; exec \"$0\" convert games --to csv -o out.csv";
    let words = ["-c", script, env!("CARGO_BIN_EXE_hexmate")].map(str::to_owned);
    let output = place.command("sh", &words).output().expect("the program ends");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let kept = fs::read_to_string(place.path("out.csv.partial")).expect("a partial output");
    assert!(kept.len() > 10_000 && kept.ends_with("}\",,,\n"), "{}", &kept[kept.len() - 90..]);
    assert_eq!(fs::read_to_string(place.path("out.csv")).ok().as_deref(), Some(OLD));
    let mode = fs::metadata(place.path("out.csv.partial")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn unreadable_input_leaves_partial_output() {
    let place = Place::new();
    for (input, name, partial) in [("games", "new", "new.partial"), ("new.partial", "new", "new.partial-2")] {
        let words = ["convert", input, "missing", "--to", "pgn", "-o", name].map(str::to_owned);
        let before = place.files();
        let output = place.run(&words);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{stderr}");
        assert!(stderr.contains(&format!("finished results are in {partial}")), "{stderr}");
        let mut after = place.files();
        assert!(after.remove(partial).is_some_and(|text| text.contains("Bob")), "{after:?}");
        assert_eq!(after, before);
    }
}

/// Waits until the program has opened its outputs.
fn wait_until_started(child: &Child) {
    while !handles_signal(child, 15) {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(300));
}

#[test]
fn killed_run_leaves_nothing() {
    for signals in [&["-KILL"][..], &["-TERM", "-TERM"]] {
        let place = Place::new();
        place.write("out", OLD);
        let before = place.files();
        // One finished row and a search that continues for a second after the first signal.
        let words = ["solve", "-", "--report=out", "--html=new", "-q"].map(str::to_owned);
        let mut command = place.command(env!("CARGO_BIN_EXE_hexmate"), &words);
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let hard = format!("{PROBLEMS}hard,glinski,{HARD},#12\n");
        std::io::Write::write_all(&mut stdin, hard.as_bytes()).expect("a pipe");
        drop(stdin);
        wait_until_started(&child);
        for signal in signals {
            Command::new("kill").args([*signal, &child.id().to_string()]).status().expect("kill starts");
            // Equal signals sent at once arrive as one.
            thread::sleep(Duration::from_millis(200));
        }
        child.wait().expect("the program ends");
        assert_eq!(place.files(), before);
    }
}

#[test]
fn signal_ends_read_of_pipe() {
    let place = Place::new();
    Command::new("mkfifo").arg(place.path("pipe")).status().expect("mkfifo starts");
    let words = ["convert", "pipe", "--to", "pgn", "-o", "out"].map(str::to_owned);
    let child = place.command(env!("CARGO_BIN_EXE_hexmate"), &words).spawn().expect("the program starts");
    wait_until_started(&child);
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill starts");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(143), "{output:?}");
}

#[test]
fn replaced_file_keeps_permissions() {
    let place = Place::new();
    for mode in [0o600, 0o640, 0o664, 0o604] {
        place.write("out", OLD);
        fs::set_permissions(place.path("out"), fs::Permissions::from_mode(mode)).expect("permissions");
        place.run(&["convert", "games", "--to", "pgn", "-o", "out"].map(str::to_owned));
        let metadata = fs::metadata(place.path("out")).expect("a file");
        assert_eq!((metadata.permissions().mode() & 0o777, metadata.len() > 20), (mode, true));
    }
}

#[test]
fn ignored_sighup_stays_ignored() {
    let place = Place::new();
    let script = "trap '' HUP; exec \"$0\" convert - --to pgn -o out";
    let words = ["-c", script, env!("CARGO_BIN_EXE_hexmate")].map(str::to_owned);
    let mut child = place.command("sh", &words).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, GAMES.as_bytes()).expect("a pipe");
    while !handles_signal(&child, 15) {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(!handles_signal(&child, 1));
    Command::new("kill").args(["-HUP", &child.id().to_string()]).status().expect("kill starts");
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    assert!(fs::read_to_string(place.path("out")).expect("the output").contains("Bob"));
}
