//! `analyse --pgn`: only an earlier analysis is replaced; what people and other programs wrote stays.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::law_length::quick_or_full;
use crate::run::{Ended, with_input};

/// Opening in which the last move of each side is a blunder.
const BLUNDERS: &str = "1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3c4";

fn analysed(nodes: &str, pgn: &str) -> Ended {
    with_input(&["analyse", "-", "--nodes", nodes, "--pgn", "-"], pgn)
}

/// Returns the movetext of games on one line.
fn movetext(pgn: &str) -> String {
    let lines = pgn.lines().filter(|line| !line.starts_with('[') && !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn annotations_of_people_survive_analysis() {
    // Each with the text that must come out, at the same move.
    let cases = [
        ("1. e5! *", "1. e5 $1 {[%eval"),
        ("1. e5 $2 $14 $18 *", "1. e5 $2 $14 $18 {[%eval"),
        ("1. e5?? {[%clk 0:59:10]} e6?! {[%csl Yf6]} *", "1. e5 $4 {[%eval"),
        ("1. e5 {[%clk 0:59:10]} *", "]} {[%clk 0:59:10]} *"),
        ("{a} 1. e5 {[%eval 0.33] [%emt 3] b} *", "]} {[%eval 0.33] [%emt 3] b} *"),
        ("1. e5 {missed mate in 3} {} {  } *", "]} {missed mate in 3} {} {} *"),
        ("{a} 1. e5 {[%eval #-3] missed mate in 3} *", "]} {[%eval #-3] missed mate in 3} *"),
        ("1. e5 {[%hexmate $4]} *", "]} {[%hexmate $4]} *"),
        ("1. e5 ??? *", "]} {???} *"),
        ("1. e5 (1. d4?? {x} $10 (1. f6)) e6 *", "(1. d4 $4 {x} $10 (1. f6))"),
        ("1. e5 ({[%eval 1.00]} 1. d4) *", "({[%eval 1.00]} 1. d4)"),
    ];
    for (pgn, kept) in cases {
        let once = analysed("100", pgn);
        assert!(movetext(&once.stdout).contains(kept), "{kept}: {once}");
        let twice = analysed("100", &once.stdout);
        assert_eq!(twice.stdout, once.stdout, "{pgn}");
        // Another analysis replaces the first one.
        assert_eq!(analysed("700", &once.stdout).stdout, analysed("700", pgn).stdout, "{pgn}");
    }
}

#[test]
fn marks_of_people_are_counted() {
    let pgn = format!("{} *\n", BLUNDERS.replace("e7e6", "e7e6! (3... e5)").replace("c4", "c4?"));
    let once = analysed("500", &pgn);
    let text = movetext(&once.stdout);
    assert!(text.contains("3... e6 $1 {[%eval #1]} (3... e5) ({[%hexmate]} 3..."), "{once}");
    assert!(
        text.contains("4. Qc4 $2 {[%eval") && text.contains("] missed mate in 1} ({[%hexmate]} 4. Qxf9#)")
    );
    assert!(
        once.stderr.contains("2 moves keep the mark that they had") && once.stderr.contains("[mark-kept]")
    );
    assert_eq!(analysed("500", &once.stdout).stdout, once.stdout);
    // The same mark needs no note.
    let same = analysed("500", &format!("{BLUNDERS}?? *\n"));
    assert!(
        movetext(&same.stdout).contains("4. Qc4 $4 {[%eval") && !same.stderr.contains("mark-kept"),
        "{same}"
    );
    // It stays a mark of people.
    let again = analysed("500", &same.stdout.replace(" missed mate in 1", ""));
    assert!(
        !again.stdout.contains("[%hexmate $4] missed") && again.stdout.contains("missed mate in 1"),
        "{again}"
    );
}

#[test]
fn tags_of_other_programs_stay() {
    let pgn = "[WhiteAccuracy \"12.3\"]\n[Annotator \"Ann\"]\n\n1. e5 e6 *\n";
    let once = analysed("100", pgn);
    for part in [
        "[WhiteAccuracy \"12.3\"]",
        "[Annotator \"Ann\"]",
        "[BlackAccuracy \"",
        "[HexmateAnalysis \"accuracy ",
    ] {
        assert!(once.stdout.contains(part), "{part}: {once}");
    }
    assert!(
        once.stderr.contains("1 accuracy tag of another program keeps the value [accuracy-kept]"),
        "{once}"
    );
    assert_eq!(analysed("100", &once.stdout).stdout, once.stdout);
}

#[test]
fn later_additions_survive_analysis() {
    let once = analysed("500", &format!("{BLUNDERS} *\n")).stdout;
    let mut text = once.clone();
    for (old, new) in [
        (
            "3... e6 $4 {[%eval #1] [%hexmate $4]}",
            "3... e6 $4 $1 {before [%eval #1] [%hexmate $4] after} {other}",
        ),
        ("[%hexmate $4] missed mate in 1}", "[%hexmate $4] missed mate in 1, alas}"),
        ("({[%hexmate]} 4. Qxf9#)", "({[%hexmate] clear} 4. Qxf9#) (4. Qc5)"),
    ] {
        let line = movetext(&text);
        assert!(line.contains(old), "{old} in {line}");
        let (head, _) = text.split_once("\n\n").expect("a heading");
        text = format!("{head}\n\n{}\n", line.replace(old, new));
    }
    let again = analysed("500", &text);
    let line = movetext(&again.stdout);
    for part in [
        "3... e6 $1 {[%eval #1]} {before after} {other}",
        "[%hexmate $4] missed mate in 1} {missed mate in 1, alas}",
        "({clear} 4. Qxf9#) (4. Qc5) *",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert_eq!(analysed("500", &again.stdout).stdout, again.stdout);
}

#[test]
fn unsigned_analysis_is_replaced() {
    let older = fs::read_to_string("tests/cli/written_before/analysed-unsigned.pgn").expect("a file");
    assert!(!older.contains("[%hexmate") && older.contains("$1 $6"), "{older}");
    let once = analysed("500", &older);
    let line = movetext(&once.stdout);
    for part in [
        "{start} 1. Qc3 $1 {[%eval -0.29]} ({[%hexmate]} 1.",
        "1... Qc6 $6 {[%eval 0.10] [%hexmate $6]} {[%clk 0:59:10]} ({[%hexmate]} 1...",
        "2. b2 $10 {[%eval -0.15]} 2... b6 $3 {[%eval 0.10]} {a comment} (2... e6 {q} 3. f6)",
        "3... e6 $4 {[%eval #1] [%hexmate $4]} {mine} (3... e5) (3... Nhf8 4. Ndf4) ({[%hexmate]} 3...",
        "4. Qc4 $4 {[%eval -9.85] [%hexmate $4] missed mate in 1} {too fast} ({[%hexmate]} 4. Qxf9#) *",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
    // Every line of the older analysis is replaced by its own, but for one beside a variation of people that has only
    // moves too.
    assert_eq!(line.matches('(').count(), movetext(&older).matches('(').count() + 1);
    assert!(once.stderr.contains("1 line of an older analysis may remain"), "{once}");
    assert_eq!(analysed("500", &once.stdout).stdout, once.stdout);
    // A longer search leaves no evaluation, glyph or line of the older one.
    let longer = analysed("3000", &older);
    let other = movetext(&longer.stdout);
    assert_eq!(other.matches("[%eval ").count(), 11, "{other}");
    // Those of people, and the one beside a variation of people that has only moves too.
    assert_eq!(other.matches('(').count(), 3 + other.matches("({[%hexmate]}").count(), "{other}");
    assert!(longer.stderr.contains("1 line of an older analysis may remain"), "{longer}");
}

#[test]
fn uncertain_lines_stay_with_note() {
    let older = fs::read_to_string("tests/cli/written_before/analysed-unsigned.pgn").expect("a file");
    let now = movetext(&analysed("500", &older).stdout);
    let own =
        now.split_once("({[%hexmate]} 3. ").and_then(|(_, rest)| rest.split_once(')')).expect("a line").0;
    let text = older.replace("(3. Nhf4 Nhf8)", &format!("(3. {own}) (3. e5)"));
    assert_ne!(text, older);
    let same = analysed("500", &text);
    assert!(movetext(&same.stdout).contains(&format!("(3. e5) ({{[%hexmate]}} 3. {own})")), "{same}");
    let text = text.replace(&format!("(3. {own})"), "(3. Nhf4 e6)");
    let other = analysed("500", &text);
    let kept = format!("(3. Nhf4 e6) (3. e5) ({{[%hexmate]}} 3. {own})");
    assert!(movetext(&other.stdout).contains(&kept), "{other}");
    // With the one beside a variation of people at another move.
    assert!(other.stderr.contains("2 lines of an older analysis may remain"), "{other}");
}

#[test]
fn evaluations_of_others_are_no_sign() {
    // Every move has an evaluation, and the tags an accuracy, but they do not agree.
    let pgn = "[WhiteAccuracy \"12.3\"]\n[BlackAccuracy \"99.0\"]\n\n\
        1. e5 {[%eval 0.10]} e6 $2 {[%eval 0.20]} (1... f6) 2. f6 {[%eval 0.10]} exf6 {[%eval 0.10]} *\n";
    let once = analysed("100", pgn);
    let line = movetext(&once.stdout);
    assert!(line.contains("{[%eval 0.20]} (1... f6)") && line.contains("1... e6 $2 {"), "{once}");
    assert_eq!(line.matches("[%eval ").count(), 8, "{once}");
    assert_eq!(analysed("100", &once.stdout).stdout, once.stdout);
}

#[test]
fn rest_after_faults_is_kept() {
    let begin = "1. e5 e6 $1 {good} (1... g6 {b})";
    for (rest, kept) in [
        ("2. Kg9 {bad} Ne7 (2... Nf6 3. d4) {c} 3. d4??", "2. Kg9 {bad} Ne7 ( 2... Nf6 3. d4 ) {c} 3. d4??"),
        ("2. Qxx $5 (2. d4 $4 (2. d3)) Nf4", "2. Qxx $5 ( 2. d4 $4 ( 2. d3 ) ) Nf4"),
        ("2... f6 (2. Nf4) exf6", "2... f6 ( 2. Nf4 ) exf6"),
        ("2. Kg9", "2. Kg9"),
    ] {
        let ended = analysed("100", &format!("[Result \"1-0\"]\n\n{begin} {rest} 1-0\n"));
        assert_eq!(ended.status, Some(1), "{ended}");
        assert!(ended.stderr.contains("; the rest of the game is kept as a comment"), "{ended}");
        assert!(ended.stdout.contains("[Result \"1-0\"]"), "{ended}");
        let line = movetext(&ended.stdout);
        assert!(line.contains(kept) && line.contains("{good}") && line.contains("(1... g6 {b})"), "{ended}");
        let again = analysed("100", &ended.stdout);
        assert_eq!((again.status, &again.stdout), (Some(0), &ended.stdout), "{again}");
    }
    let junk = analysed("100", "1. e5 e6 2. @@@ f6 *\n");
    assert!(junk.stderr.contains("without the text that is not PGN"), "{junk}");
    let broken = analysed("100", "1. e5 (1. Kg9 e6) e6 *\n");
    assert!(broken.stderr.contains("the rest of the variation is kept as a comment"), "{broken}");
    assert!(movetext(&broken.stdout).contains("({1. Kg9 e6})"), "{broken}");
    let left_out = analysed("100", "[FEN \"8/8\"]\n\n1. e5 *\n");
    assert!(left_out.stderr.contains("1 record left out"), "{left_out}");
}

#[test]
fn pages_hide_signs() {
    let once = analysed("500", &format!("{BLUNDERS} *\n")).stdout;
    for command in [
        ["analyse", "-", "--nodes", "500", "--html", "-"],
        ["validate", "-", "--html", "-", "-o", "/dev/null"],
    ] {
        let page = with_input(&command, &once);
        assert!(page.stdout.contains("missed mate in 1") && !page.stdout.contains("[%hexmate"), "{page}");
        assert!(!page.stdout.contains("{hexmate"), "{page}");
    }
}

/// Returns a game for each key of each direct mate in `puzzles/`, in which only the key is played.
fn keys() -> Vec<String> {
    let mut folders = vec![PathBuf::from("puzzles")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "csv") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().flat_map(|file| keys_of(file)).collect()
}

fn keys_of(file: &Path) -> Vec<String> {
    let mut table = csv::ReaderBuilder::new().flexible(true).from_path(file).expect("a table");
    let header = table.headers().expect("a header").clone();
    let column = |name: &str| header.iter().position(|own| own == name);
    let [Some(fen), Some(stipulation), Some(key)] = ["fen", "stipulation", "key"].map(column) else {
        return Vec::new();
    };
    let variant = column("variant");
    let mut games = Vec::new();
    for row in table.records().map(|row| row.expect("a row")) {
        let is_mate = row[stipulation].strip_prefix('#').is_some_and(|moves| moves.parse::<u32>().is_ok());
        let variant = variant.map_or("glinski", |variant| &row[variant]);
        if !is_mate || variant.starts_with("echex") {
            continue;
        }
        for key in row[key].split_whitespace() {
            let mut game = format!("[White \"{} {}\"]\n", file.display(), &row[stipulation]);
            write!(game, "[Variant \"{variant}\"]\n[FEN \"{}\"]\n\n{key} *\n\n", &row[fen]).expect("a text");
            games.push(game);
        }
    }
    games
}

/// Asserts that no key of these games is reported as missed or has a loss where its mate was found.
fn check_keys(games: &[String], nodes: &str) {
    let ended = with_input(&["analyse", "-", "--nodes", nodes], &games.concat());
    let mut rows = csv::Reader::from_reader(ended.stdout.as_bytes());
    let mut found = 0;
    for row in rows.records().map(|row| row.expect("a row")) {
        let game = &games[row[1].parse::<usize>().expect("a number") - 1];
        assert_eq!(&row[12], "", "{nodes} nodes: {game}");
        if row[7].starts_with('#') && !row[7].starts_with("#-") {
            assert_eq!(&row[8], "0", "{nodes} nodes: {game}");
            assert!(row[5].starts_with('#'), "{nodes} nodes: score {} of {game}", &row[5]);
            found += 1;
        }
    }
    assert!(4 * found > games.len(), "{found} mates of {} are found", games.len());
}

#[test]
fn keys_of_puzzles_miss_nothing() {
    let games: Vec<String> = keys().into_iter().step_by(16).collect();
    assert!(games.len() > 100, "{}", games.len());
    check_keys(&games, "3000");
}

#[test]
#[ignore = "long: make verify-program"]
fn all_keys_of_puzzles_miss_nothing() {
    let games = keys();
    assert!(games.len() > 2000, "{}", games.len());
    let games: Vec<String> = games.into_iter().step_by(quick_or_full(5, 1)).collect();
    for nodes in ["300", "1000", "3000", "20000"] {
        check_keys(&games, nodes);
    }
}

#[test]
fn played_keys_have_their_mate() {
    // Shafran's game: the search after 34. Be2+ does not see the mate with few nodes.
    let pgn =
        "[Variant \"shafran\"]\n[FEN \"5/6/1R4p/8/2N1pp3/1k1K5/p6n/6B/PPP3/5 w - - 5 34\"]\n\n34. Be2+ *\n";
    for nodes in ["3000", "10000"] {
        let ended = with_input(&["analyse", "-", "--nodes", nodes], pgn);
        let mut rows = csv::Reader::from_reader(ended.stdout.as_bytes());
        let row = rows.records().next().expect("a row").expect("a row");
        assert_eq!([&row[5], &row[7], &row[8], &row[12]], ["#2", "#3", "0", ""], "{ended}");
    }
}
