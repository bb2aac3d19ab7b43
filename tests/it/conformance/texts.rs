//! The move texts of the suite: texts to accept and texts to reject.

use std::collections::BTreeSet;

use hexmate_position::{Game, Position};
use hexmate_position::{Letters, MoveText, MoveTextError, Uci};

use super::rows::{TextRow, WrittenRow};
use super::san::{CASTLING, san};
use super::{game, oracle_position, read};
use crate::laws::every_letters;

/// Codes of errors and leniencies that occur in every game.
const CODES: [&str; 22] = [
    "empty-move",
    "castling",
    "unknown-letter",
    "unknown-file",
    "no-such-rank",
    "no-target",
    "unexpected-character",
    "no-such-cell",
    "no-own-piece",
    "wrong-piece",
    "no-such-move",
    "leaves-king-attacked",
    "ambiguous-move",
    "not-a-capture",
    "not-en-passant",
    "wrong-victim",
    "missing-promotion",
    "not-a-promotion",
    "impossible-promotion",
    "other-capture-sign",
    "promotion-without-sign",
    "unmarked-capture",
];

fn resolve(position: &Position, text: &WrittenRow) -> Result<String, &'static str> {
    let letters = Letters::from_name(&text.letters).expect("a language");
    let read = MoveText::parse(text.text.as_bytes(), &letters).map_err(MoveTextError::code)?;
    let m = read.resolve(position).map_err(|error| error.code())?;
    Ok(Uci(position.game().shape, m).to_string())
}

#[test]
fn library_agrees_on_suite_texts() {
    for row in read::<TextRow>("texts") {
        let position = Position::from_fen(game(&row.variant), &row.fen).expect("a legal position");
        for text in &row.texts {
            let expected = text.uci.clone().ok_or_else(|| text.code.as_deref().expect("a move or a code"));
            let found = resolve(&position, text);
            assert_eq!(
                found.as_ref().map_err(|code| *code),
                expected.as_ref().map_err(|code| *code),
                "{}: {text:?}",
                row.id
            );
        }
    }
}

/// Reduces a text to its cells and promotion, as in UCI.
fn squeezed(text: &str) -> String {
    let text = text.replace("e.p.", "").replace('=', "");
    let is_uci = |sign: &char| sign.is_ascii_digit() || sign.is_ascii_lowercase() && *sign != 'x';
    text.trim_start_matches(|sign: char| sign.is_ascii_uppercase()).chars().filter(is_uci).collect()
}

/// An accepted text gives a legal move of the oracle with this SAN or UCI; a rejected text is neither of any move.
#[test]
fn oracle_agrees_on_suite_texts() {
    let mut named = 0;
    for row in read::<TextRow>("texts") {
        let position = oracle_position(&row.variant, &row.fen).expect("a position");
        let all = position.legal_moves();
        let texts: Vec<[String; 2]> =
            all.iter().map(|m| [m.uci(), san(&row.variant, &position, m, &all)]).collect();
        for text in &row.texts {
            let shown = format!("{}: {}", row.id, text.text);
            let is_english = text.letters == "English";
            let is_meant =
                |[uci, san]: &&[String; 2]| is_english && (text.text == *san || squeezed(&text.text) == *uci);
            let meant = texts.iter().find(is_meant).map(|[uci, _]| uci);
            match (&text.uci, meant) {
                (Some(uci), _) if !texts.iter().any(|[legal, _]| legal == uci) => {
                    panic!("{shown}: {uci} is illegal")
                }
                (Some(uci), Some(meant)) => {
                    assert_eq!(uci, meant, "{shown}");
                    named += 1;
                }
                (None, _) => assert!(texts.iter().flatten().all(|known| *known != text.text), "{shown}"),
                (Some(_), None) => {}
            }
        }
    }
    assert!(named > 100, "{named}");
}

#[test]
fn suite_has_every_move_code() {
    let rows: Vec<TextRow> = read("texts");
    for game in Game::ALL {
        let own = || rows.iter().filter(|row| row.variant == game.name).flat_map(|row| &row.texts);
        let codes: BTreeSet<&str> =
            own().flat_map(|text| text.code.iter().chain(&text.lenient)).map(String::as_str).collect();
        let castles = CASTLING.contains(&game.name);
        if castles {
            assert!(
                ["unknown-wing", "may-not-castle"].iter().all(|code| codes.contains(code)),
                "{}",
                game.name
            );
        }
        let can_have = |code: &&str| *code != "castling" || !castles;
        let lacking: Vec<&str> =
            CODES.into_iter().filter(can_have).filter(|code| !codes.contains(code)).collect();
        assert_eq!(lacking, [""; 0], "{}", game.name);
        for letters in every_letters() {
            assert!(own().any(|text| text.letters == letters.name()), "{} {}", game.name, letters.name());
        }
    }
}
