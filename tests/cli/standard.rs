//! The conformance script of `docs/standard` run on this program, on other correct programs and on broken ones.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::compare::{FAULT, engine};
use crate::law_length::quick_or_full;

const SUITE: &str = "docs/standard/suite";

/// Returns the argument for every fifth row, or for all.
fn step() -> String {
    format!("step={}", quick_or_full(5, 1))
}

/// Verdict and output of the script.
struct Checked {
    has_passed: bool,
    text: String,
}

/// Runs the script; `None` where there is no Python.
fn check(words: &[&str], fault: &str) -> Option<Checked> {
    let probe = Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        // Written directly: the test harness hides the output of passing tests.
        let _ = writeln!(io::stderr(), "SKIPPED: no python3 here, the conformance suite was not run");
        return None;
    }
    let output = Command::new("python3")
        .arg(format!("{SUITE}/check.py"))
        .args(words)
        .env(FAULT, fault)
        .output()
        .expect("python3 runs");
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Some(Checked { has_passed: output.status.success(), text })
}

impl Checked {
    /// Number of questions and of wrong answers, for each kind of question.
    fn tally(&self) -> BTreeMap<&str, [usize; 2]> {
        let line = |line: &'_ str| -> Option<[usize; 2]> {
            let (asked, failed) = line.split_once(" asked, ")?;
            Some([asked.parse().ok()?, failed.strip_suffix(" failed")?.parse().ok()?])
        };
        let lines = self.text.lines().filter_map(|text| text.split_once(": "));
        lines.filter_map(|(kind, rest)| Some((kind, line(rest)?))).collect()
    }

    /// Ids of the rows with a wrong answer.
    fn failed(&self) -> Vec<&str> {
        let lines = self.text.lines().filter_map(|line| line.strip_prefix("FAILED moves: "));
        lines.map(|line| line.rsplit_once(": ").expect("an id before the FEN").0).collect()
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn program_answers_whole_suite() {
    let Some(checked) = check(&[env!("CARGO_BIN_EXE_hexmate"), &step()], "") else { return };
    assert!(checked.has_passed, "{}", checked.text);
    let tally = checked.tally();
    let kinds: Vec<&str> = tally.keys().copied().collect();
    assert_eq!(kinds, ["canonical", "counts", "ends", "fens", "games", "moves", "texts"]);
    assert!(
        tally.values().all(|&[asked, failed]| asked >= quick_or_full(10, 50) && failed == 0),
        "{}",
        checked.text
    );
}

/// A program may reject every leniency, but must answer.
#[test]
#[ignore = "long: make verify-program"]
fn strict_program_passes_silent_one_fails() {
    let codes = "other-capture-sign,promotion-without-sign,lower-case-promotion,files-only,unnamed-taker,\
        pawn-letter,old-check-sign,unmarked-capture,wrong-check-mark";
    let program = env!("CARGO_BIN_EXE_hexmate");
    let command = format!("texts='{program}' convert - --variant {{variant}} --to csv --strict={codes}");
    let Some(strict) = check(&[&command, &step()], "") else { return };
    assert!(strict.has_passed && strict.tally()["texts"][0] > quick_or_full(100, 500), "{}", strict.text);
    let Some(silent) = check(&["texts=true", &step()], "") else { return };
    assert!(!silent.has_passed && silent.tally()["texts"][1] > quick_or_full(60, 300), "{}", silent.text);
}

/// A program that never receives en passant cells fails exactly the rows with en passant captures.
#[test]
#[ignore = "long: make verify-program"]
#[cfg(unix)]
fn missing_en_passant_fails_its_rows() {
    let script = std::env::temp_dir().join(format!("without-en-passant-{}", std::process::id()));
    let text = r#"fen=$(printf '%s' "$1" | awk '{ $(NF - 2) = "-"; print }')
exec "$0" moves "$fen" --variant "$2" --format csv --notation uci"#;
    fs::write(&script, text).expect("a file");
    let program = env!("CARGO_BIN_EXE_hexmate");
    let command = format!("moves=sh -c '. {}' '{program}' {{fen}} {{variant}}", script.display());
    let checked = check(&[&command, "show=999"], "");
    fs::remove_file(&script).expect("the script");
    let Some(checked) = checked else { return };
    assert!(!checked.has_passed, "{}", checked.text);
    let rows = fs::read_to_string(format!("{SUITE}/positions.jsonl")).expect("a suite");
    let rows = rows.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    let takes = |row: &Value| {
        let kinds = row["kinds"].as_array().into_iter().flatten().filter_map(Value::as_str);
        kinds.into_iter().any(|kind| kind.starts_with("en-passant-to-"))
    };
    let expected: Vec<String> =
        rows.filter(takes).map(|row| row["id"].as_str().expect("a name").to_owned()).collect();
    assert_eq!(checked.failed(), expected, "{}", checked.text);
    assert!(expected.len() >= 10, "{expected:?}");
}

#[test]
#[ignore = "long: make verify-program"]
fn suite_asks_uci_engine() {
    let command = format!("uci={}", engine());
    let Some(right) = check(&[&command, "variant=mini"], "none") else { return };
    assert!(right.has_passed, "{}", right.text);
    assert_eq!(right.tally().keys().copied().collect::<Vec<_>>(), ["counts", "moves"]);
    let Some(wrong) = check(&[&command, "variant=mini"], "promotion knight") else { return };
    assert!(!wrong.has_passed, "{}", wrong.text);
    assert!(wrong.tally().values().all(|&[_, failed]| failed > 0), "{}", wrong.text);
}

#[test]
#[ignore = "long: make verify-program"]
fn unanswered_question_fails() {
    let Some(none) = check(&["moves=/there/is/no/such/program", "variant=mini"], "") else { return };
    assert!(!none.has_passed && none.text.starts_with("moves: "), "{}", none.text);
    for words in [
        &[][..],
        &["no-such-kind=true"],
        &["uci=true", "variant=no-such-game"],
        &["uci=true", "variant=mini"],
    ] {
        let Some(checked) = check(words, "") else { return };
        assert!(!checked.has_passed, "{words:?}: {}", checked.text);
    }
}

/// Moves as plain words, one per line, and a failure with its kinds, stderr and exit status.
#[test]
#[ignore = "long: make verify-program"]
#[cfg(unix)]
fn plain_moves_are_an_answer() {
    let script = std::env::temp_dir().join(format!("plain-moves-{}", std::process::id()));
    let text = r#"printf 'asked \033[31m%s\n' "$2" >&2
"$0" moves "$1" --variant "$2" --format csv --notation uci | sed -n '2,$p' | grep -v "$3"
exit 7"#;
    fs::write(&script, text).expect("a file");
    let program = env!("CARGO_BIN_EXE_hexmate");
    let run = |lacking: &str| {
        let command =
            format!("moves=sh -c '. {}' '{program}' {{fen}} {{variant}} '{lacking}'", script.display());
        check(&[&command, "variant=mini", "show=1"], "")
    };
    let (right, wrong) = (run("nothing"), run("n$"));
    fs::remove_file(&script).expect("the script");
    let (Some(right), Some(wrong)) = (right, wrong) else { return };
    assert!(right.has_passed, "{}", right.text);
    assert!(!wrong.has_passed && wrong.text.contains("\n  kinds    "), "{}", wrong.text);
    let said = "  stderr   asked ?[31mmini\n           exit status 7\n";
    assert!(wrong.text.contains(said), "{}", wrong.text);
}

#[test]
#[ignore = "long: make verify-program"]
fn unknown_names_are_reported() {
    for (words, message) in [
        (
            ["uci=true", "variant=no-such-game"],
            "unknown variant no-such-game; write one of glinski, mccooey, ",
        ),
        (
            ["no-such-kind=true", "variant=mini"],
            "unknown kind no-such-kind; write one of uci, moves, counts, ",
        ),
        (
            ["moves=true {game}", "variant=mini"],
            "moves: cannot fill in true {game}: 'game'; names: id, variant, ",
        ),
    ] {
        let Some(checked) = check(&words, "") else { return };
        assert!(!checked.has_passed && checked.text.starts_with(message), "{words:?}: {}", checked.text);
    }
}
