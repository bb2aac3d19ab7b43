//! Game ends, counters, repetitions and faults of positions.

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{IllegalMove, Material, Outcome, Player, Score};
use hexmate_position::{Coordinate, Uci};
use hexmate_position::{DrawClaim, End, Game, History, MaterialRule, Position, Setup};

fn position(game: Game, fen: &str) -> Position {
    Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn faults(game: Game, fen: &str) -> Vec<&'static str> {
    let faults = Setup::from_fen(game, fen).expect(fen).faults();
    faults.as_slice().iter().map(|fault| fault.code()).collect()
}

fn play(history: &mut History, moves: &str) {
    for text in moves.split(' ') {
        let m = Uci::parse(history.position().game().shape, text.as_bytes()).expect(text);
        history.play(m).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn cell(name: &str) -> Cell {
    Coordinate::parse(Game::GLINSKI.shape, name.as_bytes()).expect(name)
}

const STALEMATE: &str = "k/3/5/K4Q1/9/11/11/11/11/11/11 b - 0 1";
const MATE: &str = "k/3/2K2/7/9/11/11/11/11/11/5Q5 w - 0 1";

#[test]
fn stalemate_score_depends_on_game() {
    let outcome = position(Game::GLINSKI, STALEMATE).outcome().expect("an outcome");
    assert_eq!(outcome, Outcome::Stalemate { mover: Player::WHITE });
    assert_eq!(outcome.score(Game::GLINSKI.stalemate), Score { white: 3, black: 1 });
    assert_eq!(outcome.score(Game::MCCOOEY.stalemate), Score { white: 2, black: 2 });
}

#[test]
fn mate_scores_full_point() {
    let before = position(Game::GLINSKI, MATE);
    let mates = before.legal_moves().map(|m| before.play_unchecked(m)).filter(Position::is_mate);
    let outcomes: Vec<_> = mates.filter_map(|mate| mate.outcome()).collect();
    assert!(!outcomes.is_empty());
    for outcome in outcomes {
        assert_eq!(outcome, Outcome::Mate { winner: Player::WHITE });
        assert_eq!(outcome.score(Game::GLINSKI.stalemate), Score { white: 4, black: 0 });
    }
}

#[test]
fn repetitions_allow_claim_then_end_game() {
    let mut history = History::new(Position::start(Game::GLINSKI));
    let round_trip = "d1f4 d9f8 f4d1 f8d9";
    play(&mut history, round_trip);
    assert_eq!((history.occurrences(), history.claims().count()), (2, 0));
    play(&mut history, round_trip);
    assert_eq!(history.claims().collect::<Vec<_>>(), [DrawClaim::ThreefoldRepetition]);
    assert_eq!(history.end(MaterialRule::Draw), None);
    play(&mut history, round_trip);
    play(&mut history, round_trip);
    assert_eq!(history.end(MaterialRule::Draw), Some(End::FivefoldRepetition));
}

#[test]
fn unusable_ep_right_is_same_position() {
    // After b1b3 no black pawn can capture on b2; the right is in the FEN but does not matter for repetition.
    let mut history = History::new(Position::start(Game::GLINSKI));
    play(&mut history, "b1b3");
    assert_eq!(
        history.position().en_passant(Player::WHITE).map(|en_passant| en_passant.crossed),
        Some(cell("b2"))
    );
    play(&mut history, "d9f8 d1f4 f8d9 f4d1");
    assert_eq!(history.occurrences(), 2);
}

#[test]
fn move_counter_allows_claim_then_ends() {
    let idle = |halfmoves: u32| {
        History::new(position(Game::GLINSKI, &format!("k/3/5/7/9/11/11/11/11/11/5QK4 b - {halfmoves} 90")))
    };
    assert_eq!(idle(99).claims().count(), 0);
    assert_eq!(idle(100).claims().collect::<Vec<_>>(), [DrawClaim::FiftyMoves]);
    assert_eq!(idle(149).end(MaterialRule::Draw), None);
    assert_eq!(idle(150).end(MaterialRule::Draw), Some(End::SeventyFiveMoves));
}

#[test]
fn mate_and_stalemate_precede_counters() {
    let history = History::new(position(Game::GLINSKI, &STALEMATE.replace("- 0", "- 200")));
    let outcome = Outcome::Stalemate { mover: Player::WHITE };
    assert_eq!(history.end(MaterialRule::Draw), Some(End::Outcome(outcome)));
}

#[test]
fn insufficient_material_ends_game() {
    let material = |pieces: &str| {
        position(Game::GLINSKI, &format!("k/3/5/7/9/11/11/11/11/11/{pieces}K6 w - 0 1")).material()
    };
    for pieces in ["4", "3B", "3N", "3b", "3n"] {
        assert_eq!(material(pieces), Material::CannotForceMate, "{pieces}");
    }
    for pieces in ["2BB", "2NN", "2nn"] {
        assert_eq!(material(pieces), Material::DependsOnPosition, "{pieces}");
    }
    for pieces in ["3R", "2BN", "2Bb", "2Nn", "1BBB", "3Q"] {
        assert_eq!(material(pieces), Material::Enough, "{pieces}");
    }
    let bare = History::new(position(Game::GLINSKI, "k/3/5/7/9/11/11/11/11/11/4K6 w - 0 1"));
    assert_eq!(bare.end(MaterialRule::Draw), Some(End::Material));
    assert_eq!(bare.end(MaterialRule::PlayOn), None);
}

#[test]
fn all_faults_are_reported() {
    assert_eq!(
        faults(Game::GLINSKI, "P/3/5/7/9/11/11/11/11/11/2p2K1K3 w c6 0 1"),
        ["several-kings", "no-king", "pawn-on-last-cell", "pawn-on-last-cell", "impossible-en-passant"]
    );
}

#[test]
fn opponent_in_check_is_a_fault() {
    assert_eq!(faults(Game::GLINSKI, "k/3/5/7/9/11/11/11/11/11/5QK4 w - 0 1"), ["opponent-in-check"]);
    assert!(faults(Game::GLINSKI, "k/3/5/7/9/11/11/11/11/11/5QK4 b - 0 1").is_empty());
}

#[test]
fn too_many_pieces_is_a_warning() {
    let fen = "k/3/5/7/9/11/11/11/11/PPPPPPPPPPP/5QK4 b - 0 1";
    assert_eq!(faults(Game::GLINSKI, fen), ["too-many-pieces"]);
    position(Game::GLINSKI, fen);
}

#[test]
fn pieces_of_eliminated_player_are_faults() {
    let fen = "1/3/5/7/9/11/2,rK,8/11/4,rP,6/11/5,wK,wN,4 w wb - 0 1";
    assert_eq!(faults(Game::ECHEX3, fen), ["pieces-of-player-out", "no-king"]);
    let strange = "1/3/5/7/9/4,bPr,6/2,rK,8/11/6,bK,4/11/5,wK,wN,4 w wrb - 0 1";
    assert_eq!(faults(Game::ECHEX3, strange), ["pawn-of-living-player"]);
}

#[test]
fn all_multiplayer_faults_are_reported() {
    assert_eq!(
        faults(Game::ECHEX3, "wP/3/5/7/wPb,8/11/5,rN,5/11/11/11/3,wK,wK,6 r wb c6 0 1"),
        [
            "several-kings",
            "pieces-of-player-out",
            "no-king",
            "turn-of-player-out",
            "pawn-on-last-cell",
            "pawn-of-living-player",
            "impossible-en-passant"
        ]
    );
    assert_eq!(faults(Game::ECHEX3, "1/3/5/7/9/11/5,wK,5/11/11/11/11 w w - 0 1"), ["no-opponent"]);
}

#[test]
fn illegal_move_is_returned() {
    let start = Position::start(Game::GLINSKI);
    let m = Uci::parse(Game::GLINSKI.shape, b"f5f8").expect("a move");
    assert_eq!(start.play(m), Err(IllegalMove(m)));
}
