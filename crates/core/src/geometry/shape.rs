//! Shapes of boards as plain data.

use std::ops::Range;

use super::leap::leap;
use super::{Cell, Direction, Hex, Orientation, Plan};

/// The shape of a board: a hexagon of some radius, flat top, or one that is drawn.
///
/// The typed boards behind [`Geometry`](super::Geometry) number their cells in the same
/// way, so that a [`Cell`] goes from one to the other as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The least column and row, of which no hex need be on the board.
    corner: Hex,
    /// Distance between the numbers of neighbouring columns: the number of rows.
    pitch: i8,
    columns: i8,
    /// Rows of the first column above its first cell.
    base: i8,
    /// The drawing of a board that is not a hexagon.
    plan: Option<&'static Plan>,
}

impl Shape {
    /// Creates the hexagon with this number of steps from the centre to a corner.
    pub const fn hexagon(radius: i8) -> Self {
        let width = 2 * radius + 1;
        Self { corner: Hex::new(-radius, -radius), pitch: width, columns: width, base: radius, plan: None }
    }

    /// Creates a drawn board.
    pub const fn planned(plan: &'static Plan) -> Self {
        Self {
            corner: Hex::new(0, -plan.height()),
            pitch: plan.height(),
            columns: plan.width(),
            base: plan.base() as i8,
            plan: Some(plan),
        }
    }

    /// Steps from the centre to a corner, if the board is a hexagon about a cell.
    #[inline]
    pub const fn radius(self) -> Option<i8> {
        match self.plan {
            None => Some(self.columns / 2),
            Some(_) => None,
        }
    }

    /// Returns the orientation on the page.
    pub const fn orientation(self) -> Orientation {
        match self.plan {
            None => Orientation::FlatTop,
            Some(plan) => plan.orientation(),
        }
    }

    /// Returns whether ranks are straight lines. On hexagons they bend at the middle file.
    pub const fn has_straight_ranks(self) -> bool {
        self.plan.is_some()
    }

    /// Returns the columns from the first to the last.
    pub fn columns(self) -> Range<i8> {
        self.corner.q..self.corner.q + self.columns
    }

    /// Returns the rows from the first to the last; not all columns have hexes in each.
    pub fn rows(self) -> Range<i8> {
        self.corner.r..self.corner.r + self.pitch
    }

    /// Returns the first column and the one after the last, for loops in constants.
    pub const fn column_bounds(self) -> [i8; 2] {
        [self.corner.q, self.corner.q + self.columns]
    }

    /// Returns the number of ranks.
    pub const fn ranks(self) -> u8 {
        self.pitch as u8
    }

    /// Returns the letter of a column, if the board has it: from a on, and on hexagons without j.
    ///
    /// ```
    /// use hexmate_core::geometry::{Geometry, Hexagon91};
    ///
    /// let shape = Hexagon91::SHAPE;
    /// assert_eq!((shape.file_letter(0), shape.file_letter(4)), (Some(b'f'), Some(b'k')));
    /// ```
    pub const fn file_letter(self, q: i8) -> Option<u8> {
        let number = (q - self.corner.q) as u8;
        if q < self.corner.q || number >= self.columns as u8 {
            return None;
        }
        let skipped = !self.has_straight_ranks() && number >= b'j' - b'a';
        Some(b'a' + number + skipped as u8)
    }

    /// Returns the column with this letter, if the board has it.
    #[inline]
    pub const fn file_column(self, letter: u8) -> Option<i8> {
        let number = match letter {
            b'j' if !self.has_straight_ranks() => return None,
            b'k'..=b'z' if !self.has_straight_ranks() => letter - b'a' - 1,
            b'a'..=b'z' => letter - b'a',
            _ => return None,
        };
        if number < self.columns as u8 { Some(self.corner.q + number as i8) } else { None }
    }

    /// Returns the number of cells.
    pub const fn count(self) -> usize {
        match self.plan {
            None => Hex::count_within(self.columns / 2),
            Some(plan) => plan.count(),
        }
    }

    /// Returns the number of slots, in use or not: the first cell has 0, the last the one before this.
    pub const fn slots(self) -> usize {
        let pitch = self.pitch as i16;
        let depth = match self.plan {
            None => pitch - self.base as i16,
            Some(plan) => plan.depth(),
        };
        ((self.columns as i16 - 1) * pitch + depth - self.base as i16) as usize
    }

    /// Returns whether the board has this hex.
    #[inline]
    pub const fn has(self, hex: Hex) -> bool {
        match self.plan {
            None => hex.length() <= self.columns / 2,
            Some(plan) => plan.has(hex),
        }
    }

    /// Returns the cell at a hex, if the board has one.
    #[inline]
    pub const fn cell(self, hex: Hex) -> Option<Cell> {
        if self.has(hex) { Some(Cell::from_index(self.index(hex))) } else { None }
    }

    /// Returns the hex of a cell of this board.
    #[inline]
    pub const fn hex(self, cell: Cell) -> Hex {
        let (shifted, pitch) = (cell.index() as i16 + self.base as i16, self.pitch as i16);
        Hex::new((shifted / pitch) as i8 + self.corner.q, (shifted % pitch) as i8 + self.corner.r)
    }

    /// Returns the number of a hex's rank, from 1 on the first player's edge, along the board's ranks.
    #[inline]
    pub const fn rank(self, hex: Hex) -> u8 {
        (self.first_row(hex.q) - hex.r + 1) as u8
    }

