//! Random positions, the same in every run: from play, and thinly put up.

use hexmate::game::{Game, Position, Setup};
use hexmate::geometry::Cell;
use hexmate::rules::{Piece, Player, Role};

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
pub fn game(game: Game, seed: u64, plies: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut position = Position::start(game);
    let mut positions = vec![position.clone()];
    for _ in 0..plies {
        let moves: Vec<_> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position = position.after_move(random.pick(&moves));
        positions.push(position.clone());
    }
    positions
}

/// Cells from which a pawn of this seat may step twice, in their order.
pub fn double_step_cells(game: Game, seat: Player) -> Vec<Cell> {
    let mut cells: Vec<Cell> = game.double_step_cells(seat).collect();
    cells.sort_unstable();
    cells
}

/// A position of a few men put up at random, if the rules allow it.
///
/// Checks, pins, mates, promotions and double steps are common in these.
pub fn thin(game: Game, seed: u64) -> Option<Position> {
    let mut random = Random::new(seed);
    let cells: Vec<Cell> = game.shape.cells().collect();
    let mut setup = Setup::empty(game);
    while setup.living.len() > 2 && random.below(5) > 0 {
        setup.living = setup.living.without(random.pick(&game.players().collect::<Vec<_>>()));
    }
    let players: Vec<Player> = setup.living.iter().collect();
    let out: Vec<Player> = game.players().filter(|&player| !setup.living.contains(player)).collect();
    let men = 2 + random.below(4 * players.len());
    for _ in 0..men {
        let owner = random.pick(&players);
        let role = match random.below(3) {
            0 => Role::Pawn,
            _ => random.pick(game.promotions),
        };
        let inherited = role == Role::Pawn && !out.is_empty() && random.below(2) == 0;
        let seat = if inherited { random.pick(&out) } else { owner };
        let cell = match role {
            Role::Pawn if random.below(2) == 0 => {
                let home = double_step_cells(game, seat);
                if home.is_empty() { random.pick(&cells) } else { random.pick(&home) }
            }
            _ => random.pick(&cells),
        };
        setup.board.put(cell, Piece { owner, role, seat });
    }
    for &player in &players {
        let vacant = cells.iter().copied().filter(|&cell| setup.board.piece(cell).is_none());
        let vacant: Vec<_> = vacant.collect();
        setup.board.put(random.pick(&vacant), Piece::new(player, Role::King));
    }
    setup.turn = random.pick(&players);
    setup.into_position().ok()
}
