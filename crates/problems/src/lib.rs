//! Mate problems: file formats, stipulations, twins, themes, mining, composition and certificates.
//!
//! [`statements`] iterates over the problems of a file, each as a [`Statement`], which [`Problem::from_statement`]
//! parses. A faulty line is a statement with its fault; reading continues with the next line. [`Problem::twins`]
//! returns the twins of a problem, [`themes`] detects the themes of its solution, [`mine`] finds sound problems in
//! games, [`compose`] repairs, strips and searches, and [`certificate`] proves a mate to other programs.
//!
//! ```
//! use hexmate_position::Game;
//! use hexmate_problems::{Problem, ProblemFormat, SolveOptions, statements};
//!
//! let file = b"fen,stipulation\n1/1N1/5/R6/7/1K2k2/7 w - 0 1,#2\n";
//! for statement in statements(&file[..], ProblemFormat::Csv) {
//!     let problem = Problem::from_statement(Game::MINI, &statement?, None)?;
//!     let solution = problem.solve(&SolveOptions::default());
//!     assert!(solution.is_sound());
//!     assert_eq!(problem.position.san(solution.keys()[0]).to_string(), "Nc3");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Formats
//!
//! * **CSV**, with `,`, `;`, `|` or tabs as delimiters: a header with a `fen` column, optionally after a line such as
//!   `sep=;`, then a row for each problem. The columns `id`, `variant`, `stipulation`, `key`, `solutions`, `author`,
//!   `source` and `twin` are recognized in any case and in eight languages; other columns are copied unchanged.
//! * **EPD**: a FEN whose counters may be missing, an optional `;`, then operations that end with `;`. `dm N` is the
//!   length, `bm` the keys (`bm #N` is also a length; beside `key "…"` only that is a claim), `id "…"` the name, `stip "h#2"` a stipulation other than `#N`,
//!   `solutions N` the intended number of solutions; `author`, `source` and `twin "b) Rc4 -> d5"` are as in CSV, and
//!   other operations are copied unchanged.
//! * A position is a FEN or a piece list, `w: Kf6 Qg4; b: Kf11`. A table without a column `fen` has it in `pieces`.
//! * **Popeye and YACPDB**: see [`interchange`].
//! * **Bare FEN lines**: EPD without operations. Blank lines and lines that start with `#` are skipped.
//!
//! The crate opens no files and starts no threads.

pub mod certificate;
mod claim;
mod columns;
pub mod compose;
mod dates;
mod details;
mod duplex;
mod earlier_report;
mod epd;
mod extra_column;
pub mod interchange;
pub mod likeness;
pub mod mine;
mod object;
pub mod select;
mod solution_code;
mod solution_text;
mod solve;
mod solved;
pub mod stats;
mod stipulation;
pub mod themes;
mod twin;
mod twin_keys;
mod wording;

pub use claim::{ClaimedKey, KeyClaim, KeyFault, TreeClaim};
pub use columns::{COLUMNS, Heading, table_delimiter, table_headings, table_row};
pub use details::{BookDetail, CAPTION_COLUMNS, PRINTED_COLUMNS};
pub use epd::EpdLayout;
pub use extra_column::{ExtraColumn, Operand, REST, is_free_opcode, is_plain, quoted, with_unique_names};
pub use solve::{Solution, SolveOptions, Solver};
pub use solved::{Refusal, SolveStatus, Solved};
pub use stipulation::{parse_stipulation, stipulation_text};
pub use twin::{Motion, MotionText, Twin, TwinError, placed_text, zero_change};
pub use wording::{Numbers, StatedStipulation, parse_informal_stipulation};

use std::io::{self, BufRead};

use serde::{Deserialize, Serialize};

use duplex::without_duplex;
use interchange::InterchangeFault;

