//! The second opinion: a slow, plain move generator and solver.
//!
//! Written from the rules alone and sharing no code with the rest of the library,
//! so that the two can only agree by being right. One method throughout: make every
//! move on a copy of the board, then look whether the own king is attacked. The
//! tests compare the two; certificates are checked by this one alone.
//!
//! ```text
//! Position::from_fen(game, text) ─▶ legal_moves ─▶ play ─▶ perft · breakdown · keys
//! ```
//!
//! A `Position` is always settled: players who could not move have been eliminated or
//! skipped, and the player to move has a move unless the game is over.

mod board;
mod cells;
mod fen;
mod game;
mod hex;
mod lines;
mod mate;
mod moves;
mod perft;
mod piece;
mod play;
mod position;
mod ranks;
mod solution;
mod wings;

pub use board::Board;
pub use cells::Cells;
pub use game::{Game, Rules, Seat};
pub use hex::Hex;
pub use lines::LineForm;
pub use mate::{GoalStatus, Objective};
pub use moves::Move;
pub use perft::Breakdown;
pub use piece::{Kind, Piece, Player};
pub use position::{End, Event, Position};
pub use solution::{Goal, Play, Replies, Task, WholeSolution, attacks_text, replies_text};
pub use wings::{Castle, Wing};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
