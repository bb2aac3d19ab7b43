//! Faults of games: kinds, codes and messages.

use super::game::{MAX_DEPTH, TextFaultKind, Token};
use super::words::WrittenNumber;
use crate::pgn::{GameResult, PgnErrorKind};
use hexmate_core::rules::{Faults, Move};
use hexmate_position::{FaultList, FenError, Leniency, MarkFault, MoveText, MoveTextErrorKind, ResolveError};
use hexmate_position::{Game, MoveNumber};
use hexmate_text::Place;
use hexmate_text::RowFault;
use thiserror::Error;

/// A fault of a game with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFault {
    /// Kind of fault.
    pub kind: FaultKind,
    /// Place in the file.
    pub place: Place,
}

/// A kind of fault. Its `Display` is the message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A syntax error of PGN.
    #[error("{0}")]
    Pgn(PgnErrorKind),
    /// The tag `FEN` cannot be read.
    #[error("FEN tag: {0}")]
    Fen(FenError),
    /// The tag `FEN` has an illegal position.
    #[error("FEN tag: {}", FaultList(.0, .1))]
    Position(Game, Faults),
    /// A move cannot be read.
    #[error("{1}")]
    MoveText(Token, MoveTextErrorKind),
    /// A move is illegal, ambiguous or needs a leniency that is not allowed.
    #[error("{2}")]
    Move(Token, MoveText, ResolveError),
    /// Move number 1 in the middle of a game.
    #[error("move 1 follows move {0}: two records have run together")]
    NumberRestart(u32),
    /// A move number that belongs to another player than the one to move.
    #[error("{written} {} is not a move of the player to move; expected number {expected}", .token.text)]
    WrongSide {
        /// Text of the move.
        token: Token,
        /// Number before it.
        written: WrittenNumber,
        /// Number of the player to move.
        expected: MoveNumber,
    },
    /// The tag `Letters` names an unknown language.
    #[error("unknown language {0:?} in the Letters tag; set the piece letters with --letters")]
    UnknownLanguage(String),
    /// A result for another number of players.
    #[error("result {stated} does not fit a game for {players} players")]
    ResultShares {
        /// Stated result.
        stated: GameResult,
        /// Number of players.
        players: u8,
    },
    /// A fault in a variation.
    #[error("variation{}: {}", at(.0.token()), .0)]
    Variation(Box<FaultKind>),
    /// A variation nested deeper than the limit.
    #[error("variation is nested in {MAX_DEPTH} others; deeper ones are not read")]
    VariationTooDeep,
    /// A variation at the beginning of a line.
    #[error("variation needs a move before it that it replaces")]
    VariationOfNothing,
    /// Bytes that are invalid in the encoding of the file.
    #[error("invalid byte in this encoding; set the encoding of the file with --encoding")]
    InvalidCharacter,
    /// A row of a table, a JSON object, or a value in it that cannot be read.
    #[error("{0}")]
    Row(RowFault),
    /// A move after the end of the game.
    #[error("the game has ended before this move")]
    MoveAfterEnd(Token),
    /// A legal move with a missing or wrong sign of check or mate; the move is the last field.
    #[error("{1}")]
    Mark(Token, MarkFault, Move),
    /// A result that contradicts the last position.
    #[error("result is {stated}, {}", contradiction(*.found))]
    Result {
        /// Stated result.
        stated: GameResult,
        /// Result by the last position; [`GameResult::Unfinished`] if it does not end the game.
        found: GameResult,
    },
    /// A result after the moves that contradicts the tag `Result`.
    #[error("result after the moves is {stated}, but the Result tag has {tag}")]
    ResultTag {
        /// Result of the tag.
        tag: GameResult,
        /// Result after the moves.
        stated: GameResult,
    },
    /// A departure from the strict form; a fault if the leniency is not allowed, else a note.
    #[error("{0}")]
    Form(Leniency),
}

/// Status of a checked game in reports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No fault.
    Ok,
    /// An illegal move.
    Illegal,
    /// An ambiguous move.
    Ambiguous,
    /// Text that cannot be read.
    Syntax,
    /// An illegal position, or a sign or result that contradicts the position.
    Invalid,
}

impl Status {
    /// Returns the word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Illegal => "illegal",
            Self::Ambiguous => "ambiguous",
            Self::Syntax => "syntax",
            Self::Invalid => "invalid",
        }
    }
}

