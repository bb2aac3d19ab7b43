//! Legal moves that a writer may have meant, for diagnostics. Not for speed.

use super::MoveText;
use crate::Coordinate;
use crate::Position;
use hexmate_core::geometry::{Cell, Shape};
use hexmate_core::rules::{Move, Role};

/// No more moves than this are offered.
const MOST: usize = 5;

/// Moves less like the text than this are not offered.
const FARTHEST: u32 = 5;

impl MoveText {
    /// A handful of legal moves most like the text, the most like it first.
    ///
    /// The same piece to the same cell from elsewhere comes before the same piece
    /// to a cell beside, another piece to the same cell, and whatever stands on
    /// the cell named to any other. Empty if nothing is alike. Looks at all
    /// legal moves.
    pub fn nearest(&self, position: &Position) -> Vec<Move> {
        if self.castling.is_some() {
            let castlings = position.legal_moves().filter(|&m| position.castling(m).is_some());
            return castlings.take(MOST).collect();
        }
        let shape = position.game().shape;
        let mut moves: Vec<_> = position
            .legal_moves()
            .map(|m| (self.distance(position, m), self.steps_to_target(shape, m.to), m))
            .filter(|&(distance, ..)| distance <= FARTHEST)
            .collect();
        moves.sort_by_key(|&(distance, steps, m)| (distance, steps, m.from, m.to, m.promotion));
        moves.into_iter().take(MOST).map(|(.., m)| m).collect()
    }

    /// How unlike the text a legal move is.
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

    /// Steps from a cell to the target written; also to one a little off the board.
    fn steps_to_target(&self, shape: Shape, cell: Cell) -> u32 {
        match (self.target.cell(shape), self.target.rank) {
            (Some(target), _) => steps(shape, target, cell),
            (None, rank) if self.target.file == Some(Coordinate(shape, cell).file() as u8) => {
                rank.map_or(0, |rank| rank.abs_diff(Coordinate(shape, cell).rank()).into())
            }
            (None, _) => FARTHEST,
        }
    }
}

/// Steps across edges from one cell to another.
fn steps(shape: Shape, from: Cell, to: Cell) -> u32 {
    (shape.hex(to) - shape.hex(from)).length().unsigned_abs().into()
}
