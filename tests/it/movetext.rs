//! Laws of written moves: they read back, are distinct, and random bytes are handled; messages.

use std::collections::HashSet;

use hexmate_core::random::Rng;
use hexmate_core::rules::{Move, Role};
use hexmate_position::{
    CellNames, CellText, CheckMark, CheckStatus, Coordinate, Judgement, Leniencies, Leniency, Letters, Long,
    LongNamed, MarkFault, MoveText, MoveTextError, ResolveError, San,
};
use hexmate_position::{Game, Position};

use crate::laws::{every_letters, uci};
use crate::sampling::in_turn;

/// Counts of special moves in random games, so that a law does not hold for lack of cases.
#[derive(Default)]
struct Coverage {
    en_passant: usize,
    promotions: usize,
    captures: usize,
    /// Origins of SAN: with a file, with a rank.
    origins: HashSet<[bool; 2]>,
}

/// Visits positions of random games: one in `stride`, and each with an en passant capture.
fn visit_random_positions(game: Game, games: u64, stride: usize, mut visit: impl FnMut(&Position)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = Position::start(game);
        for ply in 0..400 {
            let moves: Vec<_> = position.legal_moves().collect();
            if ply % stride == 0 || moves.iter().any(|&m| position.is_en_passant(m)) {
                visit(&position);
            }
            if moves.is_empty() {
                break;
            }
            // Pawn moves are preferred, so that promotions occur.
            let pawn_moves: Vec<_> =
                moves.iter().copied().filter(|&m| is_move_of(&position, m, Role::Pawn)).collect();
            let chosen = if pawn_moves.is_empty() || rng.below(3) > 0 { &moves } else { &pawn_moves };
            position = position.play_unchecked(chosen[rng.below(chosen.len())]);
        }
    }
}

/// Returns whether a piece of this role moves.
fn is_move_of(position: &Position, m: Move, role: Role) -> bool {
    position.piece(m.from).is_some_and(|piece| piece.role == role)
}

