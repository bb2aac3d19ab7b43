//! Games that the program plays against itself, and the sound problems in them.

use hexmate_core::mate::{Budget, Stipulation, TranspositionTable, Victim};
use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_position::{Game, Position};
use hexmate_problems::mine::{MineOptions, SoundMate, sound_mate};
use rayon::prelude::*;

/// Largest number of moves of a player in one game.
const MOVES: usize = 200;
/// Node limit of the search by which a player chooses a move.
const NODES: u64 = 7_500;

/// Limits of the search for problems.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Largest number of pieces per remaining player.
    pub pieces: u32,
    /// Length of the longest mates, in moves.
    pub longest: u32,
    /// Node limit of one search.
    pub nodes: u64,
}

impl Effort {
    /// Returns whether a position has few enough pieces to be searched.
    fn is_thin(self, position: &Position) -> bool {
        position.pieces().len() as u32 <= self.pieces * position.living().len()
    }
}

/// A sound problem found in a game.
#[derive(Clone)]
pub struct Found {
    pub seed: u64,
    pub position: Position,
    pub mate: SoundMate,
}

/// Plays games and returns the problems in them.
pub fn play_all(game: Game, games: u64, effort: Effort) -> Vec<Found> {
    (1..=games).into_par_iter().flat_map_iter(move |seed| play(game, seed, effort)).collect()
}

fn play(game: Game, seed: u64, effort: Effort) -> Vec<Found> {
    let mut table = TranspositionTable::with_limit(1 << 22);
    let played = positions(game, seed, effort, &mut table);
    let promising =
        (0..played.len()).filter(|&ply| is_promising(&played[ply..], effort)).map(|ply| &played[ply]);
    let found = promising.filter_map(|position| {
        let mate = problem(position, seed, effort, &mut table)?;
        Some(Found { seed, position: position.clone(), mate })
    });
    found.collect()
}

/// Plays a game and returns its positions.
fn positions(game: Game, seed: u64, effort: Effort, table: &mut TranspositionTable) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = vec![Position::start(game)];
    for _ in 0..MOVES * usize::from(game.players) {
        let position = &positions[positions.len() - 1];
        let Some(m) = choose_move(position, &mut rng, table, effort.is_thin(position)) else { break };
        positions.push(position.play_unchecked(m));
    }
    positions
}

/// Returns whether the first of these positions of a game is worth a search.
///
/// With more than two players a search is slow and rarely finds a problem, so a position is searched only if a player
/// was mated or eliminated within the length of a problem.
fn is_promising(positions: &[Position], effort: Effort) -> bool {
    let living = positions[0].living();
    let within = (living.len() * effort.longest) as usize;
    let later = &positions[within.min(positions.len() - 1)];
    effort.is_thin(&positions[0])
        && (later.game().players == 2 || later.living() != living || later.is_mate())
}

/// Returns the sound problem of a position, with any victim or else a named one; in games with an even seed the named
/// victims are tried first.
fn problem(
    position: &Position,
    seed: u64,
    effort: Effort,
    table: &mut TranspositionTable,
) -> Option<SoundMate> {
    let wanted = MineOptions { min_moves: 1, max_moves: effort.longest, nodes: Some(effort.nodes) };
    let budget = Budget { nodes: wanted.nodes, ..Budget::default() };
    // If no player can be mated, no named victim can be.
    position.solve(Stipulation::mate_in(wanted.max_moves), table, budget).mate_in?;
    let mut victims = vec![Victim::Any];
    if position.living().len() > 2 {
        victims.extend(position.living().without(position.turn()).iter().map(Victim::Named));
    }
    if seed.is_multiple_of(2) {
        victims.reverse();
    }
    victims.into_iter().find_map(|victim| sound_mate(position, victim, wanted, table).ok().flatten())
}

/// Returns a mate in one or two, else a random capture or a random move.
fn choose_move(
    position: &Position,
    rng: &mut Rng,
    table: &mut TranspositionTable,
    is_thin: bool,
) -> Option<Move> {
    let depth = if is_thin && position.living().len() == 2 { 2 } else { 1 };
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let solution = position.solve(Stipulation::mate_in(depth), table, budget);
    if let Some(&key) = solution.keys.first() {
        return Some(key);
    }
    let moves: Vec<_> = position.legal_moves().collect();
    let captures: Vec<_> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
    let odds = if is_thin { 4 } else { 2 };
    let among = if captures.is_empty() || rng.below(odds) > 0 { &moves } else { &captures };
    among.get(rng.below(among.len().max(1))).copied()
}
