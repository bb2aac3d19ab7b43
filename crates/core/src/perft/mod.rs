//! Counting the leaves of the move tree, in all the ways that checking needs.
//! The crate reads no files.
//!
//! | function | counts | its parallel twin |
//! |---|---|---|
//! | [`perft`] | nodes | [`perft_parallel`] |
//! | [`HashTable::perft`] | nodes, each position once | the units of [`units`], a thread each |
//! | [`breakdown()`] | nodes by kind of move | [`breakdown_parallel`] |
//!
//! A game that is over has no moves, so nothing is counted beyond its end;
//! counters, repetitions and the pieces left never end one here.

mod breakdown;
mod count;
mod hash;
pub mod reference;
mod split;

pub use breakdown::{Breakdown, Kind, breakdown, breakdown_parallel};
pub use count::{perft, perft_parallel};
pub use hash::HashTable;
pub use split::{Unit, split, units};
