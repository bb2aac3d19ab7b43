//! Text from files and arguments shown at a terminal: it cannot send escape sequences, hide or forge lines.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A window title, a cleared screen, C1 controls, a colour, direction overrides, invisible characters and a carriage
/// return before a forged line.
const HOSTILE: &str = "\x1b]0;x\x07\x1b[2J\u{9b}2J\u{85}\x1b[35m\x7f\x08\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{2028}\
    \u{feff}\u{e0041}\rFORGED";

/// Escape sequences of the program itself: colours of messages and help, and the progress bar.
const OWN: [&str; 9] = ["[0m", "[1m", "[4m", "[1;31m", "[31m", "[32m", "[33m", "[2K", "[1A"];

/// Returns what a command in `folder` sends to a terminal, which `script` provides.
fn at_a_terminal(folder: &Path, args: &[&str]) -> String {
    let quoted = |arg: &&str| format!("'{}'", arg.replace('\'', r"'\''"));
    let mut line: Vec<String> = [env!("CARGO_BIN_EXE_hexmate")].iter().chain(args).map(quoted).collect();
    if args[0] == "play" {
        line.push("< typed.txt".to_owned());
    }
    let mut script = Command::new("script");
    script.args(["-qec", &line.join(" "), "/dev/null"]).env("TERM", "xterm").current_dir(folder);
    let output = script.stdin(Stdio::null()).output().expect("script(1), which every Linux has");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the first fault of terminal output: a hidden character or, unless the output is a text file, a forged line.
fn fault(shown: &str, is_text: bool) -> Option<String> {
    let mut rest = shown.to_owned();
    for own in OWN {
        rest = rest.replace(&format!("\x1b{own}"), "");
    }
    let is_forged = !is_text && rest.split(['\n', '\r']).any(|line| line.trim_start().starts_with("FORGED"));
    let is_hidden = |c: &char| {
        c.is_control() && !"\r\n\t".contains(*c)
            || "\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{2028}\u{feff}\u{e0041}".contains(*c)
    };
    match rest.chars().find(is_hidden) {
        Some(hidden) => Some(hidden.escape_unicode().to_string()),
        None => is_forged.then(|| "a forged line".to_owned()),
    }
}

/// Writes files of every kind with hostile text wherever text is allowed; returns a file name that is hostile too.
fn files(folder: &Path) -> String {
    let padding = "{a long comment of plain words} ".repeat(30);
    let mate = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63";
    let in_lines = format!("{HOSTILE}\nFORGED");
    let game = |name: &str, moves: &str| {
        format!(
            "[Event \"{name}\"]\n[GameID \"{name}\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n[Note \"{name}\"]\n\
             {{{name}}}\n1. e5 {{{in_lines}}} e6 {{{name}}} ({{{name}}} 1... b6) {moves}\n{padding} *\n\n"
        )
    };
    let games = [
        game(HOSTILE, ""),
        game(HOSTILE, ""),
        game(HOSTILE, &format!("2. Kx{HOSTILE}")),
        game("a", "2. Ka9"),
    ];
    let mined = format!(
        "[White \"{HOSTILE}\"]\n[Black \"{HOSTILE}\"]\n[FEN \"{mate}\"]\n{padding}\n\n63... Kf3 {{{HOSTILE}}} *\n"
    );
    let rows = format!(
        "id,variant,fen,stipulation,key,source,author,other\n\
         \"{in_lines}\",glinski,{mate},#2,g3f3,\"{in_lines}\",\"{in_lines}\",\"{in_lines}\"\n\
         \"{in_lines}\",\"{in_lines}\",{mate},#2,g3f3,x,y,z\n\
         \"{in_lines}\",glinski,\"{HOSTILE}\",\"{HOSTILE}\",\"{HOSTILE}\",x,y,z\n{}",
        format!("plain,glinski,{mate},#2,g3f3,x,y,z\n").repeat(8)
    );
    let epd = format!("{mate}; dm 2; id \"{HOSTILE}\"; c0 \"{HOSTILE}\";\n").repeat(2);
    let table = format!(
        "id {HOSTILE}\nsource {HOSTILE}\nvariant mini\nfen start\nperft 1 8\n{}",
        "# plain\n".repeat(99)
    );
    let part = format!("{{\"program\":\"{HOSTILE}\",\"arguments\":[\"perft\",\"{HOSTILE}\"]}}\n")
        .replace('\x1b', "\\u001b");
    let engine = format!("printf '{HOSTILE}\\nb1b2: 1\\n{HOSTILE}: 2\\n'; printf '{HOSTILE}' >&2\n");
    let long = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    for (name, text) in [
        ("games.pgn", games.concat()),
        ("mined.pgn", mined),
        ("rows.csv", rows),
        ("lines.epd", epd),
        ("table.perft", table),
        ("forged.part", part),
        ("engine.sh", engine),
        ("divide.txt", format!("b1b2: 1\n{HOSTILE}: 3\n{}", "plain\n".repeat(99))),
        ("typed.txt", format!("{HOSTILE}\nsave {HOSTILE}.pgn\nload {HOSTILE}\nmoves {HOSTILE}\nquit\n")),
        ("lines.uci", format!("{long} ; {HOSTILE}\n")),
    ] {
        fs::write(folder.join(name), text).expect("a file");
    }
    let name = format!("{in_lines}.pgn");
    fs::write(folder.join(&name), games.concat()).expect("a file");
    name
}

#[test]
fn terminal_output_escapes_hostile_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = files(folder.path());
    let named: &str = &name;
    let nowhere: &str = &format!("{named}/no");
    let text = format!("{HOSTILE}\nFORGED");
    let text: &str = &text;
    let texts: &[&[&str]] = &[
        &["validate", "games.pgn", "--repair=-"],
        &["validate", "games.pgn", "--html", "-"],
        &["convert", "games.pgn", "--to", "pgn"],
        &["convert", named, "--to", "csv"],
        &["convert", named, "--to", "json"],
        &["convert", "rows.csv", "--to", "epd"],
        &["convert", "rows.csv", "--to", "csv", "-o", "/dev/tty"],
        &["select", "games.pgn", named, "--unique", "--report", "-", "-o", "out.pgn"],
        &["select", named],
        &["mine", "mined.pgn", "--mate", "2"],
        &["solve", "rows.csv", "--pgn", "-"],
    ];
    let messages: &[&[&str]] = &[
        &["validate", "games.pgn", "rows.csv", "lines.epd", named, nowhere],
        &["validate", text],
        &["stats", "games.pgn", named, nowhere],
        &["mine", "mined.pgn", "games.pgn", "--mate", "2", "--format", "text"],
        &["solve", "rows.csv", "lines.epd", nowhere],
        &["solve", "rows.csv", "--text", "-"],
        &["solve", "rows.csv", "--text", "-", "--style", "compact"],
        &["solve", text],
        &["compose", "mend", "rows.csv"],
        &["compose", "strip", "rows.csv"],
        &["compose", "search", "--from", "rows.csv", "--chains", "1", "--steps", "9", "--prefix", text],
        &["perft", "rows.csv", "--depth", "1"],
        &["perft", "--verify", "table.perft", nowhere],
        &["perft", "start", "--variant", "mini", "--depth", "1", "--compare", "divide.txt"],
        &["perft", "start", "--variant", "mini", "--depth", "1", "--engine", "sh engine.sh {depth}"],
        &["perft", text, "--depth", "1"],
        &["moves", "rows.csv"],
        &["moves", text],
        &["merge", "forged.part", named, nowhere],
        &["verify-certificate", named, "rows.csv", nowhere],
        &["diagram", "lines.epd", "--format", "ascii"],
        &["diagram", "rows.csv", "--format", "unicode", "--caption"],
        &["diagram", "start", "--format", "ascii", "--above", text],
        &["diagram", "rows.csv", "-o", "pictures"],
        &["diagram", "start", "--arrow", text],
        &["endgame", "probe", text],
        &["endgame", "stats", text],
        &["play", "--load", named],
        &["play", "--load", "rows.csv"],
        &["play", "--position", text],
        &["uci", "--variant", text],
        &["analyse", "games.pgn", named, nowhere, "--nodes", "50", "--format", "text"],
        &["match", "sh engine.sh {fen}", "true", "--games", "2"],
        &["match", "true", text, "--games", "2"],
        &["help", text],
        &["man", text],
        &["completions", text],
        &[text],
        &["solve", "rows.csv", text, "--nodes", text],
        &["moves", "start", "--variant", text],
        &["moves", "start", "-o", nowhere],
        &["verify-certificate", "forged.part", "-o", nowhere],
    ];
    let mut faults = Vec::new();
    let lines = texts.iter().map(|line| (line, true)).chain(messages.iter().map(|line| (line, false)));
    let mut commands = Vec::new();
    for (&line, is_text) in lines {
        let shown = at_a_terminal(folder.path(), line);
        let has_text = shown.contains("u{1b}]0;x") || shown.contains("u001b]0;x");
        faults.extend(fault(&shown, is_text).map(|fault| format!("{line:?}: {fault}\n{shown:?}\n")));
        commands.extend(has_text.then_some(line[0]));
    }
    let help = crate::run::hexmate(&["--help"]).stdout;
    let (_, listed) = help.split_once("\nCommands:\n").expect("a list of commands");
    let listed = listed.lines().take_while(|line| !line.is_empty());
    for command in listed.filter_map(|line| line.split_whitespace().next()) {
        assert!(commands.contains(&command), "{command} shows nothing of the hostile text");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
