//! Errors of parsing a FEN.

use std::error::Error;
use std::fmt;

use super::OtherDialects;
use crate::pieces::PieceListError;
use hexmate_core::rules::Faults;

/// Error of parsing a FEN, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The kind of error.
    pub kind: FenErrorKind,
    /// Offset of the error, in bytes from the start of the text.
    pub offset: usize,
}

/// Kind of a [`FenError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A field is missing.
    MissingField(Field),
    /// There is text after the last field.
    TrailingField,
    /// The board has too many or too few ranks.
    RankCount {
        /// Ranks of the board.
        expected: usize,
        /// Ranks in the text.
        found: usize,
        /// Other dialects in which the text may be written.
        dialects: OtherDialects,
    },
    /// A rank has too many or too few cells.
    RankLength {
        /// Number of the rank.
        rank: usize,
        /// Cells of the rank on the board.
        expected: usize,
        /// Cells of the rank in the text.
        found: usize,
        /// Other dialects in which the text may be written.
        dialects: OtherDialects,
    },
    /// Walls are not where the board ends.
    MisplacedWall {
        /// Number of the row.
        rank: usize,
    },
    /// The board has walls, which are not of this dialect.
    Walls(OtherDialects),
    /// A character is not a piece of this game.
    UnknownPiece(char),
    /// A run of empty cells has length 0.
    EmptyRun,
    /// A character is not the letter of a player.
    UnknownPlayer(char),
    /// A letter is not a wing of this game, or is repeated.
    UnknownWing(char),
    /// The en passant field is neither `-` nor cells.
    InvalidCell,
    /// A counter is not a number, or exceeds 32 bits.
    InvalidNumber(Field),
    /// A piece list is faulty.
    PieceList(PieceListError),
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The pieces.
    Board,
    /// The player to move.
    Turn,
    /// The players who are still in the game.
    Living,
    /// Castling rights.
    Castling,
    /// Cells that pawns have crossed.
    EnPassant,
    /// Half-move clock.
    Halfmoves,
    /// Number of the round.
    Fullmoves,
}

impl FenErrorKind {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::MissingField(_) => "missing-field",
            Self::TrailingField => "trailing-field",
            Self::RankCount { .. } => "rank-count",
            Self::RankLength { .. } => "rank-length",
            Self::UnknownPiece(_) | Self::Walls(_) => "unknown-piece",
            Self::MisplacedWall { .. } => "misplaced-wall",
            Self::EmptyRun => "empty-run",
            Self::UnknownPlayer(_) => "unknown-player",
            Self::UnknownWing(_) => "unknown-wing",
            Self::InvalidCell => "no-such-cell",
            Self::InvalidNumber(_) => "no-number",
            Self::PieceList(error) => error.code(),
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
            Self::RankCount { expected, found, dialects } => {
                let ranks = if *found == 1 { "rank" } else { "ranks" };
                write!(f, "board has {found} {ranks}, expected {expected}{}", Advice(*dialects))
            }
            Self::RankLength { rank, expected, found, dialects } => {
                let cells = if *found == 1 { "cell" } else { "cells" };
                write!(f, "rank {rank} has {found} {cells}, expected {expected}{}", Advice(*dialects))
            }
            Self::MisplacedWall { rank } => {
                write!(f, "row {rank} has its walls (*) in other places than the board ends")
            }
            Self::Walls(dialects) => write!(f, "the board has walls (*){}", Advice(*dialects)),
            Self::UnknownPiece(found) => write!(f, "unknown piece {found:?}"),
            Self::EmptyRun => f.write_str("0 empty cells; write a number from 1"),
            Self::UnknownPlayer(found) => write!(f, "unknown player {found:?}"),
            Self::UnknownWing(found) => write!(f, "unknown or repeated castling right {found:?}"),
            Self::InvalidCell => f.write_str("expected - or a cell name"),
            Self::InvalidNumber(field) => write!(f, "{field} is not a number"),
            Self::PieceList(error) => error.fmt(f),
        }
    }
}

/// Dialects after a message.
struct Advice(OtherDialects);

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "; {}", self.0) }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.offset)
    }
}

impl Error for FenError {}

/// Error of parsing a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The position is not legal; display the faults with [`FaultList`](crate::FaultList).
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
