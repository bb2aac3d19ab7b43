//! Variations of a game as steps one after the other. Knows positions; reads and writes nothing.

use hexmate_core::rules::Move;
use hexmate_position::Position;

/// One step of a variation; `M` is a move, as text or of a position.
///
/// A list of steps holds variations of any depth without a tree of any depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// The next move of the line.
    Move(M),
    /// What is said of the move before, or of the line before its first move.
    Comment(String),
    /// A numeric annotation glyph of the move before.
    Nag(u8),
    /// A variation of the move before begins.
    Begin,
    /// It ends.
    End,
}

/// A variation of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// How many moves of the main line stand before it; it is another way to play the last of them.
    pub ply: usize,
    /// What stands between its brackets.
    pub steps: Vec<Step<M>>,
}

/// Where lines inside one another stand while their steps are followed.
///
/// A variation begins from the position before the last move of its line.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// For each open line, the position before its last move, if it has one, and after it.
    lines: Vec<(Option<Position>, Position)>,
}

impl Trail {
    /// A line that begins from a position.
    pub(crate) fn new(start: Position) -> Self {
        Self { lines: vec![(None, start)] }
    }

    /// The position now; `None` after the end of the outermost line.
    pub(crate) fn position(&self) -> Option<&Position> {
        self.lines.last().map(|(_, now)| now)
    }

    pub(crate) fn play(&mut self, m: Move) {
        if let Some((before, now)) = self.lines.last_mut() {
            let next = now.play_unchecked(m);
            *before = Some(std::mem::replace(now, next));
        }
    }

    /// How many lines are open.
    pub(crate) fn depth(&self) -> usize {
        self.lines.len()
    }

    /// Whether the innermost line has a move.
    pub(crate) fn has_moved(&self) -> bool {
        self.lines.last().is_some_and(|(before, _)| before.is_some())
    }

    /// Begins a variation of the last move; tells whether there is one.
    pub(crate) fn begin(&mut self) -> bool {
        let before = self.lines.last().and_then(|(before, _)| before.clone());
        let is_begun = before.is_some();
        self.lines.extend(before.map(|start| (None, start)));
        is_begun
    }

    pub(crate) fn end(&mut self) {
        self.lines.pop();
    }
}
