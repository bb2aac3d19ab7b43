//! Mate problems: their files, stipulations, twins and themes; mining, composing and certificates.
//!
//! [`statements`] yields each problem of a file as a [`Statement`], which [`Problem::from_statement`] understands.
//! A line that cannot be read is a statement with its fault, and the next one follows. [`Problem::twins`] makes
//! the twins of a problem, [`themes`] names what its solution shows, [`mine`] finds sound problems in games,
//! [`compose`] repairs, strips and searches, and [`certificate`] proves a mate to other programs.
//!
//! ```
//! use hexmate_core::mate::Stipulation;
//! use hexmate_position::Game;
//! use hexmate_problems::{Format, Problem, statements};
//!
//! let file = b"fen,stipulation\n1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1,#2\n";
//! for statement in statements(&file[..], Format::Csv) {
//!     let problem = Problem::from_statement(Game::GLINSKI, &statement?, None)?;
//!     assert_eq!(problem.stipulation, Stipulation::mate_in(2));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Formats
//!
//! * **CSV**, with `,`, `;`, `|` or tabs between its cells: a header that names a `fen` column, before which
//!   `sep=;` may be, then a row for each problem. The columns `id`, `variant`, `stipulation`, `key`, `solutions`,
//!   `author`, `source` and `twin` are understood, in either case and in some other languages; others are kept
//!   as they are.
//! * **EPD**: a FEN whose counters may be missing, an optional `;`, then operations, each ended by `;`. `dm N` is
//!   the length, `bm` the keys (`bm #N` is a length as well), `id "…"` the name, `stip "h#2"` a stipulation other
//!   than `#N`, `solutions N` the number intended; `author`, `source` and `twin "b) Rc4 -> d5"` are as in CSV, and
//!   others are kept.
//! * **Bare FEN lines**: EPD without operations. Blank lines and lines that begin with `#` are skipped.
//!
//! The crate opens no files and starts no threads.

pub mod certificate;
mod claim;
mod columns;
pub mod compose;
mod epd;
mod further;
pub mod mine;
mod solution_code;
mod solve;
mod solved;
mod stipulation;
pub mod themes;
mod twin;
mod wording;

pub use claim::{ClaimedKey, KeyClaim, KeyFault};
pub use columns::{Heading, STANDARD as COLUMNS};
pub use further::{Further, Operand, is_plain, quoted};
pub use solve::{Solution, SolveOptions, Solver};
pub use solved::{Findings, Outcome, Refusal, Solved};
pub use stipulation::{read_stipulation, stipulation_text};
pub use twin::{Motion, MotionText, Twin, TwinError, placed_text};
pub use wording::understood_stipulation;

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};

use hexmate_core::mate::Stipulation;
use hexmate_core::rules::Faults;
use hexmate_position::rows::{MAX_TEXT, RowFault};
use hexmate_position::{Dialect, FaultList, FenError};
use hexmate_position::{Game, Position, Setup, UnknownGame};
use thiserror::Error;

/// What a file says of one problem, not yet understood.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Statement {
    /// Line of the file, from 1.
    pub line: u64,
    /// Column at which the FEN begins, from 1; 0 where the format does not tell.
    pub column: u64,
    /// Name of the problem; empty if it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Name of the game; empty if the file does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// The position.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fen: String,
    /// The order of the cells in it.
    pub order: Dialect,
    /// What is asked, `#2`; empty if the file does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stipulation: String,
    /// The keys claimed, as people write them; empty if none are.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub keys: String,
    /// How many solutions are claimed; empty if the file does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub solutions: String,
    /// What makes twins of the problem, as [`Problem::twins`] reads it; empty if it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub twin: String,
    /// Who composed it; empty if the file does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// Where the problem comes from; empty if the file does not say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// All other columns of its table, or operations of its EPD, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Further>,
    /// The headings of its table; only the first row has them.
    #[serde(skip)]
    pub headings: Vec<Heading>,
    /// Why the line could not even be taken apart.
    #[serde(skip)]
    pub fault: Option<LineFault>,
}

impl Statement {
    /// The game that is played: the one asked for, else the one that is named, else Glinski's.
    ///
    /// # Errors
    ///
    /// If the statement names one that does not exist.
    pub fn game(&self, asked: Option<Game>) -> Result<Game, UnknownGame> {
        Game::of_record(asked, &self.variant)
    }

    /// Where its line is faulty, `3:17`, or else the line.
    pub fn place(&self) -> String {
        match (&self.fault, self.column) {
            (Some(_), column @ 1..) => format!("{}:{column}", self.line),
            _ => self.line.to_string(),
        }
    }

    /// What the FEN says, legal or not.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn setup(&self, game: Game) -> Result<Setup, FenError> {
        Setup::from_fen_in(game, &self.fen, self.order)
    }

    /// What is asked; a mate in `moves` where the statement does not say.
    ///
    /// # Errors
    ///
    /// If nothing says it, or nobody understands it.
    pub fn asked(&self, game: Game, moves: Option<u32>) -> Result<Stipulation, ProblemError> {
        match self.stipulation.as_str() {
            "" => moves.map(Stipulation::mate_in).ok_or(ProblemError::NoStipulation),
            text => understood_stipulation(&game, text)
                .ok_or_else(|| ProblemError::UnknownStipulation(text.to_owned())),
        }
    }

    /// How many solutions are claimed, if the statement says so.
    ///
    /// # Errors
    ///
    /// If what it says is no number.
    pub fn intended(&self) -> Result<Option<usize>, ProblemError> {
        match self.solutions.as_str() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| ProblemError::UnknownSolutions(text.to_owned())),
        }
    }

    /// What is asked, as problemists write it where that is understood, else as it stands.
    pub fn stipulation_in(&self, game: Game) -> String {
        let understood = understood_stipulation(&game, &self.stipulation);
        understood.map_or_else(|| self.stipulation.clone(), |asked| stipulation_text(&game, asked))
    }
}

