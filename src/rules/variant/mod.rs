//! What tells one game from another: a table for each, and nothing else.
//!
//! A game is a type that implements [`Variant`], declared by one
//! [`variant!`](crate::variant) table with a drawing of its array. The rules are
//! written once, over the trait, and the compiler makes a copy of them for each
//! game.

mod array;
mod declare;
mod echex;
mod game;
mod glinski;
mod mccooey;
mod mini;
mod settings;
mod sound;
mod table;

pub use array::{Array, ArrayPiece};
pub use echex::{Echex3, Echex6};
pub use game::Variant;
pub use glinski::Glinski;
pub use mccooey::McCooey;
pub use mini::Mini;
pub use settings::{PawnTakes, Seating, StalemateScore};
pub use sound::assert_sound;
pub use table::{Choice, Numbered, Only, Table};

use declare::variant;
