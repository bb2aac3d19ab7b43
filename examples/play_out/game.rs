//! Games that the program plays with itself, and the sound problems in them.

use hexmate::mate::{Budget, Stipulation, Table, Victim, solve};
use hexmate::mine::{SoundMate, Wanted, sound_mate};
use hexmate::rules::{Move, Position, Variant};
use rayon::prelude::*;

/// The most moves of a player in one game.
const MOVES: usize = 200;
/// The most men, for each player in, of a position that is searched.
const MEN: u32 = 8;
/// The most positions that the search of one position may look at.
const NODES: u64 = 150_000;

/// A problem from play.
#[derive(Clone, Copy)]
pub struct Found<V: Variant> {
    pub seed: u64,
    pub position: Position<V>,
    pub mate: SoundMate<V>,
}

/// The problems of so many games, with mates in at most `longest`.
pub fn play_all<V: Variant>(games: u64, longest: u32) -> Vec<Found<V>> {
    (1..=games).into_par_iter().flat_map_iter(|seed| play::<V>(seed, longest)).collect()
}

fn play<V: Variant>(seed: u64, longest: u32) -> Vec<Found<V>> {
    let mut random = Random(seed);
    let mut table = Table::with_limit(1 << 22);
    let mut position = Position::<V>::start();
    let mut found = Vec::new();
    for _ in 0..MOVES * usize::from(V::PLAYERS) {
        let is_thin = position.board().occupied().len() <= MEN * position.living().len();
        if is_thin {
            let mate = problem(&position, seed, longest, &mut table);
            found.extend(mate.map(|mate| Found { seed, position, mate }));
        }
        let Some(m) = choose_move(&position, &mut random, &mut table, is_thin) else { break };
        position = position.after(m);
    }
    found
}

/// The sound problem of a position: mate of anybody, or else of one opponent; in every other game the reverse.
fn problem<V: Variant>(
    position: &Position<V>,
    seed: u64,
    longest: u32,
    table: &mut Table,
) -> Option<SoundMate<V>> {
    let wanted = Wanted { shortest: 1, longest, nodes: Some(NODES) };
    let mut victims = vec![Victim::Any];
    if position.living().len() > 2 {
        victims.extend(position.living().without(position.turn()).iter().map(Victim::Named));
    }
    if seed.is_multiple_of(2) {
        victims.reverse();
    }
    victims.into_iter().find_map(|victim| sound_mate(position, victim, wanted, table).ok().flatten())
}

/// A mate in one or two, else something taken or any move, by chance.
fn choose_move<V: Variant>(
    position: &Position<V>,
    random: &mut Random,
    table: &mut Table,
    is_thin: bool,
) -> Option<Move<V::Geometry>> {
    let depth = if is_thin { 2 } else { 1 };
    let budget = Budget { nodes: Some(NODES / 20), ..Budget::default() };
    let solution = solve(position, Stipulation::mate_in(depth), table, budget);
    if let Some(&key) = solution.keys.first() {
        return Some(key);
    }
    let moves: Vec<_> = position.legal_moves().collect();
    let captures: Vec<_> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
    let odds = if is_thin { 4 } else { 2 };
    let among = if captures.is_empty() || random.below(odds) > 0 { &moves } else { &captures };
    among.get(random.below(among.len().max(1))).copied()
}

/// A small generator of random numbers, `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
