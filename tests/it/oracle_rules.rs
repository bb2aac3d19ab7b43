//! Single rules in the oracle, each on a small position.

use hexmate_oracle::{End, Event, Game, Kind, Move, Position};

use crate::sampling::scaled;

const WHITE: u8 = 0;
const RED: u8 = 1;
const BLUE: u8 = 2;

pub fn set_up(game: Game, pieces: &str, fields: &str) -> Position {
    Position::from_pieces(game, pieces, fields).expect("a legal position")
}

pub fn find(position: &Position, uci: &str) -> Option<Move> {
    position.legal_moves().into_iter().find(|m| m.uci() == uci)
}

pub fn play(position: &Position, uci: &str) -> (Position, Vec<Event>) {
    position.play_with_events(&find(position, uci).expect("a legal move"))
}

/// Plays moves that skip or eliminate no player.
pub fn after(position: &Position, line: &str) -> Position {
    line.split(' ').fold(position.clone(), |position, uci| {
        let (next, events) = play(&position, uci);
        assert!(events.is_empty(), "after {uci}: {events:?}");
        next
    })
}

pub fn uci(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::uci).collect();
    texts.sort();
    texts
}

pub fn en_passant(position: &Position) -> Vec<String> {
    let mut moves = position.legal_moves();
    moves.retain(|m| m.en_passant);
    uci(&moves)
}

/// Returns the en passant field of the FEN.
pub fn crossed(position: &Position) -> String {
    let fen = position.to_fen();
    fen.rsplit(' ').nth(2).expect("six fields").to_owned()
}

#[test]
fn start_positions_match_rules() {
    for (game, fen) in [
        (Game::Glinski, "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1"),
        (Game::Mccooey, "b/qbk/rnbnr/ppppppp/9/11/11/5P5/4PBP4/3PNBNP3/2PRQBKRP2 w - 0 1"),
        (Game::Mini, "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1"),
        (
            Game::Echex3,
            "1/3/rP,3,bP/rR,rP,3,bP,bR/rQ,rN,rP,rP,1,bP,bP,bN,bK/rB,rB,rB,rP,3,bP,bB,bB,bB\
             /rK,rN,rP,rP,3,bP,bP,bN,bQ/rR,rP,2,wP,wP,wP,2,bP,bR/rP,3,wP,wB,wP,3,bP\
             /3,wP,wN,wB,wN,wP,3/2,wP,wR,wQ,wB,wK,wR,wP,2 w wrb - 0 1",
        ),
        (Game::Shafran, "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1"),
        (Game::Devasa, "rnbkbqbnr/9/ppppppppp/9/9/9/PPPPPPPPP/9/RNBQBKBNR w KQkq - 0 1"),
        (Game::Brusky, "rnbkbqbnr/pppppppppp/11/12/12/11/PPPPPPPPPP/RNBQBKBNR w KQkq - 0 1"),
    ] {
        assert_eq!(Position::start(game).to_fen(), fen);
    }
}

#[test]
fn fools_mate_takes_four_moves() {
    let start = Position::start(Game::Glinski);
    let end = after(&start, "e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9");
    assert!(end.is_mate() && end.in_check());
    assert!(end.legal_moves().is_empty());
}

#[test]
#[ignore = "long: make verify"]
fn known_problems_have_known_keys() {
    for (fen, n, keys) in [
        ("1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1", 2, "g5d4 g5e7 g5i6"),
        ("1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1", 2, "k7f11"),
        ("1/3/5/7/7p1/8P2/2p4K1P1/2B8/8Bk1/2B8/11 w - 0 1", 3, "c4i4"),
        ("1/3/5/7/2P1K4/6PP3/1p4PB1P1/1P4pN1P1/9k1/2P3B2p1/B8P1 w - 0 1", 3, "a1b3"),
        ("b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38", 2, "b4e10"),
        ("1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63", 2, "g3f3"),
    ] {
        let position = Position::from_fen(Game::Glinski, fen).expect("a legal position");
        assert_eq!(uci(&position.keys(n)).join(" "), keys, "{fen}");
        assert!(position.mates_in(n) && !position.mates_in(n - 1), "{fen}");
    }
}

