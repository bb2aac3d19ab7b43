//! The work on one record: solve a problem, validate a game, convert, count, select, compose.
//!
//! Each type such as [`Solve`] or [`Validate`] is a [`Task`](hexmate_batch::Task) with its options. Its result is plain
//! data, which a command of the program or a binding for another language writes. [`records::Records`] reads the
//! records of files.

mod analyse;
mod certificate;
mod compose;
mod convert;
mod count;
mod count_threads;
mod ending_tables;
mod facts;
mod issue;
mod memory;
mod mine;
mod missed;
mod opponent;
pub mod position;
pub mod records;
mod reference;
mod search;
mod select;
mod solve;
mod threads;
mod validate;

pub use analyse::Analyse;
pub use certificate::{
    CertificateFile, CertificateSummary, CheckCertificate, CheckedCertificate, ExpectedProblem,
};
pub use compose::{ComposeOptions, Composed, Mend, Strip};
pub use convert::{Conversion, Convert, LostData};
pub use count::{
    CountError, CountLabel, CountMethod, CountRequest, CountTask, CountUnit, CountedUnit, Sum, Units,
};
pub use count_threads::CountThreads;
pub use ending_tables::EndingTables;
pub use facts::{Facts, FindFacts};
pub use hexmate_problems::Solved;
pub use hexmate_report::recorded::WrittenGames;
pub use hexmate_report::{Analysed, Bytes, Checked};
pub use issue::{Description, IssueFault, IssueFaultKind, IssueNote, SelectedIssue};
pub use mine::{Mine, MineCounts, Mined, SymmetryKey, Wanted};
pub use opponent::Opponent;
pub use reference::{CheckLine, CheckedLine, ReferenceTable, StatedCount, StatedLine, TableLine};
pub use search::{Chain, ProblemSearch, Searched};
pub use select::{Alike, Compared, Comparison, Edges, Select, SelectField, Selected, TextForm, Unselectable};
pub use solve::{Solve, SolveSettings};
pub use threads::{ThreadError, Threads};
pub use validate::{RepairOptions, Validate};
