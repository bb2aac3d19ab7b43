//! `analyse`: rows of moves and annotated games.

use std::fs;

use crate::run::{hexmate, with_input};

/// The shortest game of Gliński's chess, twice, and a game with an illegal move.
const GAMES: &str = "[White \"Ann\"]\n\n1. Qe1c3 Qe10c6 2. b1b2 b7b6 {a comment} 3. Bf3b1 e7e6 4. Qc3xf9# 1-0\n\n\
    [White \"Bob\"]\n\n1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 Qc6c3 *\n\n\
    [White \"Cem\"]\n\n1. e5 e6 2. Kg9 *\n";

#[test]
fn blunder_into_mate_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [games, pgn] = ["games.pgn", "out.pgn"].map(path);
    fs::write(&games, GAMES).expect("a file");
    let run = |threads: &str| hexmate(&["analyse", &games, "--nodes", "2000", "-j", threads, "--pgn", &pgn]);
    let first = run("1");
    assert_eq!(first.status, Some(1), "{first}");
    assert!(first.stderr.contains("no-such-move") || first.stderr.contains("error"), "{first}");
    let text = fs::read_to_string(&pgn).expect("games");
    assert_eq!(run("2").stdout, first.stdout);
    assert_eq!(fs::read_to_string(&pgn).expect("games"), text);
    let mut rows = csv::Reader::from_reader(first.stdout.as_bytes());
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 7 + 6 + 2 + 1, "{first}");
    assert_eq!([&rows[14][13], &rows[15][13], &rows[15][14]], ["ok", "illegal", "no-such-move"], "{first}");
    let blunder = &rows[5];
    assert_eq!([&blunder[4], &blunder[5], &blunder[9]], ["e6", "#-1", "??"], "{first}");
    assert_eq!([&rows[6][4], &rows[6][5], &rows[6][8]], ["Qxf9#", "#0", "0"], "{first}");
    for part in ["[%eval #1]", "a comment", "$4", "[WhiteAccuracy \"", "[BlackAccuracy \""] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let checked = hexmate(&["validate", &pgn]);
    assert_eq!(checked.status, Some(0), "{checked}\n{text}");
}

#[test]
fn games_for_three_are_errors() {
    let pgn = "[Variant \"echex3\"]\n\n1. f4f6 e7g6 h5g6 *\n";
    let ended = with_input(&["analyse", "-", "--nodes", "100"], pgn);
    assert_eq!(ended.status, Some(1), "{ended}");
    assert!(ended.stderr.contains("Echex for three is not a game for two"), "{ended}");
}

