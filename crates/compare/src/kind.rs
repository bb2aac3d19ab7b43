//! Kinds of moves, for a summary of the differences of many positions.

use std::fmt;

use hexmate_core::geometry::{Cell, Shape};
use hexmate_core::rules::{Move, Role};
use hexmate_position::{Letters, MoveText, Position};

use crate::Difference;

/// Kind of a move that two move generators treat differently.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// Castling.
    Castling,
    /// An en passant capture.
    EnPassant,
    /// A pawn's step of more than one cell.
    DoubleStep,
    /// A promotion with a capture.
    CapturePromotion,
    /// A promotion without a capture.
    Promotion,
    /// A pawn's capture.
    PawnCapture,
    /// A pawn's step of one cell.
    PawnStep,
    /// A move of another piece.
    Piece(Role),
    /// A move from a cell without a piece of the player to move, or a text that names no cells.
    NoPiece,
}

impl MoveKind {
    /// Returns the kind of the move on which two divides differ.
    ///
    /// The kind of an illegal move is that of the move which its cells suggest.
    pub fn of(position: &Position, difference: &Difference) -> Self {
        let m = difference.m.or_else(|| written_move(position, difference));
        m.map_or(Self::NoPiece, |m| Self::of_move(position, m))
    }

    fn of_move(position: &Position, m: Move) -> Self {
        let Some(piece) = position.piece(m.from).filter(|piece| piece.owner == position.turn()) else {
            return Self::NoPiece;
        };
        if piece.role != Role::Pawn {
            return if position.castling(m).is_some() { Self::Castling } else { Self::Piece(piece.role) };
        }
        let shape = position.game().shape;
        let is_aside = !is_on_one_file(shape, m);
        let is_capture = position.piece(m.to).is_some() || is_aside;
        match () {
            () if position.is_en_passant(m) || is_aside && position.crossed_cells().contains(&m.to) => {
                Self::EnPassant
            }
            () if m.promotion.is_some() && is_capture => Self::CapturePromotion,
            () if m.promotion.is_some() => Self::Promotion,
            () if position.is_double_step(m) || !is_capture && distance(shape, m) > 1 => Self::DoubleStep,
            () if is_capture => Self::PawnCapture,
            () => Self::PawnStep,
        }
    }
}

impl fmt::Display for MoveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::DoubleStep => "double step",
            Self::CapturePromotion => "promotion by capture",
            Self::Promotion => "promotion",
            Self::PawnCapture => "pawn capture",
            Self::PawnStep => "pawn step",
            Self::Piece(role) => return write!(f, "{} move", role.name()),
            Self::NoPiece => "move of no own piece",
        })
    }
}

/// Returns the move whose cells the text of a difference names, legal or not.
pub(super) fn written_move(position: &Position, difference: &Difference) -> Option<Move> {
    let shape = position.game().shape;
    let letters = Letters::ENGLISH.with_cells(difference.names);
    let written = MoveText::parse(difference.text.as_bytes(), &letters).ok()?;
    let (from, to) = (written.origin.cell(shape)?, written.target.cell(shape)?);
    Some(Move { from, to, promotion: written.promotion })
}

/// Returns whether a move stays on a file.
pub(super) fn is_on_one_file(shape: Shape, m: Move) -> bool {
    file(shape, m.from) == file(shape, m.to)
}

/// Returns the column of a cell.
pub(super) fn file(shape: Shape, cell: Cell) -> i8 {
    shape.hex(cell).q
}

/// Returns the number of steps across edges between the cells of a move.
fn distance(shape: Shape, m: Move) -> i8 {
    (shape.hex(m.to) - shape.hex(m.from)).length()
}
