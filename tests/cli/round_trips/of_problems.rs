//! Laws of round trips of problems.

use std::collections::HashMap;
use std::fs;

use hexmate_position::Position;

use super::problems::{COLUMNS, random_problem};
use super::tokens::games;
use super::{Folder, Losses, convert, noted, read};
use crate::law_length::quick_or_full;
use crate::run::hexmate;

/// The column `twin`.
const TWIN: usize = 6;

/// Cells of a table by the name of their column.
type Row = HashMap<String, String>;

/// Returns random problems. Of the first one no column is empty, so that the first record of each form has all of them.
fn table() -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = (0..quick_or_full(30, 300)).map(random_problem).collect();
    let of_first =
        ["key", "solutions"].map(|name| COLUMNS.iter().position(|&other| other == name).expect("a column"));
    rows[0].iter_mut().filter(|cell| cell.is_empty()).for_each(|cell| "a value".clone_into(cell));
    "b) Stipulation h#3".clone_into(&mut rows[0][TWIN]);
    for column in of_first {
        rows[0][column] =
            rows.iter().map(|row| row[column].clone()).find(|cell| !cell.is_empty()).expect("a cell");
    }
    rows
}

fn csv_of(rows: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).expect("memory");
    for row in rows {
        writer.write_record(row).expect("memory");
    }
    String::from_utf8(writer.into_inner().expect("memory")).expect("UTF-8")
}

fn rows_of(csv: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| names.iter().map(str::to_owned).zip(row.iter().map(str::to_owned)).collect()).collect()
}

