//! A cell of one board: a number that cannot be mistaken for another board's.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::{Direction, Geometry, Hex};

/// A cell of the board `G`.
///
/// Cells are ordered by column, west to east, and within it from north to south.
pub struct Cell<G> {
    index: u16,
    board: PhantomData<G>,
}

impl<G: Geometry> Cell<G> {
    /// The cell at this hex, if the board has one.
    pub fn at(hex: Hex) -> Option<Self> {
        (hex.length() <= G::RADIUS).then(|| Self::from_index(G::index(hex)))
    }

    /// The hex of this cell.
    pub fn hex(self) -> Hex {
        G::hex(self)
    }

    /// The next cell in this direction, unless the board ends here.
    #[inline]
    pub fn step(self, direction: Direction) -> Option<Self> {
        let next = G::neighbour(self, direction);
        (next != Self::NOWHERE).then(|| Self::from_index(next))
    }

    /// Number of this cell, less than [`Geometry::SLOTS`]; not all numbers are in use.
    #[inline]
    pub fn index(self) -> usize {
        self.index.into()
    }

    pub(super) const NOWHERE: u16 = u16::MAX;

    #[inline]
    pub(super) fn from_index(index: u16) -> Self {
        debug_assert!((index as usize) < G::SLOTS);
        Self { index, board: PhantomData }
    }
}

impl<G> Clone for Cell<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Cell<G> {}

impl<G> PartialEq for Cell<G> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<G> Eq for Cell<G> {}

impl<G> PartialOrd for Cell<G> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<G> Ord for Cell<G> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index.cmp(&other.index)
    }
}

impl<G> Hash for Cell<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<G: Geometry> fmt::Debug for Cell<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hex { q, r } = self.hex();
        write!(f, "({q}, {r})")
    }
}
