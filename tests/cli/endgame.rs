//! `endgame`: tables are built, probed, counted, checked and verified, and used by other commands.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::run::{Ended, hexmate, with_input};

/// Runs a command whose `DIR` is the folder of the tables; the result has `DIR` for its path again.
fn endgame(words: &str, folder: &Path) -> Ended {
    let path = folder.display().to_string();
    let words = words.replace("DIR", &path);
    let mut ended = hexmate(&words.split(' ').collect::<Vec<_>>());
    for text in [&mut ended.command, &mut ended.stdout, &mut ended.stderr] {
        *text = text.replace(&path, "DIR");
    }
    ended
}

const FEN: &str = "1/3/5/2k4/7/3P3/3K3";

#[test]
fn tables_are_built_probed_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let sessions = [
        "endgame build KPvK -o DIR --variant mini",
        "endgame build KPvK -o DIR --variant mini",
        "endgame stats KRvK KPvK --tables DIR --variant mini",
        "endgame stats KRvK --variant mini --format json",
        "endgame check KPvK --tables DIR --variant mini",
        "endgame verify KRvK --tables DIR --variant mini --sample 500",
    ]
    .map(|words| endgame(words, folder.path()).to_string());
    assert_snapshot!("endgame", sessions.join("\n"));
    let path = folder.path().display().to_string();
    let fen = format!("{FEN} w - 0 1");
    for tables in [&["--tables", path.as_str()][..], &[]] {
        let ended = hexmate(&[&["endgame", "probe", &fen, "--variant", "mini"][..], tables].concat());
        assert_snapshot!("endgame_probe", ended.to_string().replace(&format!(" --tables {path}"), ""));
    }
}

#[test]
fn unusable_tables_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = endgame("endgame build KRvK -o DIR --variant mini -q", folder.path());
    assert_eq!(build.status, Some(0), "{build}");
    let path = folder.path().join("mini-KRvK.endgame");
    let whole = fs::read(&path).expect("a table");
    let mut sessions = vec![
        endgame("endgame stats KQvK --tables DIR --variant mini", folder.path()),
        endgame("endgame build KQvK -o DIR --variant echex3", folder.path()),
        endgame("endgame build KXvK -o DIR", folder.path()),
        endgame("endgame build -o DIR", folder.path()),
        endgame("endgame probe start", folder.path()),
    ];
    let mut changed = whole.clone();
    let last = changed.len() - 100;
    changed[last] ^= 1;
    fs::write(&path, changed).expect("written");
    sessions.push(endgame("endgame check KRvK --tables DIR --variant mini", folder.path()));
    fs::write(&path, &whole[..whole.len() / 2]).expect("written");
    sessions.push(endgame("endgame check KRvK --tables DIR --variant mini", folder.path()));
    let text = String::from_utf8_lossy(&whole);
    let edition = text.find("edition ").expect("a header") + "edition ".len();
    let mut other = whole.clone();
    other[edition] = b'1';
    fs::write(&path, other).expect("written");
    sessions.push(endgame("endgame stats KRvK --tables DIR --variant mini", folder.path()));
    let sessions: Vec<String> = sessions.iter().map(ToString::to_string).collect();
    assert_snapshot!("endgame_errors", sessions.join("\n"));
}

#[test]
#[ignore = "long: make verify-program"]
fn tables_answer_long_mates_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = endgame("endgame build KRvKB -o DIR --variant mini -q", folder.path());
    assert_eq!(build.status, Some(0), "{build}");
    let rook = "1/1k1/5/7/7/4R2/K6 w - 0 1";
    let with_bishop = "1/1k1/2b2/7/7/1R5/K6 w - 0 1";
    let path = folder.path().display().to_string();
    let solve = |fen: &str, words: &str| {
        let words = words.replace("DIR", &path);
        let mut words: Vec<&str> = words.split(' ').collect();
        words.insert(1, fen);
        hexmate(&words).to_string().replace(&path, "DIR")
    };
    let mut sessions = vec![
        solve(rook, "solve --variant mini --mate 12 --no-time"),
        solve(with_bishop, "solve --variant mini --mate 25 --no-time --tables DIR"),
        solve(rook, "solve --variant mini --mate 12 --no-time --tables DIR/nowhere"),
    ];
    // A damaged table is reported and not used; the solution is right all the same.
    let table = folder.path().join("mini-KRvKB.endgame");
    let mut changed = fs::read(&table).expect("a table");
    let last = changed.len() - 100;
    changed[last] ^= 1;
    fs::write(table, changed).expect("written");
    sessions.push(solve(with_bishop, "solve --variant mini --mate 2 --no-time --tables DIR"));
    let empty = tempfile::tempdir().expect("a folder");
    let nothing = empty.path().display().to_string();
    let ended = hexmate(&["solve", rook, "--variant", "mini", "--mate", "12", "--tables", &nothing]);
    sessions.push(ended.to_string().replace(&nothing, "EMPTY"));
    assert_snapshot!("endgame_solve", sessions.join("\n"));
}

