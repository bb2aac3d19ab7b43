//! A cell as a number. Which hex it is, only its board knows.

/// A cell of some board: a number less than that board's [`Shape::slots`](super::Shape::slots).
///
/// Cells of one board are ordered by column, west to east, and within it from north to
/// south. The number means nothing without the board: [`Shape::hex`](super::Shape::hex)
/// and [`Shape::cell`](super::Shape::cell) tell and take the place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The number of this cell; not all numbers of a board are in use.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell with a number that has come from [`Cell::index`].
    #[inline]
    pub(crate) const fn numbered(index: usize) -> Self {
        Self(index as u16)
    }

    /// The cell with a number that a table of [`board!`](crate::board) holds.
    #[doc(hidden)]
    #[inline]
    pub const fn from_index(index: u16) -> Self {
        Self(index)
    }
}
