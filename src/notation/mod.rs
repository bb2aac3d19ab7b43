//! Placeholder.
pub mod pgn;