#[test]
fn moves_and_play_probe_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = endgame("endgame build KPvK -o DIR --variant mini -q", folder.path());
    assert_eq!(build.status, Some(0), "{build}");
    let path = folder.path().display().to_string();
    let fen = format!("{FEN} w - 0 1");
    let tables = ["--tables", path.as_str(), "--variant", "mini"];
    let with = |words: &[&str]| hexmate(&[words, &tables].concat());
    let moves = with(&["moves", &fen, "--notation", "san", "--fens"]);
    let unknown = with(&["moves", "start", "--notation", "uci"]);
    let played = with(&["play", "--position", &fen, "--seats", "solver,solver", "--board", "none"]);
    // The number of plies to mate by the tables.
    assert_eq!(played.stdout.lines().filter(|line| line.contains(" plays ")).count(), 37, "{played}");
    let hints =
        with_input(&[&["play", "--position", &fen, "--board", "none"], &tables[..]].concat(), "hint\neval\n");
    let other_stalemate = with(&["play", "--position", &fen, "--stalemate", "three-quarters"]);
    let sessions =
        [moves, unknown, hints, other_stalemate].map(|ended| ended.to_string().replace(&path, "DIR"));
    assert_snapshot!("endgame_moves_and_play", sessions.join("\n"));
}

#[test]
fn validate_reports_slips_by_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = endgame("endgame build KPvK -o DIR --variant mini -q", folder.path());
    assert_eq!(build.status, Some(0), "{build}");
    let game = |moves: &str| {
        format!("[Event \"test\"]\n[Variant \"mini\"]\n[FEN \"{FEN} w - 0 1\"]\n\n{moves} *\n\n")
    };
    // The pawn moves too soon; the king moves first but then errs; no error.
    let games = [game("1. d3+ Kxd3"), game("1. Ke2 Kb3 2. Ke1"), game("1. Kc2")].concat();
    fs::write(folder.path().join("games.pgn"), format!("{FEN} w - 0 1;\n")).expect("written");
    let position = endgame("validate DIR/games.pgn --tables DIR --format csv --variant mini", folder.path());
    fs::write(folder.path().join("games.pgn"), games).expect("written");
    let sessions = ["", " --format csv", " --format json", " --stalemate three-quarters"].map(|more| {
        endgame(&format!("validate DIR/games.pgn --tables DIR{more}"), folder.path()).to_string()
    });
    assert_snapshot!("endgame_validate", format!("{}\n{position}", sessions.join("\n")));
    endgame("validate DIR/games.pgn --tables DIR --html DIR/page.html -q", folder.path());
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert_eq!(page.matches("[slip]").count(), 1, "the page has the move as well");
    let counted = endgame("stats DIR/games.pgn --tables DIR -q", folder.path());
    assert!(counted.stdout.contains("slip       games                               1\n"), "{counted}");
    assert!(counted.stdout.contains("slip       win>draw                            1\n"), "{counted}");
    // Shards and their merge report the same.
    for shard in 1..=2 {
        let words = format!(
            "validate DIR/games.pgn --tables DIR --format csv -o DIR/out.csv --shard slice:{shard}/2 --part DIR/{shard}.part"
        );
        let ended = endgame(&words, folder.path());
        assert_eq!(ended.status, Some(0), "{ended}");
    }
    let merged = endgame("merge DIR/1.part DIR/2.part -o DIR/out.csv", folder.path());
    assert_eq!(merged.status, Some(0), "{merged}");
    let whole = endgame("validate DIR/games.pgn --tables DIR --format csv", folder.path()).stdout;
    let out = fs::read_to_string(folder.path().join("out.csv")).expect("merged");
    assert_eq!(out.replace(&folder.path().display().to_string(), "DIR"), whole);
}

#[test]
fn mine_finds_long_mates_by_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = endgame("endgame build KPvK -o DIR --variant mini -q", folder.path());
    assert_eq!(build.status, Some(0), "{build}");
    let game =
        format!("[Event \"test\"]\n[Variant \"mini\"]\n[FEN \"{FEN} w - 0 1\"]\n\n1. Ke2 Kb3 2. Ke1 *\n");
    fs::write(folder.path().join("game.pgn"), game).expect("written");
    let mine =
        |more: &str| endgame(&format!("mine DIR/game.pgn --mate 20 --nodes 20000 -q{more}"), folder.path());
    let mined = mine(" --tables DIR");
    assert_eq!((mine("").stdout.lines().count(), mined.status), (1, Some(0)), "{mined}");
    assert_snapshot!("endgame_mine", mined.to_string());
}
