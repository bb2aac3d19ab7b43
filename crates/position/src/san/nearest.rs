//! Legal moves similar to a text, for diagnostics. Not optimized.

use super::MoveText;
use crate::Position;
use hexmate_core::geometry::{Cell, Shape};
use hexmate_core::rules::{Move, Role};

/// Maximum number of moves suggested.
const MAX_MOVES: usize = 5;

/// Maximum distance of a suggested move from the text.
const MAX_DISTANCE: u32 = 5;

impl MoveText {
    /// Returns up to five legal moves most similar to the text, the most similar first.
    ///
    /// The same piece to the same cell from another origin ranks before the same piece to an adjacent cell, another
    /// piece to the same cell, and the piece on the written origin to another cell. Empty if no move is similar.
    /// Examines all legal moves.
    pub fn nearest(&self, position: &Position) -> Vec<Move> {
        if self.castling.is_some() {
            let castlings = position.legal_moves().filter(|&m| position.castling(m).is_some());
            return castlings.take(MAX_MOVES).collect();
        }
        let shape = position.game().shape;
        let mut moves: Vec<_> = position
            .legal_moves()
            .map(|m| (self.distance(position, m), self.steps_to_target(shape, m.to), m))
            .filter(|&(distance, ..)| distance <= MAX_DISTANCE)
            .collect();
        moves.sort_by_key(|&(distance, steps, m)| (distance, steps, m.from, m.to, m.promotion));
        moves.into_iter().take(MAX_MOVES).map(|(.., m)| m).collect()
    }

    /// Returns the distance of a legal move from the text; 0 if it fits in all respects.
    fn distance(&self, position: &Position, m: Move) -> u32 {
        let shape = position.game().shape;
        let from_there = self.origin.is_whole() && self.origin.fits(shape, m.from);
        let role = position.piece(m.from).map(|piece| piece.role);
        let piece = match self.role {
            written if written == role => 0,
            None if from_there || role == Some(Role::Pawn) => 0,
            _ if from_there => 1,
            _ => 3,
        };
        let origin = match self.origin.cell(shape) {
            Some(origin) => steps(shape, origin, m.from).min(2),
            None => u32::from(!self.origin.fits(shape, m.from)),
        };
        let target = 2 * self.steps_to_target(shape, m.to);
        let target = if from_there { target.min(3) } else { target };
        let promotion = u32::from(self.promotion.is_some() && self.promotion != m.promotion);
        let sign = u32::from(self.capture && !position.is_capture(m));
        piece + origin + target + promotion + sign
    }

    /// Returns the number of steps from a cell to the written target, which may be off the board on the cell's file.
    fn steps_to_target(&self, shape: Shape, cell: Cell) -> u32 {
        let (file, rank) = self.target.names.file_and_rank(shape, cell);
        match (self.target.cell(shape), self.target.rank) {
            (Some(target), _) => steps(shape, target, cell),
            (None, written) if self.target.file == Some(file) => {
                written.map_or(0, |written| written.abs_diff(rank).into())
            }
            (None, _) => MAX_DISTANCE,
        }
    }
}

/// Returns the number of steps across edges from one cell to another.
fn steps(shape: Shape, from: Cell, to: Cell) -> u32 {
    (shape.hex(to) - shape.hex(from)).length().unsigned_abs().into()
}
