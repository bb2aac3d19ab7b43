//! Faults of certificates.

use super::FORMAT;
use thiserror::Error;

/// A fault of a certificate, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct CertificateFault {
    /// The kind of fault.
    pub kind: CertificateFaultKind,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
}

/// Kind of a [`CertificateFault`]. Moves are UCI; `fen` is the position before the move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CertificateFaultKind {
    /// The first line is not that of a certificate.
    #[error("not a certificate: the text does not start with \"hexmate certificate\"")]
    NotCertificate,
    /// The version of the format is unknown.
    #[error("unknown format version {0:?}; expected {FORMAT}")]
    Version(String),
    /// The header line with this name is missing.
    #[error("expected the line {0:?}")]
    Header(&'static str),
    /// The game is unknown.
    #[error("unknown game {0:?}")]
    UnknownGame(String),
    /// The stipulation is invalid, or its victim is not an opponent in the game.
    #[error("invalid stipulation {0:?}")]
    Stipulation(String),
    /// A line is not a node, a key or the end.
    #[error("expected a node, a key or \"end\"")]
    Line,
    /// A node is not numbered by its place in the file; contains the expected number.
    #[error("expected node {0}")]
    NodeNumber(usize),
    /// A node refers to itself, a later node or no node.
    #[error("{0:?} is not an earlier node")]
    Cycle(String),
    /// A key refers to a node that does not exist.
    #[error("{0:?} is not a node")]
    NoSuchNode(String),
    /// The certificate has no key.
    #[error("missing key")]
    NoKey,
    /// A key is repeated.
    #[error("repeated key {0}")]
    RepeatedKey(String),
    /// The text ends before its `end`.
    #[error("the text ends before \"end\"")]
    Truncated,
    /// There is text after `end`.
    #[error("text after \"end\"")]
    TextAfterEnd,
    /// The position is illegal, or its FEN is not canonical.
    #[error("invalid position: {0}")]
    Position(String),
    /// A key or an attack is not a legal move.
    #[error("{m:?} is not a legal move in {fen}")]
    IllegalAttack {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A defence is not a legal move.
    #[error("{m:?} is not a legal defence in {fen}")]
    IllegalDefence {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A defence is repeated.
    #[error("repeated defence {m} in {fen}")]
    RepeatedDefence {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A legal defence is missing.
    #[error("missing defence {m} in {fen}")]
    MissingDefence {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A move marked as mate does not mate.
    #[error("{m} does not mate in {fen}")]
    NoMate {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A mating move has a successor node.
    #[error("{m} mates in {fen}; write # after it")]
    AfterMate {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// An attack if a defender is to move, or a defence if the attacker is.
    #[error("wrong side to move in {fen}")]
    WrongSide {
        /// The position.
        fen: String,
    },
    /// A line is longer than the stated number of moves.
    #[error("no mate within the stated number of moves after {m} in {fen}")]
    TooLong {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// All lines of a key are shorter than the stated number of moves.
    #[error("the longest line is shorter than the stated number of moves")]
    TooShort,
    /// No line leads to a node.
    #[error("unused node")]
    UnusedNode,
}

impl CertificateFaultKind {
    /// Returns the stable code for tables and filters.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotCertificate => "not-a-certificate",
            Self::Version(_) => "unknown-version",
            Self::Header(_) => "header",
            Self::UnknownGame(_) => "unknown-game",
            Self::Stipulation(_) => "stipulation",
            Self::Line => "line",
            Self::NodeNumber(_) => "node-number",
            Self::Cycle(_) => "cycle",
            Self::NoSuchNode(_) => "no-such-node",
            Self::NoKey => "no-key",
            Self::RepeatedKey(_) => "key-twice",
            Self::Truncated => "truncated",
            Self::TextAfterEnd => "rest-after-end",
            Self::Position(_) => "position",
            Self::IllegalAttack { .. } => "illegal-attack",
            Self::IllegalDefence { .. } => "illegal-defence",
            Self::RepeatedDefence { .. } => "defence-twice",
            Self::MissingDefence { .. } => "missing-defence",
            Self::NoMate { .. } => "no-mate",
            Self::AfterMate { .. } => "after-mate",
            Self::WrongSide { .. } => "wrong-side",
            Self::TooLong { .. } => "too-long",
            Self::TooShort => "too-short",
            Self::UnusedNode => "unused-node",
        }
    }
}
