//! Text: cells, positions, moves and games as people write them. No files, no threads.

mod coordinate;
mod fen;
pub mod pgn;
mod uci;

pub use coordinate::{Coordinate, file_column, file_letter};
pub use fen::{FenError, FenErrorKind, Field, letter, player};
pub use uci::Uci;
