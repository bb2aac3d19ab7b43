//! The command of a log, as far as its output depends on it. Names no file and no program, and cannot.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use hexmate_batch::log;
use hexmate_core::rules::EDITION;

use crate::{BookLook, Format};

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
    Solve(RecordedSolutions),
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
    /// Tables, in the order of the rows of an entry.
    pub tables: Vec<(Kind, Format)>,
    /// Other forms of solutions, in the order of an entry.
    pub sheets: Vec<(Kind, Sheet)>,
    /// Folders: diagrams, certificates.
    pub folders: Vec<Kind>,
    /// Layout of the book, if there is one.
    pub book: Option<BookLook>,
}

impl RecordedSolutions {
    /// Formats of the tables.
    pub fn formats(&self) -> Vec<Format> {
        self.tables.iter().map(|&(_, format)| format).collect()
    }

    /// The other forms.
    pub fn sheets(&self) -> Vec<Sheet> {
        self.sheets.iter().map(|&(_, sheet)| sheet).collect()
    }
}

/// A form of a whole solution that is not a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sheet {
    /// Popeye's layout.
    Text,
    /// Run on, as magazines print solutions.
    Compact,
    /// A problem of a book, as an object of JSON.
    Book,
    /// A line of EPD.
    Epd,
    /// A game with variations.
    Pgn,
    /// An article of a page.
    Html,
}

/// Records checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedChecks {
    /// Tables, in the order of the rows of an entry.
    pub tables: Vec<(Kind, Format)>,
    /// The page and the repaired games, where asked for.
    pub files: Vec<Kind>,
    /// What is written of a repaired collection, where games are repaired.
    pub repair: Option<Collection>,
    /// Whether rows have the column of slips.
    pub slips: bool,
}

impl RecordedChecks {
    /// Formats of the tables.
    pub fn formats(&self) -> Vec<Format> {
        self.tables.iter().map(|&(_, format)| format).collect()
    }
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// The kinds of output that entries have what is needed for.
    pub fn kinds(&self) -> Vec<Kind> {
        match self {
            Self::Perft(_) | Self::Mine(_) | Self::ComposeSearch(_) => vec![Kind::Lines],
            Self::PerftVerify => Vec::new(),
            Self::Solve(RecordedSolutions { tables, sheets, folders, .. }) => {
                let tables = tables.iter().map(|&(kind, _)| kind);
                let sheets = sheets.iter().map(|&(kind, _)| kind);
                tables.chain(sheets).chain(folders.iter().copied()).collect()
            }
            Self::Validate(RecordedChecks { tables, files, .. }) => {
                tables.iter().map(|&(kind, _)| kind).chain(files.iter().copied()).collect()
            }
        }
    }

    /// Format of the lines, where they are a table or text.
    pub fn lines(&self) -> Option<Format> {
        let format =
            |tables: &[(Kind, Format)]| Some(tables.iter().find(|(kind, _)| *kind == Kind::Lines)?.1);
        match self {
            Self::Perft(RecordedCounts { format, .. })
            | Self::Mine(RecordedPuzzles { format, .. })
            | Self::ComposeSearch(RecordedFinds { format, .. }) => Some(*format),
            Self::PerftVerify => None,
            Self::Solve(RecordedSolutions { tables, sheets, .. }) => {
                let is_text = sheets.iter().any(|(kind, _)| *kind == Kind::Lines);
                format(tables).or(is_text.then_some(Format::Text))
            }
            Self::Validate(RecordedChecks { tables, .. }) => format(tables),
        }
    }
}

impl log::Recorded for Recorded {
    const PROGRAM: &str = concat!("hexmate ", env!("CARGO_PKG_VERSION"));
    const RULES: u32 = EDITION;

    /// Returns whether this is a command as the program writes it: each kind in its own form, and once.
    fn is_sane(&self) -> bool {
        let table = |&(kind, format): &(Kind, Format)| match kind {
            Kind::Lines => true,
            Kind::Report => format == Format::Csv,
            Kind::Jsonl => format == Format::Json,
            _ => false,
        };
        let sheet = |&(kind, sheet): &(Kind, Sheet)| match kind {
            Kind::Lines | Kind::Text => matches!(sheet, Sheet::Text | Sheet::Compact),
            Kind::Epd => sheet == Sheet::Epd,
            Kind::Pgn => sheet == Sheet::Pgn,
            Kind::Html => sheet == Sheet::Html,
            Kind::Book => sheet == Sheet::Book,
            _ => false,
        };
        let kinds = self.kinds();
        let are_different = kinds.iter().collect::<BTreeSet<_>>().len() == kinds.len();
        are_different
            && match self {
                Self::Perft(_) | Self::PerftVerify | Self::Mine(_) | Self::ComposeSearch(_) => true,
                Self::Solve(RecordedSolutions { tables, sheets, folders, book }) => {
                    tables.iter().all(table)
                        && sheets.iter().all(sheet)
                        && folders.iter().all(|kind| matches!(kind, Kind::Diagrams | Kind::Certificate))
                        && book.is_some() == kinds.contains(&Kind::Book)
                        && book.as_ref().is_none_or(|book| book.style().is_some())
                }
                Self::Validate(RecordedChecks { tables, files, repair, .. }) => {
                    let is_repaired = repair.is_some_and(|repair| repair != Collection::Nothing);
                    tables.iter().all(table)
                        && files.iter().all(|kind| matches!(kind, Kind::Html | Kind::Repair))
                        && is_repaired == files.contains(&Kind::Repair)
                }
            }
    }

    /// Returns whether a run that records this can continue a log that records the other.
    ///
    /// Counts can go deeper, and be written in another format: entries have numbers.
    fn continues(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Perft(ours), Self::Perft(theirs)) => (ours.detail, ours.of) == (theirs.detail, theirs.of),
            _ => self == other,
        }
    }
}
