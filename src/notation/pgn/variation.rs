//! Variations of a game as steps one after the other, and how they are written. Knows positions; reads nothing.

use super::write::{Lines, Written, number};
use crate::game::{Position};
use crate::rules::{Move};

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
            *before = Some(*now);
            now.advance(m);
        }
    }

    /// Begins a variation of the last move; tells whether there is one.
    pub(crate) fn begin(&mut self) -> bool {
        let before = self.lines.last().and_then(|&(before, _)| before);
        self.lines.extend(before.map(|start| (None, start)));
        before.is_some()
    }

    pub(crate) fn end(&mut self) {
        self.lines.pop();
    }
}

impl Written<'_> {
    /// The variations of the game as PGN between brackets, each with its place in the main line, on one line.
    pub fn variations(&self) -> Vec<(usize, String)> {
        let mut position = *self.game.start();
        let mut played = 0;
        let mut texts = Vec::new();
        for Variation { ply, steps } in &self.game.variations {
            let before = ply.saturating_sub(1);
            for &m in self.game.moves().get(played..before).unwrap_or_default() {
                position.advance(m);
            }
            played = before;
            let mut lines = Lines::default();
            self.put_variation(&mut lines, position, steps);
            texts.push((*ply, lines.text.replace('\n', " ")));
        }
        texts
    }

    /// The steps of a variation as PGN between brackets, from the position before its first move.
    pub(super) fn put_variation(
        &self,
        lines: &mut Lines,
        start: Position,
        steps: &[Step<Move>],
    ) {
        let mut trail = Trail::new(start);
        let mut is_number_due = true;
        lines.open();
        for step in steps {
            match step {
                Step::Move(m) => {
                    let Some(&position) = trail.position() else { return };
                    let begins_round = position.living().iter().next() == Some(position.turn());
                    let number =
                        if begins_round || is_number_due { number(&position) } else { String::new() };
                    lines.put(&(number + &self.move_text(&position, *m)));
                    trail.play(*m);
                    is_number_due = false;
                }
                Step::Comment(comment) => {
                    lines.put_comment(comment);
                    is_number_due = true;
                }
                Step::Nag(nag) => lines.put(&format!("${nag}")),
                Step::Begin => {
                    trail.begin();
                    lines.open();
                    is_number_due = true;
                }
                Step::End => {
                    trail.end();
                    lines.close();
                    is_number_due = true;
                }
            }
        }
        lines.close();
    }
}