#[test]
fn king_without_moves_is_stalemated() {
    let free = set_up(Game::Glinski, "wKf8 bKf11", "w - 0 1");
    let (shut, _) = play(&free, "f8f9");
    assert!(shut.is_stalemate() && !shut.is_mate() && !shut.in_check());
    assert_eq!((shut.end(), free.breakdown(1).stalemates), (Some(End::Stalemate), 1));
}

#[test]
fn checked_king_without_moves_is_mated() {
    let free = set_up(Game::Glinski, "wKf9 wRl5 bKf11 bPb7", "w - 0 1");
    assert_eq!(uci(&free.keys(1)), ["l5e10", "l5f10", "l5l6"]);
    assert_eq!(free.breakdown(1).mates, 3);
    let (mated, _) = play(&free, "l5l6");
    assert!(mated.is_mate() && !mated.is_stalemate() && mated.legal_moves().is_empty());
}

#[test]
fn double_step_can_have_two_capturers() {
    let position = set_up(Game::Glinski, "wKf1 wPb5 wPd6 bKf11 bPc7", "b - 0 1");
    let next = after(&position, "c7c5");
    assert_eq!(crossed(&next), "c6");
    assert_eq!(en_passant(&next), ["b5c6", "d6c6"]);
    assert_eq!(crossed(&after(&next, "f1f2")), "-");
}

#[test]
fn en_passant_must_not_expose_king() {
    let line = "wPd6 bPc7 bRf8 bKl6";
    let pinned = set_up(Game::Glinski, &format!("{line} wKa3"), "b - 0 1");
    assert!(en_passant(&after(&pinned, "c7c5")).is_empty());
    let free = set_up(Game::Glinski, &format!("{line} wKa2"), "b - 0 1");
    assert_eq!(en_passant(&after(&free, "c7c5")), ["d6c6"]);
}

#[test]
fn mccooey_centre_pawn_has_single_step() {
    let position = set_up(Game::Mccooey, "wKa1 wPf4 wPe3 bKl6", "w - 0 1");
    assert!(find(&position, "f4f6").is_none());
    assert!(find(&position, "e3e5").is_some());
}

#[test]
fn mini_pawn_never_promotes_to_queen() {
    let position = set_up(Game::Mini, "wKa1 wPd6 bKg1", "w - 0 1");
    let promotions: Vec<_> = position.legal_moves().iter().filter_map(|m| m.promotion).collect();
    assert_eq!(promotions, [Kind::Rook, Kind::Bishop, Kind::Knight]);
}

#[test]
fn ep_right_lasts_one_round() {
    let pieces = "wKf1 rKa6 bKl6 wPf4 rPe4 bPg4";
    let stepped = after(&set_up(Game::Echex3, pieces, "w wrb - 0 1"), "f4f6");
    assert_eq!((crossed(&stepped).as_str(), en_passant(&stepped)), ("f5", vec!["e4f5".into()]));
    let red_waited = after(&stepped, "a6a5");
    assert_eq!((crossed(&red_waited).as_str(), en_passant(&red_waited)), ("f5", vec!["g4f5".into()]));
    let both_waited = after(&red_waited, "l6l5");
    assert_eq!(crossed(&both_waited), "-");
    let taken = after(&stepped, "e4f5");
    assert_eq!((crossed(&taken).as_str(), en_passant(&taken).len()), ("-", 0));
    assert!(!taken.to_fen().contains("wP"));
}

#[test]
fn ep_right_ends_when_cell_fills() {
    let pieces = "wKf1 rKa6 bKl6 wPf4 rRa5 bPg4";
    let stepped = after(&set_up(Game::Echex3, pieces, "w wrb - 0 1"), "f4f6");
    let filled = after(&stepped, "a5f5");
    assert_eq!(crossed(&filled), "-");
    let plain = find(&filled, "g4f5").expect("the rook can be taken");
    assert!(!plain.en_passant && filled.play(&plain).to_fen().contains("wP"));
}

