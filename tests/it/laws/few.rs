//! Random positions of very few pieces, the same in every run.

use hexmate_core::dice::Dice;
use hexmate_core::geometry::{Cell, Direction};
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
    let mut dice = Dice::new(seed);
    let all: Vec<Cell> = game.shape.cells().collect();
    let is_edge = |cell: &Cell| Direction::ALL.iter().any(|&way| game.shape.step(*cell, way).is_none());
    let edge: Vec<_> = all.iter().copied().filter(is_edge).collect();
    let mut setup = Setup::empty(game);
    let players: Vec<Player> = game.players().collect();
    setup.turn = dice.pick(&players);
    let strong = choose(setup.turn, setup.turn.others(game.players).next()?);
    let put = |setup: &mut Setup, dice: &mut Dice, cells: &[Cell], piece| {
        let vacant: Vec<_> =
            cells.iter().copied().filter(|&cell| setup.board.piece(cell).is_none()).collect();
        setup.board.put(dice.pick(&vacant), piece);
    };
    for &player in &players {
        put(&mut setup, &mut dice, &edge, Piece::new(player, Role::King));
    }
    for number in 0..3 + dice.roll(3) {
        let owner = if number < 2 { strong } else { dice.pick(&players) };
        let role = if dice.roll(4) == 0 { Role::Pawn } else { dice.pick(game.promotions) };
        put(&mut setup, &mut dice, &all, Piece::new(owner, role));
    }
    setup.into_position().ok()
}