/// Compares a table with the source: each cell is in the column of its name. Notes may name as many losses as there are.
fn compare(way: &str, source: &[Vec<String>], found: &[Row], noted: usize, losses: &mut Losses) {
    let by_id: HashMap<&str, &Row> =
        found.iter().filter_map(|row| Some((row.get("id")?.as_str(), row))).collect();
    let mut lost = Vec::new();
    for cells in source {
        let Some(row) = by_id.get(cells[0].as_str()) else {
            lost.push(("no problem".to_owned(), cells));
            continue;
        };
        for (name, cell) in COLUMNS.iter().zip(cells) {
            let other = row.get(*name).map_or("", String::as_str);
            if other != cell {
                lost.push((format!("{name}: {other:?}, not {cell:?}"), cells));
            }
        }
    }
    if lost.len() > noted {
        for (what, cells) in lost {
            losses.add(way, what, &cells.join(" | "));
        }
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn convert_keeps_columns_of_problems() {
    let (source, folder, mut losses) = (table(), Folder::new(), Losses::default());
    let original = folder.write("problems.csv", &csv_of(&source));
    let forms = ["csv", "json", "epd", "popeye", "yacpdb", "yacpdb-json"];
    for first in forms {
        let one = folder.at(&format!("one.{first}"));
        let to_one = noted(&convert(&original, first, &one).stderr);
        for second in forms {
            let (two, back) = (folder.at(&format!("two.{second}")), folder.at("back.csv"));
            let to_two = noted(&convert(&one, second, &two).stderr);
            let to_back = noted(&convert(&two, "csv", &back).stderr);
            let way = format!("{first}, {second}");
            compare(&way, &source, &rows_of(&read(&back)), to_one + to_two + to_back, &mut losses);
        }
        // A problem in PGN is a game without moves: its cells are values of tags.
        let pgn = folder.at("problems.pgn");
        convert(&one, "pgn", &pgn);
        let games = games(&read(&pgn));
        for cells in &source {
            let own = games.iter().find(|game| game.tag("Event") == Some(cells[0].as_str())).expect("a game");
            // A start position needs no tag.
            let start = Position::start(cells[1].parse().expect("a game")).to_fen();
            let has_value = |cell: &String| {
                cell.is_empty() || *cell == start || own.tags.iter().any(|(_, value)| value == cell)
            };
            if let Some(lost) = cells.iter().find(|cell| !has_value(cell)) {
                losses.add(&format!("{first} to pgn"), format!("tag {lost:?}"), &cells.join(" | "));
            }
        }
        for second in ["fen", "pieces", "uci"] {
            let lossy = folder.at("lossy");
            let ended = hexmate(&["convert", &one, "--to", second, "-o", &lossy]);
            // Of each problem these forms keep the position; `uci` has the variant too.
            let kept = |name: &&str| ["fen", "variant"].contains(name);
            let cells = source.iter().flat_map(|row| COLUMNS.iter().zip(row));
            let lost = cells.filter(|(name, cell)| !kept(name) && !cell.is_empty()).count();
            if noted(&ended.stderr) < lost - source.len() {
                losses.add(&format!("{first} to {second}"), format!("{lost} fields"), &ended.stderr);
            }
            let strict = hexmate(&["convert", &one, "--to", second, "-o", &lossy, "--strict"]);
            assert_eq!(strict.status, Some(1), "{strict}");
        }
    }
    losses.assert_none();
}

#[test]
#[ignore = "long: make verify-program"]
fn select_keeps_columns_of_problems() {
    let (source, folder, mut losses) = (table(), Folder::new(), Losses::default());
    let original = folder.write("problems.csv", &csv_of(&source));
    for form in ["csv", "json", "epd", "popeye", "yacpdb", "yacpdb-json"] {
        let input = folder.at(&format!("input.{form}"));
        let mut notes = noted(&convert(&original, form, &input).stderr);
        let [output, others] = ["out", "others"].map(|name| folder.at(&format!("{name}-of-{form}.txt")));
        let ended = hexmate(&["select", &input, "--stipulation", "#2", "-o", &output, "--others", &others]);
        assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
        notes += noted(&ended.stderr);
        let mut found = Vec::new();
        for part in [output, others] {
            let table = folder.at("part.csv");
            notes += noted(&convert(&part, "csv", &table).stderr);
            found.extend(rows_of(&read(&table)));
        }
        compare(&format!("select {form}"), &source, &found, notes, &mut losses);
    }
    let parts = folder.at("parts");
    let ended = hexmate(&["select", &original, "--split", "stipulation", "-o", &parts]);
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    let parts = fs::read_dir(&parts).expect("parts").map(|part| part.expect("a part").path());
    let found: Vec<Row> = parts.flat_map(|part| rows_of(&read(part))).collect();
    compare("split", &source, &found, noted(&ended.stderr), &mut losses);
    losses.assert_none();
}

#[test]
#[ignore = "long: make verify-program"]
fn solve_keeps_columns_of_problems() {
    let (mut source, folder, mut losses) = (table(), Folder::new(), Losses::default());
    // Each twin has a record of its own, and a report has its own `themes`.
    let themes = COLUMNS.iter().position(|&name| name == "themes").expect("a column");
    for row in &mut source {
        row[TWIN].clear();
        row[themes].clear();
    }
    let original = folder.write("problems.csv", &csv_of(&source));
    let outputs = [("--report", "csv"), ("--jsonl", "json"), ("--epd", "epd")];
    let solve = ["solve", &original, "--nodes", "1", "--no-time", "--keys-only", "-q"];
    let with_outputs = |stem: &str| {
        outputs.map(|(option, form)| format!("{option}={}", folder.at(&format!("{stem}.{form}"))))
    };
    let run = |args: &[&str], stem: &str| {
        let (files, lines) = (with_outputs(stem), folder.at("lines.txt"));
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let ended = hexmate(&[args, &files, &["-o", &lines]].concat());
        assert!(ended.status.is_some_and(|status| status < 2 || status == 75), "{ended}");
    };
    run(&solve, "whole");
    let parts = ["slice:1/2", "slice:2/2"].map(|shard| {
        let part = folder.at(&shard.replace([':', '/'], "-"));
        let files = with_outputs("none");
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let ended = hexmate(&[&solve[..], &files, &["--shard", shard, "--part", &part]].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        part
    });
    run(&["merge", &parts[0], &parts[1], "-q"], "merged");
    for stem in ["whole", "merged"] {
        for (option, form) in outputs {
            let back = folder.at("back.csv");
            let ended = convert(&folder.at(&format!("{stem}.{form}")), "csv", &back);
            let kept = |name: &&str| !["key", "solutions", "twin", "themes"].contains(name);
            // The search finds keys of its own; whether claimed ones read back is a law of the reports.
            let found: Vec<Row> = rows_of(&read(&back))
                .into_iter()
                .map(|mut row| {
                    let own = source.iter().find(|cells| Some(&cells[0]) == row.get("id")).expect("an id");
                    for (name, cell) in COLUMNS.iter().zip(own).filter(|(name, _)| !kept(name)) {
                        row.insert((*name).to_owned(), cell.clone());
                    }
                    row
                })
                .collect();
            compare(&format!("{stem} {option}"), &source, &found, noted(&ended.stderr), &mut losses);
        }
    }
    losses.assert_none();
}
