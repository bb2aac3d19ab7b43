//! Inputs in other forms: the program's own JSON, tables of puzzles, folders for each command, files packed otherwise.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::run::{hexmate, with_bytes, with_input};

/// A mate in two.
const TWO: &str = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63";

/// The moves of its solution.
const LINE: &str = "g3f3 g8c5 c2d2";

/// Returns the solved problem as a row of CSV.
fn solved(input: &str) -> String {
    with_input(&["solve", "-", "--no-time", "--format", "csv"], input).stdout
}

#[test]
fn own_json_solves_as_its_table() {
    let table =
        format!("id,fen,stipulation,key,author,note\n\"a, b\",{TWO},#2,g3f3,É. K.,x\nc,{TWO},#1,,,\n");
    let expected = solved(&table);
    assert!(expected.contains("SOUND") && expected.contains("É. K."), "{expected}");
    let json = with_input(&["convert", "-", "--to", "json"], &table).stdout;
    assert_eq!(solved(&json), expected);
    let results = with_input(&["solve", "-", "--no-time", "--format", "json"], &table).stdout;
    assert_eq!(solved(&results), expected);
    let lines: Vec<&str> = json.lines().collect();
    for array in [format!("[{}]", lines.join(", ")), format!("[\n{}\n]\n", lines.join(",\n"))] {
        assert_eq!(solved(&array), expected, "{array}");
    }
    let checked = with_input(&["validate", "-"], &json);
    assert!(checked.status == Some(0) && checked.stderr.contains("2 records, 2 ok"), "{checked}");
}

#[test]
fn json_rows_of_faults_read_back() {
    let bad = "id,fen\nx,1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K6 b - 5 63\n";
    let first = with_input(&["validate", "-", "--format", "json"], bad).stdout;
    let again = with_input(&["validate", "-", "--format", "json"], &first).stdout;
    assert!(
        first.contains("\"code\":\"rank-length\"") && again.contains("\"code\":\"rank-length\""),
        "{again}"
    );
    let mixed = format!("{first}{{\"moves\":\"e4e5\"}}\n{{\"other\":1}}\n");
    let kinds = with_input(&["validate", "-", "--format", "csv"], &mixed).stdout;
    assert_snapshot!(kinds);
}

#[test]
fn puzzle_tables_are_solved() {
    // The position before, and the move that leads to the problem.
    let (before, lead) = ("1/3/3R1/7/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 w - 4 63", "g9g8");
    for table in [
        format!("PuzzleId,FEN,Moves,Rating\nx,{before},{lead} {LINE},1500\n"),
        format!("PuzzleId,FEN,Moves,Rating\nx,{TWO},{LINE},1500\n"),
        format!("puzzleid;fen;moves\nx;{TWO};{LINE}\n"),
        format!("FEN\tMoves\tPuzzleId\n{before}\t{lead} {LINE}\tx\n"),
        format!("id,fen,solution,stipulation\nx,{TWO},{LINE},#2\n"),
        format!("FEN\tSolution\tStip\tid\n{TWO}\t1... g3f3 g8c5 2. c2d2#\t#2\tx\n"),
        format!("{{\"PuzzleId\":\"x\",\"FEN\":\"{before}\",\"Moves\":\"{lead} {LINE}\"}}\n"),
    ] {
        let ended = with_input(&["solve", "-", "--no-time", "--format", "json"], &table);
        let result: serde_json::Value = serde_json::from_str(ended.stdout.trim()).expect("one result");
        let facts = ["id", "fen", "stipulation", "status", "claim"].map(|name| result[name].as_str());
        assert_eq!(facts, ["x", TWO, "#2", "SOUND", "right"].map(Some), "{table}{ended}");
    }
    let game =
        with_input(&["solve", "-", "--no-time"], &format!("White,Black,FEN,Moves\nA,B,{TWO},{LINE}\n"));
    assert!(game.stdout.contains("a game, not a problem"), "{game}");
    let illegal = with_input(&["solve", "-", "--no-time"], &format!("FEN,Moves\n{TWO},{lead}\n"));
    assert_snapshot!(illegal.stdout);
}

