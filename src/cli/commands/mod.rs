//! The commands, a file for each: `run` does it and tells how it went.

pub mod compare;
pub mod completions;
pub mod compose;
pub mod convert;
pub mod diagram;
pub mod endgame;
pub mod help;
pub mod man;
pub mod merge;
pub mod mine;
pub mod moves;
pub mod perft;
pub mod play;
mod positions;
pub mod select;
pub mod solve;
pub mod stats;
pub mod validate;
pub mod verify;
pub mod verify_certificate;
