//! What can be wrong with a certificate, and where. No reading, no checking.

use std::error::Error;
use std::fmt;

use super::FORMAT;

/// Why a certificate is refused, and the place in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// What is wrong with a certificate. Moves are UCI; `fen` is the position in which they are played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// The first line is that of something else.
    NotCertificate,
    /// A version of the format that is not read.
    Version(String),
    /// A line of the header, with this name, is not where it belongs.
    Header(&'static str),
    /// No game has this name.
    UnknownGame(String),
    /// What is proved cannot be read, or nobody has the victim's letter.
    Stipulation(String),
    /// A line is neither node nor key nor end.
    Line,
    /// A node has another number than its place in the file.
    NodeNumber(usize),
    /// A node names itself or a later one.
    Cycle(String),
    /// A key names a node that is not there.
    NoSuchNode(String),
    /// There is no key.
    NoKey,
    /// A key stands twice.
    KeyTwice(String),
    /// The text ends before its `end`.
    Truncated,
    /// Something follows the `end`.
    Rest,
    /// The position breaks a rule, or is not canonical FEN.
    Position(String),
    /// A key or an attack is no legal move.
    IllegalAttack {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A defence is no legal move.
    IllegalDefence {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A defence stands twice.
    DefenceTwice {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// A legal defence is not answered.
    MissingDefence {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// What is called mate is none.
    NoMate {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// Something is told to follow a mate.
    AfterMate {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// An attack where another player is to move, or a defence where the player who mates is.
    WrongSide {
        /// The position.
        fen: String,
    },
    /// After a move there is no mate within the moves that are stated.
    TooLong {
        /// The move.
        m: String,
        /// The position.
        fen: String,
    },
    /// All lines of a key are shorter than stated.
    TooShort,
    /// No line leads to a node.
    UnusedNode,
}

impl FaultKind {
    /// A stable name for tables and filters.
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

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCertificate => {
                write!(f, "no certificate: it does not begin with \"hexmate certificate\"")
            }
            Self::Version(text) => write!(f, "version {text:?} of the format, only {FORMAT} is known"),
            Self::Header(name) => write!(f, "expected the line {name:?}"),
            Self::UnknownGame(name) => write!(f, "no game {name:?}"),
            Self::Stipulation(text) => write!(f, "{text:?} is no mate to prove here"),
            Self::Line => write!(f, "expected a node, a key or the end"),
            Self::NodeNumber(expected) => write!(f, "expected node {expected}"),
            Self::Cycle(next) => write!(f, "{next:?} is no node before this one"),
            Self::NoSuchNode(next) => write!(f, "{next:?} is no node"),
            Self::NoKey => write!(f, "no key"),
            Self::KeyTwice(m) => write!(f, "the key {m} is there twice"),
            Self::Truncated => write!(f, "the text ends too early"),
            Self::Rest => write!(f, "something follows the end"),
            Self::Position(reason) => write!(f, "no position: {reason}"),
            Self::IllegalAttack { m, fen } => write!(f, "{m:?} is no legal move in {fen}"),
            Self::IllegalDefence { m, fen } => write!(f, "{m:?} is no legal defence in {fen}"),
            Self::DefenceTwice { m, fen } => write!(f, "the defence {m} is there twice in {fen}"),
            Self::MissingDefence { m, fen } => write!(f, "the defence {m} is missing in {fen}"),
            Self::NoMate { m, fen } => write!(f, "{m} does not mate in {fen}"),
            Self::AfterMate { m, fen } => write!(f, "{m} mates in {fen}, nothing can follow"),
            Self::WrongSide { fen } => write!(f, "it is another side's turn in {fen}"),
            Self::TooLong { m, fen } => write!(f, "after {m} in {fen} there is no mate in the moves left"),
            Self::TooShort => write!(f, "the longest line is shorter than stated"),
            Self::UnusedNode => write!(f, "no line leads to this node"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl Error for Fault {}