    /// Returns the hex of this rank in a column, whether or not the board has it.
    ///
    /// ```
    /// use hexmate_core::geometry::{Geometry, Hex, Hexagon91};
    ///
    /// let shape = Hexagon91::SHAPE;
    /// assert_eq!(shape.at(0, 6), Some(Hex::CENTRE)); // f6
    /// assert_eq!(shape.rank(Hex::CENTRE), 6);
    /// ```
    #[inline]
    pub const fn at(self, q: i8, rank: u8) -> Option<Hex> {
        let r = self.first_row(q) as i16 + 1 - rank as i16;
        if r < i8::MIN as i16 { None } else { Some(Hex::new(q, r as i8)) }
    }

    /// Returns the place of the first rank in a column.
    const fn first_row(self, q: i8) -> i8 {
        match self.plan {
            None => self.columns / 2 - if q > 0 { q } else { 0 },
            Some(_) => -1,
        }
    }

    /// Returns the image of a hex under a symmetry, with the image of the board laid over the board.
    ///
    /// On a board without that symmetry the image may lie beyond the edge. See [`Hex::image`] for the order.
    pub const fn image(self, hex: Hex, way: u8) -> Hex {
        match self.plan {
            None => hex.image(way),
            Some(plan) => plan.image(hex, way),
        }
    }

    /// Returns a hex turned clockwise about the middle of the board by 60 degrees, `sixths` times.
    pub const fn turned(self, hex: Hex, sixths: u8) -> Hex {
        self.image(hex, sixths % 6)
    }

    /// Returns the image of a hex in the horizontal axis of a board with flat sides up: north and south change places.
    pub const fn mirrored(self, hex: Hex) -> Hex {
        self.image(hex, 6)
    }

    /// Returns whether one of the twelve maps takes the board to itself.
    pub const fn is_symmetry(self, way: u8) -> bool {
        match self.plan {
            None => true,
            Some(plan) => plan.is_symmetry(way),
        }
    }

    /// Returns all cells in their order.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let numbers = (0..self.slots() as u16).map(Cell::from_index);
        numbers.filter(move |&cell| self.has(self.hex(cell)))
    }

    /// Returns the next cell in a direction, if there is one.
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.cell(self.hex(cell) + direction.vector())
    }

    /// Returns the cells from the next one on in this direction, to the edge.
    ///
    /// ```
    /// use hexmate_core::geometry::{Direction, Geometry, Hex, Hexagon91};
    ///
    /// let shape = Hexagon91::SHAPE;
    /// let centre = shape.cell(Hex::CENTRE).expect("a centre");
    /// assert_eq!(shape.ray(centre, Direction::N).count(), 5);
    /// ```
    pub fn ray(self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        std::iter::successors(self.step(from, direction), move |&cell| self.step(cell, direction))
    }

    /// Returns the cells that a knight reaches: the twelve nearest on no line through `cell`.
    ///
    /// ```
    /// use hexmate_core::geometry::{Geometry, Hex, Hexagon91};
    ///
    /// let shape = Hexagon91::SHAPE;
    /// let centre = shape.cell(Hex::CENTRE).expect("a centre");
    /// assert_eq!(shape.leaps(centre).count(), 12);
    /// ```
    pub fn leaps(self, cell: Cell) -> impl Iterator<Item = Cell> {
        (0..12).filter_map(move |which| self.cell(self.hex(cell) + leap(which)))
    }

    /// Column and line of a cell on a page of text, two characters from file to file; also negative.
    ///
    /// With flat sides up a cell and the next of its file have a line between them; with
    /// corners up each rank is a line.
    pub const fn place_in_text(self, hex: Hex) -> (i16, i16) {
        let (q, r) = (hex.q as i16, hex.r as i16);
        match self.orientation() {
            Orientation::FlatTop => (2 * q, 2 * r + q),
            Orientation::PointyTop => (2 * q + r, r),
        }
    }

    /// Returns the first line of a page of text that may have a cell, and the last.
    pub const fn lines_of_text(self) -> [i16; 2] {
        let last = Hex::new(self.corner.q + self.columns - 1, self.corner.r + self.pitch - 1);
        [self.place_in_text(self.corner).1, self.place_in_text(last).1]
    }

    /// Returns the hex in a column and on a line of text, if the board has it.
    pub const fn hex_in_text(self, q: i8, line: i16) -> Option<Hex> {
        let r = match self.orientation() {
            Orientation::PointyTop => line,
            Orientation::FlatTop if (line - q as i16) % 2 == 0 => (line - q as i16) / 2,
            Orientation::FlatTop => return None,
        };
        let hex = Hex::new(q, r as i8);
        if self.has(hex) { Some(hex) } else { None }
    }

    /// Returns the number of the cell at a hex that must be on the board.
    #[doc(hidden)]
    pub const fn index(self, hex: Hex) -> u16 {
        let column = (hex.q - self.corner.q) as i16;
        (column * self.pitch as i16 + (hex.r - self.corner.r) as i16 - self.base as i16) as u16
    }

    /// Returns the hex with this number, if it is on the board.
    #[doc(hidden)]
    pub const fn hex_at(self, index: usize) -> Option<Hex> {
        let hex = self.hex(Cell::from_index(index as u16));
        if self.has(hex) { Some(hex) } else { None }
    }

    /// Returns the number of the cell one vector away, if both are on the board.
    #[doc(hidden)]
    pub const fn beyond(self, index: usize, vector: Hex) -> Option<u16> {
        match self.hex_at(index) {
            Some(hex) if self.has(hex.plus(vector)) => Some(self.index(hex.plus(vector))),
            _ => None,
        }
    }

    /// Returns the difference of a cell's number after one step.
    #[doc(hidden)]
    pub const fn stride(self, direction: Direction) -> i16 {
        let vector = direction.vector();
        vector.q as i16 * self.pitch as i16 + vector.r as i16
    }
}
