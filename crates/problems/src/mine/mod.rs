//! Search for sound problems in games.
//!
//! A position is a sound problem if its shortest mate has exactly one key. [`sound_mate`] tests one position, [`mine`]
//! all positions of a game. Use [`canonical_key`](hexmate_position::symmetry::canonical_key) to find positions that
//! several games share, rotated or reflected.

use hexmate_core::mate::{Budget, Stipulation, Stop, TranspositionTable, Victim};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// Limits of the search for sound problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MineOptions {
    /// Minimum length of a mate, in moves.
    pub min_moves: u32,
    /// Maximum length of a mate, in moves.
    pub max_moves: u32,
    /// Maximum number of nodes of the search of one position.
    pub nodes: Option<u64>,
}

/// A shortest forced mate with one key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SoundMate {
    /// The stipulation: length and victim.
    pub stipulation: Stipulation,
    /// The only key.
    pub key: Move,
}

/// Returns the sound mate of a position, if it has one of the wanted length.
///
/// # Errors
///
/// If a limit stopped the search before the result was certain.
pub fn sound_mate(
    position: &Position,
    victim: Victim,
    options: MineOptions,
    table: &mut TranspositionTable,
) -> Result<Option<SoundMate>, Stop> {
    sound_mate_within(position, victim, options, Budget { nodes: options.nodes, ..Budget::default() }, table)
}

fn sound_mate_within(
    position: &Position,
    victim: Victim,
    options: MineOptions,
    budget: Budget<'_>,
    table: &mut TranspositionTable,
) -> Result<Option<SoundMate>, Stop> {
    let stipulation = Stipulation { victim, ..Stipulation::mate_in(options.max_moves) };
    let solution = position.solve(stipulation, table, budget);
    if let Some(stop) = solution.stopped {
        return Err(stop);
    }
    Ok(match (solution.mate_in, solution.keys.as_slice()) {
        (Some(moves), &[key]) if moves >= options.min_moves => {
            Some(SoundMate { stipulation: stipulation.with_moves(moves), key })
        }
        _ => None,
    })
}

/// A sound problem in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// Number of plies before it.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// The mate.
    pub mate: SoundMate,
    /// Continuation of the game.
    pub continuation: Continuation,
}

/// Continuation of a game with a forced mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Continuation {
    /// The key was played, and mate followed within the length of the problem.
    Mated,
    /// The key was played, but the mate did not follow.
    KeyPlayed,
    /// This move was played instead of the key.
    Missed(Move),
    /// The game ended there.
    GameEnded,
}

/// Problems found in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinedGame {
    /// The problems, in the order of the game.
    pub puzzles: Vec<FoundPuzzle>,
    /// Number of positions searched.
    pub searched: usize,
    /// Number of searches that a limit stopped.
    pub unfinished: usize,
}

/// Returns the sound problems among the positions of a game, with any opponent as victim.
///
/// The moves must be legal. A repeated position is found again.
pub fn mine(
    start: &Position,
    moves: &[Move],
    options: MineOptions,
    table: &mut TranspositionTable,
) -> MinedGame {
    mine_within(start, moves, options, Budget::default(), table)
}

/// Returns the sound problems like [`mine`], with a budget for the search of each position.
///
/// The node limit is that of `options`. Searches that the budget stops are counted as unfinished.
pub fn mine_within(
    start: &Position,
    moves: &[Move],
    options: MineOptions,
    budget: Budget<'_>,
    table: &mut TranspositionTable,
) -> MinedGame {
    let budget = Budget { nodes: options.nodes, ..budget };
    let mut positions = vec![start.clone()];
    for &m in moves {
        positions.push(positions[positions.len() - 1].play_unchecked(m));
    }
    let mut mined = MinedGame { puzzles: Vec::new(), searched: 0, unfinished: 0 };
    for (ply, position) in positions.iter().enumerate().filter(|(_, position)| position.has_moves()) {
        mined.searched += 1;
        match sound_mate_within(position, Victim::Any, options, budget, table) {
            Ok(None) => {}
            Ok(Some(mate)) => {
                let continuation = continuation(mate, &positions[ply..], moves.get(ply).copied());
                mined.puzzles.push(FoundPuzzle { ply, position: position.clone(), mate, continuation });
            }
            Err(_) => mined.unfinished += 1,
        }
    }
    mined
}

/// A position of a game in which exactly one move wins, and the continuation of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnlyMove {
    /// The position.
    pub position: Position,
    /// The move that wins.
    pub key: Move,
    /// The move that was played; `None` if the game ended there.
    pub played: Option<Move>,
}

/// Returns how a game continued from the first of these positions, in which `played` was played.
fn continuation(mate: SoundMate, positions: &[Position], played: Option<Move>) -> Continuation {
    match played {
        None => Continuation::GameEnded,
        Some(m) if m != mate.key => Continuation::Missed(m),
        Some(_) if is_mate_given(positions, mate.stipulation.moves) => Continuation::Mated,
        Some(_) => Continuation::KeyPlayed,
    }
}

/// Returns whether the player to move in the first position mates an opponent within `moves` moves.
fn is_mate_given(positions: &[Position], moves: u32) -> bool {
    let attacker = positions[0].turn();
    let opponents = positions[0].living().without(attacker);
    let mut turns = 0;
    for position in positions {
        let is_mated = position.is_mate() && position.turn() != attacker;
        if is_mated || !opponents.iter().all(|opponent| position.living().contains(opponent)) {
            return position.living().contains(attacker);
        }
        // In games for more than two an opponent is eliminated only on that opponent's turn.
        turns += u32::from(position.turn() == attacker);
        if turns > moves {
            return false;
        }
    }
    false
}
