//! The suite of `docs/standard`: by the second opinion, by the crate `hexchess`, and by the library as it is now.

mod fens;
mod games;
mod pages;
mod positions;
mod san;
mod texts;
mod third;

#[path = "../../../examples/conformance/rows.rs"]
mod rows;

use std::fs;
use std::path::{Path, PathBuf};

use hexmate_position::Game;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::oracle;
use crate::schema::fault;

/// The files, and for each what the schema calls its lines.
const FILES: [&str; 5] = ["positions", "counts", "fens", "texts", "games"];

/// What a suite may weigh that people fetch without a thought.
const MOST_BYTES: u64 = 700_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/standard/suite")
}

fn text(name: &str) -> String {
    let path = folder().join(name).with_extension("jsonl");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of a file.
fn read<R: DeserializeOwned>(name: &str) -> Vec<R> {
    let row =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}: {line}"));
    text(name).lines().map(row).collect()
}

fn game(variant: &str) -> Game {
    Game::from_name(variant).expect(variant)
}

fn second(variant: &str, fen: &str) -> Result<oracle::Position, String> {
    oracle::Position::from_fen(oracle::Game::by_name(variant).expect(variant), fen)
}

#[test]
fn every_line_keeps_the_schema_and_has_a_name_of_its_own() {
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
        assert_eq!(lines.len(), count, "{name}: a name stands twice");
        let mut spoilt = lines[0].clone();
        spoilt["more"] = 1.into();
        assert!(fault(&root, schema, &spoilt, name).is_some(), "{name}: the schema lets everything pass");
    }
}

#[test]
fn every_game_is_in_every_file_and_the_whole_is_small() {
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
