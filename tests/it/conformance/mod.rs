//! The suite of `docs/standard`, checked by the oracle, by the crate `hexchess` and by the library.

mod faults;
mod faulty;
mod fens;
mod games;
mod hexchess_crate;
mod pages;
mod positions;
mod san;
mod texts;

#[path = "../../../examples/conformance/rows.rs"]
mod rows;

use std::fs;
use std::path::{Path, PathBuf};

use hexmate_position::Game;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::oracle;
use crate::schema::fault;

/// File names, which are also the names of the row types in the schema.
const FILES: [&str; 5] = ["positions", "counts", "fens", "texts", "games"];

/// Largest size of the suite in bytes, so that it stays a small download.
const MOST_BYTES: u64 = 900_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/standard/suite")
}

fn text(name: &str) -> String {
    let path = folder().join(name).with_extension("jsonl");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads the rows of a file.
fn read<R: DeserializeOwned>(name: &str) -> Vec<R> {
    let row =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}: {line}"));
    text(name).lines().map(row).collect()
}

fn game(variant: &str) -> Game {
    Game::from_name(variant).expect(variant)
}

fn oracle_position(variant: &str, fen: &str) -> Result<oracle::Position, String> {
    oracle::Position::from_fen(oracle::Game::by_name(variant).expect(variant), fen)
}

#[test]
fn suite_lines_match_schema() {
    let schema = fs::read_to_string(folder().join("schema.json")).expect("a schema");
    let root: Value = serde_json::from_str(&schema).expect("JSON");
    for name in FILES {
        let schema = &root["$defs"][name];
        let mut lines: Vec<Value> = read(name);
        for line in &lines {
            assert_eq!(fault(&root, schema, line, name), None, "{line}");
        }
        let count = lines.len();
        lines.sort_by_key(|line| line["id"].to_string());
        lines.dedup_by_key(|line| line["id"].clone());
        assert_eq!(lines.len(), count, "{name}: an id occurs twice");
        let mut spoiled = lines[0].clone();
        spoiled["more"] = 1.into();
        assert!(fault(&root, schema, &spoiled, name).is_some(), "{name}: the schema accepts everything");
    }
}

#[test]
fn suite_has_every_game() {
    let size = |name: &&str| fs::metadata(folder().join(name).with_extension("jsonl")).expect("a file").len();
    let bytes: u64 = FILES.iter().map(size).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
    for name in FILES {
        let lines: Vec<Value> = read(name);
        for game in Game::ALL {
            let count = lines.iter().filter(|line| line["variant"] == game.name).count();
            assert!(count >= 5, "{name}: {count} of {}; cargo run --example conformance", game.name);
        }
    }
}
