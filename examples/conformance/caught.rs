//! Positions that are added so that the suite catches every fault of [`Fault`]: few, short, and first those set up by hand.

use hexmate_core::geometry::Cell;
use hexmate_oracle as oracle;
use hexmate_position::Game;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::candidates::{self, Candidate};
use crate::faulty::{Fault, Faulty, corners};
use crate::{scenes, sparse};

/// Positions that are always added, by game and name.
const ALWAYS: [(&str, &str); 2] = [
    ("glinski", "en passant on b6, the position of the rules"),
    ("glinski", "en passant on k6, the position of the rules mirrored"),
];

/// Largest depth of the counts.
const DEPTH: u32 = 3;

/// Largest count in which a fault is looked for.
const MOST_NODES: u64 = 2_000;

/// Number of candidates that are not set up by hand.
const CANDIDATES: usize = 60;

/// Number of candidates with a king in a corner.
const IN_CORNERS: usize = 16;

/// Largest length of a row, in bytes.
const MAX_BYTES: usize = 8_000;

/// Returns further positions, so that every fault that a candidate catches is caught; `others` were not chosen.
pub fn complete(game: Game, chosen: &[Candidate], others: Vec<Candidate>) -> Vec<Candidate> {
    let mut missing: Vec<Fault> = Fault::all(oracle(game));
    let is_caught = |fault: &Fault, depth| chosen.par_iter().any(|candidate| shows(candidate, *fault, depth));
    // Moves first: counts take longer.
    missing.retain(|fault| !is_caught(fault, 1));
    missing.retain(|fault| !is_caught(fault, DEPTH));
    let mut pool: Vec<Candidate> = candidates::by_hand(game).into_iter().chain(in_corners(game)).collect();
    let scenes = scenes::of(game, oracle(game).rules()).into_iter();
    pool.extend(scenes.filter_map(|(name, position)| Candidate::new(name, &position)));
    pool.extend(others.into_iter().step_by(11).take(CANDIDATES));
    pool.retain(|candidate| candidate.bytes() <= MAX_BYTES);
    let depth = |fault: &Fault| if shows_later(*fault) { DEPTH } else { 1 };
    let catches = |candidate: &Candidate| -> Vec<Fault> {
        let always = is_always(game, candidate);
        let shown = |fault: &&Fault| shows(candidate, **fault, if always { DEPTH } else { depth(fault) });
        missing.iter().filter(shown).copied().collect()
    };
    let mut pool: Vec<(Candidate, Vec<Fault>)> = {
        let found: Vec<Vec<Fault>> = pool.par_iter().map(catches).collect();
        pool.into_iter().zip(found).filter(|(_, found)| !found.is_empty()).collect()
    };
    let mut further = Vec::new();
    loop {
        // Prefers many missing faults in few bytes.
        let worth = |(candidate, found): &(Candidate, Vec<Fault>)| match found.len() {
            0 => 0,
            _ if is_always(game, candidate) => usize::MAX,
            count => count * 1_000_000 / (candidate.bytes() + 600),
        };
        let Some(best) = (0..pool.len()).max_by_key(|&at| (worth(&pool[at]), usize::MAX - at)) else { break };
        let (mut candidate, found) = pool.remove(best);
        if found.is_empty() {
            break;
        }
        for (other, others) in &mut pool {
            if !is_always(game, other) {
                others.retain(|fault| !found.contains(fault));
            }
        }
        missing.retain(|fault| !found.contains(fault));
        for code in found.into_iter().map(Fault::code) {
            if candidate.faults.iter().all(|other| other != code) {
                candidate.faults.push(code.to_owned());
            }
        }
        further.push(candidate);
    }
    for fault in missing {
        eprintln!("{}: no candidate catches {fault:?}", game.name);
    }
    further
}

/// Returns whether a fault shows in later moves only.
fn shows_later(fault: Fault) -> bool {
    matches!(
        fault,
        Fault::RightOutlivesMove
            | Fault::DoubleStepNeedsUnmovedPawn
            | Fault::CaptureLeavesRight
            | Fault::CastlesWithoutFirstRook
    )
}

/// Returns whether a candidate is always added.
fn is_always(game: Game, candidate: &Candidate) -> bool {
    ALWAYS.contains(&(game.name, &candidate.name))
}

/// Returns whether a fault shows in the moves of a position or, for two players, in its small counts to a depth.
fn shows(candidate: &Candidate, fault: Fault, depth: u32) -> bool {
    let game = oracle(candidate.position.game());
    let position = oracle::Position::from_fen(game, &candidate.position.to_fen()).expect("a legal position");
    let faulty = Faulty::new(Some(fault), &position);
    if depth == 1 || game.rules().count() > 2 {
        return faulty.moves() != Faulty::new(None, &position).moves();
    }
    let counts = (1..=depth).map(|depth| (depth, candidate.position.perft(depth)));
    counts.take_while(|&(_, nodes)| nodes <= MOST_NODES).any(|(depth, nodes)| faulty.perft(depth) != nodes)
}

/// Returns positions whose player to move has its king in a corner.
fn in_corners(game: Game) -> Vec<Candidate> {
    let rules = oracle(game).rules();
    let corners: Vec<Cell> =
        corners(rules).into_iter().filter_map(|cell| game.cell(rules.cells.name(cell))).collect();
    let in_corner = |seed| {
        let position = sparse::cornered(game, seed)?;
        let king = position.king(position.turn())?;
        corners.contains(&king).then(|| (format!("king in the corner {seed}"), position))
    };
    let found = (0..4_000).filter_map(in_corner).take(IN_CORNERS);
    found.filter_map(|(name, position)| Candidate::new(name, &position)).collect()
}

fn oracle(game: Game) -> oracle::Game {
    oracle::Game::by_name(game.name).expect("the oracle knows every game")
}
