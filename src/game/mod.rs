//! Any game, chosen while the program runs: the one layer between plain types and the typed core.
//!
//! Below it everything is generic over a [`Variant`](crate::rules::Variant) and compiled once
//! for each; above it there is one [`Position`] for all games, and all code is compiled once.
//! A call goes through a table of functions ([`AnyPosition`]), so what has to be fast is one
//! call: a whole count, a whole solution, one move of a game that is read.
//!
//! ```
//! use hexmate::game::{Game, Position};
//!
//! let start = Position::start(Game::MINI);
//! assert_eq!(start.legal_moves().len(), 9);
//! assert_eq!(start.perft(3), 681);
//! ```

mod any;
mod board;
mod history;
mod list;
mod named;
mod origins;
mod position;
mod setup;

pub use any::AnyPosition;
pub use board::Board;
pub use history::{Claim, End, History, MaterialRule};
pub use list::{Entry, Game};
pub use named::UnknownGame;
pub use origins::PawnOrigins;
pub use position::{MoveNumber, Position, Unit};
pub use setup::Setup;
