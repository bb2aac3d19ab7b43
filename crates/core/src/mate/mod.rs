//! Solves problems: finds mates and other goals, proves that there are none, and builds whole solutions.
//!
//! [`solve`] returns length and keys. [`solve_fully`] also finds tries with their refutations,
//! set play, threats and variations. Both return [`Findings`]. [`prove`] returns a proof tree, [`victims()`] the mated players of a game for more
//! than two.
//!
//! ```
//! use hexmate_core::mate::{Budget, Stipulation, TranspositionTable, Verdict, solve};
//! use hexmate_core::rules::{Glinski, Position};
//!
//! let start = Position::<Glinski>::start();
//! let table = &mut TranspositionTable::with_limit(1 << 20);
//! let solution = solve(&start, Stipulation::mate_in(2), table, Budget::default());
//! assert_eq!(solution.verdict(), Verdict::NoSolution);
//! ```
//!
#![doc = include_str!("guide.md")]

mod budget;
mod estimate;
mod line_search;
mod long_mate;
mod mate_in_one;
mod objective;
mod parallel;
mod pictures;
mod proof;
mod pruning;
mod search;
mod solution;
mod solver;
mod stipulation;
mod table;
mod victims;

pub use budget::{Budget, BusyThreads, IdleThreads, KnownMates, Observer, Prospect, Stop};
pub use long_mate::LongMate;
pub use proof::{Proof, ProofMove, ProofNode, Unproved, prove};
pub use solution::{Answer, Attack, Attacks, Defence, Findings, Line, Scope, Threat, Try, Verdict};
pub use solver::{after_pass, solve, solve_fully};
pub use stipulation::{Goal, ParseStipulationError, Play, Stipulation, Victim};
pub use table::TranspositionTable;
pub use victims::victims;

#[cfg(test)]
mod composed_help;
#[cfg(test)]
mod drawn_lines;
#[cfg(test)]
mod help_distance;
#[cfg(test)]
mod help_lists;
#[cfg(test)]
mod plain_lines;
#[cfg(test)]
mod predicates;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod traps;
