//! Reports of the commands: tables as CSV, JSON Lines and text, HTML pages, EPD, PGN and books.
//!
//! The result of one record is a [`TableRow`], such as [`SolveRecord`], [`ValidateRow`] or [`PuzzleRow`]. The macro `columns!`
//! declares each column once, its name beside the expression of its cell; CSV and JSON are written from these cells.
//!
//! A [`Form`] renders one result as a [`Fragment`] in the worker threads. A [`Collector`] writes the fragments to a
//! file in the order of the records. [`SolveForm::ALL`] and [`ValidateForm::ALL`] list all forms; [`output`] has the
//! files: tables, pages, books, folders.

mod aligned;
mod analysed;
mod book;
mod bytes;
mod caption;
mod certificate;
mod change;
mod ci;
mod collection;
mod compose;
mod convert;
mod counted;
mod diagnostic;
mod epd;
mod extra_columns;
mod flow;
mod form;
mod found;
mod game;
mod moves;
mod movetext;
mod openings;
pub mod output;
pub mod page;
#[cfg(feature = "pdf")]
pub mod pdf;
mod position;
mod puzzle;
mod record_fault;
pub mod recorded;
mod repair;
mod row;
mod select;
mod slips;
mod solve;
mod stats;
mod undrawn;
mod validate;
mod validate_forms;
mod words;

pub use aligned::{padded, terminal_width};
pub use analysed::{
    AnalyseForm, Analysed, AnalysedContent, AnalysedGame, AnalysedMove, AnalysedRow, AnalysisSign, Kept,
    LONGEST_LINE, Mark, Missed,
};
pub use book::{Award, BookLook, BookParts, BookProblem, BookStyle, Issue, IssueSection, Showing};
pub use bytes::Bytes;
pub use caption::problem_caption;
pub use certificate::certificate;
pub use change::ChangeRow;
pub use ci::{CiAnnotation, CiFile, CiFormat, Level, TestCase, TestResult};
pub use collection::{CollectionFault, CollectionForm, WrittenProblem, set_status};
pub use compose::{MendRow, StripRow};
pub use convert::{Converted, ConvertedText, StatedPosition, Target, TargetFormat};
pub use counted::Counted;
pub use diagnostic::{Diagnostic, Location, underlined};
pub use extra_columns::InputColumns;
pub use form::{
    AnyForm, Collector, FileSet, FileText, Form, FormSet, Fragment, NamedFile, NamedForm, OpenFile,
    PlainForm, ReportLine,
};
pub use found::{Credits, FoundRow};
pub use game::GameRow;
pub use moves::san_line;
pub use openings::{OPENINGS_HEADING, OpeningRow};
pub use position::PositionRow;
pub use puzzle::{PlayedRow, PuzzleRow, PuzzleSummary};
pub use record_fault::RecordFault;
pub use repair::{RepairNote, RepairSummary};
pub use row::{
    Format, Formulas, TableRow, cell_text, csv_header, csv_line, csv_row, json_line, json_object, json_row,
};
pub use select::{MatchRow, SelectRow, UnreadableRow, problem_table};
pub use slips::SlipsNote;
pub use solve::{
    BoardLook, Captions, Hidden, PrintedSetPlay, SCHEMA, SolutionTree, SolveForm, SolveLook, SolveRecord,
    SolveSummary, TextStyle,
};
pub use stats::{StatsRow, problem_stats_chart, problem_stats_page, stats_chart, stats_page};
pub use undrawn::Undrawn;
pub use validate::{Checked, GuessedLetters, Shown, ValidateOutcome, ValidateRow, ValidateSummary};
pub use validate_forms::ValidateForm;
pub use words::{BookWords, Language, MateSign};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