#[test]
fn ep_right_ends_when_pawn_disappears() {
    let pieces = "wKf1 rKa6 bKl6 wPf4 rRb6 bPg4";
    let stepped = after(&set_up(Game::Echex3, pieces, "w wrb - 0 1"), "f4f6");
    let taken = after(&stepped, "b6f6");
    assert_eq!((crossed(&taken).as_str(), find(&taken, "g4f5")), ("-", None));
}

#[test]
fn ep_right_survives_occupied_origin() {
    let pieces = "wKf1 rKa6 bKl6 wPf4 rRa4 bPg4";
    let line = "f4f6 a4f4";
    let filled = after(&set_up(Game::Echex3, pieces, "w wrb - 0 1"), line);
    let again = Position::from_fen(Game::Echex3, &filled.to_fen()).expect("a written position");
    assert_eq!((crossed(&again).as_str(), en_passant(&again)), ("f5", vec!["g4f5".into()]));
}

#[test]
fn stalemated_player_is_skipped_among_three() {
    let pieces = "wKf1 wRb1 wRd1 rKa6";
    let three = set_up(Game::Echex3, &format!("{pieces} bKl6"), "w wrb - 3 9");
    let (next, events) = play(&three, "d1d8");
    assert_eq!((events, next.turn(), next.end()), (vec![Event::Skipped(RED)], BLUE, None));
    assert!(next.to_fen().ends_with(" b wrb - 4 9"));
    let two = set_up(Game::Echex3, pieces, "w wr - 3 9");
    let (next, events) = play(&two, "d1d8");
    assert_eq!((events, next.turn(), next.end()), (vec![], RED, Some(End::Stalemate)));
}

#[test]
fn mated_player_leaves_pieces_to_attacker() {
    let pieces = "wKf1 wRa1 wRb1 rKa6 rPd5 rNi5 bKl1 bBg8";
    let position = set_up(Game::Echex3, pieces, "w wrb - 0 7");
    let (next, events) = play(&position, "f1f2");
    assert_eq!(events, [Event::Out(RED, BLUE)]);
    assert_eq!((next.turn(), next.living()), (BLUE, &[WHITE, BLUE][..]));
    let expected = set_up(Game::Echex3, "wKf2 wRa1 wRb1 bPrd5 bNi5 bKl1 bBg8", "b wb - 1 7");
    assert_eq!(next.to_fen(), expected.to_fen());
    // Five king moves, and three moves up the file for each rook.
    assert_eq!(position.breakdown(1).eliminations, 11);
}

#[test]
fn inherited_pawn_keeps_its_direction() {
    let pieces = "wKf1 bKl1 bPrd5 bPrk6 bNc1";
    let position = set_up(Game::Echex3, pieces, "b wb - 0 1");
    let pawns = |from: &str| {
        let moves = position.legal_moves();
        moves.iter().map(Move::uci).filter(|text| text.starts_with(from)).collect::<Vec<_>>()
    };
    assert_eq!(pawns("d5"), ["d5e5", "d5f5"]);
    assert_eq!(pawns("k6"), ["k6l5q", "k6l5r", "k6l5b", "k6l5n"]);
    let fen = play(&position, "k6l5q").0.to_fen();
    assert!(fen.contains("bQ") && !fen.contains("bQr"), "{fen}");
}

#[test]
fn third_player_can_lift_mate() {
    let pieces = "wKi1 wRf8 wRe10 wNi3 bKl6 rKb1";
    let idle = set_up(Game::Echex3, &format!("{pieces} rPb3"), "w wrb - 0 1");
    assert!(uci(&idle.keys_against(BLUE, 1)).contains(&"f8f11".to_owned()));
    assert!(idle.mates_in(1) && !idle.mates_player_in(RED, 1));
    let guarded = set_up(Game::Echex3, &format!("{pieces} rBd7"), "w wrb - 0 1");
    assert_eq!((guarded.keys(1), guarded.mates_player_in(BLUE, 1)), (vec![], false));
}

