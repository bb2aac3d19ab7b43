//! Hexagonal chess: legal moves, perft, mate problems, games and diagrams.
#![doc = ""]
#![doc = include_str!("README.md")]

#[doc(inline)]
pub use hexmate_core::{board, geometry, mate, perft, replay, rules, variant};

pub mod archive;
#[cfg(feature = "files")]
pub mod batch;
pub mod certificate;
pub mod compose;
pub mod diagram;
#[cfg(feature = "files")]
pub mod digest;
pub mod divide;
pub mod endgame;
#[cfg(feature = "files")]
pub mod engine;
#[cfg(feature = "files")]
pub mod files;
pub mod game;
#[cfg(feature = "files")]
pub mod log;
pub mod mine;
pub mod notation;
pub mod oracle;
#[cfg(feature = "files")]
pub mod output;
pub mod play;
pub mod problem;
#[cfg(feature = "files")]
pub mod records;
#[cfg(any(feature = "png", feature = "pdf"))]
pub mod render;
pub mod repair;
pub mod report;
pub mod rows;
pub mod select;
#[cfg(feature = "files")]
pub mod shard;
pub mod stats;
#[cfg(feature = "files")]
pub mod tablebase;
#[cfg(feature = "files")]
pub mod tasks;
pub mod terminal;
pub mod themes;
pub mod validate;

/// Its example is run with those of all items.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct PageOfTheLibrary;