#[test]
fn game_tables_accept_all_delimiters() {
    let game = "[White \"Ann; the \\\"first\\\"\"]\n[Black \"B|b\"]\n\n1. e5 {a, b; c} e6 *\n";
    let table = with_input(&["convert", "-", "--to", "csv"], game).stdout;
    let expected = with_input(&["convert", "-", "--to", "pgn"], &table).stdout;
    assert!(expected.contains("{a, b; c}"), "{expected}");
    for by in *b";\t|" {
        let mut writer = csv::WriterBuilder::new().delimiter(by).from_writer(Vec::new());
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
        reader.records().for_each(|row| writer.write_record(&row.expect("a row")).expect("memory"));
        let delimited = writer.into_inner().expect("memory");
        assert_eq!(with_bytes(&["convert", "-", "--to", "pgn"], &delimited).stdout, expected);
        let named = [b"\xef\xbb\xbfsep=", &[by][..], b"\r\n", &delimited].concat();
        assert_eq!(with_bytes(&["convert", "-", "--to", "pgn"], &named).stdout, expected);
    }
}

#[test]
fn other_commands_read_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path in UTF-8").to_owned()
    };
    let problem = put("games/../problems/a.csv", &format!("id,fen,stipulation\nx,{TWO},#2\n"));
    put("problems/notes.txt", "x");
    let games = ["b/1.pgn", "b/2.PGN"].map(|name| put(&format!("games/{name}"), "1. e5 e6 *\n"));
    put("games/old.pgn.bz2", "BZh91AY");
    let [of_games, of_problems] =
        ["games", "problems"].map(|name| folder.path().join(name).display().to_string());
    for (command, rest, dir, files) in [
        ("convert", &["--to", "csv"][..], &of_games, &games[..]),
        ("select", &["--unique"], &of_games, &games),
        ("stats", &[], &of_games, &games),
        ("mine", &["--mate", "1"], &of_games, &games),
        ("solve", &["--no-time"], &of_problems, std::slice::from_ref(&problem)),
        ("convert", &["--to", "json"], &of_problems, std::slice::from_ref(&problem)),
    ] {
        let run = |inputs: &[&str]| hexmate(&[&[command], inputs, rest].concat());
        let (whole, single) = (run(&[dir]), run(&files.iter().map(String::as_str).collect::<Vec<_>>()));
        assert_eq!((whole.status, &whole.stdout), (single.status, &single.stdout), "{whole}{single}");
        assert!(whole.stderr.contains(": skipped 1 file: "), "{whole}");
        let empty = run(&[&folder.path().join("games/b/none").display().to_string()]);
        assert_eq!(empty.status, Some(3), "{empty}");
    }
    let twice = hexmate(&["convert", &of_games, "--to", "pgn", "-o", &games[0]]);
    assert!(twice.status == Some(2) && twice.stderr.contains("which is an input"), "{twice}");
    let note =
        hexmate(&["stats", &of_games]).stderr.replace(Path::new(&of_games).to_str().expect("UTF-8"), "DIR");
    assert_snapshot!(note);
}

#[test]
fn packed_files_name_their_program() {
    let mut messages = Vec::new();
    for head in
        [&b"BZh91AY&SY"[..], b"\xfd7zXZ\0\0\x04", b"PK\x03\x04\x14\0\0\0", b"7z\xbc\xaf\x27\x1c\0\x04"]
    {
        let ended = with_bytes(&["validate", "-"], head);
        assert_eq!(ended.status, Some(1), "{ended}");
        messages.push(ended.stdout);
    }
    messages.push(with_bytes(&["convert", "-", "--to", "pgn"], b"BZh91AY&SY").stderr);
    messages.push(with_bytes(&["solve", "-", "--no-time"], b"BZh91AY&SY").stdout);
    assert_snapshot!(messages.concat());
}
