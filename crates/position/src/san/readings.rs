//! Every legal move that a text can mean, for repair. Not for speed.

use super::MoveText;
use crate::Position;
use hexmate_core::rules::{Move, Role};

impl MoveText {
    /// All legal moves that agree with what is written, in the order of the generator.
    ///
    /// Agrees means: the piece, the cells, the promotion and the piece taken are those
    /// written, as far as they are; and where a capture or `e.p.` is written, it is
    /// one. So a pawn's step and a capture on the same cell are two readings of a text
    /// without a sign, where [`MoveText::resolve`] takes the step. Looks at all legal
    /// moves.
    pub fn readings(&self, position: &Position) -> Vec<Move> {
        position.legal_moves().filter(|&m| self.agrees(position, m)).collect()
    }

    fn agrees(&self, position: &Position, m: Move) -> bool {
        if let Some(castling) = self.castling {
            return castling.resolve(position) == Ok(m);
        }
        let shape = position.game().shape;
        let piece = position.piece(m.from).map(|piece| piece.role);
        let is_piece = match self.role {
            None => self.origin.is_whole() || piece == Some(Role::Pawn),
            written => written == piece,
        };
        // A victim that is not on the cell is a pawn taken en passant.
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
