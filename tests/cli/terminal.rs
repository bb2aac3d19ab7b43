//! `play` at a terminal: line editing, Ctrl-C and Ctrl-D, and the state of the terminal afterwards.
#![cfg(unix)]

use std::fs;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};

/// Python script that opens a terminal, where a shell runs the program and then prints the unread input.
///
/// Arguments: the program and its options. Stdin: lines of JSON, each with a text to wait for and a text to type then.
const TERMINAL: &str = r#"
import json, os, pty, select, sys, time

after = 'read -t 1 rest && echo "left: $rest"; echo "status: $status"; stty -a | grep -o -- "-\\?icanon\\|-\\?echo " | tr "\\n" " "'
script = '"$@"; status=$?; ' + after
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execvp("bash", ["bash", "-c", script, "bash"] + sys.argv[1:])

seen = b""
until = time.time() + 60

def read(wanted):
    global seen
    while wanted is None or wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if time.time() > until:
            sys.stdout.write("TOO LATE, waiting for %r\n" % wanted)
            break
        if not ready:
            continue
        try:
            more = os.read(terminal, 4096)
        except OSError:
            break
        if not more:
            break
        sys.stdout.buffer.write(more)
        seen += more

for line in sys.stdin:
    wanted, typed = json.loads(line)
    read(wanted.encode())
    seen = b""
    time.sleep(0.2)
    os.write(terminal, typed.encode())
read(None)
os.waitpid(child, 0)
"#;

/// Returns what the terminal shows of a game, without colours; `None` without Python or bash.
fn shown(args: &[&str], typed: &[(&str, &str)]) -> Option<String> {
    let is_installed = |name: &str| {
        let probe = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        probe.is_ok_and(|status| status.success())
    };
    if !["python3", "bash"].into_iter().all(is_installed) {
        // Written directly: the test harness hides the output of passing tests.
        let _ = writeln!(io::stderr(), "SKIPPED: no python3 or bash here, no game was played at a terminal");
        return None;
    }
    let mut python = Command::new("python3");
    python.args(["-c", TERMINAL, env!("CARGO_BIN_EXE_hexmate"), "play", "--board", "none"]).args(args);
    python.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = python.spawn().expect("python starts");
    let lines: Vec<String> = typed.iter().map(|line| serde_json::json!(line).to_string()).collect();
    let lines = lines.join("\n");
    child.stdin.take().expect("stdin is piped").write_all(lines.as_bytes()).expect("python reads");
    let output = child.wait_with_output().expect("python ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!text.contains("TOO LATE"), "{text}");
    Some(text)
}

const UP: &str = "\x1b[A";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

#[test]
#[ignore = "long: make verify"]
fn lines_are_edited_and_recalled() {
    // b1b3 with its last character deleted; then an earlier line with a changed end.
    let Some(text) = shown(
        &["--variant", "glinski"],
        &[
            ("White> ", "b1b3\x7f2\r"),
            ("Black> ", "b7b6\r"),
            ("White> ", &format!("{UP}{UP}\x7f\x7fb2b3\r")),
            ("refused: ", "quit\r"),
        ],
    ) else {
        return;
    };
    assert!(text.contains("White plays b2 (b1b2)"), "{text}");
    assert!(text.contains("refused: unexpected '3' in a move"), "b1b2b3 was recalled and changed: {text}");
}

#[test]
#[ignore = "long: make verify"]
fn ctrl_c_saves_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn").display().to_string();
    let save = format!("{path}\r");
    let Some(text) = shown(&[], &[("White> ", "f5f6\r"), ("Black> ", CTRL_C), ("save the game as", &save)])
    else {
        return;
    };
    assert!(text.contains("status: 130"), "{text}");
    assert!(fs::read_to_string(&path).expect("a game").contains("1. f6 *"), "{text}");
    let text = shown(&[], &[("White> ", CTRL_C)]).expect("as before");
    assert!(text.contains("status: 130") && !text.contains("save the game"), "nothing to save: {text}");
    let text = shown(&[], &[("White> ", "f5f6\r"), ("Black> ", CTRL_C), ("save the game as", CTRL_C)]);
    assert!(text.is_some_and(|text| text.contains("status: 130") && !text.contains("saved")));
}

#[test]
#[ignore = "long: make verify"]
fn save_asks_before_overwriting() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn").display().to_string();
    fs::write(&path, "old").expect("a file");
    let save = format!("save {path}\r");
    let typed = |answer: &'static str| {
        [("White> ", "f5f6\r"), ("Black> ", save.as_str()), ("overwrite it?", answer), ("Black> ", "quit\r")]
    };
    let Some(text) = shown(&[], &typed("no\r")) else { return };
    assert!(text.contains("was not overwritten"), "{text}");
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("old"));
    let text = shown(&[], &typed("yes\r")).expect("as before");
    assert!(text.contains("saved as "), "{text}");
    assert!(fs::read_to_string(&path).expect("a game").contains("1. f6 *"));
}

#[test]
#[ignore = "long: make verify"]
fn ctrl_d_asks_before_leaving() {
    let Some(text) = shown(&[], &[("White> ", "f5f6\r"), ("Black> ", CTRL_D), ("save the game as", "\r")])
    else {
        return;
    };
    assert!(text.contains("status: 0") && !text.contains("saved"), "{text}");
}

#[test]
#[ignore = "long: make verify"]
fn late_input_never_reaches_shell() {
    let Some(text) = shown(&[], &[("White> ", "quit\rtouch bad\r")]) else { return };
    assert!(text.contains("status: 0") && !text.contains("left: "), "{text}");
    // The terminal has its old modes.
    assert!(text.contains(" icanon") || text.contains("icanon echo"), "{text}");
    assert!(!text.contains("-icanon") && !text.contains("-echo "), "{text}");
    // Typed while the program searches: read as lines of the game and not by the shell.
    let seats = ["--seats", "human,solver", "--variant", "mini"];
    let text = shown(&seats, &[("White> ", "b1b2\rquit\rtouch bad\r")]).expect("as before");
    assert!(text.contains("status: 0") && !text.contains("left: "), "{text}");
}
