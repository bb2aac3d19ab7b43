//! Notes on a FEN that was read, but is not complete or certain.

use std::fmt;

use super::Field;

/// A note on a FEN: what was assumed to read it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenNote {
    /// A field is missing, and has its default.
    MissingField(Field),
    /// The only counter, read as half-move clock.
    LoneCounter(u32),
    /// A cell is named by a file that only exists if files have a j.
    OtherFiles,
    /// A cell is named in capitals.
    CapitalCells,
    /// The FEN is written as in the address of a page.
    Address,
}

impl FenNote {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::MissingField(_) => "missing-field",
            Self::LoneCounter(_) => "lone-counter",
            Self::OtherFiles => "other-files",
            Self::CapitalCells => "capital-cells",
            Self::Address => "fen-address",
        }
    }
}

impl fmt::Display for FenNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingField(field) => {
                let read = match field {
                    Field::Turn => "White is to move",
                    Field::Living => "players with a king are in the game",
                    Field::Castling => "no player may castle",
                    Field::EnPassant => "no pawn may be captured en passant",
                    Field::Board | Field::Halfmoves | Field::Fullmoves => "the default is used",
                };
                write!(f, "FEN has no {field}: {read}")
            }
            Self::LoneCounter(number) => {
                write!(f, "{number} in the FEN is read as half-move clock; the move number is 1")
            }
            Self::OtherFiles => f.write_str("files are named with j"),
            Self::CapitalCells => f.write_str("cells are named in capitals"),
            Self::Address => f.write_str("FEN is read from an address"),
        }
    }
}
