//! Random positions of very few pieces, the same in every run.

use hexmate_core::geometry::{Cell, Direction};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, Position, Setup};

/// A position of very few pieces with the kings at the edge of the board, where short mates are common.
pub fn cornered(game: Game, seed: u64) -> Option<Position> {
    few(game, seed, |turn, _| turn)
}

/// The same with most pieces in the hands of those who are not to move, so that selfmates are not too rare.
pub fn besieged(game: Game, seed: u64) -> Option<Position> {
    few(game, seed, |_, next| next)
}

/// Kings at the edge and three to five pieces, at least two of them of the player chosen among the one on
/// turn and the next.
fn few(game: Game, seed: u64, choose: impl Fn(Player, Player) -> Player) -> Option<Position> {
    let mut rng = Rng::new(seed);
    let all: Vec<Cell> = game.shape.cells().collect();
    let is_edge = |cell: &Cell| Direction::ALL.iter().any(|&way| game.shape.step(*cell, way).is_none());
    let edge: Vec<_> = all.iter().copied().filter(is_edge).collect();
    let mut setup = Setup::empty(game);
    let players: Vec<Player> = game.players().collect();
    setup.turn = rng.choose(&players);
    let strong = choose(setup.turn, setup.turn.others(game.players).next()?);
    let put = |setup: &mut Setup, rng: &mut Rng, cells: &[Cell], piece| {
        let vacant: Vec<_> =
            cells.iter().copied().filter(|&cell| setup.board.piece(cell).is_none()).collect();
        setup.board.put(rng.choose(&vacant), piece);
    };
    for &player in &players {
        put(&mut setup, &mut rng, &edge, Piece::new(player, Role::King));
    }
    for number in 0..3 + rng.below(3) {
        let owner = if number < 2 { strong } else { rng.choose(&players) };
        let role = if rng.below(4) == 0 { Role::Pawn } else { rng.choose(game.promotions) };
        put(&mut setup, &mut rng, &all, Piece::new(owner, role));
    }
    setup.into_position().ok()
}
