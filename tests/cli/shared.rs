//! Real collections in `convert`, `select` and `validate`, read from `../shared` or `$HEXMATE_SHARED`.

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

/// Returns the tags and moves of a game as written, which joining and recoding must not change.
fn content(game: &GameText) -> String {
    let tags: Vec<String> = game.tags.iter().map(|tag| format!("{} {}", tag.name, tag.text)).collect();
    let moves: Vec<&str> = game.words.iter().map(|word| word.text).collect();
    format!("{}\n{}", tags.join("\n"), moves.join(" "))
}

fn ran(args: &[&str], status: i32) -> Ended {
    let ended = hexmate(args);
    assert_eq!(ended.status, Some(status), "{ended}");
    assert!(!format!("{ended}").contains('\u{fffd}'), "a broken letter: {ended}");
    ended
}

/// Returns the rows of a CSV table.
fn rows(table: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(table.as_bytes()).records().map(|row| row.expect("a row")).collect()
}

#[test]
#[ignore = "shared: reads ../shared"]
fn three_encodings_become_one_archive() {
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
            for game in games(&composed_for(encoding, &text)) {
                *originals.entry(content(&game)).or_default() += 1;
            }
        }
    }
    let all: u64 = originals.values().sum();
    assert_eq!(all, 3 * 234);

    // Join without duplicates.
    let (joined, report) = (path("joined.pgn"), path("joined.csv"));
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let ended =
        ran(&[&["select"], &inputs[..], &["--unique", "--report", &report, "-o", &joined]].concat(), 0);
    // Two files have only ASCII; a text whose letters are equal in both encodings may be read as either.
    assert_eq!(ended.stderr.matches("; set another with --encoding").count(), 6, "{ended}");
    let rows = rows(&read("joined.csv"));
    assert_eq!(rows.len() as u64, all, "each game of the input has a row");
    let count = |outcome: &str| rows.iter().filter(|row| &row[4] == outcome).count();
    let kept = games(&read("joined.pgn"));
    assert_eq!((count("selected"), count("selected") + count("duplicate")), (kept.len(), rows.len()));
    assert!(
        rows.iter().all(|row| (&row[4] == "selected") == row[6].is_empty()
            && (&row[4] == "selected") != row[5].is_empty())
    );
    let duplicates = ended.stderr.lines().filter(|line| line.contains(": left out: ")).count();
    assert_eq!(duplicates, count("duplicate"), "each duplicate is named");
    // A kept game is unchanged; an omitted game has the moves of a kept one.
    let moves = |content: &str| content.rsplit('\n').next().unwrap_or_default().to_owned();
    let kept_contents: Vec<String> = kept.iter().map(content).collect();
    assert!(kept_contents.iter().all(|content| originals.contains_key(content)));
    let kept_moves: BTreeSet<String> = kept_contents.iter().map(|content| moves(content)).collect();
    assert!(
        originals.keys().all(|content| kept_moves.contains(&moves(content)) || moves(content).is_empty())
    );

    // Repair.
    let repaired = path("repaired.pgn");
    let ended =
        ran(&["validate", &joined, &format!("--repair={repaired}"), "--accept", "-o", "/dev/null"], 1);
    assert!(
        ended.stderr.contains("12 repaired, 2 repaired by the only likely edit, 9 with errors"),
        "{ended}"
    );
    let whole = games(&read("repaired.pgn"));
    assert_eq!(whole.len(), kept.len());
    let changed: BTreeSet<String> =
        self::rows(&read("repaired.pgn.changes.csv")).iter().map(|row| row[1].to_owned()).collect();
    for (number, (before, after)) in (1..).zip(kept.iter().zip(&whole)) {
        assert_eq!(content(before) != content(after), changed.contains(&number.to_string()), "game {number}");
    }

    // Sort by date and split by event.
    let ended = ran(
        &["select", &repaired, "--sort", "date", "--split", "event", "-o", &path("events/{event}.pgn")],
        0,
    );
    assert!(ended.stderr.contains(" in 30 files"), "{ended}");
    let mut left: BTreeMap<String, u64> = BTreeMap::new();
    for game in &whole {
        *left.entry(content(game)).or_default() += 1;
    }
    for entry in fs::read_dir(folder.path().join("events")).expect("a folder") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("text");
        let games = games(&text);
        let tag =
            |game: &GameText, name: &str| game.tag(name).map(|tag| tag.text.to_owned()).unwrap_or_default();
        let events: BTreeSet<String> = games.iter().map(|game| tag(game, "Event")).collect();
        assert_eq!(events.len(), 1, "{events:?}");
        let dates: Vec<String> = games.iter().map(|game| tag(game, "EventDate")).collect();
        let known: Vec<&String> = dates.iter().filter(|date| !date.is_empty()).collect();
        assert!(known.is_sorted(), "{known:?}");
        for game in &games {
            let count = left.get_mut(&content(game)).expect("a game of the archive");
            *count = count.checked_sub(1).expect("each game is in one file");
        }
    }
    assert!(left.values().all(|count| *count == 0), "nothing is lost");
}

/// Returns the text in an encoding.
fn recoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let text = composed_for(encoding, text);
    let (bytes, _, is_lossy) = encoding.encode(&text);
    assert!(!is_lossy, "{}", encoding.name());
    bytes.into_owned()
}

/// Composes letters with combining accents where the encoding has no combining accents.
fn composed_for(encoding: &'static Encoding, text: &str) -> String {
    if encoding == UTF_8 { text.to_owned() } else { text.replace("n\u{301}", "ń") }
}