use hexmate_core::mate::Stipulation;
use hexmate_core::rules::Faults;
use hexmate_position::{Address, Colour, FaultList, FenError, FenForm, FenNote};
use hexmate_position::{Game, Position, Setup, UnknownGame};
use hexmate_text::{MAX_TEXT, RowFault};
use thiserror::Error;
use twin::FIRST;

/// A problem as its file states it, not parsed yet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Statement {
    /// Line of the file, from 1.
    pub line: u64,
    /// Column at which the FEN or the fault starts, from 1; 0 if unknown.
    pub column: u64,
    /// First line of the record, from 1; less than `line` if the record has several lines and a fault in a later one.
    #[serde(skip)]
    pub first_line: u64,
    /// Name of the problem, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Name of the game, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// FEN of the position.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fen: String,
    /// Dialect of the FEN, and names of cells.
    pub form: FenForm,
    /// Places in the file of parts of the FEN, by offset; empty if the FEN is written there as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fen_places: Vec<FenPlace>,
    /// Stipulation, such as `#2`, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stipulation: String,
    /// The author's keys as written, or empty; [`Statement::keys_of`] returns those of a twin.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub keys: String,
    /// Intended number of solutions, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub solutions: String,
    /// Twins, in the notation of [`Problem::twins`], or empty; [`Statement::all_twins`] adds those of the stipulation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub twin: String,
    /// The author, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The source, or empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// All other columns of the table or operations of the EPD line, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<ExtraColumn>,
    /// Headings of the table; empty except for its first row.
    #[serde(skip)]
    pub headings: Vec<Heading>,
    /// The fault of a line that could not be split into fields.
    #[serde(skip)]
    pub fault: Option<LineFault>,
}

/// Place in the file of a part of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FenPlace {
    /// Offset in the FEN, in bytes.
    pub offset: usize,
    /// Line of the file, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

impl Statement {
    /// Returns the approximate memory of the texts, in bytes.
    pub fn size(&self) -> usize {
        let Self { id, variant, fen, stipulation, keys, solutions, twin, author, source, further, .. } = self;
        let texts = [id, variant, fen, stipulation, keys, solutions, twin, author, source];
        let further = further.iter().map(|further| further.name.len() + further.value.len() + 128);
        texts.into_iter().map(String::len).sum::<usize>() + further.sum::<usize>()
    }

    /// Returns the game: `requested`, else the named one, else that of an address as FEN, else Gliński's.
    ///
    /// # Errors
    ///
    /// If the statement names an unknown game.
    pub fn game(&self, requested: Option<Game>) -> Result<Game, UnknownGame> {
        let of_address = || Address::of(&self.fen)?.game;
        let is_unnamed = requested.is_none() && self.variant.trim().is_empty();
        Game::of_record(requested.or_else(|| of_address().filter(|_| is_unnamed)), &self.variant)
    }

    /// Returns the place of the fault, such as `3:17`, or the line if there is none.
    pub fn place(&self) -> String {
        match (&self.fault, self.column) {
            (Some(_), column @ 1..) => format!("{}:{column}", self.line),
            _ => self.line.to_string(),
        }
    }

    /// Parses the FEN; the position need not be legal.
    ///
    /// # Errors
    ///
    /// If the text is not a FEN.
    pub fn setup(&self, game: Game) -> Result<Setup, FenError> {
        Setup::from_fen_in(game, &self.fen, self.form)
    }

    /// Returns what is assumed to read the FEN; empty if it cannot be read.
    pub fn fen_notes(&self, game: Game) -> Vec<FenNote> {
        Setup::from_fen_with_notes(game, &self.fen, self.form).map(|(_, notes)| notes).unwrap_or_default()
    }

