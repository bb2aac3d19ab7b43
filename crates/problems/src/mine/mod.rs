//! Sound problems in games: positions with a forced mate that has one key. No text, no threads, no files.
//!
//! A position is a sound problem if its shortest mate has exactly one key.
//! [`sound_mate`] asks this of one position, [`mine`] of all positions of a
//! game. Two games often come by the same position, or one that is its image in
//! a mirror: [`canonical_key`](hexmate_position::symmetry::canonical_key) tells.

use hexmate_core::mate::{Budget, Stipulation, Stop, TranspositionTable, Victim};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// Which problems are wanted, and how long to look for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The fewest moves of a mate.
    pub shortest: u32,
    /// The most.
    pub longest: u32,
    /// The most positions that the search of one position may look at.
    pub nodes: Option<u64>,
}

/// A forced mate with one key, and none in fewer moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SoundMate {
    /// The length and the victim.
    pub stipulation: Stipulation,
    /// The only move that solves it.
    pub key: Move,
}

/// The sound problem that a position is, if it is one of a length that is wanted.
///
/// # Errors
///
/// If the search was stopped before it was certain.
pub fn sound_mate(
    position: &Position,
    victim: Victim,
    wanted: Wanted,
    table: &mut TranspositionTable,
) -> Result<Option<SoundMate>, Stop> {
    sound_mate_within(position, victim, wanted, Budget { nodes: wanted.nodes, ..Budget::default() }, table)
}

fn sound_mate_within(
    position: &Position,
    victim: Victim,
    wanted: Wanted,
    budget: Budget<'_>,
    table: &mut TranspositionTable,
) -> Result<Option<SoundMate>, Stop> {
    let stipulation = Stipulation { victim, ..Stipulation::mate_in(wanted.longest) };
    let solution = position.solve(stipulation, table, budget);
    if let Some(stop) = solution.stopped {
        return Err(stop);
    }
    Ok(match (solution.mate_in, solution.keys.as_slice()) {
        (Some(moves), &[key]) if moves >= wanted.shortest => {
            Some(SoundMate { stipulation: stipulation.with_moves(moves), key })
        }
        _ => None,
    })
}

/// A problem that stood on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// Moves of single players before it.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// What is to be found in it.
    pub mate: SoundMate,
    /// What the game made of it.
    pub continuation: Continuation,
}

/// What a game made of a forced mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Continuation {
    /// The key was played, and somebody mated within the length of the problem.
    Mated,
    /// The key was played, but the mate did not follow.
    Begun,
    /// This move was played, which is not the key.
    Missed(Move),
    /// The game ended there.
    Left,
}

/// What a game holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinedGame {
    /// The problems in the order of the game.
    pub puzzles: Vec<FoundPuzzle>,
    /// Positions searched.
    pub searched: usize,
    /// Those of them whose search was stopped by the limit.
    pub unfinished: usize,
}

/// The sound problems among the positions of a game: mates of any opponent.
///
/// The moves must be legal, one after the other. A position that returns within
/// the game is found again.
pub fn mine(start: &Position, moves: &[Move], wanted: Wanted, table: &mut TranspositionTable) -> MinedGame {
    mine_within(start, moves, wanted, Budget::default(), table)
}

/// The same within a budget for each position, whose limit of nodes is that of `wanted`: searches that are stopped
/// are told as such.
pub fn mine_within(
    start: &Position,
    moves: &[Move],
    wanted: Wanted,
    budget: Budget<'_>,
    table: &mut TranspositionTable,
) -> MinedGame {
    let budget = Budget { nodes: wanted.nodes, ..budget };
    let mut positions = vec![start.clone()];
    for &m in moves {
        positions.push(positions[positions.len() - 1].play_unchecked(m));
    }
    let mut mined = MinedGame { puzzles: Vec::new(), searched: 0, unfinished: 0 };
    for (ply, position) in positions.iter().enumerate().filter(|(_, position)| position.has_moves()) {
        mined.searched += 1;
        match sound_mate_within(position, Victim::Any, wanted, budget, table) {
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

/// What became of a mate in the first of these positions of a game, after which `played` was played.
fn continuation(mate: SoundMate, positions: &[Position], played: Option<Move>) -> Continuation {
    match played {
        None => Continuation::Left,
        Some(m) if m != mate.key => Continuation::Missed(m),
        Some(_) if is_mate_given(positions, mate.stipulation.moves) => Continuation::Mated,
        Some(_) => Continuation::Begun,
    }
}

/// Whether the player to move in the first position has mated somebody by so many moves.
fn is_mate_given(positions: &[Position], moves: u32) -> bool {
    let attacker = positions[0].turn();
    let opponents = positions[0].living().without(attacker);
    let mut turns = 0;
    for position in positions {
        let is_mated = position.is_mate() && position.turn() != attacker;
        if is_mated || !opponents.iter().all(|opponent| position.living().contains(opponent)) {
            return position.living().contains(attacker);
        }
        // More than two may be in: then a mate shows only when the turn has come round.
        turns += u32::from(position.turn() == attacker);
        if turns > moves {
            return false;
        }
    }
    false
}
