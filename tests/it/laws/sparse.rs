//! Random positions with very few pieces, the same in every run.

use hexmate_core::geometry::{Cell, Direction};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, Position, Setup};

/// Returns a position with very few pieces and kings at the edge, where short mates are common.
pub fn cornered(game: Game, seed: u64) -> Option<Position> {
    sparse(game, seed, |turn, _| turn)
}

/// Returns a position like [`cornered`] in which the next player is the stronger, so that selfmates are not too rare.
pub fn besieged(game: Game, seed: u64) -> Option<Position> {
    sparse(game, seed, |_, next| next)
}

/// Puts kings at the edge and three to five pieces; `choose` selects the owner of the first two from the side to move
/// and the next player.
fn sparse(game: Game, seed: u64, choose: impl Fn(Player, Player) -> Player) -> Option<Position> {
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
