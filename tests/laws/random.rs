//! Random positions, the same in every run: from play, and thinly put up.

use hexmate::geometry::{Cell, CellSet, Direction};
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
