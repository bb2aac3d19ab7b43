//! Boards as shapes: hexes, directions, cells and sets of cells.
//!
//! A board is a hexagon, of the hexes within `N` steps of its centre, or it is drawn
//! ([`Plan`]). Its cells are numbered column by column with a fixed distance between columns,
//! on a hexagon `(2N + 1) q + r`, so that one step in any direction adds the same number
//! everywhere: a whole set of cells steps by one shift. The numbers between
//! the columns belong to no cell, which costs the 217-cell board a fifth
//! register and nothing on the others.
//!
//! The attacks of a slider are found by obstruction difference, a line at a time
//! ([`Bits::span`]). `benches/sliders.rs` has other ways beside it. A queen on 91
//! cells, a third of them filled, built for x86-64-v3, the fastest of 400 rounds:
//!
//! | way | ns |
//! |---|--:|
//! | obstruction difference | 12 |
//! | rays cut off behind their nearest piece | 64 |
//! | step by step | 121 |
//! | lines looked up by occupancy, gathered bit by bit | 37 |
//! | the same, gathered by `pext` | 9 |
//! | the same, occupancy known beforehand | 6 |
//!
//! The tables of the last three take 1.4 MiB. `pext` gains a quarter where the machine has
//! it, and calling it is `unsafe`: not in use, and not in the bench. To keep the
//! occupancies of all lines up to date in play has not been tried.

mod bits;
mod cell;
mod coordinate;
mod direction;
mod hex;
mod leap;
mod plan;
mod set;
mod shape;
#[macro_use]
mod tables;

pub use bits::{Bits, Bits64, Bits128, Bits320};
pub use cell::Cell;
pub use coordinate::Coordinate;
pub use direction::Direction;
pub use hex::Hex;
#[doc(hidden)]
pub use leap::leap;
pub use plan::{Orientation, Plan};
pub use set::{CellSet, ParseDrawingError};
pub use shape::Shape;

use std::fmt::Debug;
use std::hash::Hash;

/// The result of [`Geometry::neighbour`] beyond the edge.
pub const NOWHERE: u16 = u16::MAX;

/// The shape of a board with its lines and attacks.
///
/// Implemented by [`board!`](crate::board) only, which has the compiler build all tables.
pub trait Geometry: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// One bit for each cell.
    type Bits: Bits;
    /// The board as plain data; cells have the same numbers there.
    const SHAPE: Shape;
    /// One more than the greatest [`Cell::index`].
    const SLOTS: usize;

    /// Returns all cells.
    fn all() -> CellSet<Self>;
    /// Returns the hex of a cell.
    fn hex(cell: Cell) -> Hex;
    /// Returns the cell with this letter of a file and number of a rank, if the board has one.
    fn named(file: u8, rank: u8) -> Option<Cell>;
    /// Returns the number of the next cell in a direction, or [`NOWHERE`]; see [`Geometry::step`].
    fn neighbour(cell: Cell, direction: Direction) -> u16;
    /// Returns the cells from which a step in this direction leaves the board.
    fn rim(direction: Direction) -> CellSet<Self>;
    /// Moves each cell of `set` by one step; cells on the rim vanish.
    fn shift(set: CellSet<Self>, direction: Direction) -> CellSet<Self>;
    /// Returns all cells beyond `from` in this direction.
    fn ray(from: Cell, direction: Direction) -> CellSet<Self>;
    /// Returns all cells in line with `cell` across edges.
    fn edge_lines(cell: Cell) -> CellSet<Self>;
    /// Returns all cells in line with `cell` beyond vertices.
    fn vertex_lines(cell: Cell) -> CellSet<Self>;
    /// Returns the direction of the line from one cell to another, if they share one.
    fn direction(from: Cell, to: Cell) -> Option<Direction>;
    /// Returns the twelve nearest cells across an edge or beyond a vertex: a king's steps.
    fn adjacent(cell: Cell) -> CellSet<Self>;
    /// Returns the twelve nearest cells on no line through `cell`: a knight's leaps.
    fn leaps(cell: Cell) -> CellSet<Self>;

    /// Returns the cell at a hex, if the board has one.
    #[inline]
    fn cell(hex: Hex) -> Option<Cell> {
        Self::SHAPE.cell(hex)
    }

    /// Returns the next cell in a direction, if there is one.
    #[inline]
    fn step(cell: Cell, direction: Direction) -> Option<Cell> {
        let next = Self::neighbour(cell, direction);
        (next != NOWHERE).then(|| Cell::from_index(next))
    }

    /// Returns the attacks of a rook: cells across edges up to the first occupied one, included.
    #[inline]
    fn slide_edges(from: Cell, occupied: CellSet<Self>) -> CellSet<Self> {
        use Direction::{NE, S, SE};
        seen_along(from, NE, occupied) | seen_along(from, SE, occupied) | seen_along(from, S, occupied)
    }

    /// Returns the attacks of a bishop: cells beyond vertices up to the first occupied one, included.
    #[inline]
    fn slide_vertices(from: Cell, occupied: CellSet<Self>) -> CellSet<Self> {
        use Direction::{E, NNE, SSE};
        seen_along(from, NNE, occupied) | seen_along(from, E, occupied) | seen_along(from, SSE, occupied)
    }

    /// Returns cells strictly between two cells of one line; none if they share no line.
    #[inline]
    fn between(from: Cell, to: Cell) -> CellSet<Self> {
        match Self::direction(from, to) {
            Some(direction) => Self::ray(from, direction) & Self::ray(to, direction.opposite()),
            None => CellSet::EMPTY,
        }
    }
}

/// Attacks along both directions of a line; `rising` is its direction of growing numbers.
#[inline]
fn seen_along<G: Geometry>(from: Cell, rising: Direction, occupied: CellSet<G>) -> CellSet<G> {
    let [below, above] = [G::ray(from, rising.opposite()), G::ray(from, rising)];
    CellSet::span(below & occupied, above & occupied) & (below | above)
}

board! {
    /// The 37-cell board of Mini Hexchess.
    Hexagon37 { radius: 3, bits: Bits64 }
}

board! {
    /// The 91-cell board of Glinski, McCooey and Echex for three.
    Hexagon91 { radius: 5, bits: Bits128 }
}

board! {
    /// The 217-cell board of Echex for six.
    Hexagon217 { radius: 8, bits: Bits320 }
}

board! {
    /// The 70-cell board of Shafran's game.
    Shafran70 {
        orientation: FlatTop,
        bits: Bits128,
        drawing: "
                    .
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
                .   .   .
                  .   .
                    .
        ",
    }
}

board! {
    /// The 81-cell rhombus of de Vasa's game.
    Rhombus81 {
        orientation: PointyTop,
        bits: Bits128,
        drawing: "
            . . . . . . . . .
             . . . . . . . . .
              . . . . . . . . .
               . . . . . . . . .
                . . . . . . . . .
                 . . . . . . . . .
                  . . . . . . . . .
                   . . . . . . . . .
                    . . . . . . . . .
        ",
    }
}

board! {
    /// The 84-cell board of Brusky's game.
    Brusky84 {
        orientation: PointyTop,
        bits: Bits128,
        drawing: "
               . . . . . . . . .
              . . . . . . . . . .
             . . . . . . . . . . .
            . . . . . . . . . . . .
             . . . . . . . . . . . .
              . . . . . . . . . . .
               . . . . . . . . . .
                . . . . . . . . .
        ",
    }
}
