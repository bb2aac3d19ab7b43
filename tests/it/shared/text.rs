//! Syntax of real collections: event counts, and unclosed brackets that must not lose a game.

use crate::pgn::trace::errors;
use hexmate_games::pgn::{EventKind, Reader};
use std::io;

#[derive(Default, PartialEq, Eq, Debug)]
struct Counts {
    games: usize,
    tags: usize,
    moves: usize,
    comments: usize,
    results: usize,
}

fn count(bytes: &[u8]) -> io::Result<Counts> {
    let mut counts = Counts::default();
    let mut reader = Reader::new(bytes);
    while let Some(event) = reader.next_event()? {
        match event.kind {
            EventKind::GameBegin => counts.games += 1,
            EventKind::Tag { .. } => counts.tags += 1,
            EventKind::Move(_) => counts.moves += 1,
            EventKind::Comment { .. } => counts.comments += 1,
            EventKind::Result { .. } => counts.results += 1,
            _ => {}
        }
    }
    Ok(counts)
}

fn read(name: &str) -> Vec<u8> {
    super::read(&format!("corpora/{name}"))
}

/// Compares the event counts of a file with numbers found by a script of regular expressions.
fn check_counts(name: &str, [games, tags, moves, comments, results]: [usize; 5]) -> io::Result<()> {
    let bytes = read(name);
    let expected = Counts { games, tags, moves, comments, results };
    assert_eq!(count(&bytes)?, expected, "{name}");
    Ok(())
}

#[test]
#[ignore = "shared: reads ../shared"]
fn collections_have_expected_event_counts() -> io::Result<()> {
    check_counts("glinski-hu.pgn", [198, 1_583, 15_161, 6, 197])?;
    check_counts("glinski-hu-broken.pgn", [29, 232, 2_877, 29, 29])?;
    check_counts("HalfFinalEuropeanChampionship_1999.pgn", [3, 15, 207, 1, 3])?;
    check_counts("YouTube_MangoTownPlays.pgn", [3, 18, 253, 1, 0])?;
    check_counts("YouTube_HexagonalChess.pgn", [1, 7, 23, 2, 0])
}

#[test]
#[ignore = "shared: reads ../shared"]
fn collections_have_no_syntax_errors() {
    for name in [
        "glinski-hu.pgn",
        "glinski-hu-broken.pgn",
        "HalfFinalEuropeanChampionship_1999.pgn",
        "YouTube_MangoTownPlays.pgn",
        "YouTube_HexagonalChess.pgn",
    ] {
        assert_eq!(errors(read(name)), [""; 0], "{name}");
    }
}

#[test]
#[ignore = "shared: reads ../shared"]
fn unclosed_bracket_loses_no_other_game() -> io::Result<()> {
    for name in ["glinski-hu.pgn", "glinski-hu-broken.pgn"] {
        let bytes = read(name);
        let whole = count(&bytes)?;
        let faults = errors(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        for (line, (at, _)) in (2..).zip(text.match_indices('\n')) {
            if !text[at + 1..].starts_with("1.") {
                continue;
            }
            let game = text[at..].split("\n[").next().unwrap_or_default();
            for (bracket, fault) in [("{", "unclosed-comment"), ("(", "unclosed-variation")] {
                let mut spoiled = bytes.clone();
                spoiled.splice(at + 1..=at, bracket.bytes());
                let mut found = errors(&spoiled);
                // A separator line below the game is now inside the variation.
                found.retain(|fault| !fault.ends_with(" junk-token"));
                let fault = format!("{line}:1 {fault}");
                assert_eq!(count(&spoiled)?.games, whole.games, "{name}:{fault}");
                // The bracket of a comment later in the game may close this one.
                let is_closed = bracket == "{" && game.contains('}');
                assert_eq!(found.contains(&fault), !is_closed, "{name}:{fault}");
                assert_eq!(found.len(), faults.len() + usize::from(!is_closed));
            }
        }
    }
    Ok(())
}
