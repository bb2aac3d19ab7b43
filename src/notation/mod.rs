//! Text: cells, positions and moves as people write them. No files, no threads.

mod coordinate;
mod fen;
mod san;
mod uci;

pub use coordinate::{Coordinate, file_column, file_letter};
pub use fen::{FenError, FenErrorKind, Field, letter, player};
pub use san::{
    CellText, CheckMark, Detection, Evidence, Judgement, Leniencies, Leniency, Letters, Long, LongNamed,
    MarkFault, MoveText, MoveTextError, MoveTextErrorKind, ResolveError, San, Threat,
};
pub use uci::Uci;
