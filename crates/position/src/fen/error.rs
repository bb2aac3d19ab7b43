//! Errors of parsing a FEN.

use std::fmt;

use super::OtherDialects;
use crate::Game;
use crate::pieces::PieceListError;
use hexmate_core::rules::Faults;

/// Error of parsing a FEN, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at byte {offset}: {kind}")]
pub struct FenError {
    /// The kind of error.
    pub kind: FenErrorKind,
    /// Offset of the error, in bytes from the start of the text.
    pub offset: usize,
}

/// Kind of a [`FenError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A field is missing.
    #[error("missing {0}")]
    MissingField(Field),
    /// There is text after the last field.
    #[error("text after the last field")]
    TrailingField,
    /// The board has too many or too few ranks.
    #[error("board has {found} {}, expected {expected}{}", noun(*found, ["rank", "ranks"]), Advice(*dialects))]
    RankCount {
        /// Ranks of the board.
        expected: usize,
        /// Ranks in the text.
        found: usize,
        /// Other dialects in which the text may be written.
        dialects: OtherDialects,
    },
    /// A rank has too many or too few cells.
    #[error("rank {rank} has {found} {}, expected {expected}{}", noun(*found, ["cell", "cells"]), Advice(*dialects))]
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
    #[error("row {rank} has its walls (*) in other places than the board ends")]
    MisplacedWall {
        /// Number of the row.
        rank: usize,
    },
    /// The board has walls, which are not of this dialect.
    #[error("the board has walls (*){}", Advice(*.0))]
    Walls(OtherDialects),
    /// A character is not a piece of this game.
    #[error("unknown piece {0:?}")]
    UnknownPiece(char),
    /// A run of empty cells has length 0.
    #[error("0 empty cells; write a number from 1")]
    EmptyRun,
    /// A character is not the letter of a player.
    #[error("unknown player {0:?}")]
    UnknownPlayer(char),
    /// The player to move is not given by a letter.
    #[error("unknown player to move {word:?}; write {letters}")]
    UnknownTurn {
        /// The word.
        word: ShortText,
        /// The letter of the player that the word names, or those of all players.
        letters: PlayerLetters,
    },
    /// The address that contains the FEN names another game.
    #[error("the address is of the game {0}")]
    OtherGame(Game),
    /// A letter is not a wing of this game, or is repeated.
    #[error("unknown or repeated castling right {0:?}")]
    UnknownWing(char),
    /// The en passant field is neither `-` nor cells.
    #[error("expected - or a cell name")]
    InvalidCell,
    /// A counter is not a number, or exceeds 32 bits.
    #[error("{0} is not a number")]
    InvalidNumber(Field),
    /// A piece list is faulty.
    #[error("{0}")]
    PieceList(PieceListError),
}

/// The beginning of a text, for a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShortText {
    bytes: [u8; Self::LONGEST],
    length: u8,
}

impl ShortText {
    /// Longest text, in bytes.
    const LONGEST: usize = 24;

    /// Creates the text; a longer one is cut.
    pub(super) fn new(text: &str) -> Self {
        let end = text.char_indices().map(|(at, character)| at + character.len_utf8());
        let length = end.take_while(|end| *end <= Self::LONGEST).last().unwrap_or_default();
        let mut bytes = [0; Self::LONGEST];
        bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
        Self { bytes, length: length as u8 }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl fmt::Display for ShortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for ShortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// Letters of players, of which one is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerLetters([Option<char>; PlayerLetters::MOST]);

impl PlayerLetters {
    /// The greatest number of players.
    const MOST: usize = 6;

    pub(super) fn new(letters: impl IntoIterator<Item = char>) -> Self {
        let mut own = [None; Self::MOST];
        own.iter_mut().zip(letters).for_each(|(own, letter)| *own = Some(letter));
        Self(own)
    }
}

impl fmt::Display for PlayerLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .flatten()
            .enumerate()
            .try_for_each(|(number, letter)| write!(f, "{}{letter}", if number == 0 { "" } else { " or " }))
    }
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
            Self::UnknownPlayer(_) | Self::UnknownTurn { .. } => "unknown-player",
            Self::OtherGame(_) => "other-game",
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

/// Returns the singular or the plural.
const fn noun(count: usize, [one, several]: [&str; 2]) -> &str {
    if count == 1 { one } else { several }
}

/// Dialects after a message.
struct Advice(OtherDialects);

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "; {}", self.0) }
    }
}

/// Error of parsing a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The text is not a FEN.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// The position is not legal; display the faults with [`FaultList`](crate::FaultList).
    #[error("{0}")]
    Faults(#[from] Faults),
}
