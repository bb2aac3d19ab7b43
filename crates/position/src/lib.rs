//! The [`Position`] of any game as one plain type, and its text: FEN, UCI and SAN.
//!
//! Internal to `hexmate`, which exports what programs need: this crate may change in any version.
//!
//! A [`Setup`] is any arrangement of pieces, a [`Position`] a legal one, a [`History`] a game in progress.
//! [`MoveText`] and [`Uci`] parse moves, [`San`] writes them. A [`Position`] forwards to the generic core through
//! the trait object `hexmate_core::any::AnyPosition`.
//!
//! ```
//! use hexmate_position::{Game, Position};
//!
//! let start = Position::start(Game::GLINSKI);
//! let m = start.parse("Qc3")?;
//! assert_eq!(start.uci(m).to_string(), "e1c3");
//!
//! let next = start.play(m)?;
//! assert_eq!(next.san(next.parse_uci("e10c6").ok_or("not legal")?).to_string(), "Qc6");
//! assert_eq!(next.perft(2), 3_419);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod colour;
pub mod divide;
mod edit;
mod fault;
mod fen;
mod history;
mod notation;
mod origins;
mod pieces;
mod position;
mod san;
pub mod search;
mod setup;
pub mod symmetry;
mod uci;

pub use hexmate_core::any::{Board, Entry, Game, Kings, UnknownGame};
pub use hexmate_core::geometry::{Cell, Coordinate};
pub use hexmate_core::rules::{
    Fault, Faults, IllegalMove, Material, Move, Outcome, Piece, Player, PlayerSet, Role, Score,
    StalemateScore, Wings,
};

pub use cells::CellNames;
pub use colour::Colour;
pub use edit::SetupEditor;
pub use fault::FaultList;
pub use fen::read_piece;
pub use fen::{
    Address, Dialect, FenError, FenErrorKind, FenForm, FenNote, Field, OtherDialects, PlayerLetters,
    PositionError, ShortText, letter, piece_text, player, wings_text,
};
pub use history::{DrawClaim, End, History, MaterialRule};
pub use notation::ParseMoveError;
pub use origins::PawnOrigins;
pub use pieces::{PieceList, PieceListError, PiecesOf};
pub use position::{MoveNumber, Position, PositionUnit};
pub use san::{
    CastlingFault, CastlingText, CellText, CheckMark, CheckStatus, Detection, Evidence, Judgement,
    Leniencies, Leniency, Letters, Long, LongNamed, MarkFault, MoveText, MoveTextError, MoveTextErrorKind,
    ResolveError, San,
};
pub use san::{DASHES, PlainSan};
pub use setup::Setup;
pub use uci::Uci;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
