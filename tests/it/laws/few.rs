//! Random positions of very few men, the same in every run.

use hexmate::geometry::{Cell, CellSet, Direction};
use hexmate::rules::{Piece, Player, Position, Role, Setup, Variant};

use super::random::Random;

/// A position of very few men with the kings at the edge of the board, where short mates are common.
pub fn cornered<V: Variant>(seed: u64) -> Option<Position<V>> {
    few(seed, |turn, _| turn)
}

/// The same with most men in the hands of those who are not on turn, so that selfmates are not too rare.
pub fn besieged<V: Variant>(seed: u64) -> Option<Position<V>> {
    few(seed, |_, next| next)
}

/// Kings at the edge and three to five men, at least two of them of the player chosen among the one on
/// turn and the next.
fn few<V: Variant>(seed: u64, choose: impl Fn(Player, Player) -> Player) -> Option<Position<V>> {
    let mut random = Random::new(seed);
    let all: Vec<Cell<V::Geometry>> = CellSet::all().into_iter().collect();
    let is_edge = |cell: &Cell<V::Geometry>| Direction::ALL.iter().any(|&way| cell.step(way).is_none());
    let edge: Vec<_> = all.iter().copied().filter(is_edge).collect();
    let mut setup = Setup::<V>::empty();
    let players: Vec<Player> = V::players().collect();
    setup.turn = random.pick(&players);
    let strong = choose(setup.turn, setup.turn.after(V::PLAYERS).next()?);
    let put = |setup: &mut Setup<V>, random: &mut Random, cells: &[Cell<V::Geometry>], piece| {
        let vacant: Vec<_> =
            cells.iter().copied().filter(|&cell| setup.board.piece(cell).is_none()).collect();
        setup.board.put(random.pick(&vacant), piece);
    };
    for &player in &players {
        put(&mut setup, &mut random, &edge, Piece::new(player, Role::King));
    }
    for number in 0..3 + random.below(3) {
        let owner = if number < 2 { strong } else { random.pick(&players) };
        let role = if random.below(4) == 0 { Role::Pawn } else { random.pick(V::PROMOTIONS) };
        put(&mut setup, &mut random, &all, Piece::new(owner, role));
    }
    setup.into_position().ok()
}
