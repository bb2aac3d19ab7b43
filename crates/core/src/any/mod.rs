//! Games chosen at run time: tables of functions over the typed core.
//!
//! Below it everything is generic over a [`Variant`](crate::rules::Variant) and compiled once
//! for each, here, by [`Entry::of`]; above it all code is compiled once. A call goes through
//! a table of functions ([`AnyPosition`]), so what has to be fast is one call: a whole
//! count, a whole solution, one move of a game that is read.

mod board;
mod list;
mod named;
mod position;

pub use board::Board;
pub use list::{Entry, Game, Kings, SetupParts};
pub use named::UnknownGame;
pub use position::{AnyPosition, BoxedUnit};
