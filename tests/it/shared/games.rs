//! Real games: which are legal, and where the others have their first error.
//!
//! `tests/README.md` explains the errors.

use hexmate_games::pgn::{Notation, PgnText};
use hexmate_games::repair::{Repair, repair};
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::Game;
use hexmate_position::Letters;

/// Result of checking a game: its `GameID`, the number of legal plies, and the code and place of its fault.
type Checked = (String, usize, Option<(&'static str, String)>);

/// Reads every game of a collection.
fn games(name: &str) -> Vec<GameText> {
    let text = super::read(&format!("corpora/{name}"));
    Games::new(&text[..]).map(|game| game.expect("memory can be read")).collect()
}

/// Checks every game of a collection.
fn check_games(name: &str) -> Vec<Checked> {
    let check = |game: &GameText| {
        let checked = CheckedGame::of(Game::GLINSKI, game);
        let fault = checked.fault.map(|fault| (fault.kind.code(), fault.place.to_string()));
        let id = game.tag("GameID").map(|tag| tag.text.to_owned());
        (id.unwrap_or_default(), checked.moves.len(), fault)
    };
    games(name).iter().map(check).collect()
}

fn faults(games: &[Checked]) -> Vec<(&str, usize, &str, &str)> {
    games
        .iter()
        .filter_map(|(id, plies, fault)| {
            let (code, place) = fault.as_ref()?;
            Some((id.as_str(), *plies, *code, place.as_str()))
        })
        .collect()
}

#[test]
#[ignore = "shared: reads ../shared"]
fn all_games_of_collection_are_legal() {
    let games = check_games("glinski-hu.pgn");
    assert_eq!((games.len(), faults(&games)), (198, Vec::new()));
    let plies: Vec<usize> = games.iter().filter(|(id, ..)| id == "15").map(|&(_, plies, _)| plies).collect();
    assert_eq!(plies, [0, 57, 63]);
}

#[test]
#[ignore = "shared: reads ../shared"]
fn broken_games_fail_at_expected_moves() {
    let games = check_games("glinski-hu-broken.pgn");
    assert_eq!(games.len(), 29);
    assert_eq!(
        faults(&games),
        [
            ("19", 68, "no-such-move", "17:39"),
            ("32", 27, "ambiguous-move", "31:30"),
            ("25", 18, "ambiguous-move", "52:39"),
            ("27", 46, "ambiguous-move", "77:26"),
            ("39", 106, "no-such-move", "102:15"),
            ("43", 80, "ambiguous-move", "122:40"),
            ("54", 33, "ambiguous-move", "137:8"),
            ("64", 31, "ambiguous-move", "184:56"),
            ("78", 57, "ambiguous-move", "209:31"),
            ("109", 36, "ambiguous-move", "226:27"),
            ("127", 40, "ambiguous-move", "247:40"),
            ("133", 54, "ambiguous-move", "272:16"),
            ("142", 75, "ambiguous-move", "294:21"),
            ("145", 87, "ambiguous-move", "317:30"),
            ("148", 30, "ambiguous-move", "333:51"),
            ("154", 30, "ambiguous-move", "353:4"),
            ("164", 21, "ambiguous-move", "371:8"),
            ("167", 65, "ambiguous-move", "419:21"),
            ("170", 44, "ambiguous-move", "439:15"),
            ("179", 51, "ambiguous-move", "459:53"),
            ("192", 74, "ambiguous-move", "500:4"),
            ("204", 36, "ambiguous-move", "556:26"),
        ]
    );
}

#[test]
#[ignore = "shared: reads ../shared"]
fn long_notation_games_are_legal() {
    for (name, count) in [("HalfFinalEuropeanChampionship_1999.pgn", 3), ("YouTube_MangoTownPlays.pgn", 3)] {
        let games = check_games(name);
        assert_eq!((games.len(), faults(&games)), (count, Vec::new()), "{name}");
    }
}

#[test]
#[ignore = "shared: reads ../shared"]
fn impossible_bishop_move_is_reported() {
    let games = check_games("YouTube_HexagonalChess.pgn");
    assert_eq!(faults(&games), [("", 3, "no-such-move", "11:14")]);
}

#[test]
#[ignore = "shared: reads ../shared"]
fn repair_needs_unique_reading() {
    let games = games("glinski-hu-broken.pgn");
    let (mut repaired, mut several, mut editable) = (Vec::new(), Vec::new(), Vec::new());
    for game in &games {
        let id = game.tag("GameID").map(|tag| tag.text).unwrap_or_default();
        let checked = CheckedGame::of(Game::GLINSKI, game);
        match repair(game, &checked) {
            Repair::Repaired(found) => {
                let whole =
                    found.played_game(Game::GLINSKI, game, &checked.letters).expect("the moves are legal");
                let letters = &Letters::ENGLISH;
                let text = PgnText { game: &whole, notation: Notation::San, letters }.to_string();
                let again = Games::new(text.as_bytes()).next().expect("a game").expect("memory can be read");
                assert_eq!(CheckedGame::of(Game::GLINSKI, &again).fault, None, "{text}");
                assert_eq!(found.moves.len(), game.words.len(), "{id} is repaired to its end");
                repaired.push(id);
            }
            Repair::Several { .. } => several.push(id),
            Repair::Remains { edits, .. } if !edits.ranked.is_empty() => editable.push(id),
            _ => {}
        }
    }
    assert_eq!(repaired, ["32", "25", "27", "54", "109", "127", "133", "145", "148", "164", "192", "204"]);
    assert_eq!(several, ["43", "64", "78", "142", "154"]);
    // In 167 and 170 an exchange of moves is nearly as likely as the other reading, which is listed first.
    assert_eq!(editable, ["19", "39", "167", "170", "179"]);
}
