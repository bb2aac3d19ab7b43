//! What can be wrong with a written game: kinds, codes, words. Judges nothing.

use super::game::{MOST_DEPTH, TextFaultKind, Token};
use super::words::WrittenNumber;
use crate::pgn::{PgnErrorKind, Score};
use hexmate_core::rules::{Faults, Move};
use hexmate_position::Place;
use hexmate_position::rows::RowFault;
use hexmate_position::{FaultList, FenError, Leniency, MarkFault, MoveText, MoveTextErrorKind, ResolveError};
use hexmate_position::{Game, MoveNumber};
use thiserror::Error;

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where.
    pub place: Place,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The file is no PGN there.
    #[error("{0}")]
    Pgn(PgnErrorKind),
    /// The tag `FEN` cannot be read.
    #[error("FEN tag: {0}")]
    Fen(FenError),
    /// The tag `FEN` gives a position that breaks rules of the game.
    #[error("FEN tag: {}", FaultList(.0, .1))]
    Position(Game, Faults),
    /// A move cannot be read.
    #[error("{1}")]
    MoveText(Token, MoveTextErrorKind),
    /// A move is none of the position.
    #[error("{2}")]
    Move(Token, MoveText, ResolveError),
    /// The numbers begin again in the middle: two records have run together.
    #[error("move 1 follows move {0}: two records have run together")]
    NumberRestart(u32),
    /// A move number gives the move to a player who is not to move.
    #[error("{written} {} is not the move of the player to move, whose next is {due}", .token.text)]
    WrongSide {
        /// The move.
        token: Token,
        /// What stands before it.
        written: WrittenNumber,
        /// What should.
        due: MoveNumber,
    },
    /// The tag `Letters` names no language that is known.
    #[error("unknown language {0:?} in the Letters tag; --letters says which letters to read")]
    UnknownLanguage(String),
    /// A result for another number of players.
    #[error("result {stated} is not one of a game for {players} players")]
    ResultShares {
        /// What is stated.
        stated: Score,
        /// The players of the game.
        players: u8,
    },
    /// A move of a variation is none of its position, or cannot be read.
    #[error("variation{}: {}", at(.0.token()), .0)]
    Variation(Box<FaultKind>),
    /// A variation inside more others than are looked at.
    #[error("variation is inside {MOST_DEPTH} others, and no deeper ones are read")]
    VariationTooDeep,
    /// A variation that no move of its line comes before.
    #[error("variation follows no move that it could replace")]
    VariationOfNothing,
    /// A byte stands for no character of the encoding that the file is read in.
    #[error("a byte is no character; --encoding says how the file is written")]
    InvalidCharacter,
    /// A row of a table, an object of JSON, or a value in it cannot be read.
    #[error("{0}")]
    Row(RowFault),
    /// A move follows the end of the game.
    #[error("the game has ended before this move")]
    MoveAfterEnd(Token),
    /// A legal move has a sign of check or mate that says something else than is so.
    #[error("{1}")]
    Mark(Token, MarkFault, Move),
    /// The result is not what the last position says.
    #[error("result is {stated}, {}", contradiction(*.found))]
    Result {
        /// What is stated.
        stated: Score,
        /// What the last position is worth; [`Score::Unfinished`] if it ends nothing.
        found: Score,
    },
    /// The result after the moves is not that of the tag.
    #[error("result is {stated}, and the tag says {tag}")]
    ResultTag {
        /// What the tag says.
        tag: Score,
        /// What stands after the moves.
        stated: Score,
    },
    /// The form needs a leniency that is not granted.
    #[error("{0}")]
    Form(Leniency),
}

/// Which kind of fault a game has, for tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nothing is wrong.
    Ok,
    /// A move breaks the rules.
    Illegal,
    /// A move can be read in several ways.
    Ambiguous,
    /// The text cannot be read.
    Syntax,
    /// The position breaks the rules.
    Invalid,
}

impl Status {
    /// The word in tables.
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
    /// The word for tables.
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

    /// A stable name for tables and filters.
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

    /// What must be granted so that it is forgiven, if it can be.
    pub const fn leniency(&self) -> Option<Leniency> {
        match self {
            Self::Mark(_, fault, _) => Some(fault.leniency()),
            Self::Result { stated: Score::Unfinished, .. } => Some(Leniency::EndedUnfinished),
            Self::Result { stated: Score::Draw, found } if is_stalemate(*found) => {
                Some(Leniency::StalemateAsDraw)
            }
            Self::Form(leniency) => Some(*leniency),
            _ => None,
        }
    }

    /// The move at fault as it is written, if it is a move.
    pub fn token(&self) -> Option<&Token> {
        match self {
            Self::MoveText(token, _)
            | Self::Move(token, ..)
            | Self::MoveAfterEnd(token)
            | Self::WrongSide { token, .. }
            | Self::Mark(token, ..) => Some(token),
            _ => None,
        }
    }
}

/// Where in a variation its fault is, if that is a move.
fn at(token: Option<&Token>) -> String {
    token.map(|Token { text, .. }| format!(", at {text:.40}")).unwrap_or_default()
}

/// What the last position says instead of a wrong result.
fn contradiction(found: Score) -> String {
    match found {
        Score::Unfinished => "which only a stalemate gives, and the last position is none".to_owned(),
        _ => format!("and the last position says {found}"),
    }
}

/// Whether only a stalemate gives this.
pub(super) const fn is_stalemate(score: Score) -> bool {
    matches!(score, Score::WhiteThreeQuarters | Score::BlackThreeQuarters)
}
