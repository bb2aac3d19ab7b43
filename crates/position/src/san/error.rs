//! Errors of parsing and resolving moves.

use super::{CellText, Leniency};
use crate::Uci;
use hexmate_core::rules::Role;

/// Error of parsing a move, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct MoveTextError {
    /// The kind of error.
    pub kind: MoveTextErrorKind,
    /// Offset of the error, in bytes from the start of the text.
    pub offset: usize,
}

/// Kind of a [`MoveTextError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextErrorKind {
    /// The text is empty.
    #[error("expected a move, found nothing")]
    Empty,
    /// A letter is not a piece in the set of letters.
    #[error("unknown piece letter {0:?}")]
    UnknownLetter(char),
    /// A letter is not a file of any board.
    #[error("unknown file {0:?}")]
    UnknownFile(char),
    /// A rank is 0, has a leading zero or has three digits.
    #[error("unknown rank")]
    NoSuchRank,
    /// The target cell is missing.
    #[error("missing target cell")]
    NoTarget,
    /// A character is not part of a move.
    #[error("unexpected {0:?} in a move")]
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

impl MoveTextError {
    /// Returns the stable code for tables and filters.
    pub const fn code(self) -> &'static str {
        self.kind.code()
    }
}

/// Reason why castling is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CastlingFault {
    /// King or rook has moved or was captured.
    #[error("king or rook has moved")]
    Moved,
    /// The king is in check.
    #[error("the king is in check")]
    Check,
    /// A cell between king and rook is occupied.
    #[error("{0} is occupied")]
    Occupied(CellText),
    /// A cell that the king crosses or reaches is attacked.
    #[error("{0} is attacked")]
    Attacked(CellText),
}

/// Error of resolving a written move in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The board has no such cell.
    #[error("the board has no cell {0}")]
    NoSuchCell(CellText),
    /// The origin cell has no piece of the player to move.
    #[error("the side to move has no piece on {0}")]
    NoOwnPiece(CellText),
    /// The piece on the origin cell is not the written one.
    #[error("there is a {} on {cell}, not a {}", found.name(), written.name())]
    WrongPiece {
        /// The origin cell.
        cell: CellText,
        /// The written role.
        written: Role,
        /// The role of the piece on the cell.
        found: Role,
    },
    /// No piece of this role can move so.
    #[error("{} {target}", cannot_go(*role, *origin))]
    NoSuchMove {
        /// The role.
        role: Role,
        /// The written part of the origin.
        origin: CellText,
        /// The written part of the target.
        target: CellText,
    },
    /// The move would leave the player's king attacked.
    #[error("{0} leaves the king attacked")]
    LeavesKingAttacked(Box<Uci>),
    /// The text fits all of these legal moves.
    #[error("several moves fit: {}", .0.iter().map(Uci::to_string).collect::<Vec<_>>().join(", "))]
    Ambiguous(Vec<Uci>),
    /// A capture is written, but the move does not capture.
    #[error("no piece to capture on {0}")]
    NotACapture(CellText),
    /// En passant is written, but the move is not en passant.
    #[error("no en passant capture on {0}")]
    NotEnPassant(CellText),
    /// The captured piece is not the written one.
    #[error("the captured piece is a {}, not a {}", found.name(), written.name())]
    WrongVictim {
        /// The written role.
        written: Role,
        /// The role of the captured piece.
        found: Role,
    },
    /// The pawn promotes, but the promotion piece is missing.
    #[error("missing promotion piece for the pawn on {0}")]
    MissingPromotion(CellText),
    /// A promotion is written, but no pawn promotes.
    #[error("no pawn promotes on {0}")]
    NotAPromotion(CellText),
    /// Pawns of this game cannot promote to this role.
    #[error("a pawn cannot promote to a {}", .0.name())]
    ImpossiblePromotion(Role),
    /// Castling is written, but the game has no castling.
    #[error("this game has no castling")]
    NoCastling,
    /// The game has no castling on the written wing or of the written length.
    #[error("this game has no such castling")]
    UnknownWing,
    /// Castling is illegal in this position.
    #[error("castling is illegal: {0}")]
    MayNotCastle(CastlingFault),
    /// The text needs a leniency that is not allowed.
    #[error("{0}")]
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

/// Returns the start of a message about a piece that cannot go to a cell.
fn cannot_go(role: Role, origin: CellText) -> String {
    let role = role.name();
    match (origin.file, origin.rank) {
        (None, None) => format!("no {role} can go to"),
        (Some(_), Some(_)) => format!("the {role} on {origin} cannot go to"),
        (Some(_), None) => format!("no {role} on file {origin} can go to"),
        (None, Some(_)) => format!("no {role} on rank {origin} can go to"),
    }
}
