//! Help and series play without aiming: every move is made.

use hexmate_core::mate::{Budget, Goal, Play, Scope, Stipulation, TranspositionTable};
use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_position::{Game, Position};

use super::sets::draw;

/// Returns all lines of a length, by making all moves.
pub fn lines(position: &Position, stipulation: Stipulation) -> Vec<Vec<Move>> {
    let mut found = Vec::new();
    collect(position, stipulation, stipulation.plies(), &mut Vec::new(), &mut found);
    found.sort_unstable();
    found
}

fn collect(
    position: &Position,
    stipulation: Stipulation,
    plies: u32,
    line: &mut Vec<Move>,
    found: &mut Vec<Vec<Move>>,
) {
    let before = found.len();
    for m in position.legal_moves() {
        let after = position.play_unchecked(m);
        line.push(m);
        if plies > 1 {
            let next = match stipulation.other_side_passes(plies - 1) {
                true => after.after_pass(position.turn()),
                false => Some(after),
            };
            if let Some(next) = next {
                collect(&next, stipulation, plies - 1, line, found);
            }
        } else if is_reached(&after, stipulation.goal) {
            found.push(line.clone());
        } else if stipulation.ends_forced() {
            found.truncate(before);
            line.pop();
            break;
        }
        line.pop();
    }
}

fn is_reached(position: &Position, goal: Goal) -> bool {
    match goal {
        Goal::Mate => position.is_mate(),
        Goal::Stalemate => !position.is_check() && !position.has_moves(),
        Goal::Check => position.is_check(),
    }
}

/// Numbers of compared positions, of those with a solution, and of their lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Compared {
    pub positions: usize,
    pub solvable: usize,
    pub lines: usize,
}

/// Compares whole lists of lines on random positions, at least a third of which have a solution.
///
/// Positions whose search without aiming has more than `leaves` leaves are left out.
///
/// # Errors
///
/// A position with other lines.
pub fn compare(
    game: Game,
    stipulation: Stipulation,
    men: [usize; 2],
    count: usize,
    seed: u64,
    leaves: u64,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    let rng = &mut Rng::new(seed);
    let table = &mut TranspositionTable::with_limit(1 << 20);
    while compared.positions < count {
        let Some(position) = draw(game, stipulation, men, rng) else { continue };
        if position.perft(stipulation.plies()) > leaves {
            continue;
        }
        let whole = position.solve_fully(stipulation, Scope::KEYS, table, Budget::default());
        let is_unsolved = whole.mate_in.is_none();
        if is_unsolved && 3 * compared.solvable < compared.positions + 1 {
            continue;
        }
        let least = u32::from(stipulation.play != Play::HelpAndHalf);
        let lengths = (least..=stipulation.moves).map(|moves| stipulation.with_moves(moves));
        let mut expected = lengths.map(|length| (length.moves, lines(&position, length)));
        let expected = expected.find(|(_, lines)| !lines.is_empty());
        let (moves, expected) = expected.map_or((None, Vec::new()), |(moves, lines)| (Some(moves), lines));
        if (whole.mate_in, &whole.lines) != (moves, &expected) {
            let counts = [whole.lines.len(), expected.len()];
            return Err(format!(
                "{} {stipulation}: {} lines, not {}",
                position.to_fen(),
                counts[0],
                counts[1]
            ));
        }
        compared.positions += 1;
        compared.solvable += usize::from(!is_unsolved);
        compared.lines += expected.len();
    }
    Ok(compared)
}
