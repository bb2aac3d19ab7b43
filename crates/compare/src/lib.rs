//! Comparison of node counts by first move (divides) with those of other programs.
//!
//! Internal to `hexmate`, which exports what programs need: this crate may change in any version.
//!
//! ```text
//! their text ──────▶ DivideLine ─▶ ParsedDivide ─┐
//! position, depth ─▶ our counts ─────────────────┴▶ Descent::compare ─▶ Next: agree, one ply deeper, or here
//! ```
//!
//! A [`Counter`] is the other program, a [`Follower`] asks it and follows the first difference. [`message`] puts
//! differences in words, [`clues`] name known faults, and a [`Survey`] sums up many positions.

mod clue;
mod counter;
mod descent;
mod difference;
mod error;
mod follow;
mod kind;
mod line;
pub mod message;
mod mirrored;
mod read;
mod survey;

pub use clue::{Clue, clues};
pub use counter::Counter;
pub use descent::{Descent, DescentStep, Next};
pub use difference::{Difference, DifferenceKind, ForeignMoves, has_same_moves};
pub use error::CompareError;
pub use follow::{ComparedCounts, Follower};
pub use kind::MoveKind;
pub use line::uci_line;
pub use mirrored::BoardImage;
pub use read::{DivideLine, ParsedCount, ParsedDivide};
pub use survey::{Found, OWN_START, Survey};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
