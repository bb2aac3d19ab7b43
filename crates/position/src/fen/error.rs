//! Why a text is no FEN.

use std::error::Error;
use std::fmt;

use super::Orders;
use hexmate_core::rules::Faults;

/// Why a text is no FEN, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// Where, in bytes from the beginning of the text.
    pub offset: usize,
}

/// What is wrong with a text that is no FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A field is not there.
    MissingField(Field),
    /// Something follows the last field.
    TrailingField,
    /// The board has too many or too few ranks.
    RankCount {
        /// Ranks of the board.
        expected: usize,
        /// Ranks in the text.
        found: usize,
    },
    /// A rank has too many or too few cells.
    RankLength {
        /// Number of the rank.
        rank: usize,
        /// Its cells on the board.
        expected: usize,
        /// Its cells in the text.
        found: usize,
        /// Other orders of the cells in which the text makes sense.
        orders: Orders,
    },
    /// A character that stands for no piece of this game.
    UnknownPiece(char),
    /// A run of no empty cells.
    EmptyRun,
    /// The turn is nobody's letter.
    UnknownPlayer(char),
    /// A letter that is no wing of this game, or one that is there twice.
    UnknownWing(char),
    /// The cells for en passant cannot be read.
    NoCell,
    /// A counter is no number, or a greater one than can be counted.
    NoNumber(Field),
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The pieces.
    Board,
    /// Who is to move.
    Turn,
    /// Who is still in.
    Living,
    /// Where players may still castle.
    Castling,
    /// Cells for en passant.
    EnPassant,
    /// Moves since a capture or pawn move.
    Halfmoves,
    /// Number of the round.
    Fullmoves,
}

impl FenErrorKind {
    /// A stable name for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::MissingField(_) => "missing-field",
            Self::TrailingField => "trailing-field",
            Self::RankCount { .. } => "rank-count",
            Self::RankLength { .. } => "rank-length",
            Self::UnknownPiece(_) => "unknown-piece",
            Self::EmptyRun => "empty-run",
            Self::UnknownPlayer(_) => "unknown-player",
            Self::UnknownWing(_) => "unknown-wing",
            Self::NoCell => "no-such-cell",
            Self::NoNumber(_) => "no-number",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Turn => "turn",
            Self::Living => "living players",
            Self::Castling => "castling rights",
            Self::EnPassant => "en-passant cell",
            Self::Halfmoves => "half-move counter",
            Self::Fullmoves => "full-move number",
        })
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingField(field) => write!(f, "missing {field}"),
            Self::TrailingField => f.write_str("text after the last field"),
            Self::RankCount { expected, found } => {
                let ranks = if *found == 1 { "rank" } else { "ranks" };
                write!(f, "board has {found} {ranks}, expected {expected}")
            }
            Self::RankLength { rank, expected, found, orders } => {
                write!(f, "rank {rank} has {found} cells, expected {expected}")?;
                if *orders == Orders::default() { Ok(()) } else { write!(f, "; {orders}") }
            }
            Self::UnknownPiece(found) => write!(f, "unknown piece {found:?}"),
            Self::EmptyRun => f.write_str("run of no empty cells"),
            Self::UnknownPlayer(found) => write!(f, "unknown player {found:?}"),
            Self::UnknownWing(found) => write!(f, "expected - or the letters of wings, found {found:?}"),
            Self::NoCell => f.write_str("expected - or a cell"),
            Self::NoNumber(field) => write!(f, "expected a number as {field}"),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl Error for FenError {}

/// Why a text gives no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// It is no FEN.
    Fen(FenError),
    /// What it says breaks rules of the game; [`FaultList`](crate::FaultList) has the words.
    Faults(Faults),
}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl From<Faults> for PositionError {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Faults(faults) => faults.fmt(f),
        }
    }
}

impl Error for PositionError {}
