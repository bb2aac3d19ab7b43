//! Random positions, the same in every run: from play, and thinly put up.

use hexmate::geometry::{Cell, CellSet};
use hexmate::rules::{Piece, Player, Position, Role, Setup, Variant};

/// A small generator of random numbers, `SplitMix64`.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Positions of a random game, every one of them.
pub fn game<V: Variant>(seed: u64, plies: usize) -> Vec<Position<V>> {
    let mut random = Random::new(seed);
    let mut position = Position::start();
    let mut positions = vec![position];
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position = position.after(random.pick(&moves));
        positions.push(position);
    }
    positions
}

/// A position of a few men put up at random, if the rules allow it.
///
/// Checks, pins, mates, promotions and double steps are common in these.
pub fn thin<V: Variant>(seed: u64) -> Option<Position<V>> {
    let mut random = Random::new(seed);
    let cells: Vec<Cell<V::Geometry>> = CellSet::all().into_iter().collect();
    let mut setup = Setup::<V>::empty();
    while setup.living.len() > 2 && random.below(5) > 0 {
        setup.living = setup.living.without(random.pick(&V::players().collect::<Vec<_>>()));
    }
    let players: Vec<Player> = setup.living.iter().collect();
    let out: Vec<Player> = V::players().filter(|&player| !setup.living.contains(player)).collect();
    let men = 2 + random.below(4 * players.len());
    for _ in 0..men {
        let owner = random.pick(&players);
        let role = match random.below(3) {
            0 => Role::Pawn,
            _ => random.pick(V::PROMOTIONS),
        };
        let inherited = role == Role::Pawn && !out.is_empty() && random.below(2) == 0;
        let seat = if inherited { random.pick(&out) } else { owner };
        let cell = match role {
            Role::Pawn if random.below(2) == 0 => {
                let home: Vec<_> = V::double_step_cells(seat).into_iter().collect();
                if home.is_empty() { random.pick(&cells) } else { random.pick(&home) }
            }
            _ => random.pick(&cells),
        };
        setup.board.put(cell, Piece { owner, role, seat });
    }
    for &player in &players {
        let vacant = CellSet::all() - setup.board.occupied();
        let vacant: Vec<_> = vacant.into_iter().collect();
        setup.board.put(random.pick(&vacant), Piece::new(player, Role::King));
    }
    setup.turn = random.pick(&players);
    setup.into_position().ok()
}
