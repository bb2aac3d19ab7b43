//! Text: cells, positions and moves as people write them. No files, no threads.

mod coordinate;
mod fen;
mod uci;

pub use coordinate::{Coordinate, file_column, file_letter};
pub use fen::{FenError, FenErrorKind, Field, letter, player};
pub use uci::Uci;
