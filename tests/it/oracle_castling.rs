//! Castling in the oracle: targets, conditions, and rights in FEN.

use hexmate_oracle::{Game, Goal, LineForm, Move, Play, Position, Task};

use crate::oracle_rules::{after, set_up, uci};

/// Start positions without pieces between kings and rooks.
const OPEN: [(Game, &str); 3] = [
    (Game::Shafran, "k3r/1ppppp/1p5/1p6/rp6P/p6PR/6P1/5P1/PPPPP1/R3K w QBqb - 0 1"),
    (Game::Devasa, "r2k4r/9/ppppppppp/9/9/9/PPPPPPPPP/9/R4K2R w KQkq - 0 1"),
    (Game::Brusky, "r2k4r/pppppppppp/11/12/12/11/PPPPPPPPPP/R4K2R w KQkq - 0 1"),
];

fn open(game: Game) -> Position {
    let (_, fen) = OPEN.into_iter().find(|&(other, _)| other == game).expect("a game with castling");
    Position::from_fen(game, fen).expect("a legal position")
}

fn castlings(position: &Position) -> String {
    let moves = position.legal_moves();
    let mut found: Vec<String> = moves.iter().filter(|m| m.castle.is_some()).map(Move::uci).collect();
    found.sort();
    found.join(" ")
}

/// Returns the castling field of the FEN.
fn wings(position: &Position) -> String {
    position.to_fen().split(' ').nth(2).expect("six fields").to_owned()
}

/// Returns each castling with its text, the move of the rook and the remaining rights.
fn castlings_with_effects(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let castlings = moves.iter().filter_map(|m| m.castle.map(|castle| (m, castle)));
    let mut texts: Vec<String> = castlings
        .map(|(m, castle)| {
            let next = position.play(m);
            let name = |cell| position.rules().cells.name(cell);
            let rook = [castle.rook_from, castle.rook_to].map(name).concat();
            let home = position.board().at(m.from);
            assert_eq!(next.board().at(m.to), home);
            let rook_now = next.board().at(castle.rook_to).expect("a rook");
            assert_eq!(Some(rook_now), position.board().at(castle.rook_from));
            assert_eq!((next.board().at(m.from), next.board().at(castle.rook_from)), (None, None));
            format!("{} {} {rook} {}", m.uci(), castle.text, wings(&next))
        })
        .collect();
    texts.sort();
    texts
}

#[test]
fn castlings_match_rules() {
    let black = |game| after(&open(game), if game == Game::Shafran { "d2d3" } else { "d3d4" });
    assert_eq!(
        castlings_with_effects(&open(Game::Shafran)),
        ["e1b1 Q-0-0-0 a1c1 qb", "e1c1 Q-0-0 a1d1 qb", "e1g3 B-0-0 i5f2 qb", "e1h4 B-0-0-0 i5g3 qb"]
    );
    assert_eq!(
        castlings_with_effects(&black(Game::Shafran)),
        [
            "e10b7 B-0-0-0 a6c8 QB",
            "e10c8 B-0-0 a6d9 QB",
            "e10g10 Q-0-0 i10f10 QB",
            "e10h10 Q-0-0-0 i10g10 QB"
        ]
    );
    assert_eq!(castlings_with_effects(&open(Game::Devasa)), ["f1c1 0-0-0 a1d1 kq", "f1h1 0-0 i1g1 kq"]);
    assert_eq!(castlings_with_effects(&black(Game::Devasa)), ["d9b9 0-0 a9c9 KQ", "d9g9 0-0-0 i9f9 KQ"]);
    assert_eq!(castlings_with_effects(&open(Game::Brusky)), ["f1c1 0-0-0 a1d1 kq", "f1h1 0-0 i1g1 kq"]);
    let black = after(&open(Game::Brusky), "d2d3");
    assert_eq!(castlings_with_effects(&black), ["g8e8 0-0 d8f8 KQ", "g8j8 0-0-0 l8i8 KQ"]);
}

#[test]
fn castlings_are_counted() {
    let counts = OPEN.map(|(game, _)| open(game).breakdown(1).castles);
    assert_eq!(counts, [4, 2, 2]);
}

#[test]
fn castling_avoids_attacked_king_cells() {
    let all = "e1b1 e1c1 e1g3 e1h4";
    for (rook, expected) in [
        ("a5", all),
        ("b6", "e1c1 e1g3 e1h4"),
        ("c6", "e1g3 e1h4"),
        ("d6", "e1g3 e1h4"),
        ("e6", ""),
        ("f7", "e1b1 e1c1"),
        ("g8", "e1b1 e1c1"),
        ("h8", "e1b1 e1c1 e1g3"),
        ("i9", all),
    ] {
        let pieces = format!("wKe1 wRa1 wRi5 bKe10 bR{rook}");
        assert_eq!(castlings(&set_up(Game::Shafran, &pieces, "w QB - 0 1")), expected, "a rook on {rook}");
    }
    for (rook, expected) in [
        ("a6", "f1c1 f1h1"),
        ("b6", "f1c1 f1h1"),
        ("c6", "f1h1"),
        ("d6", "f1h1"),
        ("e6", "f1h1"),
        ("f6", ""),
        ("g6", "f1c1"),
        ("h7", "f1c1"),
    ] {
        let pieces = format!("wKf1 wRa1 wRi1 bKd9 bR{rook}");
        assert_eq!(castlings(&set_up(Game::Devasa, &pieces, "w KQ - 0 1")), expected, "a rook on {rook}");
    }
}

