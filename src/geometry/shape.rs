//! A board as plain data: how its cells are numbered, and which hexes they are. No tables, no sets.

use super::tables::leap;
use super::{Cell, Direction, Hex};

/// The shape of a board: a hexagon of some radius, flat top.
///
/// The typed boards behind [`Geometry`](super::Geometry) number their cells in the same
/// way, so that a [`Cell`] goes from one to the other as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    radius: i8,
}

impl Shape {
    /// The hexagon of so many steps from the centre to a corner.
    pub const fn hexagon(radius: i8) -> Self {
        Self { radius }
    }

    /// Steps from the centre to a corner.
    #[inline]
    pub const fn radius(self) -> i8 {
        self.radius
    }

    /// Number of cells.
    pub const fn count(self) -> usize {
        Hex::count_within(self.radius)
    }

    /// Distance between the numbers of neighbouring columns.
    const fn pitch(self) -> i16 {
        2 * self.radius as i16 + 1
    }

    /// Number of slots, in use or not: the first cell has 0, the last the one before this.
    pub const fn slots(self) -> usize {
        (self.pitch() * 2 * self.radius as i16 + 1) as usize
    }

    /// Whether the board has this hex.
    #[inline]
    pub const fn has(self, hex: Hex) -> bool {
        hex.length() <= self.radius
    }

    /// The cell at this hex, if the board has one.
    #[inline]
    pub const fn cell(self, hex: Hex) -> Option<Cell> {
        if self.has(hex) { Some(Cell::from_index(self.index(hex))) } else { None }
    }

    /// The hex of a cell of this board.
    #[inline]
    pub const fn hex(self, cell: Cell) -> Hex {
        let shifted = cell.index() as i16 + self.radius as i16;
        let q = (shifted / self.pitch()) as i8 - self.radius;
        let r = (shifted % self.pitch()) as i8 - self.radius;
        Hex::new(q, r)
    }

    /// The number of a hex's rank, from 1 on the first player's edge, along bent ranks.
    #[inline]
    pub const fn rank(self, hex: Hex) -> u8 {
        let bend = if hex.q > 0 { hex.q } else { 0 };
        (self.radius - bend - hex.r + 1) as u8
    }

    /// All cells in their order.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let numbers = (0..self.slots() as u16).map(Cell::from_index);
        numbers.filter(move |&cell| self.has(self.hex(cell)))
    }

    /// The next cell in this direction, unless the board ends here.
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.cell(self.hex(cell) + direction.vector())
    }

    /// The cells from the next one on in this direction, to the edge.
    pub fn ray(self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        std::iter::successors(self.step(from, direction), move |&cell| self.step(cell, direction))
    }

    /// The cells that a knight reaches: the twelve nearest on no line through `cell`.
    pub fn leaps(self, cell: Cell) -> impl Iterator<Item = Cell> {
        (0..12).filter_map(move |which| self.cell(self.hex(cell) + leap(which)))
    }

    /// Number of the cell at a hex that must be on the board.
    pub(super) const fn index(self, hex: Hex) -> u16 {
        ((hex.q + self.radius) as i16 * self.pitch() + hex.r as i16) as u16
    }

    /// The hex with this number, if it is on the board.
    pub(super) const fn hex_at(self, index: usize) -> Option<Hex> {
        let hex = self.hex(Cell::from_index(index as u16));
        if self.has(hex) { Some(hex) } else { None }
    }

    /// The number of the cell one vector away, if both are on the board.
    pub(super) const fn beyond(self, index: usize, vector: Hex) -> Option<u16> {
        match self.hex_at(index) {
            Some(hex) if self.has(hex.plus(vector)) => Some(self.index(hex.plus(vector))),
            _ => None,
        }
    }

    /// What one step adds to a cell's number.
    pub(super) const fn stride(self, direction: Direction) -> i16 {
        let vector = direction.vector();
        vector.q as i16 * self.pitch() + vector.r as i16
    }
}
