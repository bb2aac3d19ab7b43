//! Hexagonal chess: legal moves, perft, mate problems, games and diagrams.
#![doc = ""]
#![doc = include_str!("../docs/library.md")]

pub use hexmate_position::{Game, Position};
