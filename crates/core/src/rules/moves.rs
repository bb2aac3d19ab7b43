//! Moves, single and as sets of one piece.

use std::error::Error;
use std::fmt;

use super::{Role, Variant};
use crate::geometry::{Cell, CellSet};

/// A move: origin, target and promotion.
///
/// En passant and double steps are not marked: they follow from the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The origin.
    pub from: Cell,
    /// The target.
    pub to: Cell,
    /// Role of the promoted pawn.
    pub promotion: Option<Role>,
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move from cell {} to cell {}", self.0.from.index(), self.0.to.index())
    }
}

impl Error for IllegalMove {}

/// All legal moves of one piece, as a set of targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceMoves<V: Variant> {
    /// Role before the move.
    pub role: Role,
    /// The cell of the piece.
    pub from: Cell,
    /// The targets; never empty.
    pub to: CellSet<V::Geometry>,
    /// The targets on which it promotes.
    pub promoting: CellSet<V::Geometry>,
}

impl<V: Variant> PieceMoves<V> {
    /// Returns the number of moves; each promotion counts.
    #[inline]
    pub fn count(&self) -> u64 {
        let promotions = V::PROMOTIONS.len() as u64;
        u64::from(self.to.len()) + (promotions - 1) * u64::from(self.promoting.len())
    }

    /// Returns whether the move is one of them.
    pub fn contains(&self, m: Move) -> bool {
        let is_promotion_right = match m.promotion {
            None => !self.promoting.contains(m.to),
            Some(role) => self.promoting.contains(m.to) && V::PROMOTIONS.contains(&role),
        };
        m.from == self.from && self.to.contains(m.to) && is_promotion_right
    }
}

impl<V: Variant> IntoIterator for PieceMoves<V> {
    type Item = Move;
    type IntoIter = Moves<V>;

    #[inline]
    fn into_iter(self) -> Moves<V> {
        Moves { moves: self, promotions: &[] }
    }
}

/// An iterator over the moves of a [`PieceMoves`].
#[derive(Clone, Debug)]
pub struct Moves<V: Variant> {
    moves: PieceMoves<V>,
    /// The remaining promotions on the first cell.
    promotions: &'static [Role],
}

impl<V: Variant> Iterator for Moves<V> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let from = self.moves.from;
        let to = self.moves.to.first()?;
        if self.promotions.is_empty() && self.moves.promoting.contains(to) {
            self.promotions = V::PROMOTIONS;
        }
        let promotion = self.promotions.split_first().map(|(&role, later)| {
            self.promotions = later;
            role
        });
        if self.promotions.is_empty() {
            self.moves.to = self.moves.to.without_first();
        }
        Some(Move { from, to, promotion })
    }

    /// Without promotions only the cells have to be compared.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(mut self, first: B, mut add: F) -> B {
        let mut folded = first;
        if self.moves.promoting.is_empty() {
            let from = self.moves.from;
            for to in self.moves.to {
                folded = add(folded, Move { from, to, promotion: None });
            }
            return folded;
        }
        for m in self.by_ref() {
            folded = add(folded, m);
        }
        folded
    }
}
