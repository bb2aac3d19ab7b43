//! What is asked of the moves to a cell, and what is told of them, as plain data.

use crate::geometry::{Cell, Shape};
use crate::rules::Role;

/// Our pieces of one role that can go to a cell, whatever becomes of their king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The pieces, in the order of their cells. Of pawns some may step there and others take en passant.
    pub movers: Vec<Mover>,
    /// The role of the piece that is taken there, if one is.
    pub victim: Option<Role>,
    /// Whether taking there is taking en passant.
    pub is_en_passant: bool,
}

/// A piece that can go to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mover {
    /// Where it stands.
    pub from: Cell,
    /// Whether it takes there.
    pub takes: bool,
    /// Whether it is a pawn that reaches its last cell.
    pub promotes: bool,
    /// Whether it leaves its king safe.
    pub is_legal: bool,
}

/// What is written of the cell that a piece leaves: its column, its rank, both or neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The column, as [`Hex::q`](crate::geometry::Hex::q) counts.
    pub column: Option<i8>,
    /// The rank, as [`Shape::rank`] counts.
    pub rank: Option<u8>,
}

impl Origin {
    /// Whether a cell agrees with all that is written.
    #[inline]
    pub fn fits(self, shape: Shape, cell: Cell) -> bool {
        let hex = shape.hex(cell);
        self.column.is_none_or(|column| column == hex.q)
            && self.rank.is_none_or(|rank| rank == shape.rank(hex))
    }
}

/// A move as it is written in the strict form: no promotion, and no word too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The role of the piece that moves.
    pub role: Role,
    /// What is written of the cell that it leaves.
    pub origin: Origin,
    /// The cell that it goes to.
    pub to: Cell,
    /// Whether a capture is written.
    pub takes: bool,
}
