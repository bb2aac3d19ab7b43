//! A law of older files: each file of `written_before/` is read with its meaning by this program, or refused by name.
//!
//! `written_before/README.md` lists the files and the commands that made them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::round_trips::tokens::{Token, Tokens, games};
use crate::run::{Ended, hexmate};

const PLACE: &str = "tests/cli/written_before";

fn at(name: &str) -> String {
    format!("{PLACE}/{name}")
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// Cells of a row by the name of their column.
type Row = BTreeMap<String, String>;

fn rows(csv: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| names.iter().map(str::to_owned).zip(row.iter().map(str::to_owned)).collect()).collect()
}

/// Requires every value of an older object in a newer one, but the number of searched positions. The newer one may have more
/// members.
fn assert_json_contains(newer: &Value, older: &Value, place: &str) {
    match (newer, older) {
        (Value::Object(newer), Value::Object(older)) => {
            for (name, value) in
                older.iter().filter(|(name, _)| !["schema_version", "nodes"].contains(&name.as_str()))
            {
                let other = newer.get(name).unwrap_or_else(|| panic!("{place}: no {name}"));
                assert_json_contains(other, value, &format!("{place}.{name}"));
            }
        }
        (Value::Array(newer), Value::Array(older)) => {
            assert_eq!(newer.len(), older.len(), "{place}");
            newer.iter().zip(older).for_each(|(newer, older)| assert_json_contains(newer, older, place));
        }
        _ => assert_eq!(newer, older, "{place}"),
    }
}

/// Requires the values of an older output in the same output of this program. New columns and members are allowed.
fn assert_output_contains(newer: &str, older: &str, name: &str) {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("csv") => {
            let (mut newer, older) = (rows(newer), rows(older));
            // Errors of analysed games had no rows.
            newer.retain(|row| row.get("ply").is_none_or(|ply| !ply.is_empty()));
            assert_eq!(newer.len(), older.len(), "{name}");
            for (newer, older) in newer.iter().zip(&older) {
                // A move that keeps the mate is no longer missed, and searched positions change with the search.
                let is_kept =
                    |column: &str| column != "missed" && !(name.starts_with("solve") && column == "nodes");
                for (column, value) in older.iter().filter(|(column, _)| is_kept(column)) {
                    assert_eq!(newer.get(column), Some(value), "{name}: {column} of {older:?}");
                }
            }
        }
        Some("jsonl") => {
            let values = |text: &str| -> Vec<Value> {
                text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
            };
            let (newer, older) = (values(newer), values(older));
            assert_eq!(newer.len(), older.len(), "{name}");
            newer.iter().zip(&older).for_each(|(newer, older)| assert_json_contains(newer, older, name));
        }
        Some("pgn") if name.starts_with("analyse") => {
            let (newer, older) = (games(newer), games(older));
            assert_eq!(newer.len(), older.len(), "{name}");
            for (newer, older) in newer.iter().zip(&older) {
                assert_eq!(evaluated_moves(newer), evaluated_moves(older), "{name}");
            }
        }
        _ => assert_eq!(newer, older, "{name}"),
    }
}

/// Returns the moves of the main line, each with its evaluation.
fn evaluated_moves(game: &Tokens) -> Vec<(String, String)> {
    let mut moves: Vec<(String, String)> = Vec::new();
    for token in game.main_line() {
        match token {
            Token::Move(text) => moves.push((text.clone(), String::new())),
            Token::Comment(text) => {
                let score = text.strip_prefix("[%eval ").and_then(|rest| rest.split([']', ',']).next());
                if let (Some(score), Some(last)) = (score, moves.last_mut()) {
                    score.clone_into(&mut last.1);
                }
            }
            _ => {}
        }
    }
    moves
}

/// Returns whether a log was read. A refusal names the file and the format in which it is written.
fn was_read(ended: &Ended, log: &str) -> bool {
    if ended.stderr.contains("log format") {
        assert!(ended.status.is_some_and(|status| status == 2 || status == 4), "{ended}");
        assert!(ended.stderr.contains(log) && ended.stderr.contains("hexmate 0.1.0"), "{ended}");
        return false;
    }
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    true
}

/// A command with checkpoint and parts.
struct Logged {
    folder: &'static str,
    args: &'static [&'static str],
    /// Output options, each with the file that the run wrote.
    outputs: &'static [(&'static str, &'static str)],
    checkpoint: &'static str,
    /// Outputs of `merge` of `1-of-2.part` and `2-of-2.part`, if there are parts.
    merged: &'static [(&'static str, &'static str)],
}

