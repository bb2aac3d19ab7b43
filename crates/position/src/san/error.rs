//! Why a text is no move, or no move of a position. Codes and messages only.

use std::error::Error;
use std::fmt;

use super::{CellText, Leniency};
use crate::Uci;
use hexmate_core::rules::Role;

/// Why a text is no written move, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTextError {
    /// What is wrong.
    pub kind: MoveTextErrorKind,
    /// Where, in bytes from the beginning of the text.
    pub offset: usize,
}

/// What is wrong with a text that is no written move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveTextErrorKind {
    /// There is no text.
    Empty,
    /// A letter stands for no piece in the set of letters.
    UnknownLetter(char),
    /// A letter stands for no file of any board.
    UnknownFile(char),
    /// A rank has no number, or one of three digits.
    NoSuchRank,
    /// The cell that the move goes to is not there.
    NoTarget,
    /// Something stands where no move has it.
    Unexpected(char),
}

impl MoveTextErrorKind {
    /// A stable name for tables and filters.
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
            Self::UnknownLetter(found) => write!(f, "no piece has the letter {found:?}"),
            Self::UnknownFile(found) => write!(f, "no file has the letter {found:?}"),
            Self::NoSuchRank => f.write_str("no rank has this number"),
            Self::NoTarget => f.write_str("the cell that the move goes to is missing"),
            Self::Unexpected(found) => write!(f, "unexpected {found:?} in a move"),
        }
    }
}

impl MoveTextError {
    /// A stable name for tables and filters.
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

/// Why a player may not castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingFault {
    /// King or rook has moved, or is gone.
    Moved,
    /// The king is in check.
    Check,
    /// A piece stands between king and rook.
    Filled(CellText),
    /// An enemy attacks a cell that the king crosses or reaches.
    Attacked(CellText),
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved => f.write_str("king or rook has moved"),
            Self::Check => f.write_str("the king is in check"),
            Self::Filled(cell) => write!(f, "{cell} is not empty"),
            Self::Attacked(cell) => write!(f, "{cell} is attacked"),
        }
    }
}

/// Why a written move is none of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ResolveError {
    /// The board has no such cell.
    NoSuchCell(CellText),
    /// Nobody of the player to move stands on the cell that the piece is said to leave.
    NoOwnPiece(CellText),
    /// Another piece stands there than is said.
    WrongPiece {
        /// The cell.
        cell: CellText,
        /// Who is said to stand there.
        written: Role,
        /// Who does.
        found: Role,
    },
    /// No such piece can go there.
    NoSuchMove {
        /// Who is to move.
        role: Role,
        /// What is written of where from.
        origin: CellText,
        /// What is written of where to.
        target: CellText,
    },
    /// The piece can go there, but then its king would be attacked.
    LeavesKingAttacked(Box<Uci>),
    /// The text means any of these moves.
    Ambiguous(Vec<Uci>),
    /// A capture is written, and the cell is empty.
    NotACapture(CellText),
    /// En passant is written, and there is none.
    NotEnPassant(CellText),
    /// Another piece is taken than is named.
    WrongVictim {
        /// Who is said to be taken.
        written: Role,
        /// Who is.
        found: Role,
    },
    /// A pawn reaches its last cell, and what it becomes is not said.
    MissingPromotion(CellText),
    /// A promotion is written, and no pawn reaches its last cell.
    NotAPromotion(CellText),
    /// No pawn of this game becomes such a piece.
    ImpossiblePromotion(Role),
    /// The text castles, which the game does not know.
    NoCastling,
    /// The text castles on a wing or by a length that the game does not have.
    UnknownWing,
    /// The player may not castle as written.
    MayNotCastle(CastlingFault),
    /// The text needs a leniency that is not granted.
    Disallowed(Leniency),
}

impl ResolveError {
    /// A stable name for tables and filters; that of the leniency if one is not granted.
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
                    CellText { file: None, rank: None } => write!(f, "no {role} can go to {target}"),
                    CellText { file: Some(_), rank: Some(_) } => {
                        write!(f, "the {role} on {origin} cannot go to {target}")
                    }
                    CellText { file: Some(_), .. } => {
                        write!(f, "no {role} of file {origin} can go to {target}")
                    }
                    CellText { rank: Some(_), .. } => {
                        write!(f, "no {role} of rank {origin} can go to {target}")
                    }
                }
            }
            Self::LeavesKingAttacked(m) => write!(f, "{m} leaves the king attacked"),
            Self::Ambiguous(moves) => {
                let moves: Vec<String> = moves.iter().map(Uci::to_string).collect();
                write!(f, "can be any of {}", moves.join(", "))
            }
            Self::NotACapture(target) => write!(f, "nothing can be taken on {target}"),
            Self::NotEnPassant(target) => write!(f, "no pawn can be taken in passing on {target}"),
            Self::WrongVictim { written, found } => {
                write!(f, "a {} is taken, not a {}", found.name(), written.name())
            }
            Self::MissingPromotion(cell) => {
                write!(f, "what the pawn becomes on {cell} is not said")
            }
            Self::NotAPromotion(cell) => write!(f, "nothing promotes on {cell}"),
            Self::ImpossiblePromotion(role) => write!(f, "no pawn becomes a {}", role.name()),
            Self::NoCastling => f.write_str("this game has no castling"),
            Self::UnknownWing => f.write_str("this game has no such castling"),
            Self::MayNotCastle(fault) => write!(f, "may not castle: {fault}"),
            Self::Disallowed(leniency) => leniency.fmt(f),
        }
    }
}

impl Error for ResolveError {}
