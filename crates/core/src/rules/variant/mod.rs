//! Tables of the games.
//!
//! A game is a type that implements [`Variant`], declared by one
//! [`variant!`](crate::variant) table with a drawing of its array. The rules are
//! written once, over the trait, and the compiler makes a copy of them for each
//! game.

mod array;
mod castling;
mod declare;
mod game;
mod list;
mod pawns;
mod settings;
mod sound;
mod table;

pub use array::{Array, ArrayPiece};
pub use castling::Castling;
pub use game::Variant;
pub(crate) use list::all_games;
pub use pawns::{PawnRule, PawnSteps, PawnTakes};
pub use settings::{Seating, StalemateScore};
pub use sound::assert_sound;
pub use table::{Choice, Numbered, Only, VariantTable};

use declare::variant;

/// The files of the list are modules, and their types are those of this module.
macro_rules! files {
    ($($file:ident { $($games:tt)* })*) => {
        $(
            mod $file;
            pub use $file::*;
        )*
    };
}

all_games!(files);
