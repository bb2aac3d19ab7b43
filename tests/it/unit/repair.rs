//! Repair of games with writing errors.

use hexmate_core::rules::Move;
use hexmate_games::repair::{Repair, RepairEvidence, Split, repair};
use hexmate_games::validate::{CheckedGame, GameText, Games};
use hexmate_position::Game;
use hexmate_position::{Letters, Uci};

fn repaired(pgn: &str) -> (GameText, Repair) {
    let text = Games::new(pgn.as_bytes()).next().expect("a game").expect("memory can be read");
    let repair = repair(&text, &CheckedGame::of(Game::GLINSKI, &text));
    (text, repair)
}

fn uci(m: Move) -> String {
    Uci(Game::GLINSKI.shape, m).to_string()
}

fn edits(pgn: &str) -> (usize, Vec<(usize, &'static str, String)>) {
    let (_, Repair::Remains { ply, edits, .. }) = repaired(pgn) else { panic!("remains: {pgn}") };
    let text = |m: Option<_>| m.map_or_else(String::new, uci);
    (ply, edits.into_iter().map(|edit| (edit.ply, edit.kind.code(), text(edit.m))).collect())
}

#[test]
fn legal_and_malformed_games_stay_unrepaired() {
    assert_eq!(repaired("1.g5 g6 *").1, Repair::Legal);
    assert_eq!(repaired("1.g5 {open").1, Repair::Untouched);
}

#[test]
fn unique_legal_reading_is_repaired() {
    // Both knights can go to f4; only d1f4 keeps a knight that can later reach k5.
    let (text, repair) = repaired("1.Nf4 g6 2.Nhi3 e6 3.Nk5 *");
    let Repair::Repaired(repaired) = repair else { panic!("{repair:?}") };
    assert_eq!(repaired.evidence, RepairEvidence::Rules);
    assert_eq!(repaired.changed, [0]);
    assert_eq!(uci(repaired.moves[0]), "d1f4");
    let written = repaired.played_game(Game::GLINSKI, &text, &Letters::ENGLISH).expect("legal moves");
    assert_eq!(written.annotations.comments().collect::<Vec<_>>(), [(1, "written Nf4")]);
}

#[test]
fn several_readings_report_first_choice() {
    let (_, repair) = repaired("1.g5 g6 2.Nf4 e6 *");
    let Repair::Several { ply, moves } = repair else { panic!("{repair:?}") };
    let moves: Vec<String> = moves.into_iter().map(uci).collect();
    assert_eq!((ply, moves.join(" ")), (2, "d1f4 h1f4".to_owned()));
}

#[test]
fn smallest_edits_are_suggested() {
    // The knight on d1 cannot go to i3, that on h1 can.
    assert_eq!(edits("1.g5 g6 2.Ndi3 e6 *"), (2, vec![(2, "other-piece", "h1i3".to_owned())]));
    // The two plies of the first move are swapped.
    assert_eq!(edits("1.b6 b2 2.g5 g6 *"), (0, vec![(0, "swapped-with-next", "b1b2".to_owned())]));
    // A ply of Black is missing, or the second ply of White is superfluous.
    let fen = "1/k2/5/7/9/11/11/11/11/5R5/K10 w - 0 1";
    let (ply, found) = edits(&format!("[FEN \"{fen}\"]\n\n1.Rf3 Rf4 *"));
    assert_eq!(ply, 1);
    assert!(
        found.iter().any(|(_, kind, _)| *kind == "missing-move" || *kind == "superfluous-move"),
        "{found:?}"
    );
}

#[test]
fn check_sign_decides_between_readings() {
    // The knight on f6 uncovers the rook, that on l2 does not.
    let fen = "k/3/5/7/9/5N5/11/11/11/10N/K4R5 w - 0 1";
    let (_, repair) = repaired(&format!("[FEN \"{fen}\"]\n\n1.Ni5+ Kg10 *"));
    let Repair::Repaired(repaired) = repair else { panic!("{repair:?}") };
    assert_eq!((uci(repaired.moves[0]), repaired.evidence), ("f6i5".to_owned(), RepairEvidence::Signs));
}

#[test]
fn joined_records_split_if_unique() {
    let split = |pgn: &str| match repaired(pgn).1 {
        Repair::Split(split) => match &*split {
            Split::RepeatedHeading(game) => format!("heading twice, {}", game.moves().len()),
            Split::OneGame(game) => format!("one game, {}", game.moves().len()),
            Split::TwoGames([first, second]) => format!(
                "{} {} and {} {} {}",
                first.moves().len(),
                first.result,
                second.moves().len(),
                second.result,
                second.tags.len()
            ),
        },
        other => format!("{other:?}"),
    };
    let heading = "[White \"a\"]\n[Round \"1\"]\n";
    for (pgn, expected) in [
        (format!("{heading}1.g5 g6 2.e5 1.g5 g6 1-0"), "3 * and 2 1-0 0"),
        (format!("{heading}1.g5 g6 2.e5 1.Qe9 3.f6 *"), "one game, 5"),
        (format!("{heading}1.g5 g6 2.Kg9 1.g5 g6 *"), "Untouched"),
        (format!("{heading}{heading}\n1.g5 g6 *"), "heading twice, 2"),
        (format!("{heading}[White \"b\"]\n\n1.g5 g6 *"), "Untouched"),
        (format!("{heading}{heading}\n1.g5 g6 {{"), "Untouched"),
    ] {
        assert_eq!(split(&pgn), expected, "{pgn}");
    }
}
