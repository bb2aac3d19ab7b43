//! Text: cells, positions, moves and games as people write them. No files, no threads.

mod colour;
mod coordinate;
mod fault;
mod fen;
pub mod pgn;
mod san;
mod uci;

pub use colour::Colour;
pub use coordinate::Coordinate;
use coordinate::is_file_letter;
pub use fault::FaultList;
pub(crate) use fen::read_piece;
pub use fen::{
    Dialect, FenError, FenErrorKind, Field, Orders, PositionError, letter, piece_text, player, wings_text,
};
pub(crate) use san::Plain;
pub use san::{
    CastlingFault, CastlingText, CellText, CheckMark, Detection, Evidence, Judgement, Leniencies, Leniency,
    Letters, Long, LongNamed, MarkFault, MoveText, MoveTextError, MoveTextErrorKind, ResolveError, San,
    Threat,
};
pub use uci::Uci;
