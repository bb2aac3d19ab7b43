//! Random positions for help and series play. Equal seeds give equal positions.

use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Play, Stipulation};
use hexmate_core::random::Rng;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, Position, Setup};

/// Roles of the pieces beside the kings; pawns are drawn twice as often as others.
const ROLES: [Role; 6] = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A stipulation with the least and the largest number of men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set {
    pub stipulation: &'static str,
    pub men: [usize; 2],
}

/// The sets that are measured.
pub const SETS: [Set; 9] = [
    Set { stipulation: "h#3", men: [6, 8] },
    Set { stipulation: "h#4", men: [6, 8] },
    Set { stipulation: "h#5", men: [5, 6] },
    Set { stipulation: "h#6", men: [4, 4] },
    Set { stipulation: "ser-h#8", men: [4, 6] },
    Set { stipulation: "ser-h#12", men: [4, 5] },
    Set { stipulation: "ser-#7", men: [4, 6] },
    Set { stipulation: "hs#3", men: [5, 7] },
    Set { stipulation: "hs#4", men: [5, 6] },
];

/// Returns the side that begins: in helpmates and series helpmates the one that is mated.
fn first_player(stipulation: Stipulation) -> Player {
    match stipulation.play {
        Play::Help | Play::SeriesHelp => Player::BLACK,
        _ => Player::WHITE,
    }
}

/// Returns a random position with kings and other men anywhere; `None` if it is illegal or has no moves.
pub fn draw(game: Game, stipulation: Stipulation, men: [usize; 2], rng: &mut Rng) -> Option<Position> {
    let cells: Vec<Cell> = game.shape.cells().collect();
    let mut setup = Setup::empty(game);
    setup.turn = first_player(stipulation);
    let count = men[0] + rng.below(men[1] - men[0] + 1);
    for number in 0..count {
        let owner = if number < 2 { number } else { rng.below(2) };
        let role = if number < 2 { Role::King } else { rng.choose(&ROLES) };
        let cell = rng.choose(&cells);
        if setup.board.piece(cell).is_some() {
            return None;
        }
        setup.board.put(cell, Piece::new(Player::new(owner as u8), role));
    }
    setup.into_position().ok().filter(Position::has_moves)
}

/// Returns a number of legal positions of a set.
pub fn positions(game: Game, set: Set, count: usize, seed: u64) -> Vec<Position> {
    let Ok(stipulation) = set.stipulation.parse::<Stipulation>() else { return Vec::new() };
    let rng = &mut Rng::new(seed);
    std::iter::repeat_with(|| draw(game, stipulation, set.men, rng)).flatten().take(count).collect()
}
