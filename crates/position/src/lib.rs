//! Positions of any game as plain types without a type argument, and their text: FEN, UCI, SAN. No files.
//!
//! A [`Position`] forwards to the typed core through the table of functions [`AnyPosition`].
//!
//! ```
//! use hexmate_position::{Game, Position};
//!
//! let start = Position::start(Game::MINI);
//! assert_eq!(start.legal_moves().len(), 9);
//! assert_eq!(start.perft(3), 681);
//! ```

mod colour;
mod coordinate;
pub mod divide;
mod edit;
mod fault;
mod fen;
mod history;
mod origins;
mod place;
mod position;
pub mod rows;
mod san;
mod setup;
pub mod symmetry;
mod uci;

pub use hexmate_core::any::{AnyPosition, Board, BoxedUnit, Entry, Game, UnknownGame};

pub use colour::Colour;
pub use coordinate::Coordinate;
use coordinate::is_file_letter;
pub use edit::SetupEditor;
pub use fault::FaultList;
pub use fen::read_piece;
pub use fen::{
    Dialect, FenError, FenErrorKind, Field, Orders, PositionError, letter, piece_text, player, wings_text,
};
pub use history::{Claim, End, History, MaterialRule};
pub use origins::PawnOrigins;
pub use place::Place;
pub use position::{MoveNumber, Position, Unit};
pub use san::Plain;
pub use san::{
    CastlingFault, CastlingText, CellText, CheckMark, CheckStatus, Detection, Evidence, Judgement,
    Leniencies, Leniency, Letters, Long, LongNamed, MarkFault, MoveText, MoveTextError, MoveTextErrorKind,
    ResolveError, San,
};
pub use setup::Setup;
pub use uci::Uci;