fn writings(position: &Position, m: Move, letters: &Letters) -> [(&'static str, String); 4] {
    [
        ("uci", uci(position, m)),
        ("san", San { position, m, letters }.to_string()),
        ("long", Long { position, m, letters }.to_string()),
        ("long, named", LongNamed { position, m, letters }.to_string()),
    ]
}

fn written_moves_read_back_strictly(game: Game) {
    let (mut coverage, every_letters) = (Coverage::default(), every_letters());
    visit_random_positions(game, 12, 9, |position| {
        for (number, m) in position.legal_moves().enumerate() {
            let threat = position.check_status_after(m);
            coverage.en_passant += usize::from(position.is_en_passant(m));
            coverage.promotions += usize::from(m.promotion.is_some());
            coverage.captures += usize::from(position.is_capture(m));
            for letters in in_turn(&every_letters, number) {
                for (notation, written) in writings(position, m, letters) {
                    let context =
                        || format!("{} {notation} {written}\n{}", letters.name(), position.to_fen());
                    let text = MoveText::parse(written.as_bytes(), letters)
                        .unwrap_or_else(|error| panic!("{error}: {}", context()));
                    assert_eq!(text.resolve(position), Ok(m), "{}", context());
                    assert_eq!(text.resolve_allowing(position, Leniencies::NONE), Ok(m), "{}", context());
                    let fault = text.mark_fault(threat).filter(|_| notation != "uci");
                    assert_eq!(fault, None, "{}", context());
                    if notation == "san" {
                        coverage.origins.insert([text.origin.file.is_some(), text.origin.rank.is_some()]);
                    }
                }
            }
        }
    });
    assert!(
        coverage.captures > 100 && coverage.promotions > 0,
        "{}: {} {}",
        game.name,
        coverage.captures,
        coverage.promotions
    );
    assert!(game.name == "mini" || coverage.en_passant > 0, "{}", game.name);
    assert!(coverage.origins.len() >= 3, "{}: {:?}", game.name, coverage.origins);
}

fn written_moves_are_distinct(game: Game) {
    let (mut number, every_letters) = (0, every_letters());
    visit_random_positions(game, 12, 13, |position| {
        number += 1;
        for letters in in_turn(&every_letters, number) {
            let moves = position.legal_moves().flat_map(|m| writings(position, m, letters));
            let distinct: HashSet<_> = moves.collect();
            assert_eq!(distinct.len() as u64, 4 * position.count_moves(), "{}", position.to_fen());
        }
    });
}

/// A role and a target give exactly the legal moves of that role to that target.
fn resolve_by_target_matches_move_list(game: Game) {
    visit_random_positions(game, 8, 7, |position| {
        let legal: Vec<_> = position.legal_moves().collect();
        for role in Role::ALL {
            for to in game.shape.cells() {
                let mut expected: Vec<_> =
                    legal.iter().copied().filter(|m| m.to == to && is_move_of(position, *m, role)).collect();
                // Castling has its own notation.
                expected.retain(|&m| position.castling(m).is_none());
                if role == Role::Pawn && expected.iter().any(|&m| !position.is_capture(m)) {
                    expected.retain(|&m| !position.is_capture(m));
                }
                let text = MoveText {
                    role: Some(role),
                    target: CellText::of(CellNames::Standard, game.shape, to),
                    ..MoveText::default()
                };
                let context = || format!("{role:?} {} {}", Coordinate(game.shape, to), position.to_fen());
                match text.resolve(position) {
                    Ok(m) => assert_eq!(expected, [m], "{}", context()),
                    Err(ResolveError::Ambiguous(found)) => {
                        let mut found: Vec<_> = found.iter().map(|uci| uci.1).collect();
                        let key = |m: &Move| (m.from, m.to, m.promotion);
                        found.sort_by_key(key);
                        expected.sort_by_key(key);
                        assert_eq!(found, expected, "{}", context());
                        assert!(found.len() > 1, "{}", context());
                    }
                    Err(ResolveError::MissingPromotion(cell)) => {
                        assert_eq!(cell, CellText::of(CellNames::Standard, game.shape, to));
                        assert_eq!(expected.len(), game.promotions.len(), "{}", context());
                    }
                    Err(_) => assert_eq!(expected, [], "{}", context()),
                }
            }
        }
    });
}

/// Returns bytes that often resemble moves.
fn scribble(rng: &mut Rng, written: &str) -> Vec<u8> {
    const SIGNS: &[u8] = b"abfghlzxX:*-=+#!?.e.p KQRBNVHFWGSP0123456789\xc3\x97\xe2\x80\xa1\xff\0";
    let mut text = written.as_bytes().to_vec();
    for _ in 0..rng.below(4) {
        let at = rng.below(text.len() + 1);
        let sign = SIGNS[rng.below(SIGNS.len())];
        match rng.below(3) {
            0 => text.insert(at, sign),
            1 if at < text.len() => text[at] = sign,
            _ => text.truncate(at),
        }
    }
    if rng.below(8) == 0 {
        text = (0..rng.below(12)).map(|_| rng.below(256) as u8).collect();
    }
    text
}

fn random_bytes_never_panic(game: Game) {
    let mut rng = Rng::new(game.name.len() as u64);
    let mut read = 0;
    visit_random_positions(game, 4, 3, |position| {
        let legal: Vec<_> = position.legal_moves().collect();
        for &m in legal.iter().step_by(4) {
            let letters = Letters::ALL[rng.below(8)];
            let written = &writings(position, m, &letters)[rng.below(4)].1;
            let bytes = scribble(&mut rng, written);
            assert_prefix_agrees(&bytes, &letters);
            let Ok(text) = MoveText::parse(&bytes, &letters) else { continue };
            read += 1;
            if let Ok(m) = text.resolve(position) {
                assert!(legal.contains(&m), "{:?} {}", bytes, position.to_fen());
            }
            assert!(text.nearest(position).iter().all(|m| legal.contains(m)));
            let attached = text.attach(&scribble(&mut rng, "e.p."), &letters);
            assert!(attached.is_none_or(|attached| attached != text));
        }
        let tokens = legal.iter().map(|&m| scribble(&mut rng, &uci(position, m)));
        let tokens: Vec<_> = tokens.collect();
        assert!(Letters::detect(tokens.iter().map(Vec::as_slice)).likeliest().count() > 0);
    });
    assert!(read > 100, "{}: only {read} of the texts could be read", game.name);
}

/// Asserts that `parse` accepts a text exactly if `parse_prefix` reads all of it.
fn assert_prefix_agrees(bytes: &[u8], letters: &Letters) {
    match (MoveText::parse(bytes, letters), MoveText::parse_prefix(bytes, letters)) {
        // Two cells in capitals are recognised in whole texts only.
        (Ok(text), _) if text.leniencies.contains(Leniency::CapitalCells) => {}
        (Ok(text), prefix) => assert_eq!(prefix, Ok((text, bytes.len()))),
        (Err(error), Ok((text, length))) => {
            assert_eq!((error.code(), error.offset), ("unexpected-character", length));
            assert_eq!(MoveText::parse(&bytes[..length], letters), Ok(text));
        }
        (Err(error), Err(prefix)) => {
            assert_eq!(error, prefix);
            assert!(error.offset <= bytes.len());
        }
    }
}

macro_rules! in_every_game {
    ($($law:ident)*) => {$(
        mod $law {
            use super::*;
            in_every_game! { @games $law glinski GLINSKI, mccooey MCCOOEY, mini MINI, echex3 ECHEX3,
                echex3_16 ECHEX3_16, echex6 ECHEX6, echex6_16 ECHEX6_16, shafran SHAFRAN, devasa DEVASA,
                brusky BRUSKY }
        }
    )*};
    (@games $law:ident $($name:ident $game:ident),*) => {$(
        #[test]
        fn $name() {
            super::$law(Game::$game);
        }
    )*};
}

in_every_game! {
    written_moves_read_back_strictly
    written_moves_are_distinct
    resolve_by_target_matches_move_list
    random_bytes_never_panic
}

fn position(game: Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn move_parse_errors_match_snapshot() {
    let texts: [(&[u8], Letters); 15] = [
        (b"", Letters::ENGLISH),
        (b"Vf4", Letters::ENGLISH),
        (b"k7Q", Letters::HUNGARIAN),
        (b"f7g6xV", Letters::ENGLISH),
        (b"Ks4", Letters::ENGLISH),
        (b"Nf111", Letters::ENGLISH),
        (b"f0", Letters::ENGLISH),
        (b"1-0", Letters::ENGLISH),
        (b"K", Letters::ENGLISH),
        (b"Qxk", Letters::ENGLISH),
        (b"e", Letters::ENGLISH),
        ("½-½".as_bytes(), Letters::ENGLISH),
        (b"\xff\xfe", Letters::ENGLISH),
        (b"h4h8*", Letters::ENGLISH),
        (b"dxe6 e.p. x", Letters::ENGLISH),
    ];
    let table = texts.map(|(text, letters)| match MoveText::parse(text, &letters) {
        Ok(found) => format!("{:<14} read as {found:?}", text.escape_ascii().to_string()),
        Err(error @ MoveTextError { offset, .. }) => {
            format!("{:<14} {offset:>2} {:<22} {error}", text.escape_ascii().to_string(), error.code())
        }
    });
    insta::assert_snapshot!(table.join("\n"));
}

fn refusals(game: Game, fen: &str, texts: &[&str]) -> String {
    let position = position(game, fen);
    let refusal = |text: &&str| {
        let written = MoveText::parse(text.as_bytes(), &Letters::ENGLISH).expect(text);
        let nearest = written.nearest(&position).into_iter();
        let nearest = nearest.map(|m| San { position: &position, m, letters: &Letters::ENGLISH }.to_string());
        let nearest = nearest.collect::<Vec<_>>().join(" ");
        let error = written.resolve(&position).expect_err(text);
        format!("  {text:<9} {:<22} {error}\n{:34}nearest: {nearest}\n", error.code(), "")
    };
    format!("{} {fen}\n{}", game.name, texts.iter().map(refusal).collect::<String>())
}

#[test]
fn move_resolve_errors_match_snapshot() {
    let start = Position::start(Game::GLINSKI).to_fen();
    let fen = "1/1Pr/3r1/7/1k7/5r5/4P6/6R4/3N7/4Q6/6KN3 w - 0 1";
    let tables = [
        refusals(
            Game::GLINSKI,
            &start,
            &[
                "Nf4", "Nd4", "Nhd3", "N1b6", "Nh1d3", "f12", "m1m2", "f7f6", "Ra1", "ixk", "Kj4", "0-0",
                "O-O-O",
            ],
        ),
        refusals(
            Game::GLINSKI,
            fen,
            &[
                "Rf4", "Rg4f4", "Bd3f4", "f11", "f11=K", "e6=Q", "exe6", "exd6", "e6e.p.", "e5f6xN", "fxg10",
                "Kg3",
            ],
        ),
        refusals(Game::MINI, "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1", &["d8", "Qd4", "d5"]),
        refusals(
            Game::SHAFRAN,
            "k1b2/6/r6/8/9/8R/8/6n/6/R3K w QB - 0 1",
            &["0-0", "R-0-0", "Q-0-0", "Q-0-0-0", "B-0-0", "B-0-0-0"],
        ),
        refusals(Game::DEVASA, "3k5/9/9/9/9/9/9/9/R4K1NR w K - 0 1", &["Q-0-0", "0-0", "0-0-0", "f1h1"]),
        refusals(Game::MINI, "1/3/1P2k/7/3P3/2PK3/1PNBR2 w - 0 1", &["c6", "c6=Q"]),
    ];
    insta::assert_snapshot!(tables.join("\n"));
}

#[test]
fn leniency_and_detection_texts_match_snapshot() {
    let mut lines: Vec<String> = Leniency::ALL.iter().map(|l| format!("{:<24} {l}", l.code())).collect();
    let missing = [CheckStatus::Check, CheckStatus::DoubleCheck, CheckStatus::Mate].map(MarkFault::Missing);
    let wrong = [CheckStatus::None, CheckStatus::Check, CheckStatus::DoubleCheck].map(MarkFault::Wrong);
    lines.extend(missing.into_iter().chain(wrong).map(|fault| format!("{:<24} {fault}", fault.code())));
    for moves in ["e4 g4g5", "Bf4 Kg2", "Hf4 e5 Vxf9", "Hf4 Wb3", "Nf4 Qe1c3 Vf4"] {
        let found = Letters::detect(moves.split(' ').map(str::as_bytes));
        lines.push(format!("{moves:<24} {found}"));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn eliminating_mate_has_mate_mark() {
    let position = position(Game::ECHEX3, "1/3/5/7/9/rK,wQ,8,bK/11/11/5,wR,5/11/5,wK,5 w wrb - 0 1");
    let text = MoveText::parse(b"Rf6#", &Letters::ENGLISH).expect("a move");
    let m = text.resolve(&position).expect("legal");
    let after = position.play_unchecked(m);
    assert_eq!(after.living().len(), 2);
    assert_eq!(text.check, Some(CheckMark::Mate));
    assert_eq!(text.mark_fault(position.check_status_after(m)), None);
    assert_eq!(San { position: &position, m, letters: &Letters::ENGLISH }.to_string(), "Rf6#");
}

#[test]
fn judgements_are_first_six_nags() {
    let nags: Vec<_> = ["e5!", "e5?", "e5!!", "e5??", "e5!?", "e5?!"]
        .into_iter()
        .map(|text| {
            MoveText::parse(text.as_bytes(), &Letters::ENGLISH).expect(text).judgement.map(Judgement::nag)
        })
        .collect();
    assert_eq!(nags, (1..=6).map(Some).collect::<Vec<_>>());
}
