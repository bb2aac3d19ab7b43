//! Games: PGN, checks of every move, repair, selection and statistics. No files.

pub mod archive;
pub mod pgn;
pub mod play;
pub mod repair;
pub mod select;
pub mod stats;
pub mod validate;