/// Why a line could not be taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// Longer than [`MAX_TEXT`].
    #[error("line is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// Its quotation marks or its length make it unreadable.
    #[error("{0}")]
    Row(RowFault),
    /// An operation that comes again with another operand.
    #[error("operation `{0}` comes again with another operand")]
    Repeated(String),
    /// Not UTF-8.
    #[error("line is not UTF-8 text")]
    NotText,
    /// The header of a table names no column `fen`; its headings.
    #[error("the first line names no column `fen`; its columns are: {}", .0.join(", "))]
    NoFen(Vec<String>),
    /// No table row, for the reason given.
    #[error("{0}")]
    Table(String),
}

impl LineFault {
    /// Returns the stable code for tables and filters.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "line-too-long",
            Self::Row(fault) => fault.code(),
            Self::Repeated(_) => "repeated-operation",
            Self::NotText => "not-text",
            Self::NoFen(_) => "no-fen-column",
            Self::Table(_) => "table-row",
        }
    }
}

/// What kind of problem file this is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// A table with a header.
    Csv,
    /// One problem a line.
    Lines,
}

/// The statements of a file, in its order.
///
/// # Errors
///
/// Each item is an error if the input cannot be read any further.
pub fn statements<'r>(
    input: impl BufRead + Send + 'r,
    format: Format,
) -> Box<dyn Iterator<Item = io::Result<Statement>> + Send + 'r> {
    match format {
        Format::Csv => Box::new(columns::Rows::new(input)),
        Format::Lines => Box::new(epd::EpdReader::new(input)),
    }
}

/// A problem that has been understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The diagram.
    pub position: Position,
    /// What is asked.
    pub stipulation: Stipulation,
    /// The keys that are claimed.
    pub claim: KeyClaim,
    /// How many solutions are claimed.
    pub solutions: Option<usize>,
}

/// Why a statement is no problem.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The line could not be taken apart.
    #[error("{0}")]
    Line(LineFault),
    /// The FEN cannot be read.
    #[error("{}", .0.kind)]
    Fen(FenError),
    /// The position breaks rules of the game.
    #[error("{}", FaultList(.0, .1))]
    Faults(Game, Faults),
    /// Nothing says what is asked.
    #[error("no stipulation; state one in the file or with --mate")]
    NoStipulation,
    /// A stipulation that is not understood.
    #[error("unknown stipulation {:?}{}", .0, hint(.0))]
    UnknownStipulation(String),
    /// A number of solutions that is none.
    #[error("{0:?} is no number of solutions")]
    UnknownSolutions(String),
    /// The text of a twin makes none.
    #[error("{0}")]
    Twin(TwinError),
    /// What is wrong is wrong with the twin of this label.
    #[error("twin {0} {1}")]
    InTwin(String, Box<ProblemError>),
}

impl ProblemError {
    /// Whether it can be read, but stands for a position that breaks rules of the game.
    pub fn is_of_position(&self) -> bool {
        match self {
            Self::Faults(..) => true,
            Self::InTwin(_, error) => error.is_of_position(),
            _ => false,
        }
    }

    /// Returns the stable code for tables and filters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Line(fault) => fault.code(),
            Self::Fen(error) => error.kind.code(),
            Self::Faults(_, faults) => faults.as_slice().first().map_or("illegal", |fault| fault.code()),
            Self::NoStipulation => "no-stipulation",
            Self::UnknownStipulation(_) => "unknown-stipulation",
            Self::UnknownSolutions(_) => "unknown-solutions",
            Self::Twin(error) => error.code(),
            Self::InTwin(_, error) => error.code(),
        }
    }
}

/// What is meant instead of an unknown stipulation, to follow it in a message; empty if nothing is known.
fn hint(stipulation: &str) -> String {
    wording::hint(stipulation).map(|hint| format!(": {hint}")).unwrap_or_default()
}

impl Problem {
    /// A problem that claims neither keys nor a number of solutions.
    pub fn bare(position: Position, stipulation: Stipulation) -> Self {
        Self { position, stipulation, claim: KeyClaim::default(), solutions: None }
    }

    /// Understands a statement of a game; `moves` is the length asked for where it states none.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be understood; of an illegal position, all its faults.
    pub fn from_statement(
        game: Game,
        statement: &Statement,
        moves: Option<u32>,
    ) -> Result<Self, ProblemError> {
        if let Some(fault) = &statement.fault {
            return Err(ProblemError::Line(fault.clone()));
        }
        let setup = statement.setup(game).map_err(ProblemError::Fen)?;
        let position = setup.into_position().map_err(|faults| ProblemError::Faults(game, faults))?;
        let (stipulation, solutions) = (statement.asked(game, moves)?, statement.intended()?);
        let claim = KeyClaim::read(&statement.keys, &position);
        Ok(Self { position, stipulation, claim, solutions })
    }
}

/// Column in characters, from 1, of a byte offset in a text that begins at `column`.
pub fn column_at(column: u64, text: &str, offset: usize) -> u64 {
    let before = text.char_indices().take_while(|&(at, _)| at < offset).count();
    column + before as u64
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
