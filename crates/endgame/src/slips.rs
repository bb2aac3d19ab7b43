//! Moves of a game after which a position is worth less than it was. No text.

use std::sync::atomic::Ordering::Relaxed;

use super::{Endgames, Score};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// A move that gives something away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The position before it.
    pub position: Position,
    /// Moves of single players before it.
    pub ply: usize,
    /// The move.
    pub m: Move,
    /// What the position was worth to the side that moved.
    pub before: Score,
    /// What it is worth to that side after the move.
    pub after: Score,
    /// A best move.
    pub best: Move,
}

impl Endgames {
    /// The moves of a game that made a win less than a win, or a draw a loss, where both positions are in a table.
    pub fn slips(&self, start: &Position, moves: impl IntoIterator<Item = Move>) -> Vec<Slip> {
        let mut slips = Vec::new();
        let mut position = start.clone();
        for (ply, m) in moves.into_iter().enumerate() {
            let next = position.after_move(m);
            if position.pieces().len() <= self.most_pieces.load(Relaxed)
                && let Some((before, after)) = self.score(&position).zip(self.score(&next).map(Score::before))
                && before.worth < after.worth
                && let Some(&(best, _)) = self.moves(&position).as_deref().and_then(<[_]>::first)
            {
                slips.push(Slip { position, ply, m, before, after, best });
            }
            position = next;
        }
        slips
    }
}
