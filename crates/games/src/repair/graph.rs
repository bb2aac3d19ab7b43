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
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    /// Returns whether the budget has sufficed so far.
    pub fn has_more(&self) -> bool {
        self.0 > 0
    }
}

/// A position with its predecessors.
pub(super) struct Node {
    pub position: Position,
    /// Indices of the predecessors in the level before, each with the move from there.
    before: Vec<(usize, Move)>,
}

/// All lines that move texts can mean. Equal positions after the same number of moves are one node.
pub(super) struct LineGraph {
    /// Nodes by number of moves; no level is empty.
    levels: Vec<Vec<Node>>,
}

impl LineGraph {
    /// Follows the texts from a position up to the first one without a legal reading.
    pub fn follow<'t>(
        start: Position,
        texts: impl IntoIterator<Item = &'t Option<MoveText>>,
        budget: &mut Budget,
    ) -> Self {
        let mut levels = vec![vec![Node { position: start, before: Vec::new() }]];
        for text in texts {
            let Some(text) = text else { break };
            let next = step(&levels[levels.len() - 1], text, budget);
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        Self { levels }
    }

    /// Returns the length of the longest lines, in moves.
    pub fn reached(&self) -> usize {
        self.levels.len() - 1
    }

    /// Returns the nodes after a number of moves.
    pub fn after(&self, moves: usize) -> &[Node] {
        &self.levels[moves]
    }

    /// Returns the longest lines, at most `limit` of them.
    pub fn longest_lines(&self, limit: usize) -> Vec<Vec<Move>> {
        let last = self.levels.len() - 1;
        let mut lines: Vec<Vec<Move>> = Vec::new();
        let mut open: Vec<_> = (0..self.levels[last].len()).map(|node| (last, node, Vec::new())).collect();
        while let Some((level, node, moves)) = open.pop() {
            if level == 0 {
                lines.push(moves.into_iter().rev().collect());
                if lines.len() == limit {
                    break;
                }
                continue;
            }
            for &(before, m) in &self.levels[level][node].before {
                let mut moves = moves.clone();
                moves.push(m);
                open.push((level - 1, before, moves));
            }
        }
        lines
    }
}

/// Returns the nodes after one more text.
fn step(level: &[Node], text: &MoveText, budget: &mut Budget) -> Vec<Node> {
    let mut next: Vec<Node> = Vec::new();
    // Position keys do not cover the counters.
    let mut places: HashMap<(u128, u32, u32), usize> = HashMap::new();
    for (number, node) in level.iter().enumerate() {
        if !budget.take() {
            break;
        }
        for m in readings(text, &node.position) {
            let position = node.position.play_unchecked(m);
            let known = (position.key(), position.halfmoves(), position.fullmoves());
            let place = *places.entry(known).or_insert(next.len());
            if let Some(known) = next.get_mut(place) {
                known.before.push((number, m));
            } else if next.len() < WIDTH {
                next.push(Node { position, before: vec![(number, m)] });
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
