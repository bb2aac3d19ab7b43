//! What is done with one record: it is checked, converted, solved, counted. No files, no arguments, no order.
//!
//! Each is a [`Task`](hexmate_batch::Task) with its options; what it finds is plain data that a
//! command, or a binding for another language, writes where it likes.

mod certificate;
mod compose;
mod convert;
mod count;
mod facts;
mod known;
mod memory;
mod mine;
pub mod position;
pub mod records;
mod reference;
mod search;
mod select;
mod solve;
mod threads;
mod validate;

pub use certificate::{CertificateFile, CheckCertificate, CheckedCertificate, Claim, Claimed};
pub use compose::{ComposeOptions, Composed, Mend, Strip};
pub use convert::{Conversion, Convert, Form, Lost};
pub use count::{Count, CountUnits, CountUntil, Counted, CountedUnit, Sum, Uncounted, Unit, Units};
pub use facts::FindFacts;
pub use hexmate_problems::Solved;
pub use hexmate_report::recorded::Collection;
pub use hexmate_report::{Bytes, Checked};
pub use known::KnownEndings;
pub use mine::{Image, Mine, MineCounts, Mined};
pub use reference::{CheckLine, CheckedLine, ReferenceTable, StatedCount, StatedLine, TableLine};
pub use search::{Chain, Search, Searched};
pub use select::{Edges, Select, Selected};
pub use solve::{Limits, Solve, SolveOptions};
pub use threads::{NoThreads, Threads, divide_until};
pub use validate::{Mending, Validate};
