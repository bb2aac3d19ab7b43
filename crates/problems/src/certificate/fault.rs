//! What can be wrong with a certificate, and where. No reading, no checking.

use super::FORMAT;
use thiserror::Error;

/// Why a certificate is refused, and the place in its text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct CertificateFault {
    /// What is wrong.
    pub kind: CertificateFaultKind,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// What is wrong with a certificate. Moves are UCI; `fen` is the position in which they are played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CertificateFaultKind {
    /// The first line is that of something else.
    #[error("no certificate: it does not begin with \"hexmate certificate\"")]
    NotCertificate,
    /// A version of the format that is not read.
    #[error("version {0:?} of the format, only {FORMAT} is known")]
    Version(String),
    /// A line of the header, with this name, is not where it belongs.
    #[error("expected the line {0:?}")]
    Header(&'static str),
    /// No game has this name.
    #[error("no game {0:?}")]
    UnknownGame(String),
    /// What is proved cannot be read, or nobody has the victim's letter.
    #[error("{0:?} is no mate to prove here")]
    Stipulation(String),
    /// A line is neither node nor key nor end.
    #[error("expected a node, a key or the end")]
    Line,
    /// A node has another number than its place in the file.
    #[error("expected node {0}")]
    NodeNumber(usize),
    /// A node names itself or a later one.
    #[error("{0:?} is no node before this one")]
    Cycle(String),
    /// A key names a node that is not there.
    #[error("{0:?} is no node")]
    NoSuchNode(String),
    /// There is no key.
    #[error("no key")]
    NoKey,
    /// A key stands twice.
    #[error("the key {0} is there twice")]
    KeyTwice(String),
    /// The text ends before its `end`.
    #[error("the text ends too early")]
    Truncated,
    /// Something follows the `end`.
    #[error("something follows the end")]
    Rest,
    /// The position breaks a rule, or is not canonical FEN.
    #[error("no position: {0}")]
    Position(String),
    /// A key or an attack is no legal move.
    #[error("{m:?} is no legal move in {fen}")]
    IllegalAttack {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A defence is no legal move.
    #[error("{m:?} is no legal defence in {fen}")]
    IllegalDefence {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A defence stands twice.
    #[error("the defence {m} is there twice in {fen}")]
    DefenceTwice {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A legal defence is not answered.
    #[error("the defence {m} is missing in {fen}")]
    MissingDefence {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// What is called mate is none.
    #[error("{m} does not mate in {fen}")]
    NoMate {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// Something is told to follow a mate.
    #[error("{m} mates in {fen}, nothing can follow")]
    AfterMate {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// An attack where another player is to move, or a defence where the player who mates is.
    #[error("it is another side's turn in {fen}")]
    WrongSide {
        /// The position.
        fen: String,
    },
    /// After a move there is no mate within the moves that are stated.
    #[error("after {m} in {fen} there is no mate in the moves left")]
    TooLong {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// All lines of a key are shorter than stated.
    #[error("the longest line is shorter than stated")]
    TooShort,
    /// No line leads to a node.
    #[error("no line leads to this node")]
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
            Self::KeyTwice(_) => "key-twice",
            Self::Truncated => "truncated",
            Self::Rest => "rest-after-end",
            Self::Position(_) => "position",
            Self::IllegalAttack { .. } => "illegal-attack",
            Self::IllegalDefence { .. } => "illegal-defence",
            Self::DefenceTwice { .. } => "defence-twice",
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