impl From<TextFaultKind> for FaultKind {
    fn from(kind: TextFaultKind) -> Self {
        match kind {
            TextFaultKind::Pgn(kind) => Self::Pgn(kind),
            TextFaultKind::NumberRestart(number) => Self::NumberRestart(number),
            TextFaultKind::InvalidCharacter => Self::InvalidCharacter,
            TextFaultKind::Row(fault) => Self::Row(fault),
        }
    }
}

impl FaultKind {
    /// Returns the status for reports.
    pub const fn status(&self) -> Status {
        match self {
            Self::Pgn(_)
            | Self::Fen(_)
            | Self::MoveText(..)
            | Self::NumberRestart(_)
            | Self::InvalidCharacter
            | Self::Row(_)
            | Self::Form(_)
            | Self::UnknownLanguage(_)
            | Self::VariationTooDeep
            | Self::VariationOfNothing
            | Self::Move(_, _, ResolveError::Disallowed(_)) => Status::Syntax,
            Self::Position(..)
            | Self::Mark(..)
            | Self::Result { .. }
            | Self::ResultTag { .. }
            | Self::ResultShares { .. } => Status::Invalid,
            Self::Variation(inner) => inner.status(),
            Self::Move(_, _, ResolveError::Ambiguous(_)) => Status::Ambiguous,
            Self::Move(..) | Self::MoveAfterEnd(_) | Self::WrongSide { .. } => Status::Illegal,
        }
    }

    /// Returns the stable code for reports and filters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Pgn(kind) => kind.code(),
            Self::Fen(error) => error.kind.code(),
            Self::Position(_, faults) => faults.as_slice().first().map_or("illegal", |fault| fault.code()),
            Self::MoveText(_, kind) => kind.code(),
            Self::Move(_, _, error) => error.code(),
            Self::NumberRestart(_) => "number-restart",
            Self::WrongSide { .. } => "wrong-side",
            Self::UnknownLanguage(_) => "unknown-language",
            Self::ResultShares { .. } => "wrong-result",
            Self::Variation(inner) => match inner.status() {
                Status::Illegal => "variation-illegal",
                Status::Ambiguous => "variation-ambiguous",
                Status::Ok | Status::Syntax | Status::Invalid => "variation-unreadable",
            },
            Self::VariationTooDeep => "variation-too-deep",
            Self::VariationOfNothing => "variation-of-nothing",
            Self::InvalidCharacter => "no-character",
            Self::Row(fault) => fault.code(),
            Self::MoveAfterEnd(_) => "move-after-end",
            Self::Mark(_, fault, _) => fault.code(),
            Self::Result { .. } => self.leniency().map_or("wrong-result", Leniency::code),
            Self::ResultTag { .. } => "result-mismatch",
            Self::Form(leniency) => leniency.code(),
        }
    }

    /// Returns the leniency that allows this fault, if there is one.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            Self::Mark(_, fault, _) => Some(fault.leniency()),
            Self::Result { stated: GameResult::Unfinished, .. } => Some(Leniency::EndedUnfinished),
            Self::Result { stated: GameResult::Draw, found } if is_stalemate(*found) => {
                Some(Leniency::StalemateAsDraw)
            }
            Self::Form(leniency) => Some(*leniency),
            _ => None,
        }
    }

    /// Returns the text of the faulty move, if the fault is in a move.
    pub fn token(&self) -> Option<&Token> {
        match self {
            Self::MoveText(token, _)
            | Self::Move(token, ..)
            | Self::MoveAfterEnd(token)
            | Self::WrongSide { token, .. }
            | Self::Mark(token, ..) => Some(token),
            Self::Variation(kind) => kind.token(),
            _ => None,
        }
    }
}

/// Returns the move of a fault for its message, if there is one.
fn at(token: Option<&Token>) -> String {
    token.map(|Token { text, .. }| format!(", at {text:.40}")).unwrap_or_default()
}

/// Returns the second half of the message about a wrong result.
fn contradiction(found: GameResult) -> String {
    match found {
        GameResult::Unfinished => {
            "which needs a stalemate, but the last position is not stalemate".to_owned()
        }
        _ => format!("but the last position gives {found}"),
    }
}

/// Returns whether only a stalemate can give this result.
pub(super) const fn is_stalemate(score: GameResult) -> bool {
    matches!(score, GameResult::WhiteThreeQuarters | GameResult::BlackThreeQuarters)
}
