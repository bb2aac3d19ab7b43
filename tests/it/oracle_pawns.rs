//! Pawn rules of Shafran's, de Vasa's and Brusky's games in the oracle, each on a small position.

use hexmate_oracle::{Game, Position};

use crate::oracle_rules::{after, crossed, en_passant, set_up};

/// Returns the targets of a piece, with promotions.
fn targets(position: &Position, from: &str) -> String {
    let moves = position.legal_moves();
    let mut found: Vec<String> = moves
        .iter()
        .filter(|m| position.rules().cells.name(m.from) == from)
        .map(|m| m.uci()[from.len()..].to_owned())
        .collect();
    found.sort();
    found.join(" ")
}

fn piece_on(position: &Position, name: &str) -> bool {
    let cell = position.rules().cells.by_name(name).expect("a cell");
    position.board().at(cell).is_some()
}

/// Returns the targets of a white pawn in Brusky's game with these other pieces and distant kings.
fn brusky(from: &str, others: &str) -> String {
    targets(&set_up(Game::Brusky, &format!("wKa1 bKl8 wP{from} {others}"), "w - - 0 1"), from)
}

#[test]
fn shafran_pawn_steps_to_middle() {
    let start = Position::start(Game::Shafran);
    for (pawn, expected) in [
        ("a2", "a3"),
        ("b2", "b3 b4"),
        ("c2", "c3 c4"),
        ("d2", "d3 d4 d5"),
        ("e2", "e3 e4 e5"),
        ("f3", "f4 f5 f6"),
        ("g4", "g5 g6"),
        ("h5", "h6 h7"),
        ("i6", "i7"),
    ] {
        assert_eq!(targets(&start, pawn), expected);
    }
    let black = after(&start, "a2a3");
    for (pawn, expected) in
        [("a5", "a4"), ("c7", "c5 c6"), ("d8", "d5 d6 d7"), ("f9", "f6 f7 f8"), ("i9", "i8")]
    {
        assert_eq!(targets(&black, pawn), expected);
    }
    let moved = after(&start, "d2d3 i9i8");
    assert_eq!(targets(&moved, "d3"), "d4");
    let barred = set_up(Game::Shafran, "wKe1 wPd2 bKe10 bNd4", "w - - 0 1");
    assert_eq!(targets(&barred, "d2"), "d3");
}

#[test]
fn shafran_pawn_captures_and_promotes() {
    let takes = set_up(Game::Shafran, "wKe1 bKe10 wPd5 bNc6 bNd6 bNe6 bNe7", "w - - 0 1");
    assert_eq!(targets(&takes, "d5"), "c6 e7");
    let last = set_up(Game::Shafran, "wKe1 bKi10 wPa5 wPc7", "w - - 0 1");
    assert_eq!([targets(&last, "a5"), targets(&last, "c7")], ["a6b a6n a6q a6r", "c8b c8n c8q c8r"]);
    let black = set_up(Game::Shafran, "wKa1 bKe10 bPg4 bPi6", "b - - 0 1");
    assert_eq!([targets(&black, "g4"), targets(&black, "i6")], ["g3b g3n g3q g3r", "i5b i5n i5q i5r"]);
}

#[test]
fn shafran_ep_works_on_each_cell() {
    let position = set_up(Game::Shafran, "wKe1 wPd2 bKe10 bPc4 bPe6", "w - - 0 1");
    let far = after(&position, "d2d5");
    assert_eq!((crossed(&far).as_str(), en_passant(&far)), ("d3,d4", vec!["c4d3".into(), "e6d4".into()]));
    for taken in ["c4d3", "e6d4"].map(|uci| after(&far, uci)) {
        assert!(!piece_on(&taken, "d5") && crossed(&taken) == "-");
    }
    assert_eq!(crossed(&after(&far, "e10e9")), "-");
    let near = after(&position, "d2d4");
    assert_eq!((crossed(&near).as_str(), en_passant(&near)), ("d3", vec!["c4d3".into()]));
    assert_eq!(crossed(&after(&position, "d2d3")), "-");
}

#[test]
fn devasa_pawn_has_two_directions() {
    let alone = set_up(Game::Devasa, "wKa1 wPe3 bKi9", "w - - 0 1");
    assert_eq!(targets(&alone, "e3"), "e4 e5 f4 g5");
    let takes = set_up(Game::Devasa, "wKa1 wPe3 bKi9 bNd4 bNg4 bNf5", "w - - 0 1");
    assert_eq!(targets(&takes, "e3"), "d4 e4 e5 f4 g4 g5");
    let barred = set_up(Game::Devasa, "wKa1 wPe3 bKi9 bNe4 bNg5", "w - - 0 1");
    assert_eq!(targets(&barred, "e3"), "f4");
    let moved = set_up(Game::Devasa, "wKa1 wPe4 bKi9", "w - - 0 1");
    assert_eq!(targets(&moved, "e4"), "e5 f5");
    let black = set_up(Game::Devasa, "wKa1 bPe7 bKi9 wNf6 wNc6 wNd5", "b - - 0 1");
    assert_eq!(targets(&black, "e7"), "c5 c6 d6 e5 e6 f6");
    let last = set_up(Game::Devasa, "wKa1 wPe8 bKi7", "w - - 0 1");
    assert_eq!(targets(&last, "e8"), "e9b e9n e9q e9r f9b f9n f9q f9r");
}