#[test]
fn pawn_attacks_prevent_castling() {
    for (pawn, expected) in [
        ("a2", "f1c1 f1h1"),
        ("b2", "f1h1"),
        ("d2", "f1h1"),
        ("g2", ""),
        ("h2", ""),
        ("i2", "f1c1"),
        ("j2", "f1c1"),
    ] {
        let pieces = format!("wKf1 wRa1 wRi1 bKg8 bP{pawn}");
        assert_eq!(castlings(&set_up(Game::Brusky, &pieces, "w KQ - 0 1")), expected, "a pawn on {pawn}");
    }
}

#[test]
fn castling_needs_empty_cells() {
    for (game, pieces, wings, expected) in [
        (Game::Shafran, "wKe1 wRa1 wRi5 bKe10 wNb1", "QB", "e1g3 e1h4"),
        (Game::Shafran, "wKe1 wRa1 wRi5 bKe10 bNb1", "QB", "e1g3 e1h4"),
        (Game::Shafran, "wKe1 wRa1 wRi5 bKe10 wNh4", "QB", "e1b1 e1c1"),
        (Game::Devasa, "wKf1 wRa1 wRi1 bKd9 wNb1", "KQ", "f1h1"),
        (Game::Brusky, "wKf1 wRa1 wRi1 bKg8 wNb1", "KQ", "f1h1"),
        (Game::Brusky, "wKf1 wRa1 wRi1 bKg8 wNh1", "KQ", "f1c1"),
    ] {
        assert_eq!(castlings(&set_up(game, pieces, &format!("w {wings} - 0 1"))), expected, "{pieces}");
    }
}

#[test]
fn moves_and_captures_end_castling_rights() {
    let start = open(Game::Shafran);
    for (line, expected) in [
        ("d2d3", "QBqb"),
        ("a1b1", "Bqb"),
        ("i5h4", "Qqb"),
        ("e1d1", "qb"),
        ("e1c1 e10b7", "-"),
        ("a1b1 i10h10 b1a1 h10i10", "Bb"),
    ] {
        assert_eq!(wings(&after(&start, line)), expected, "{line}");
    }
    assert_eq!(castlings(&after(&start, "a1b1 i10h10 b1a1 h10i10")), "e1g3 e1h4");
    let bare = "wKe1 wRa1 wRi5 bKe10 bRa6 bRi10";
    let bare = set_up(Game::Shafran, bare, "w QBqb - 0 1");
    assert_eq!(wings(&after(&bare, "a1a6")), "Bq");
    assert_eq!(wings(&after(&bare, "i5i10")), "Qb");
    let another = set_up(Game::Devasa, "wKf1 wRa1 wRb2 bKd9 bRa3", "b Q - 0 1");
    let retaken = after(&another, "a3a1 b2b1 a1a2 b1a1");
    assert_eq!((wings(&another), wings(&retaken)), ("Q".to_owned(), "-".to_owned()));
}

#[test]
fn invalid_castling_field_is_rejected() {
    let home = "wKe1 wRa1 wRi5 bKe10 bRa6";
    for field in ["-", "Q", "B", "QB", "b", "Qb", "QBb"] {
        assert_eq!(wings(&set_up(Game::Shafran, home, &format!("w {field} - 0 1"))), field);
    }
    let fault = |pieces, fields| Position::from_pieces(Game::Shafran, pieces, fields).expect_err(fields);
    assert_eq!(fault(home, "w BQ - 0 1"), "BQ are no wings in their order");
    assert_eq!(fault(home, "w QQ - 0 1"), "QQ are no wings in their order");
    assert_eq!(fault(home, "w K - 0 1"), "K are no wings in their order");
    assert_eq!(fault(home, "w QBqb - 0 1"), "the king or the rook of q has moved");
    assert_eq!(fault("wKd1 wRa1 bKe10", "w Q - 0 1"), "the king or the rook of Q has moved");
    assert_eq!(fault("wKe1 bRa1 bKe10", "w Q - 0 1"), "the king or the rook of Q has moved");
    assert_eq!(fault(home, "w - 0 1"), "5 fields");
}

#[test]
fn castling_can_be_only_key() {
    let pieces = "wKf1 wRa1 wQe7 wBb2 wRf7 bKd4";
    let position = set_up(Game::Devasa, pieces, "w Q - 0 1");
    assert_eq!(uci(&position.keys(1)), ["f1c1"]);
    let task = Task { play: Play::Direct, goal: Goal::Mate, victim: None };
    let solution = position.solve(task, 1, 0);
    assert_eq!((solution.length, solution.trees), (Some(1), ["f1c1 -{}".to_owned()].into()));
    assert_eq!(position.lines(LineForm::Series(1), Goal::Mate), ["f1c1".to_owned()].into());
    assert!(set_up(Game::Devasa, pieces, "w - - 0 1").keys(1).is_empty());
}
