//! All legal moves that a text can denote, for repair. Not optimized.

use super::{Leniencies, MoveText};
use crate::Position;
use hexmate_core::rules::{Move, Role};

impl MoveText {
    /// Returns all legal moves that agree with the text, in the order of the generator.
    ///
    /// A move agrees if the piece, the cells, the promotion and the captured piece are the written ones, as far as
    /// they are written, and if it is a capture or en passant where that is written. A pawn step and a capture with
    /// the same target are therefore two readings of a text without a sign, for which [`MoveText::resolve`] returns
    /// the step. Examines all legal moves.
    pub fn readings(&self, position: &Position) -> Vec<Move> {
        position.legal_moves().filter(|&m| self.agrees(position, m)).collect()
    }

    fn agrees(&self, position: &Position, m: Move) -> bool {
        if let Some(castling) = self.castling {
            return castling.resolve(position, Leniencies::ALL) == Ok(m);
        }
        let shape = position.game().shape;
        let piece = position.piece(m.from).map(|piece| piece.role);
        let is_piece = match self.role {
            None => self.origin.is_whole() || piece == Some(Role::Pawn),
            written => written == piece,
        };
        // If the target is vacant, the captured piece is a pawn, en passant.
        let victim = || position.piece(m.to).map_or(Role::Pawn, |piece| piece.role);
        is_piece
            && self.origin.fits(shape, m.from)
            && self.target.fits(shape, m.to)
            && (self.promotion.is_none() || self.promotion == m.promotion)
            && (!self.capture || position.is_capture(m))
            && (!self.en_passant || position.is_en_passant(m))
            && self.victim.is_none_or(|written| position.is_capture(m) && written == victim())
    }
}
