//! Walks: solutions of help and series play in which hardly more happens than that one piece moves.

use super::line::{Line, Step};
use super::picture::Picture;
use super::zilahi::origin;
use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Play, Stipulation};
use hexmate_core::rules::{Move, Player, Role};

/// Returns whether a stipulation is of help or series play and longer than two moves.
pub(crate) fn is_long(stipulation: Stipulation) -> bool {
    match stipulation.play {
        Play::Series | Play::SeriesHelp | Play::SeriesSelfmate => stipulation.moves > 2,
        _ => stipulation.has_lines() && stipulation.plies() > 4,
    }
}

/// Counts of the solutions of help or series play of more than two moves.
#[derive(Default)]
pub(super) struct LongPlay {
    walks: usize,
    /// Number of pieces that move in each solution.
    movers: Vec<usize>,
}

impl LongPlay {
    /// Returns empty counts if the stipulation is long.
    pub(super) fn of(stipulation: Stipulation) -> Option<Self> {
        is_long(stipulation).then(Self::default)
    }

    /// Counts a solution that ends with a mate picture.
    pub(super) fn add(&mut self, line: &Line<'_>, picture: &Picture<'_>) {
        self.walks += usize::from(is_walk(line, picture));
        self.movers.push(distinct(line, &moves_of(line, |_| true)).len());
    }

    /// Returns the number of walks.
    pub(super) fn walks(&self) -> usize {
        self.walks
    }

    /// Returns the number of pieces that move in the solution in which fewest do.
    pub(super) fn least_movers(&self) -> usize {
        self.movers.iter().copied().min().unwrap_or_default()
    }
}

/// Returns the moves of some players in a line, each with its number.
fn moves_of<'l>(line: &'l Line<'_>, is_of: impl Fn(Player) -> bool + 'l) -> Vec<(usize, &'l Step, Move)> {
    let steps = line.steps.iter().enumerate();
    steps
        .filter_map(|(number, step)| Some((number, step, step.m.filter(|_| is_of(step.before.turn()))?)))
        .collect()
}

/// Returns the different cells in the diagram of the pieces that make these moves.
fn distinct(line: &Line<'_>, moves: &[(usize, &Step, Move)]) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        moves.iter().map(|&(number, _, m)| origin(&line.steps[..number], m.from)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns whether a line that ends with a mate picture is a mere walk; see [`Term::Walks`](super::Term::Walks).
fn is_walk(line: &Line<'_>, picture: &Picture<'_>) -> bool {
    let mated = moves_of(line, |player| player == picture.mated);
    let mating = moves_of(line, |player| player != picture.mated);
    let is_king = |&(_, step, m): &(usize, &Step, Move)| {
        step.before.piece(m.from).is_some_and(|piece| piece.role == Role::King)
    };
    // A side that makes one move, as in series play, does not walk.
    let is_king_walk = |moves: &[(usize, &Step, Move)]| moves.len() > 1 && moves.iter().all(is_king);
    let promotes = |moves: &[(usize, &Step, Move)]| moves.iter().any(|(.., m)| m.promotion.is_some());
    let is_one_piece = mating.len() > 1 && distinct(line, &mating).len() == 1 && !promotes(&mating);
    let blocks = |&(number, step, m): &(usize, &Step, Move)| {
        let leaves = mated.iter().any(|&(later, _, next)| later > number && next.from == m.to);
        !is_king(&(number, step, m)) && !leaves && picture.is_in_field(m.to)
    };
    is_king_walk(&mated)
        || is_king_walk(&mating)
        || is_one_piece && !promotes(&mated) && !mated.iter().any(blocks)
}
