//! Records of input files: identities and passages.

use std::fs;
use std::ops::ControlFlow;

use hexmate_batch::WorkItem;
use hexmate_games::validate::Games;
use hexmate_tasks::records::{Content, Item, Record, Records};

fn identities(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("input");
    fs::write(&path, text).expect("a file");
    let records = Records::new(&[path.display().to_string()]);
    let records = records.map(|record| record.expect("a file that can be read"));
    // The file name is part of the identity.
    records.map(|record| Record { file: "input".into(), ..record }.identity().to_hex()).collect()
}

#[test]
fn record_identity_covers_all_parts() {
    let games = "[White \"a\"]\n\n1. e5 e6 *\n\n[White \"b\"]\n\n1. e5 *\n";
    let first = identities(games);
    assert_eq!(first, identities(games));
    for other in [
        games.replace("\"b\"", "\"c\""),
        games.replace("1. e5 *", "1. e5 1-0"),
        games.replace("1. e5 *", "1. e6 *"),
        games.replace("1. e5 *", "1.  e5 *"),
    ] {
        let found = identities(&other);
        assert_eq!((found[0] == first[0], found[1] == first[1]), (true, false), "{other}");
    }
    let table = "id,fen,key\na,1/3,b1\nb,1/3,b1\n";
    let first = identities(table);
    let other = identities(&table.replace("b,1/3,b1", "b,1/3,b2"));
    assert_eq!((other[0] == first[0], other[1] == first[1]), (true, false));
}

/// Texts with unclear boundaries of games.
const ODD: &[&str] = &[
    "",
    "\n\n ; only a remark\n",
    "junk\n",
    "junk between\n\n1. e5 e6\n\nmore junk 1. g5\n% the end\n",
    "\u{feff}[White \"A\"]\r\n\r\n1. e5 {open\r\n\r\n[White \"B\"]\r\n\r\n1. e5 *\r\n\r\n\r\n; tail",
    "[White \"A\"]\n[White \"A\"]\n\n1. e5 1-0 [White \"B\"] 1. g5 (1. e5 *\n\n\n{between} [White \"C\"]\n",
    "1. e5 e6 1-0\n\n1. e5 e6 0-1\n1. g5",
];

#[test]
fn record_passages_cover_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("input");
    let fuzzed = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/corpus/pgn.txt"));
    let whole = fuzzed.expect("a corpus");
    let long = ODD.join("\n\n").repeat(5000);
    for text in ODD.iter().copied().chain([whole.as_str(), &long]).chain(whole.lines()) {
        fs::write(&path, text).expect("a file");
        let records = Records::new(&[path.display().to_string()]).with_texts();
        let (mut joined, mut games) = (Vec::new(), 0);
        for record in records.map(|record| record.expect("a file that can be read")) {
            assert_eq!(
                record.passage.start,
                joined.len() as u64 * u64::from(!record.passage.bytes.is_empty())
            );
            joined.extend_from_slice(&record.passage.bytes);
            games += u64::from(matches!(record.item, Item::Game(_)));
        }
        if is_pgn(text) {
            assert!(joined == text.as_bytes(), "{text:?}\n{:?}", String::from_utf8_lossy(&joined));
            assert_eq!(games, Games::new(text.as_bytes()).count() as u64, "{text:?}");
        }
    }
}

/// Returns whether a text is read as PGN or has no known format.
fn is_pgn(text: &str) -> bool {
    let (ControlFlow::Break(content) | ControlFlow::Continue(content)) = Content::of(text.as_bytes());
    matches!(content, Content::Games | Content::Empty | Content::Unknown)
}
