//! Hexagonal chess: legal moves, perft, mate problems, games and diagrams.
//!
//! ```text
//!                 bytes ──▶ Setup ──▶ Position ──▶ PieceMoves ──▶ u64 · Verdict ──▶ CSV · SVG
//!                       │         │            │               │                │
//!                   notation    rules        rules        perft  mate     report  diagram
//! ```
//!
//! Every arrow is one fallible function with its own error type, and nothing
//! to the right of an arrow can hold what the arrow rejects.

pub mod diagram;
pub mod geometry;
pub mod mate;
pub mod mine;
pub mod notation;
pub mod perft;
pub mod problem;
pub mod report;
pub mod rules;
pub mod validate;
