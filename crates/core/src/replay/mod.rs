//! Which of our pieces can go to a cell, and the one move that plain words mean. No text, no games.
//!
//! Generic over the game, because every move of a collection comes through here; what
//! comes out is plain.

mod candidates;
mod reach;

pub use reach::{Mover, Origin, Reach, Written};

use crate::geometry::Cell;
use crate::rules::{Move, Position, Role, Variant};
use candidates::Candidates;

/// The one legal move that is written, if there is just one and it is no promotion.
#[inline]
pub fn find<V: Variant>(position: &Position<V>, written: &Written) -> Option<Move> {
    use crate::geometry::Geometry;

    let Written { role, origin, to, takes } = *written;
    let candidates = Candidates::new(position, role, to);
    let mut candidates = if takes { candidates.without_steppers() } else { candidates.without_takers() };
    if origin != Origin::default() {
        candidates = candidates.filtered(|from| origin.fits(V::Geometry::SHAPE, from));
    }
    let movers = candidates.legal(position).cells();
    let from = movers.first().filter(|_| !movers.is_several())?;
    (!candidates.is_promotion(position, from)).then_some(Move { from, to, promotion: None })
}

/// Our pieces of one role that can go to a cell by the way they move.
pub fn reach<V: Variant>(position: &Position<V>, role: Role, to: Cell) -> Reach {
    Candidates::new(position, role, to).told(position)
}
