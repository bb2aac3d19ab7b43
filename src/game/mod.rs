//! Positions and games of any kind, as plain types without a type argument. No texts, no files.
//!
//! A [`Position`] hands what it is asked to the typed core, through the table of functions that
//! [`AnyPosition`] is.
//!
//! ```
//! use hexmate::game::{Game, Position};
//!
//! let start = Position::start(Game::MINI);
//! assert_eq!(start.legal_moves().len(), 9);
//! assert_eq!(start.perft(3), 681);
//! ```

mod edit;
mod history;
mod origins;
mod position;
mod setup;

pub use hexmate_core::any::{AnyPosition, Board, BoxedUnit, Entry, Game, UnknownGame};

pub use edit::SetupEditor;
pub use history::{Claim, End, History, MaterialRule};
pub use origins::PawnOrigins;
pub use position::{MoveNumber, Position, Unit};
pub use setup::Setup;
