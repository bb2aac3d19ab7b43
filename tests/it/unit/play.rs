//! Moves that the players choose.

use hexmate::game::{Game, Position};
use hexmate::notation::Uci;
use hexmate::play::{Dice, considered_move, random_move};

fn chosen(fen: &str) -> String {
    let position = Position::from_fen(Game::GLINSKI, fen.as_bytes()).expect("a legal position");
    let m = considered_move(&position, &mut Dice::new(1)).expect("a move");
    Uci(Game::GLINSKI.shape, m).to_string()
}

#[test]
fn a_short_mate_is_played() {
    assert_eq!(chosen("1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63"), "g3f3");
}

#[test]
fn a_man_that_nobody_guards_is_taken() {
    assert_eq!(chosen("1/1k1/5/7/9/11/5q5/11/11/5R5/K10 w - 0 1"), "f2f5");
}

#[test]
fn every_game_can_be_played_to_some_depth_by_both() {
    for game in [Game::GLINSKI, Game::MINI, Game::ECHEX3] {
        let mut dice = Dice::new(7);
        let mut position = Position::start(game);
        for ply in 0..12 {
            let choose = if ply % 2 == 0 { random_move } else { considered_move };
            let m = choose(&position, &mut dice).expect("nobody is mated so early");
            position = position.play(m).expect("legal");
        }
    }
}
