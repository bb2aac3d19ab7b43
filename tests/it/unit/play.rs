//! Move choice of the program, and sessions of typed moves.

use hexmate_core::random::Rng;
use hexmate_games::play::{Seat, Session, random_move, solver_move};
use hexmate_position::{Game, MaterialRule, Position};
use hexmate_position::{Letters, Uci};

fn chosen(fen: &str) -> String {
    let position = Position::from_fen(Game::GLINSKI, fen).expect("a legal position");
    let m = solver_move(&position, &mut Rng::new(1)).expect("a move");
    Uci(Game::GLINSKI.shape, m).to_string()
}

#[test]
fn solver_move_plays_short_mate() {
    assert_eq!(chosen("1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63"), "g3f3");
}

#[test]
fn solver_move_captures_unguarded_piece() {
    assert_eq!(chosen("1/1k1/5/7/9/11/5q5/11/11/5R5/K10 w - 0 1"), "f2f5");
}

#[test]
fn both_move_choosers_play_every_game() {
    for game in [Game::GLINSKI, Game::MINI, Game::ECHEX3] {
        let mut rng = Rng::new(7);
        let mut position = Position::start(game);
        for ply in 0..12 {
            let choose = if ply % 2 == 0 { random_move } else { solver_move };
            let m = choose(&position, &mut rng).expect("a legal move");
            position = position.play(m).expect("legal");
        }
    }
}

fn session(seats: &[Seat]) -> Session {
    Session::new(Position::start(Game::MINI), seats.iter().copied(), 1, MaterialRule::Draw)
}

#[test]
fn session_plays_undoes_and_rejects() {
    let mut session = session(&[Seat::Human, Seat::Random]);
    let typed = session.play("1. b2", &Letters::ENGLISH).map_err(|refusal| refusal.reason);
    assert_eq!(typed.map(|m| Uci(Game::MINI.shape, m).to_string()), Ok("b1b2".to_owned()));
    assert!(session.play_computer_move().is_some());
    let Err(refusal) = session.play("Kd9", &Letters::ENGLISH) else { panic!("there is no such cell") };
    assert!(!refusal.reason.is_empty());
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(*session.position(), Position::start(Game::MINI));
    assert!(session.undo().is_err());
}

#[test]
fn resignation_ends_game() {
    let mut session = session(&[]);
    assert_eq!((session.has_no_human(), session.is_over()), (false, false));
    assert!(session.claim().is_err());
    assert_eq!(session.resign(), Ok(()));
    assert!(session.is_over() && session.play("b2", &Letters::ENGLISH).is_err());
    assert!(session.to_pgn(&Letters::ENGLISH).contains("[Result \"0-1\"]"));
    session.restart();
    assert!(!session.is_over());
}
