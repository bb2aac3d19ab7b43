//! What is done with one record: it is checked, converted, solved, counted. No files, no arguments, no order.
//!
//! Each is a [`Task`](crate::batch::Task) with its options; what it finds is plain data that a
//! command, or a binding for another language, writes where it likes.

mod convert;
mod count;
mod facts;
mod memory;
mod mine;
mod solve;
mod validate;

pub use convert::{Conversion, Convert, Form};
pub use count::{Count, CountUnits, CountedUnit, Sum, Uncounted, Unit, Units};
pub use facts::FindFacts;
pub use mine::{Image, Mine, MineCounts, Mined};
pub use solve::{Hidden, Limits, Sheet, Solve, SolveOptions, Solved};
pub use validate::{Checked, Validate};
