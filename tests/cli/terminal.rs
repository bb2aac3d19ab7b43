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
#[ignore = "long: make verify-program"]
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
#[ignore = "long: make verify-program"]
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
#[ignore = "long: make verify-program"]
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
#[ignore = "long: make verify-program"]
fn loaded_file_is_overwritten_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (game, picture) = (path("game.pgn"), path("board.svg"));
    let one = "[White \"Ann\"]\n\n1. f6 *\n";
    let two = format!("{one}\n[White \"Bob\"]\n\n1. e5 *\n");
    let save = format!("save {game}\r");
    let load = format!("load {game}\r");
    // The same file by another name.
    let again = format!("save {}/./game.pgn\r", folder.path().display());
    let started: &[&str] = &["--load", &game];
    for (text, arguments, first, question) in [
        (one, started, "b7b6\r", "already exists; overwrite it?"),
        (&two, started, "b7b6\r", "has more than the loaded game; overwrite it all?"),
        (one, &[], load.as_str(), "already exists; overwrite it?"),
    ] {
        fs::write(&game, text).expect("a file");
        let mut typed = vec![(if arguments.is_empty() { "White> " } else { "Black> " }, first)];
        if arguments.is_empty() {
            typed.push(("Black> ", "b7b6\r"));
        }
        typed.extend([("White> ", save.as_str()), (question, "y\r"), ("White> ", "b1b2\r")]);
        typed.extend([
            ("Black> ", again.as_str()),
            ("already exists; overwrite it?", "y\r"),
            ("Black> ", CTRL_D),
        ]);
        let Some(shown) = shown(arguments, &typed) else { return };
        assert_eq!(shown.matches("saved as ").count(), 2, "{shown}");
        // Nothing is left to save.
        assert!(!shown.contains("refused: ") && !shown.contains("save the game as"), "{shown}");
        let saved = fs::read_to_string(&game).expect("a game");
        assert!(saved.contains("[White \"Ann\"]") && saved.ends_with("\n1. f6 b6 2. b2 *\n"), "{saved}");
    }
    // The output of an option is refused before a question.
    let picture_save = format!("save {picture}\r");
    let typed = [("White> ", picture_save.as_str()), ("refused: ", "quit\r")];
    let text = shown(&["--svg", &picture], &typed).expect("as before");
    assert!(text.contains("is the output of --svg; choose another name"), "{text}");
    // Loading changes what is saved.
    let typed = [("White> ", load.as_str()), ("Black> ", CTRL_D)];
    let text = shown(&[], &typed).expect("as before");
    assert!(!text.contains("save the game as"), "{text}");
}

#[test]
#[ignore = "long: make verify-program"]
fn ctrl_d_asks_before_leaving() {
    let Some(text) = shown(&[], &[("White> ", "f5f6\r"), ("Black> ", CTRL_D), ("save the game as", "\r")])
    else {
        return;
    };
    assert!(text.contains("status: 0") && !text.contains("saved"), "{text}");
}

#[test]
#[ignore = "long: make verify-program"]
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

/// Returns what a line of the shell sends to a terminal of this width; `hexmate` is the program.
fn sent_to_terminal(columns: u32, line: &str) -> String {
    let line = line.replace("hexmate ", &format!("'{}' ", env!("CARGO_BIN_EXE_hexmate")));
    let mut script = Command::new("script");
    script.args(["-qec", &format!("stty cols {columns}; {line}"), "/dev/null"]).env("TERM", "xterm");
    script.env_remove("NO_COLOR").current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = script.stdin(Stdio::null()).output().expect("script(1), which every Linux has");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn verdicts_have_colours_at_terminal() {
    let (red, green) = ("\x1b[1;31mCOOKED\x1b[0m", "\x1b[32mSOUND\x1b[0m");
    for (line, is_coloured) in [
        ("hexmate solve tests/examples/column.csv -q", true),
        ("hexmate solve tests/examples/column.csv -q --color never", false),
        ("hexmate solve tests/examples/column.csv -q | cat", false),
        ("hexmate solve tests/examples/column.csv -q --color always | cat", true),
        ("hexmate solve tests/examples/column.csv -q --text - --color always | cat", true),
        ("hexmate solve tests/examples/column.csv -q --format csv --color always", false),
    ] {
        let shown = sent_to_terminal(100, line);
        assert!(shown.contains("COOKED") && shown.contains("SOUND"), "{line}: {shown}");
        assert_eq!(shown.contains(red) && shown.contains(green), is_coloured, "{line}: {shown}");
        assert_eq!(shown.contains('\x1b'), is_coloured, "{line}: {shown}");
    }
    let shown = sent_to_terminal(100, "hexmate validate tests/examples/slip.pgn -q");
    assert!(shown.contains("\x1b[1;31m"), "{shown}");
}

#[test]
fn wide_tables_fit_the_terminal() {
    for line in
        ["hexmate endgame stats KvK --variant mini -q", "hexmate perft start --depth 2 --breakdown -q"]
    {
        let narrow = sent_to_terminal(80, line);
        assert!(narrow.lines().all(|line| line.chars().count() <= 80), "{narrow}");
        assert!(narrow.lines().filter(|line| line.is_empty()).count() >= 2, "a fact a line: {narrow}");
        let wide = sent_to_terminal(600, line);
        assert_eq!(wide.lines().count(), 3, "{wide}");
    }
}

#[test]
fn closing_line_outlives_the_bar() {
    let search = "hexmate compose search --variant mini --pieces 4-5 --chains 3 --steps 60 --quality 1";
    let shown = sent_to_terminal(60, search);
    let (_, after) = shown.rsplit_once("reproduce with --chains 3").expect("the closing line");
    assert!(!after.contains('\x1b'), "{after:?}");
    let rows = sent_to_terminal(80, "hexmate solve examples/column.csv | cat");
    assert!(rows.contains("SOUND") && !rows.contains('█') && !rows.contains('\x1b'), "{rows}");
}
