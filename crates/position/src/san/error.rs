//! Errors of parsing and resolving moves.

use std::error::Error;
use std::fmt;

use super::{CellText, Leniency};
use crate::Uci;
use hexmate_core::rules::Role;

/// Error of parsing a move, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTextError {
    /// The kind of error.
    pub kind: MoveTextErrorKind,
    /// Offset of the error, in bytes from the start of the text.
    pub offset: usize,
}

/// Kind of a [`MoveTextError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveTextErrorKind {
    /// The text is empty.
    Empty,
    /// A letter is not a piece in the set of letters.
    UnknownLetter(char),
    /// A letter is not a file of any board.
    UnknownFile(char),
    /// A rank is 0, has a leading zero or has three digits.
    NoSuchRank,
    /// The target cell is missing.
    NoTarget,
    /// A character is not part of a move.
    Unexpected(char),
}

impl MoveTextErrorKind {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "empty-move",
            Self::UnknownLetter(_) => "unknown-letter",
            Self::UnknownFile(_) => "unknown-file",
            Self::NoSuchRank => "no-such-rank",
            Self::NoTarget => "no-target",
            Self::Unexpected(_) => "unexpected-character",
        }
    }

    pub(super) const fn at(self, offset: usize) -> MoveTextError {
        MoveTextError { kind: self, offset }
    }
}

impl fmt::Display for MoveTextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("expected a move, found nothing"),
            Self::UnknownLetter(found) => write!(f, "unknown piece letter {found:?}"),
            Self::UnknownFile(found) => write!(f, "unknown file {found:?}"),
            Self::NoSuchRank => f.write_str("unknown rank"),
            Self::NoTarget => f.write_str("missing target cell"),
            Self::Unexpected(found) => write!(f, "unexpected {found:?} in a move"),
        }
    }
}

impl MoveTextError {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for MoveTextError {}

/// Reason why castling is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingFault {
    /// King or rook has moved or was captured.
    Moved,
    /// The king is in check.
    Check,
    /// A cell between king and rook is occupied.
    Occupied(CellText),
    /// A cell that the king crosses or reaches is attacked.
    Attacked(CellText),
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved => f.write_str("king or rook has moved"),
            Self::Check => f.write_str("the king is in check"),
            Self::Occupied(cell) => write!(f, "{cell} is occupied"),
            Self::Attacked(cell) => write!(f, "{cell} is attacked"),
        }
    }
}

/// Error of resolving a written move in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ResolveError {
    /// The board has no such cell.
    NoSuchCell(CellText),
    /// The origin cell has no piece of the player to move.
    NoOwnPiece(CellText),
    /// The piece on the origin cell is not the written one.
    WrongPiece {
        /// The origin cell.
        cell: CellText,
        /// The written role.
        written: Role,
        /// The role of the piece on the cell.
        found: Role,
    },
    /// No piece of this role can move so.
    NoSuchMove {
        /// The role.
        role: Role,
        /// The written part of the origin.
        origin: CellText,
        /// The written part of the target.
        target: CellText,
    },
    /// The move would leave the player's king attacked.
    LeavesKingAttacked(Box<Uci>),
    /// The text fits all of these legal moves.
    Ambiguous(Vec<Uci>),
    /// A capture is written, but the move does not capture.
    NotACapture(CellText),
    /// En passant is written, but the move is not en passant.
    NotEnPassant(CellText),
    /// The captured piece is not the written one.
    WrongVictim {
        /// The written role.
        written: Role,
        /// The role of the captured piece.
        found: Role,
    },
    /// The pawn promotes, but the promotion piece is missing.
    MissingPromotion(CellText),
    /// A promotion is written, but no pawn promotes.
    NotAPromotion(CellText),
    /// Pawns of this game cannot promote to this role.
    ImpossiblePromotion(Role),
    /// Castling is written, but the game has no castling.
    NoCastling,
    /// The game has no castling on the written wing or of the written length.
    UnknownWing,
    /// Castling is illegal in this position.
    MayNotCastle(CastlingFault),
    /// The text needs a leniency that is not allowed.
    Disallowed(Leniency),
}

impl ResolveError {
    /// Returns the stable code for tables and filters; that of the leniency for [`Disallowed`](Self::Disallowed).
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchCell(_) => "no-such-cell",
            Self::NoOwnPiece(_) => "no-own-piece",
            Self::WrongPiece { .. } => "wrong-piece",
            Self::NoSuchMove { .. } => "no-such-move",
            Self::LeavesKingAttacked(_) => "leaves-king-attacked",
            Self::Ambiguous(_) => "ambiguous-move",
            Self::NotACapture(_) => "not-a-capture",
            Self::NotEnPassant(_) => "not-en-passant",
            Self::WrongVictim { .. } => "wrong-victim",
            Self::MissingPromotion(_) => "missing-promotion",
            Self::NotAPromotion(_) => "not-a-promotion",
            Self::ImpossiblePromotion(_) => "impossible-promotion",
            Self::NoCastling => "castling",
            Self::UnknownWing => "unknown-wing",
            Self::MayNotCastle(_) => "may-not-castle",
            Self::Disallowed(leniency) => leniency.code(),
        }
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchCell(cell) => write!(f, "the board has no cell {cell}"),
            Self::NoOwnPiece(cell) => write!(f, "the side to move has no piece on {cell}"),
            Self::WrongPiece { cell, written, found } => {
                write!(f, "there is a {} on {cell}, not a {}", found.name(), written.name())
            }
            Self::NoSuchMove { role, origin, target } => {
                let role = role.name();
                match origin {
                    CellText { file: None, rank: None, .. } => write!(f, "no {role} can go to {target}"),
                    CellText { file: Some(_), rank: Some(_), .. } => {
                        write!(f, "the {role} on {origin} cannot go to {target}")
                    }
                    CellText { file: Some(_), .. } => {
                        write!(f, "no {role} on file {origin} can go to {target}")
                    }
                    CellText { rank: Some(_), .. } => {
                        write!(f, "no {role} on rank {origin} can go to {target}")
                    }
                }
            }
            Self::LeavesKingAttacked(m) => write!(f, "{m} leaves the king attacked"),
            Self::Ambiguous(moves) => {
                let moves: Vec<String> = moves.iter().map(Uci::to_string).collect();
                write!(f, "several moves fit: {}", moves.join(", "))
            }
            Self::NotACapture(target) => write!(f, "no piece to capture on {target}"),
            Self::NotEnPassant(target) => write!(f, "no en passant capture on {target}"),
            Self::WrongVictim { written, found } => {
                write!(f, "the captured piece is a {}, not a {}", found.name(), written.name())
            }
            Self::MissingPromotion(cell) => {
                write!(f, "missing promotion piece for the pawn on {cell}")
            }
            Self::NotAPromotion(cell) => write!(f, "no pawn promotes on {cell}"),
            Self::ImpossiblePromotion(role) => write!(f, "a pawn cannot promote to a {}", role.name()),
            Self::NoCastling => f.write_str("this game has no castling"),
            Self::UnknownWing => f.write_str("this game has no such castling"),
            Self::MayNotCastle(fault) => write!(f, "castling is illegal: {fault}"),
            Self::Disallowed(leniency) => leniency.fmt(f),
        }
    }
}

impl Error for ResolveError {}