const PROBLEMS: &str = "tests/cli/written_before/inputs/problems.csv";
const GAMES: &str = "tests/cli/written_before/inputs/games.pgn";

const LOGGED: [Logged; 8] = [
    Logged {
        folder: "solve",
        args: &["solve", PROBLEMS, "--no-time", "-q"],
        outputs: &[
            ("-o", "lines.txt"),
            ("--report", "report.csv"),
            ("--jsonl", "report.jsonl"),
            ("--text", "solutions.txt"),
            ("--epd", "problems.epd"),
            ("--pgn", "games.pgn"),
        ],
        checkpoint: "complete.checkpoint",
        merged: &[("-o", "lines.txt"), ("--report", "report.csv")],
    },
    Logged {
        folder: "solve",
        args: &["solve", PROBLEMS, "--no-time", "-q", "--nodes", "1000000"],
        outputs: &[("-o", "lines.txt")],
        checkpoint: "limited.checkpoint",
        merged: &[],
    },
    Logged {
        folder: "validate",
        args: &["validate", GAMES, PROBLEMS, "-q", "--format", "json"],
        outputs: &[("-o", "report.jsonl"), ("--report", "report.csv"), ("--repair", "repaired.pgn")],
        checkpoint: "complete.checkpoint",
        merged: &[("-o", "report.csv"), ("--repair", "repaired.pgn")],
    },
    Logged {
        folder: "analyse",
        args: &["analyse", GAMES, "-q", "--nodes", "500"],
        outputs: &[("-o", "moves.csv"), ("--pgn", "games.pgn")],
        checkpoint: "complete.checkpoint",
        merged: &[("-o", "moves.csv"), ("--pgn", "games.pgn")],
    },
    Logged {
        folder: "mine",
        args: &["mine", GAMES, "-q", "--mate", "1"],
        outputs: &[("-o", "found.csv")],
        checkpoint: "complete.checkpoint",
        merged: &[("-o", "found.csv")],
    },
    Logged {
        folder: "perft",
        args: &[
            "perft",
            "start",
            "--variant",
            "mini",
            "--depth",
            "3",
            "-q",
            "--split-depth",
            "1",
            "--format",
            "csv",
        ],
        outputs: &[("-o", "counts.csv")],
        checkpoint: "complete.checkpoint",
        merged: &[("-o", "counts.csv")],
    },
    Logged {
        folder: "perft",
        args: &["perft", "tests/cli/written_before/inputs/table.perft", "-q", "--verify", "--format", "csv"],
        outputs: &[("-o", "verified.csv")],
        checkpoint: "verified.checkpoint",
        merged: &[],
    },
    Logged {
        folder: "compose",
        args: &[
            "compose",
            "search",
            "--variant",
            "mini",
            "--stipulation",
            "#2",
            "--quality",
            "-20",
            "--seed",
            "2",
            "--chains",
            "12",
            "--steps",
            "1500",
            "-q",
            "--format",
            "csv",
        ],
        outputs: &[("-o", "found.csv")],
        checkpoint: "complete.checkpoint",
        merged: &[("-o", "found.csv")],
    },
];

