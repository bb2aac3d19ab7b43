//! Outputs of `solve` that can be solved again: the verdicts, the claims and all columns of the input stay.

use std::fs;

use serde_json::Value;

use crate::law_length::quick_or_full;
use crate::run::{hexmate, with_input};

/// Outputs that can be read again.
const OUTPUTS: [(&str, &str); 4] =
    [("--report", "again.csv"), ("--jsonl", "again.jsonl"), ("--epd", "again.epd"), ("--pgn", "again.pgn")];

/// Members that the next run finds again: verdicts, claims, and what the file says about the problem.
const KEPT: [&str; 13] = [
    "variant",
    "fen",
    "stipulation",
    "status",
    "mate_in",
    "keys",
    "expected",
    "as_expected",
    "claim",
    "key",
    "solutions",
    "author",
    "source",
];

/// Kept members of a solved problem, and its further columns that are not empty.
type Facts = (Vec<Value>, Vec<(String, String)>);

/// Returns the facts of each solved problem.
fn facts(json: &str) -> Vec<Facts> {
    let facts = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("an object");
        let further = row["further"].as_object().expect("an object").iter();
        let further =
            further.map(|(name, value)| (name.to_lowercase(), value.as_str().unwrap_or("").to_owned()));
        let further = further.filter(|(_, value)| !value.is_empty()).collect();
        (KEPT.iter().map(|&name| row[name].clone()).collect(), further)
    };
    json.lines().map(facts).collect()
}

/// Asserts that every output of a file, solved again, gives the same facts. PGN has only problems that can be played.
fn assert_solved_again(file: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut args = vec!["solve".to_owned(), file.to_owned(), "--no-time".to_owned(), "-q".to_owned()];
    args.extend(OUTPUTS.iter().flat_map(|(option, name)| [(*option).to_owned(), path(name)]));
    let first = hexmate(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(matches!(first.status, Some(0 | 1)), "{first}");
    let solved = |file: &str| {
        let json = hexmate(&["solve", file, "--no-time", "-q", "--format", "json"]).stdout;
        facts(&json)
    };
    let expected = facts(&fs::read_to_string(path("again.jsonl")).expect("a file"));
    let status = KEPT.iter().position(|&name| name == "status").expect("a member");
    for (_, name) in OUTPUTS {
        let is_pgn = name == "again.pgn";
        let is_written =
            |(kept, _): &&Facts| !is_pgn || !matches!(kept[status].as_str(), Some("ILLEGAL" | "BAD_INPUT"));
        let expected: Vec<&Facts> = expected.iter().filter(is_written).collect();
        let found = solved(&path(name));
        assert_eq!(found.len(), expected.len(), "{name} of {file}");
        for (found, expected) in found.iter().zip(expected) {
            let expected = if is_pgn { in_tags(expected) } else { expected.clone() };
            assert_eq!(*found, expected, "{name} of {file}");
        }
    }
}

/// Returns facts as PGN has them: no line breaks, and names without blanks and signs.
fn in_tags((kept, further): &Facts) -> Facts {
    let line = |text: &str| text.replace('\n', " ");
    let kept = kept.iter().map(|value| value.as_str().map_or(value.clone(), |text| line(text).into()));
    let further = further.iter().map(|(name, value)| (name.replace([':', ' '], "_"), line(value)));
    (kept.collect(), further.collect())
}

/// A generator of numbers that needs no crate.
struct Numbers(u64);

impl Numbers {
    fn next<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        choices[(self.0 >> 33) as usize % choices.len()]
    }
}

/// Returns a table of problems with random claims and columns.
fn random_table(rows: usize) -> String {
    let mut numbers = Numbers(7);
    let known = fs::read_to_string("puzzles/mini.csv").expect("a file");
    let positions: Vec<&str> = known.lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    let mut table =
        "id,variant,fen,stipulation,key,solutions,twin,author,source,date,prize,note,note,ñandú,Status,a: b\n"
            .to_owned();
    for row in 0..rows {
        let fen = numbers.next(&positions);
        let claims = [
            numbers.next(&[
                "#1",
                "#2",
                "h#1.5",
                "#2*",
                "h#1.5* 1.1.1",
                "#1 2 solutions",
                "s#1",
                "White mates in 1",
            ]),
            numbers.next(&[
                "",
                "",
                "b4b5r",
                "Ra1",
                "1.Kb3! Kc4 2.Ra1#",
                "the rook; \"up\"",
                "-",
                "a1a2, b1b2",
            ]),
            numbers.next(&["", "", "1", "2", "0"]),
            numbers.next(&[
                "",
                "",
                "",
                "b) exchanged colours",
                "b) turn 60; +c) mirror a1 <-> g1",
                "b) Qa1 -> a2",
            ]),
        ];
        let texts = ["", "", "Ő. Szerző", "x; y", "a, \"b\"", "line\nbreak", "=1+1"];
        let texts: Vec<&str> = (0..9).map(|_| numbers.next(&texts)).collect();
        let quoted = claims.iter().chain(&texts).map(|text| format!("\"{}\"", text.replace('"', "\"\"")));
        let cells: Vec<String> = quoted.collect();
        table.extend([&format!("r{row},mini,{fen},"), &cells.join(","), "\n"]);
    }
    table
}

#[test]
fn solved_again_keeps_verdicts_and_claims() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("random.csv");
    fs::write(&path, random_table(60)).expect("a file");
    assert_solved_again(&path.display().to_string());
    assert_solved_again("tests/examples/column.csv");
    assert_solved_again("tests/examples/twins.csv");
}

#[test]
#[ignore = "long: make verify-program"]
fn puzzle_files_keep_verdicts_and_claims() {
    let files = [
        "composed/book/twenty.csv",
        "known.csv",
        "unsound/castling.csv",
        "exercises/mini.csv",
        "mini.csv",
        "series.csv",
        "echex3-16.csv",
        "unsound/spoiled.csv",
    ];
    for file in &files[..quick_or_full(4, files.len())] {
        assert_solved_again(&format!("puzzles/{file}"));
    }
}

#[test]
fn earlier_report_keeps_its_claims() {
    // A report without the columns `key` and `solutions`.
    let fen = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
    let report = format!(
        "id,variant,fen,stipulation,status,mate_in,keys,keys_uci,expected,as_expected,claim\n\
         a,glinski,{fen},#2,SOUND,2,Rf11,k7f11,#2 k7g10 2 solutions,false,wrong-key\n"
    );
    let again = with_input(&["solve", "-", "--no-time", "--format", "json", "-q"], &report).stdout;
    let row: Value = serde_json::from_str(again.trim()).expect("an object");
    assert_eq!(
        ["key", "solutions", "claim", "status"].map(|name| row[name].as_str()),
        ["k7g10", "2", "wrong-key", "FEWER_SOLUTIONS"].map(Some)
    );
    assert_eq!(row["further"], serde_json::json!({}), "{row}");
}

#[test]
fn own_status_column_is_no_report() {
    let fen = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
    let table = format!("id,fen,stipulation,status,quality,themes\na,{fen},#2,SOUND,9,battery\n");
    let row = with_input(&["solve", "-", "--no-time", "--format", "json", "-q"], &table).stdout;
    let row: Value = serde_json::from_str(row.trim()).expect("an object");
    let kept = serde_json::json!({"input_status": "SOUND", "input_quality": "9", "input_themes": "battery"});
    assert_eq!(row["further"], kept);
}
