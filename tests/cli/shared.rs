//! Real collections through the commands of an archivist, read from `../shared` or `$HEXMATE_SHARED`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use encoding_rs::{Encoding, ISO_8859_2, UTF_8, WINDOWS_1250};
use hexmate_games::validate::{GameText, Games};

use crate::run::{Ended, hexmate};

const FILES: [&str; 5] = [
    "glinski-hu.pgn",
    "glinski-hu-broken.pgn",
    "HalfFinalEuropeanChampionship_1999.pgn",
    "YouTube_HexagonalChess.pgn",
    "YouTube_MangoTownPlays.pgn",
];

fn games(text: &str) -> Vec<GameText> {
    Games::new(text.as_bytes()).map(|game| game.expect("memory can be read")).collect()
}

/// What a game says that neither joining nor recoding may change: its tags and its moves, as they are written.
fn said(game: &GameText) -> String {
    let tags: Vec<String> = game.tags.iter().map(|(name, tag)| format!("{name} {}", tag.text)).collect();
    let moves: Vec<&str> = game.words.iter().map(|word| word.text).collect();
    format!("{}\n{}", tags.join("\n"), moves.join(" "))
}

fn ran(args: &[&str], status: i32) -> Ended {
    let ended = hexmate(args);
    assert_eq!(ended.status, Some(status), "{ended}");
    assert!(!format!("{ended}").contains('\u{fffd}'), "a broken letter: {ended}");
    ended
}

/// Cells of a table without line ends in them.
fn rows(table: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(table.as_bytes()).records().map(|row| row.expect("a row")).collect()
}

#[test]
#[ignore = "shared: reads ../shared"]
fn collections_of_three_encodings_become_one_archive() {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let corpora = std::env::var_os("HEXMATE_SHARED").map_or_else(beside, PathBuf::from).join("corpora");
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);

    let mut inputs = Vec::new();
    let mut originals: BTreeMap<String, u64> = BTreeMap::new();
    for (encoding, directory) in [(UTF_8, "utf-8"), (ISO_8859_2, "latin-2"), (WINDOWS_1250, "cp1250")] {
        fs::create_dir(path(directory)).expect("a folder");
        for file in FILES {
            let text = fs::read_to_string(corpora.join(file)).expect(file);
            let bytes = recoded(encoding, &text);
            let name = path(&format!("{directory}/{file}"));
            fs::write(&name, bytes).expect("a file");
            inputs.push(name);
            for game in games(&in_that_encoding(encoding, &text)) {
                *originals.entry(said(&game)).or_default() += 1;
            }
        }
    }
    let all: u64 = originals.values().sum();
    assert_eq!(all, 3 * 234);

    // Joined, doubled games taken out.
    let (joined, report) = (path("joined.pgn"), path("joined.csv"));
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let told =
        ran(&[&["select"], &inputs[..], &["--unique", "--report", &report, "-o", &joined]].concat(), 0);
    // Two have nothing but ASCII; where both pages have the same letters, either will do.
    assert_eq!(told.stderr.matches("; set another with --encoding").count(), 6, "{told}");
    let rows = rows(&read("joined.csv"));
    assert_eq!(rows.len() as u64, all, "each game of the input has a row");
    let fates = |fate: &str| rows.iter().filter(|row| &row[4] == fate).count();
    let kept = games(&read("joined.pgn"));
    assert_eq!((fates("selected"), fates("selected") + fates("duplicate")), (kept.len(), rows.len()));
    assert!(
        rows.iter().all(|row| (&row[4] == "selected") == row[6].is_empty()
            && (&row[4] == "selected") != row[5].is_empty())
    );
    let duplicates = told.stderr.lines().filter(|line| line.ends_with(": left out")).count();
    assert_eq!(duplicates, fates("duplicate"), "each is named");
    // What is kept is as it was; what is not kept has the moves of a game that is.
    let moves = |said: &str| said.rsplit('\n').next().unwrap_or_default().to_owned();
    let kept_said: Vec<String> = kept.iter().map(said).collect();
    assert!(kept_said.iter().all(|said| originals.contains_key(said)));
    let kept_moves: BTreeSet<String> = kept_said.iter().map(|said| moves(said)).collect();
    assert!(originals.keys().all(|said| kept_moves.contains(&moves(said)) || moves(said).is_empty()));

    // Mended.
    let mended = path("mended.pgn");
    let told = ran(&["validate", &joined, &format!("--repair={mended}"), "--accept", "-o", "/dev/null"], 1);
    assert!(told.stderr.contains("14 repaired, 2 repaired by the only small edit, 7 with errors"), "{told}");
    let whole = games(&read("mended.pgn"));
    assert_eq!(whole.len(), kept.len());
    let changed: BTreeSet<String> =
        self::rows(&read("mended.pgn.changes.csv")).iter().map(|row| row[1].to_owned()).collect();
    for (number, (before, after)) in (1..).zip(kept.iter().zip(&whole)) {
        assert_eq!(said(before) != said(after), changed.contains(&number.to_string()), "game {number}");
    }

    // Sorted by date and split by event.
    let told =
        ran(&["select", &mended, "--sort", "date", "--split", "event", "-o", &path("events/{event}.pgn")], 0);
    assert!(told.stderr.contains(" in 30 files"), "{told}");
    let mut left: BTreeMap<String, u64> = BTreeMap::new();
    for game in &whole {
        *left.entry(said(game)).or_default() += 1;
    }
    for entry in fs::read_dir(folder.path().join("events")).expect("a folder") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("text");
        let games = games(&text);
        let tag =
            |game: &GameText, name: &str| game.tag(name).map(|tag| tag.text.clone()).unwrap_or_default();
        let events: BTreeSet<String> = games.iter().map(|game| tag(game, "Event")).collect();
        assert_eq!(events.len(), 1, "{events:?}");
        let dates: Vec<String> = games.iter().map(|game| tag(game, "EventDate")).collect();
        let known: Vec<&String> = dates.iter().filter(|date| !date.is_empty()).collect();
        assert!(known.is_sorted(), "{known:?}");
        for game in &games {
            let count = left.get_mut(&said(game)).expect("a game of the archive");
            *count = count.checked_sub(1).expect("each game is in one file");
        }
    }
    assert!(left.values().all(|count| *count == 0), "nothing is lost");
}

/// The text in an encoding.
fn recoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let text = in_that_encoding(encoding, text);
    let (bytes, _, is_lossy) = encoding.encode(&text);
    assert!(!is_lossy, "{}", encoding.name());
    bytes.into_owned()
}

/// The text with a letter and its accent in one where the encoding has no accent for itself.
fn in_that_encoding(encoding: &'static Encoding, text: &str) -> String {
    if encoding == UTF_8 { text.to_owned() } else { text.replace("n\u{301}", "ń") }
}