#[test]
fn missed_mates_are_proved() {
    let missed = |last: &str| {
        let pgn = format!("1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. {last} *\n");
        let ended = with_input(&["analyse", "-", "--nodes", "2000"], &pgn);
        let mut rows = csv::Reader::from_reader(ended.stdout.as_bytes());
        let rows = rows.records().map(|row| row.expect("a row"));
        rows.map(|row| row[12].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(missed("Qxf9#"), [""; 7]);
    assert_eq!(missed("Qc3c4"), ["", "", "", "", "", "", "#1"]);
}

#[test]
fn endings_given_away_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().display().to_string();
    let build = hexmate(&["endgame", "build", "KPvK", "-o", &tables, "--variant", "mini", "-q"]);
    assert_eq!(build.status, Some(0), "{build}");
    let pgn = "[Variant \"mini\"]\n[FEN \"1/3/5/2k4/7/3P3/3K3 w - 0 1\"]\n\n1. d3+ Kxd3 *\n";
    let ended = with_input(&["analyse", "-", "--nodes", "200", "--tables", &tables, "--pgn", "-"], pgn);
    assert!(ended.stdout.contains("win became draw}"), "{ended}");
}

#[test]
fn analysis_of_analysis_is_equal() {
    let pgn =
        |input: &str| with_input(&["analyse", "-", "--nodes", "1000", "--pgn", "-", "-q"], input).stdout;
    let once = pgn(GAMES);
    assert!(once.contains(" [%hexmate $4]}") && once.contains(" ({[%hexmate]} "), "{once}");
    assert_eq!(pgn(&once), once);
}

#[test]
fn page_has_graph_without_script() {
    let ended = with_input(&["analyse", "-", "--nodes", "500", "--html", "-", "-q"], GAMES);
    let (page, _) = ended.stdout.split_once("<script>").expect("a page");
    assert_eq!(page.matches("<path class=\"white-share\"").count(), 3, "{page}");
    assert!(
        page.contains("<circle class=\"blunder\"") && page.contains("<th scope=\"row\">Ann</th>"),
        "{page}"
    );
}

#[test]
fn page_speaks_the_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log").display().to_string();
    let ended = with_input(
        &[
            "analyse",
            "-",
            "--nodes",
            "500",
            "--html",
            "-",
            "-q",
            "--language",
            "hungarian",
            "--checkpoint",
            &log,
        ],
        GAMES,
    );
    for part in ["<h1>Elemzett játszmák</h1>", "pontosság", "legjobb ", "Világos várható", "féllépés: 7"]
    {
        assert!(ended.stdout.contains(part), "{part} in {ended}");
    }
    assert!(!ended.stdout.contains(">accuracy<") && !ended.stdout.contains("(best "), "{ended}");
    let merged = hexmate(&["merge", &log, "--html", "-", "-q"]);
    assert_eq!(merged.stdout, ended.stdout, "{merged}");
}

#[test]
fn page_keeps_names_and_replaces_notes() {
    let pgn = "[White \"best\"]\n\n1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3c4 *\n";
    let analysed = with_input(&["analyse", "-", "--nodes", "2000", "--pgn", "-", "-q"], pgn).stdout;
    assert!(analysed.contains("missed mate in 1"), "{analysed}");
    let page = ["analyse", "-", "--nodes", "2000", "--html", "-", "-q", "--language", "hungarian"];
    let ended = with_input(&page, &analysed);
    assert!(ended.stdout.contains("kihagyott matt 1 lépésben"), "{ended}");
    assert!(!ended.stdout.contains("missed mate"), "{ended}");
    for name in ["best", "Sötét"] {
        assert!(ended.stdout.contains(&format!("<th scope=\"row\">{name}</th>")), "{name} in {ended}");
    }
}

#[test]
fn timed_analysis_has_no_checkpoint() {
    for long in [["--checkpoint", "log"], ["--shard", "slice:1/2"]] {
        let ended = hexmate(&[&["analyse", "games.pgn", "--time", "100"], &long[..]].concat());
        assert_eq!(ended.status, Some(2), "{ended}");
        assert!(ended.stderr.contains("--time <MS>"), "{ended}");
    }
}

#[test]
fn resumed_analysis_is_equal() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let [games, log, pgn] = ["games.pgn", "log", "out.pgn"].map(at);
    fs::write(&games, GAMES).expect("a file");
    let analyse = ["analyse", &games, "--nodes", "500", "--pgn", &pgn];
    let whole = hexmate(&analyse);
    let text = fs::read_to_string(&pgn).expect("games");
    let first = hexmate(&[&analyse[..], &["--checkpoint", &log]].concat());
    assert_eq!((first.status, &first.stdout), (whole.status, &whole.stdout), "{first}");
    // A run that was killed after its first game.
    let lines = fs::read_to_string(&log).expect("a log");
    let kept: Vec<&str> = lines.lines().take(2).collect();
    fs::write(&log, kept.join("\n") + "\n").expect("a log");
    let resumed = hexmate(&[&analyse[..], &["--checkpoint", &log, "--resume"]].concat());
    assert_eq!((resumed.status, &resumed.stdout), (whole.status, &whole.stdout), "{resumed}");
    let other = hexmate(&["analyse", &games, "--nodes", "600", "--checkpoint", &log, "--resume"]);
    assert_eq!(other.status, Some(4), "{other}");
    assert_eq!(fs::read_to_string(&pgn).expect("games"), text);
}