    /// Parses the stipulation with what it says about the solution; an empty one is a mate in `moves`.
    ///
    /// # Errors
    ///
    /// If the stipulation is unknown, or is empty and `moves` is `None`.
    pub fn stated_stipulation(
        &self,
        game: Game,
        moves: Option<u32>,
    ) -> Result<StatedStipulation, ProblemError> {
        let text = self.stipulation.as_str();
        match text {
            _ if text.is_empty() || without_duplex(text).as_deref() == Some("") => {
                let stated = moves.map(|moves| StatedStipulation::from(Stipulation::mate_in(moves)));
                stated
                    .map(|stated| StatedStipulation { is_duplex: !text.is_empty(), ..stated })
                    .ok_or(ProblemError::NoStipulation)
            }
            text => StatedStipulation::parse(&game, text)
                .ok_or_else(|| ProblemError::UnknownStipulation(text.to_owned())),
        }
    }

    /// Parses the stipulation; an empty one is a mate in `moves`.
    ///
    /// # Errors
    ///
    /// If the stipulation is unknown, or is empty and `moves` is `None`.
    pub fn parse_stipulation(&self, game: Game, moves: Option<u32>) -> Result<Stipulation, ProblemError> {
        self.stated_stipulation(game, moves).map(|stated| stated.stipulation)
    }

    /// Parses the intended number of solutions, if the statement has one.
    ///
    /// # Errors
    ///
    /// If the text is not a number.
    pub fn parse_solutions(&self) -> Result<Option<usize>, ProblemError> {
        match self.solutions.as_str() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| ProblemError::UnknownSolutions(text.to_owned())),
        }
    }

    /// Returns the stipulation in standard notation, or as written if it is unknown or names a side that is not to move.
    pub fn stipulation_in(&self, game: Game) -> String {
        let is_turn =
            |mover: Colour| self.setup(game).is_ok_and(|setup| mover == Colour::of(&game, setup.turn));
        let stipulation = StatedStipulation::parse(&game, &self.stipulation);
        let stipulation = stipulation.filter(|stated| stated.mover.is_none_or(is_turn));
        stipulation.map_or_else(|| self.stipulation.clone(), |parsed| parsed.text(&game))
    }
}

/// Fault of a line that cannot be split into fields.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The line is longer than [`MAX_TEXT`].
    #[error("line is longer than {MAX_TEXT} bytes")]
    TooLong,
    /// The quotation marks or the length are faulty.
    #[error("{0}")]
    Row(RowFault),
    /// An operation is repeated with a different operand.
    #[error("operation `{0}` is repeated with a different operand")]
    Repeated(String),
    /// The line is not UTF-8.
    #[error("line is not UTF-8 text")]
    NotText,
    /// The header of a table has no column `fen`; contains the headings.
    #[error("missing column `fen` in the first line; found columns: {}", .0.join(", "))]
    NoFen(Vec<String>),
    /// The problem of another program cannot be read.
    #[error("{0}")]
    Interchange(InterchangeFault),
    /// The row is faulty, for the reason given.
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
            Self::Interchange(fault) => fault.code(),
            Self::Table(_) => "table-row",
        }
    }
}

/// Format of a problem file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProblemFormat {
    /// A table with a header.
    Csv,
    /// One problem per line.
    Lines,
    /// An input file of Popeye.
    Popeye,
    /// Entries of YACPDB or Olive, in YAML or JSON.
    Entries,
}

/// Returns the statements of a file, in order.
///
/// # Errors
///
/// An item is an error if reading the input fails.
pub fn statements<'r>(
    input: impl BufRead + Send + 'r,
    format: ProblemFormat,
) -> Box<dyn Iterator<Item = io::Result<Statement>> + Send + 'r> {
    match format {
        ProblemFormat::Csv => Box::new(columns::Rows::new(input)),
        ProblemFormat::Lines => Box::new(epd::EpdReader::new(input)),
        ProblemFormat::Popeye => Box::new(interchange::PopeyeReader::new(input)),
        ProblemFormat::Entries => Box::new(interchange::EntryReader::new(input)),
    }
}

/// A mate problem: position, stipulation and the author's solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position of the diagram.
    pub position: Position,
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The author's keys.
    pub claim: KeyClaim,
    /// The intended number of solutions, if stated.
    pub solutions: Option<usize>,
    /// Further claims about the solution.
    pub tree: TreeClaim,
}

