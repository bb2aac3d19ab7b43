//! The command of a log, as far as its output depends on it. Names no file and no program, and cannot.

use std::fmt;

use serde::{Deserialize, Serialize};

use hexmate_batch::log;
use hexmate_core::mate::Scope;
use hexmate_core::rules::EDITION;

use crate::{Format, SolveLook};

/// What a log records.
///
/// A merge writes from this and from the entries alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Recorded {
    /// Counts from positions.
    Perft(RecordedCounts),
    /// Lines of reference tables. Its log is for `--resume` only.
    PerftVerify,
    /// Problems solved.
    Solve(Box<RecordedSolutions>),
    /// Records checked.
    Validate(RecordedChecks),
    /// Problems from games.
    Mine(RecordedPuzzles),
    /// New problems.
    ComposeSearch(RecordedFinds),
}

/// Counts from positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCounts {
    /// Format of the table.
    pub format: Format,
    /// Depth in plies.
    pub depth: u32,
    /// Columns of the table.
    pub detail: Detail,
    /// Source of the positions.
    pub of: CountedFrom,
}

/// What is counted from one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// Nodes.
    Nodes,
    /// Nodes, and those of each kind.
    Breakdown,
    /// Nodes after each first move.
    Divide,
    /// Nodes after each first move, and the position after it.
    DivideWithFens,
}

impl Detail {
    /// Returns whether each first move has a row.
    pub const fn is_divide(self) -> bool {
        matches!(self, Self::Divide | Self::DivideWithFens)
    }
}

/// Source of counted positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedFrom {
    /// A position of the command line.
    Position,
    /// A file, all of whose records have positions.
    File,
    /// A file of which some records have no position; each run has reported them.
    FaultyFile,
}

/// Problems solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSolutions {
    /// Phases of the solutions that were searched.
    pub scope: Scope,
    /// How solutions are shown.
    pub look: SolveLook,
}

/// Records checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedChecks {
    /// Format of the lines that go to stdout or to `--output`.
    pub format: Format,
    /// `true` if text shows the board before a fault.
    pub has_boards: bool,
    /// Games written of a repaired collection, where games are repaired.
    pub repair: Option<Collection>,
    /// `true` if rows have the column of slips.
    pub slips: bool,
}

/// What is written of a collection that is repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Collection {
    /// Nothing.
    Nothing,
    /// Every game, repaired or unchanged.
    Whole,
    /// Repaired games only, in SAN with English letters.
    MendedOnly,
}

/// Problems from games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPuzzles {
    /// Format of the table.
    pub format: Format,
    /// Beginning of the names of problems.
    pub prefix: String,
    /// Whether rows have the column `played`.
    pub played: bool,
}

/// New problems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFinds {
    /// Format of the table.
    pub format: Format,
    /// Beginning of the names of problems.
    pub prefix: String,
}

/// A kind of output. `merge` is given the place of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The table or the solutions that go to stdout or to `--output`.
    Lines,
    /// A table of CSV.
    Report,
    /// A table of JSON Lines.
    Jsonl,
    /// Whole solutions as text.
    Text,
    /// Problems as EPD.
    Epd,
    /// Solutions as PGN.
    Pgn,
    /// A page.
    Html,
    /// A book.
    Book,
    /// A folder of diagrams.
    Diagrams,
    /// A folder of certificates.
    Certificate,
    /// Repaired games.
    Repair,
}

impl fmt::Display for Kind {
    /// The option that names its place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lines => "--output",
            Self::Report => "--report",
            Self::Jsonl => "--jsonl",
            Self::Text => "--text",
            Self::Epd => "--epd",
            Self::Pgn => "--pgn",
            Self::Html => "--html",
            Self::Book => "--book",
            Self::Diagrams => "--diagrams",
            Self::Certificate => "--certificate",
            Self::Repair => "--repair",
        })
    }
}

impl Recorded {
    /// Name of the command.
    pub const fn command(&self) -> &'static str {
        match self {
            Self::Perft(_) => "perft",
            Self::PerftVerify => "perft --verify",
            Self::Solve(_) => "solve",
            Self::Validate(_) => "validate",
            Self::Mine(_) => "mine",
            Self::ComposeSearch(_) => "compose search",
        }
    }

    /// The kinds of output that a merge can write.
    pub fn kinds(&self) -> Vec<Kind> {
        match self {
            Self::Perft(_) | Self::Mine(_) | Self::ComposeSearch(_) => vec![Kind::Lines],
            Self::PerftVerify => Vec::new(),
            Self::Solve(_) => {
                use Kind::{Book, Certificate, Diagrams, Epd, Html, Jsonl, Lines, Pgn, Report, Text};
                vec![Lines, Report, Jsonl, Text, Epd, Pgn, Html, Book, Diagrams, Certificate]
            }
            Self::Validate(checks) => {
                let repair = checks.repair.is_some_and(|repair| repair != Collection::Nothing);
                let kinds = [Kind::Lines, Kind::Report, Kind::Html].into_iter();
                kinds.chain(repair.then_some(Kind::Repair)).collect()
            }
        }
    }
}

impl log::LoggedCommand for Recorded {
    const PROGRAM: &str = concat!("hexmate ", env!("CARGO_PKG_VERSION"));
    const RULES: u32 = EDITION;

    fn is_sane(&self) -> bool {
        match self {
            Self::Solve(solutions) => solutions.look.is_sane(),
            _ => true,
        }
    }

    /// Counts can go deeper, and all else can be shown in another way: entries hold results.
    fn continues(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Perft(ours), Self::Perft(theirs)) => (ours.detail, ours.of) == (theirs.detail, theirs.of),
            (Self::Solve(ours), Self::Solve(theirs)) => ours.scope == theirs.scope,
            (Self::Validate(ours), Self::Validate(theirs)) => {
                (ours.repair, ours.slips) == (theirs.repair, theirs.slips)
            }
            _ => self == other,
        }
    }
}
