//! Graph of all lines of play that a sequence of move texts can mean.

use std::collections::HashMap;

use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{MoveText, ResolveError};

/// Maximum number of positions after the same number of moves.
const WIDTH: usize = 512;

/// Number of positions that may still be visited.
pub(super) struct Budget(u64);

impl Budget {
    /// Creates a budget of this many positions.
    pub fn new(positions: u64) -> Self {
        Self(positions)
    }

    /// Takes one position; returns `false` if none is left.
    pub fn take(&mut self) -> bool {
        self.take_all(1)
    }

    /// Takes several positions; returns `false` if none is left.
    pub fn take_all(&mut self, positions: usize) -> bool {
        self.0 = self.0.saturating_sub(positions as u64);
        self.0 > 0
    }

    /// Returns whether the budget has sufficed so far.
    pub fn has_more(&self) -> bool {
        self.0 > 0
    }
}

/// Positions after the same number of moves.
struct Level {
    /// Positions; empty if they are no longer needed.
    positions: Vec<Position>,
    /// Predecessors of each position: index in the level before, and the move from there.
    before: Vec<Vec<(usize, Move)>>,
}

/// All lines that move texts can mean. Equal positions after the same number of moves are one node.
pub(super) struct LineGraph {
    /// Levels by number of moves; none is empty.
    levels: Vec<Level>,
}

impl LineGraph {
    /// Follows the texts from a position up to the first one without a legal reading.
    ///
    /// Keeps the positions of the last `kept` levels.
    pub fn follow<'t>(
        start: Position,
        texts: impl IntoIterator<Item = &'t Option<MoveText>>,
        kept: usize,
        budget: &mut Budget,
    ) -> Self {
        let mut levels = vec![Level { positions: vec![start], before: vec![Vec::new()] }];
        for text in texts {
            let Some(text) = text else { break };
            let next = step(&levels[levels.len() - 1].positions, text, budget);
            if next.positions.is_empty() {
                break;
            }
            levels.push(next);
            if let Some(old) = levels.len().checked_sub(kept + 1) {
                levels[old].positions = Vec::new();
            }
        }
        Self { levels }
    }

    /// Returns the length of the longest lines, in moves.
    pub fn reached(&self) -> usize {
        self.levels.len() - 1
    }

    /// Returns the positions after a number of moves, if they are kept.
    pub fn after(&self, moves: usize) -> &[Position] {
        &self.levels[moves].positions
    }

    /// Returns the longest lines, at most `limit` of them.
    pub fn longest_lines(&self, limit: usize) -> Vec<Vec<Move>> {
        let last = self.levels.len() - 1;
        let ends = (0..self.levels[last].before.len()).map(|node| (last, node, Vec::new()));
        self.lines_to(ends.collect(), limit)
    }

    /// Returns lines to one position after a number of moves, at most `limit` of them.
    pub fn lines_to_node(&self, moves: usize, node: usize, limit: usize) -> Vec<Vec<Move>> {
        self.lines_to(vec![(moves, node, Vec::new())], limit)
    }

    /// Returns the lines that end with open ones: each has a level, a node, and the moves after it in reverse order.
    fn lines_to(&self, mut open: Vec<(usize, usize, Vec<Move>)>, limit: usize) -> Vec<Vec<Move>> {
        let mut lines: Vec<Vec<Move>> = Vec::new();
        while let Some((mut level, mut node, mut moves)) = open.pop() {
            // A line without branches takes no copies.
            while let [(before, m)] = self.levels[level].before[node][..] {
                moves.push(m);
                (level, node) = (level - 1, before);
            }
            if level == 0 {
                lines.push(moves.into_iter().rev().collect());
                if lines.len() == limit {
                    break;
                }
                continue;
            }
            for &(before, m) in &self.levels[level].before[node] {
                let mut moves = moves.clone();
                moves.push(m);
                open.push((level - 1, before, moves));
            }
        }
        lines
    }
}

/// Returns the level after one more text.
fn step(positions: &[Position], text: &MoveText, budget: &mut Budget) -> Level {
    let mut next = Level { positions: Vec::new(), before: Vec::new() };
    // Position keys do not cover the counters. Moves from one position lead to different ones.
    let mut places: HashMap<(u128, u32, u32), usize> = HashMap::new();
    for (number, position) in positions.iter().enumerate() {
        if !budget.take() {
            break;
        }
        for m in readings(text, position) {
            let after = position.play_unchecked(m);
            let new = next.positions.len();
            let place = if positions.len() == 1 {
                new
            } else {
                *places.entry((after.key(), after.halfmoves(), after.fullmoves())).or_insert(new)
            };
            if let Some(known) = next.before.get_mut(place) {
                known.push((number, m));
            } else if place < WIDTH {
                next.positions.push(after);
                next.before.push(vec![(number, m)]);
            }
        }
    }
    next
}

/// Returns the legal moves that a text can mean in a position. Tests all moves only if the text is not unique.
pub(super) fn readings(text: &MoveText, position: &Position) -> Vec<Move> {
    let is_unmarked = !text.capture && !position.crossed_cells().is_empty();
    match text.resolve(position) {
        Ok(m) if !is_unmarked => vec![m],
        Ok(_) | Err(ResolveError::Ambiguous(_) | ResolveError::MissingPromotion(_)) => {
            text.readings(position)
        }
        Err(_) => Vec::new(),
    }
}