/// Error of parsing a problem.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The line cannot be split into fields.
    #[error("{0}")]
    Line(LineFault),
    /// The FEN cannot be parsed.
    #[error("{}", .0.kind)]
    Fen(FenError),
    /// The position is illegal.
    #[error("{}", FaultList(.0, .1))]
    Faults(Game, Faults),
    /// The stipulation is missing.
    #[error("missing stipulation; add it to the file or use --mate")]
    NoStipulation,
    /// The stipulation is unknown.
    #[error("unknown stipulation {:?}{}", .0, hint(.0))]
    UnknownStipulation(String),
    /// The number of solutions is not a number.
    #[error("invalid number of solutions {0:?}")]
    UnknownSolutions(String),
    /// The stipulation states another number of solutions than the file.
    #[error("the stipulation states {0} solutions, the column or opcode solutions {1}")]
    OtherSolutions(usize, usize),
    /// The stipulation names a side that is not to move.
    #[error("the stipulation says that {} moves, but it is the other side's turn", .0.name())]
    OtherSide(Colour),
    /// The change of a twin cannot be applied.
    #[error("{0}")]
    Twin(TwinError),
    /// An error in the twin with this label.
    #[error("twin {0} {1}")]
    InTwin(String, Box<ProblemError>),
}

impl ProblemError {
    /// Returns whether the text is valid but the position is illegal.
    pub fn is_illegal_position(&self) -> bool {
        match self {
            Self::Faults(..) => true,
            Self::InTwin(_, error) => error.is_illegal_position(),
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
            Self::OtherSolutions(..) => "other-solutions",
            Self::OtherSide(_) => "other-side",
            Self::Twin(error) => error.code(),
            Self::InTwin(_, error) => error.code(),
        }
    }
}

/// Returns advice to append to an unknown stipulation, or the empty text.
fn hint(stipulation: &str) -> String {
    wording::hint(stipulation).map(|hint| format!(": {hint}")).unwrap_or_default()
}

impl Problem {
    /// Creates a problem without claimed keys or number of solutions.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::mate::*; pub use hexmate_position::*; pub use hexmate_problems::*; }
    /// use hexmate::{Game, Position, Problem};
    ///
    /// let problem = Problem::new(Position::start(Game::GLINSKI), "h#2".parse()?);
    /// assert_eq!(problem.stipulation.moves, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(position: Position, stipulation: Stipulation) -> Self {
        let (claim, tree) = (KeyClaim::default(), TreeClaim::default());
        Self { position, stipulation, claim, solutions: None, tree }
    }

    /// Parses a statement; `moves` is the length of a direct mate if it has no stipulation.
    ///
    /// # Errors
    ///
    /// The first error; for an illegal position, all its faults.
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
        let StatedStipulation { stipulation, solutions: stated, tree, mover, .. } =
            statement.stated_stipulation(game, moves)?;
        let solutions = match (stated, statement.parse_solutions()?) {
            (Some(stated), Some(solutions)) if stated != solutions => {
                return Err(ProblemError::OtherSolutions(stated, solutions));
            }
            (stated, solutions) => solutions.or(stated),
        };
        if let Some(colour) = mover.filter(|&colour| colour != Colour::of(&game, position.turn())) {
            return Err(ProblemError::OtherSide(colour));
        }
        // The keys of a diagram that is not a problem are those of its first twin.
        let keys = if zero_change(&statement.twin).is_some() { "" } else { statement.keys_of(FIRST) };
        let claim = KeyClaim::parse(keys, &position);
        Ok(Self { position, stipulation, claim, solutions, tree })
    }
}

/// Returns the column, in characters from 1, of a byte offset in a text that starts at `column`.
pub fn column_at(column: u64, text: &str, offset: usize) -> u64 {
    let before = text.char_indices().take_while(|&(at, _)| at < offset).count();
    column + before as u64
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