impl Logged {
    /// Runs a command with these outputs in a new folder; compares them with the older ones if the log was read.
    fn check(&self, args: &[&str], outputs: &[(&str, &str)], log: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let options: Vec<String> = outputs
            .iter()
            .flat_map(|(option, name)| match *option {
                "--repair" => vec![format!("--repair={}", path(name))],
                _ => vec![(*option).to_owned(), path(name)],
            })
            .collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let before = read(log);
        if was_read(&hexmate(&[args, &options].concat()), log) {
            for (_, name) in outputs {
                let older = format!("{}/{name}", self.folder);
                assert_output_contains(&read(path(name)), &read(at(&older)), &older);
            }
        } else {
            assert_eq!(read(log), before, "a refused log is unchanged");
            assert!(outputs.iter().all(|(_, name)| !Path::new(&path(name)).exists()), "{args:?}");
        }
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn older_checkpoints_resume_or_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for logged in &LOGGED {
        let whole = read(at(&format!("{}/{}", logged.folder, logged.checkpoint)));
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        let half = lines.len().div_ceil(2);
        let texts = [
            whole.clone(),
            lines[..half].concat(),
            format!("{}{}", lines[..half].concat(), &lines[half][..9]),
        ];
        for (number, text) in texts.iter().enumerate() {
            let log = folder
                .path()
                .join(format!("{}-{number}-{}", logged.folder, logged.checkpoint))
                .display()
                .to_string();
            fs::write(&log, text).expect("a checkpoint");
            logged.check(&[logged.args, &["--checkpoint", &log, "--resume"]].concat(), logged.outputs, &log);
        }
    }
}

#[test]
fn older_parts_merge_or_are_refused() {
    for logged in LOGGED.iter().filter(|logged| !logged.merged.is_empty()) {
        let [first, second] =
            ["1-of-2.part", "2-of-2.part"].map(|name| at(&format!("{}/{name}", logged.folder)));
        logged.check(&["merge", &first, &second, "-q"], logged.merged, &first);
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn older_problems_keep_verdicts() {
    let original = rows(&read(at("solve/report.csv")));
    let mut by_writer: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows(&read(at("read_by_its_writer.csv"))) {
        by_writer.entry(row["artefact"].clone()).or_default().push(row);
    }
    for (artefact, older) in by_writer {
        let ended = hexmate(&["solve", &at(&artefact), "--mate", "2", "--no-time", "--format", "csv", "-q"]);
        let newer = rows(&ended.stdout);
        // A twin in PGN has its letter behind the name of the problem.
        let problem = |row: &Row| row["id"].split(' ').next().unwrap_or_default().to_owned();
        let facts =
            |row: &Row| [problem(row), row["status"].clone(), row["keys_uci"].clone(), row["claim"].clone()];
        // A later program may read more out of a file, but nothing else: the problem as it was, or what the writer read.
        for row in &newer {
            // The moves of a solution are those that the solver found: they may be read as a claim or not.
            let is_solution = artefact == "solve/games.pgn" && row["claim"].is_empty();
            let of =
                |row: &Row| facts(row).into_iter().take(if is_solution { 3 } else { 4 }).collect::<Vec<_>>();
            let is_known = original.iter().chain(&older).any(|other| of(other) == of(row));
            assert!(is_known, "{artefact}: {row:?}");
        }
        for row in older.iter().filter(|row| row["status"] != "BAD_INPUT") {
            assert!(newer.iter().any(|other| problem(other) == problem(row)), "{artefact}: {row:?}");
        }
    }
}

#[test]
fn older_games_keep_tokens() {
    let pgn = |path: &str| {
        let ended = hexmate(&["convert", path, "--to", "pgn", "-q"]);
        assert_eq!(ended.status, Some(0), "{ended}");
        games(&ended.stdout)
    };
    let source = games(&read(at("inputs/legal.pgn")));
    for form in ["pgn", "csv", "json"] {
        let found = pgn(&at(&format!("convert/games.{form}")));
        assert_eq!(found.len(), source.len(), "{form}");
        for (found, source) in found.iter().zip(&source) {
            assert_eq!((&found.text, &found.result), (&source.text, &source.result), "{form}");
            assert!(source.tags.iter().all(|tag| found.tags.contains(tag)), "{form}: {:?}", found.tags);
        }
    }
    let moves = |games: &[Tokens]| -> Vec<Vec<Token>> {
        let is_move = |token: &&Token| matches!(token, Token::Move(_));
        games.iter().map(|game| game.main_line().filter(is_move).cloned().collect()).collect()
    };
    assert_eq!(moves(&pgn(&at("convert/games.uci"))), moves(&source));
    for (artefact, plies) in [
        ("match/games.pgn", &[30, 30][..]),
        ("play/saved.pgn", &[3]),
        // Series are not games: their moves are kept as a comment.
        ("solve/games.pgn", &[3, 3, 4, 4, 4, 4, 0, 0, 0, 2, 1, 1]),
    ] {
        let found = pgn(&at(artefact))
            .iter()
            .map(|game| moves(std::slice::from_ref(game))[0].len())
            .collect::<Vec<_>>();
        assert_eq!(found, plies, "{artefact}");
    }
    for artefact in ["validate/repaired.pgn", "select/sorted.pgn"] {
        let ended = hexmate(&["validate", &at(artefact), "--format", "csv", "-q"]);
        let statuses: Vec<String> =
            rows(&ended.stdout).into_iter().map(|mut row| row.remove("status").expect("a status")).collect();
        let expected = match artefact {
            "validate/repaired.pgn" => ["ok", "ok", "ok", "ok", "illegal"],
            _ => ["ok", "ambiguous", "ok", "illegal", "ok"],
        };
        assert_eq!(statuses, expected, "{ended}");
    }
}

#[test]
fn older_analysis_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    // The sign `?` of the third move was replaced by the older program, and two games were not legal.
    let source = path("games.pgn");
    fs::write(&source, read(at("inputs/legal.pgn")).replace("e6? ", "e6 ")).expect("games");
    let older = path("older.pgn");
    let analysed = read(at("analyse/games.pgn"));
    let legal = analysed.find("[Event \"Ambiguous\"]").expect("a game");
    fs::write(&older, &analysed[..legal]).expect("games");
    let analyse = |input: &str| {
        let ended =
            hexmate(&["analyse", input, "--nodes", "500", "-q", "-o", &path("rows.csv"), "--pgn", "-"]);
        assert_eq!(ended.status, Some(0), "{ended}");
        games(&ended.stdout)
    };
    let (again, once) = (analyse(&older), analyse(&source));
    assert_eq!(again.len(), once.len());
    for (again, once) in again.iter().zip(&once) {
        assert_eq!((&again.text, &again.result), (&once.text, &once.result));
    }
}

#[test]
fn older_certificates_hold() {
    let names = ["black", "short", "three", "tournament", "wrong"];
    let files = names.map(|name| at(&format!("solve/proofs/{name}.certificate")));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let args = [&["verify-certificate"][..], &files, &["--problems", PROBLEMS, "--format", "csv"]].concat();
    let ended = hexmate(&args);
    let found: Vec<[String; 3]> = rows(&ended.stdout)
        .iter()
        .map(|row| ["id", "status", "proves"].map(|name| row[name].clone()))
        .collect();
    let proved = ["#2", "#1", "#1r", "#2", "#1"];
    let expected: Vec<[String; 3]> =
        names.iter().zip(proved).map(|(name, proves)| [*name, "holds", proves].map(str::to_owned)).collect();
    assert_eq!((ended.status, found), (Some(0), expected), "{ended}");
}

#[test]
fn older_tables_give_same_values() {
    let tables = at("endgame");
    let ended = hexmate(&[
        "endgame",
        "stats",
        "KRvK",
        "--variant",
        "mini",
        "--tables",
        &tables,
        "--format",
        "csv",
        "-q",
    ]);
    assert_output_contains(&ended.stdout, &read(at("endgame/stats.csv")), "endgame/stats.csv");
    let probe = [
        "endgame",
        "probe",
        "1/3/5/K1k4/7/7/R6 w - 0 1",
        "--variant",
        "mini",
        "--format",
        "csv",
        "--tables",
        &tables,
    ];
    let values = rows(&hexmate(&probe).stdout);
    assert_eq!((values[0]["worth"].as_str(), values[0]["plies"].as_str()), ("win", "19"));
}

#[test]
fn older_counts_compare_equal() {
    for divide in ["perft/divide.csv", "perft/divide.txt"] {
        let ended =
            hexmate(&["perft", "start", "--variant", "mini", "--depth", "3", "--compare", &at(divide)]);
        assert!(ended.status == Some(0) && ended.stderr.contains("equal: 9 moves, 681 nodes"), "{ended}");
    }
}

#[test]
fn older_faults_read_back() {
    let ended = hexmate(&["validate", &at("validate/report.jsonl"), "--format", "csv", "-q"]);
    let found = rows(&ended.stdout);
    let broken = found.iter().find(|row| row["id"] == "broken").expect("the problem");
    assert_eq!((found.len(), broken["code"].as_str()), (15, "rank-length"), "{ended}");
}

#[test]
fn older_addresses_open() {
    // The model of the page runs in Node; `web/verify.py` opens the same addresses in a browser.
    let model = format!("file://{}/web/page/model/address.mjs", env!("CARGO_MANIFEST_DIR"));
    let rows = read(at("addresses.tsv"));
    let mut script = format!(
        "import {{ readAddress }} from {model:?};\n\
         const games = [\"glinski\", \"mini\", \"echex3\"].map(name => ({{ name, start: \"\" }}));\n"
    );
    let mut expected = String::new();
    for row in rows.lines().skip(1) {
        let [address, game, fen, moves, ply] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five cells: {row}")
        };
        let _ = writeln!(
            script,
            "{{ const found = readAddress({address:?}, games).state; \
             console.log([found.game, found.fen, found.line.join(), found.ply].join(\"\\t\")) }}"
        );
        let _ = writeln!(expected, "{game}\t{fen}\t{moves}\t{ply}");
    }
    match Command::new("node").args(["--input-type=module", "--eval", &script]).output() {
        Ok(found) => {
            let errors = String::from_utf8_lossy(&found.stderr);
            assert_eq!(String::from_utf8_lossy(&found.stdout), expected, "{errors}");
        }
        Err(_) => {
            let _ = writeln!(io::stderr(), "SKIPPED: no Node here, no address of the page was read with it");
        }
    }
}