#[test]
fn final_mate_eliminates_no_player() {
    let position = set_up(Game::Echex3, "wKi1 wRf8 wRe10 wNi3 bKl6", "w wb - 0 1");
    let (mated, events) = play(&position, "f8f11");
    assert_eq!((mated.end(), events), (Some(End::Mate), vec![]));
    assert!(mated.to_fen().ends_with(" b wb - 1 1"));
    let sum = position.breakdown(1);
    assert_eq!((sum.mates, sum.eliminations), (position.keys(1).len() as u64, 0));
}

#[test]
fn exposed_king_is_not_captured() {
    let fen = "1/3/rP,3,bP/1,rP,2,bP,bK,bR/2,rR,1,rP,4/rK,rQ,bB,4,bP,2,bQ/3,rP,2,bP,1,bP,2\
               /5,wP,3,bP,1/5,rR,wP,1,bN,2/11/3,rB,wK,2,wR,1,wP,1 w wrb - 0 19";
    let position = Position::from_fen(Game::Echex3, fen).expect("a legal position");
    let exposed = after(&position, "e1f3 d5e5");
    assert!(find(&exposed, "c6f3").is_none());
    assert!(find(&exposed, "c6e4").is_some());
}

fn every_game() -> impl Iterator<Item = Game> {
    Game::ALL.into_iter().chain([Game::Shafran, Game::Devasa, Game::Brusky])
}

#[test]
fn fen_keeps_legal_moves() {
    for game in every_game() {
        let mut position = Position::start(game);
        for ply in 0..scaled(200) as usize {
            let moves = position.legal_moves();
            let Some(m) = moves.get((ply * ply + 7 * ply) % moves.len().max(1)) else {
                break;
            };
            position = position.play(m);
            let fen = position.to_fen();
            let again = Position::from_fen(game, &fen).expect("a written position");
            assert_eq!(again.to_fen(), fen);
            assert_eq!(again.legal_moves(), position.legal_moves(), "{fen}");
        }
    }
}

#[test]
#[ignore = "long: make verify"]
fn divide_and_breakdown_sum_to_perft() {
    for game in every_game() {
        let start = Position::start(game);
        let divide = start.divide(2);
        assert!(divide.is_sorted());
        assert_eq!(divide.iter().map(|(_, nodes)| nodes).sum::<u64>(), start.perft(2));
        assert_eq!(start.breakdown(2).nodes, start.perft(2));
    }
}

#[test]
fn illegal_fen_is_rejected() {
    for (game, fen, message) in [
        ("mini", "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0", "4 fields"),
        ("mini", "b/rkn/ppppp/7/3P3/2PKP2 w - 0 1", "6 rows, not 7"),
        ("mini", "b/rkn/ppppp/8/3P3/2PKP2/1PNBRP1 w - 0 1", "8 cells do not fit in 8"),
        ("mini", "b/rkn/pppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1", "pppppp is too long"),
        ("mini", "b/rkn/pppp/7/3P3/2PKP2/1PNBRP1 w - 0 1", "pppp is too short"),
        ("mini", "b/rxn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1", "x is no piece"),
        ("mini", "b/r1n/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1", "b has 0 kings"),
        ("mini", "P/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1", "the pawn on d7 has not promoted"),
        ("mini", "1/1k1/5/3R3/7/3K3/7 w - 0 1", "the player not to move is in check"),
        ("mini", "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 r - 0 1", "r is not to move"),
        ("mini", "b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w d3 0 1", "no pawn can just have crossed d3"),
        ("echex3", "1/3/5/7/9/wK,9,bK/11/11/11/11/rP,10 w wb - 0 1", "the owner of the piece on a1 is out"),
    ] {
        let game = Game::by_name(game).expect("a known game");
        assert_eq!(Position::from_fen(game, fen).err().as_deref(), Some(message), "{fen}");
    }
}
