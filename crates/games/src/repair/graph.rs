//! All lines that a row of written moves can mean, side by side. Knows no edits.

use std::collections::HashMap;

use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{MoveText, ResolveError};

/// Positions after the same number of moves that are followed at once.
const WIDTH: usize = 512;

/// How many positions may still be looked at.
pub(super) struct Budget(u64);

impl Budget {
    pub fn new(positions: u64) -> Self {
        Self(positions)
    }

    /// Takes one; `false` if there is none left.
    pub fn take(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    /// Whether it has held out until now.
    pub fn has_more(&self) -> bool {
        self.0 > 0
    }
}

/// A position and the ways to it.
pub(super) struct Node {
    pub position: Position,
    /// The nodes before it, each with the move from there.
    before: Vec<(usize, Move)>,
}

/// Every line that the texts can mean, position by position.
pub(super) struct LineGraph {
    /// The positions after each number of moves; none of them is empty.
    levels: Vec<Vec<Node>>,
}

impl LineGraph {
    /// Follows the texts from a position until none can be read any more.
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

    /// How many moves the longest line has.
    pub fn reached(&self) -> usize {
        self.levels.len() - 1
    }

    /// The positions after so many moves.
    pub fn after(&self, moves: usize) -> &[Node] {
        &self.levels[moves]
    }

    /// The longest lines, but no more than `most`.
    pub fn to_end(&self, most: usize) -> Vec<Vec<Move>> {
        let last = self.levels.len() - 1;
        let mut whole: Vec<Vec<Move>> = Vec::new();
        let mut open: Vec<_> = (0..self.levels[last].len()).map(|node| (last, node, Vec::new())).collect();
        while let Some((level, node, moves)) = open.pop() {
            if level == 0 {
                whole.push(moves.into_iter().rev().collect());
                if whole.len() == most {
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
        whole
    }
}

fn step(level: &[Node], text: &MoveText, budget: &mut Budget) -> Vec<Node> {
    let mut next: Vec<Node> = Vec::new();
    // By the key and the counters, which do not enter it.
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

/// What the text can mean there; looks at all moves only where it must.
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
