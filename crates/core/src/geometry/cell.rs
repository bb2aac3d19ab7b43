//! Cells as numbers.

/// A cell of some board: a number less than that board's [`Shape::slots`](super::Shape::slots).
///
/// Cells of a board are ordered by column, west to east, and within it from north to
/// south. [`Shape::hex`](super::Shape::hex) and [`Shape::cell`](super::Shape::cell)
/// convert cells of a board to hexes and back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// Returns the number of this cell; not all numbers of a board are in use.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cell with a number from [`Cell::index`].
    #[inline]
    pub(crate) const fn numbered(index: usize) -> Self {
        Self(index as u16)
    }

    /// Returns the cell with a number from a table of [`board!`](crate::board).
    #[doc(hidden)]
    #[inline]
    pub const fn from_index(index: u16) -> Self {
        Self(index)
    }
}