#[test]
fn ep_captures_pawn_that_stepped() {
    let pieces = "wKa1 wPe3 wPf3 bKi9 bPh5 bPe5";
    let slanting = after(&set_up(Game::Devasa, pieces, "w - - 0 1"), "e3g5");
    assert_eq!(
        (crossed(&slanting).as_str(), en_passant(&slanting)),
        ("f4:g5", vec!["e5f4".into(), "h5f4".into()])
    );
    let upright = after(&set_up(Game::Devasa, pieces, "w - - 0 1"), "f3f5");
    assert_eq!(crossed(&upright), "f4:f5");
    let both = "wKa1 wPg5 wPf5 bKi9 bPh5";
    for (field, gone, kept) in [("f4:g5", "g5", "f5"), ("f4:f5", "f5", "g5")] {
        let position = set_up(Game::Devasa, both, &format!("b - {field} 0 1"));
        assert_eq!(crossed(&position), field);
        let taken = after(&position, "h5f4");
        assert!(!piece_on(&taken, gone) && piece_on(&taken, kept), "{field}");
    }
}

#[test]
fn brusky_pawn_blocked_by_enemy_captures() {
    assert_eq!(brusky("e2", ""), "e3 e4 f3 g4");
    assert_eq!([brusky("e2", "bNf3"), brusky("e2", "bNe3")], ["", ""]);
    assert_eq!([brusky("e2", "wNf3"), brusky("e2", "wNe3")], ["e3 e4", "f3 g4"]);
    assert_eq!([brusky("e2", "bNe4"), brusky("e2", "bNg4")], ["e3 f3 g4", "e3 e4 f3"]);
    assert_eq!(brusky("e2", "bPf3 bPd3 bPg3"), "d3 g3");
    let king = set_up(Game::Brusky, "wKa1 bKf3 wPe2", "w - - 0 1");
    assert_eq!(targets(&king, "e2"), "");
    let black = set_up(Game::Brusky, "wKa1 bKl8 bPf7 wNf6", "b - - 0 1");
    assert_eq!(targets(&black, "f7"), "");
}

#[test]
fn brusky_pawn_captures_ahead_from_start() {
    assert_eq!(brusky("e2", "bNf4"), "e3 e4 f3 f4 g4");
    assert_eq!(brusky("e2", "bNf4 bNe3"), "f4");
    assert_eq!(brusky("e3", "bNf5"), "e4 f4");
    let check = |pieces| set_up(Game::Brusky, pieces, "b - - 0 1").in_check();
    assert_eq!([check("wKa1 wPe2 bKf4"), check("wKa1 wPe3 bKf5")], [true, false]);
}

#[test]
fn brusky_pawn_promotes_on_last_rank() {
    assert_eq!([brusky("a4", ""), brusky("a5", ""), brusky("b6", "")], ["a5 b5", "b6", "c7"]);
    assert_eq!(brusky("c7", ""), "d8b d8n d8q d8r");
    assert_eq!(brusky("d7", ""), "d8b d8n d8q d8r e8b e8n e8q e8r");
    let black = set_up(Game::Brusky, "wKa1 bKl8 bPl5 bPk3 bPj2", "b - - 0 1");
    assert_eq!([targets(&black, "l5"), targets(&black, "j2")], ["k4 l4", "i1b i1n i1q i1r"]);
    let last = Position::from_pieces(Game::Brusky, "wKa1 bKl8 wPd8", "w - - 0 1");
    assert_eq!(last.expect_err("a pawn on the last rank"), "the pawn on d8 has not promoted");
}

#[test]
fn brusky_ep_works_on_either_side() {
    let position = set_up(Game::Brusky, "wKa1 wPe2 bKl8 bPe4 bPh4", "w - - 0 1");
    let stepped = after(&position, "e2g4");
    assert_eq!(
        (crossed(&stepped).as_str(), en_passant(&stepped)),
        ("f3:g4", vec!["e4f3".into(), "h4f3".into()])
    );
    assert!(!piece_on(&after(&stepped, "h4f3"), "g4"));
}

#[test]
fn impossible_ep_field_is_rejected() {
    let shafran = "wKe1 wPd5 bKe10";
    assert_eq!(crossed(&set_up(Game::Shafran, shafran, "b - d3,d4 0 1")), "d3,d4");
    let devasa = "wKa1 wPf5 bKi9";
    assert_eq!(crossed(&set_up(Game::Devasa, devasa, "b - f4:f5 0 1")), "f4:f5");
    for (game, pieces, fields) in [
        (Game::Shafran, shafran, "d4,d3"),
        (Game::Shafran, shafran, "d3"),
        (Game::Shafran, shafran, "d4"),
        (Game::Shafran, "wKe1 wPd5 bKe10 bRd3", "d3,d4"),
        (Game::Shafran, "wKe1 wPd5 wNd2 bKe10", "d3,d4"),
        (Game::Shafran, "wKe1 wPc5 bKe10", "c3,c4"),
        (Game::Devasa, devasa, "f4"),
        (Game::Devasa, devasa, "f4:g5"),
        (Game::Devasa, devasa, "d4:f5"),
        (Game::Devasa, "wKa1 wPf5 wNf3 bKi9", "f4:f5"),
    ] {
        let position = Position::from_pieces(game, pieces, &format!("b - {fields} 0 1"));
        assert_eq!(position.expect_err(pieces), format!("no pawn can just have crossed {fields}"));
    }
}
