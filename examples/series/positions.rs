//! Random positions of few pieces, also such in which every move mates; the same for the same seed.

use hexmate::game::{Game, Position, Setup};
use hexmate::geometry::{Cell, Direction};
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

/// A position of a game for two with both kings at the edge and two to five other pieces.
pub fn few(game: Game, random: &mut Random) -> Option<Position> {
    let all: Vec<Cell> = game.shape.cells().collect();
    let is_edge = |cell: &Cell| Direction::ALL.iter().any(|&way| game.shape.step(*cell, way).is_none());
    let edge: Vec<Cell> = all.iter().copied().filter(is_edge).collect();
    let players: Vec<Player> = game.players().collect();
    let mut setup = Setup::empty(game);
    setup.turn = random.pick(&players);
    let put = |setup: &mut Setup, random: &mut Random, cells: &[Cell], piece| {
        let vacant: Vec<Cell> =
            cells.iter().copied().filter(|&cell| setup.board.piece(cell).is_none()).collect();
        setup.board.put(random.pick(&vacant), piece);
    };
    for &player in &players {
        put(&mut setup, random, &edge, Piece::new(player, Role::King));
    }
    for _ in 0..2 + random.below(4) {
        let role = if random.below(4) == 0 { Role::Pawn } else { random.pick(game.promotions) };
        let piece = Piece::new(random.pick(&players), role);
        put(&mut setup, random, &all, piece);
    }
    setup.into_position().ok()
}

/// Positions that lead to one in which every move mates: some with a few moves of one player in a row, some with
/// moves of both in turn.
pub fn before_forced_mate(game: Game, random: &mut Random) -> Vec<Position> {
    let Some(forced) = forced_to_mate(game, random) else { return Vec::new() };
    let [last, first] = [forced.next_player(), forced.turn()];
    let mut way_back = || {
        let is_series = random.below(2) == 0;
        let mut position = taken_back(&forced, last, random)?;
        for number in 0..random.below(4) {
            let player = if is_series || number % 2 == 1 { last } else { first };
            position = taken_back(&position, player, random)?;
        }
        Some(position)
    };
    (0..40).filter_map(|_| way_back()).collect()
}

/// A position in which every move mates: one with a mate in one, and a piece whose check leaves nothing else.
fn forced_to_mate(game: Game, random: &mut Random) -> Option<Position> {
    let open = few(game, random)?;
    if !open.legal_moves().any(|m| open.after_move(m).is_mate()) {
        return None;
    }
    let cells: Vec<Cell> = game.shape.cells().filter(|&cell| open.piece(cell).is_none()).collect();
    let (first, setup, giver) = (random.below(cells.len()), Setup::from(&open), open.next_player());
    let pieces = cells
        .iter()
        .cycle()
        .skip(first)
        .take(cells.len())
        .flat_map(|&cell| game.promotions.iter().map(move |&role| (cell, Piece::new(giver, role))));
    let checked = pieces.filter_map(|(cell, piece)| {
        let mut setup = setup.clone();
        setup.board.put(cell, piece);
        setup.into_position().ok()
    });
    let mut checked = checked.filter(|position| position.is_check() && position.has_moves());
    checked.find(|position| position.legal_moves().all(|m| position.after_move(m).is_mate()))
}

/// The position before an officer of this player came to where it stands, that player being on turn.
fn taken_back(position: &Position, player: Player, random: &mut Random) -> Option<Position> {
    let officers: Vec<Cell> = position
        .pieces()
        .into_iter()
        .filter(|(_, piece)| piece.owner == player && piece.role != Role::Pawn)
        .map(|(cell, _)| cell)
        .collect();
    let to = random.pick(&officers);
    // Officers go back the way they come.
    let vacant = position.attacks(to).into_iter().filter(|&cell| position.piece(cell).is_none());
    let vacant: Vec<Cell> = vacant.collect();
    if vacant.is_empty() {
        return None;
    }
    let mut setup = Setup { turn: player, ..Setup::from(position) };
    let piece = setup.board.take(to)?;
    setup.board.put(random.pick(&vacant), piece);
    setup.into_position().ok()
}
