//! The games by name, and the one place where a name becomes a type.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::OnceLock;

use super::{AnyPosition, Board};
use crate::geometry::Cell;
use crate::rules::{
    self, Choice, Faults, Player, PlayerSet, Position, Setup, StalemateScore, Variant, VariantTable, Wings,
};

/// A game, chosen while the program runs. Its [`VariantTable`] is read through it: `game.players`.
///
/// A game of one's own is a [`variant!`](crate::variant) table, an [`Entry`] and a
/// [`Game::new`]: all that works for the games of this crate works for it.
#[derive(Clone, Copy)]
pub struct Game {
    entry: &'static Entry,
    /// What a stalemate is worth where that is not what the table says.
    stalemate: Option<StalemateScore>,
}

/// Makes a position of a setup of the table with this number.
type Judge = fn(usize, SetupParts<'_>) -> Result<Box<dyn AnyPosition>, Faults>;

/// What makes a game of one table of a type.
pub struct Entry {
    table: &'static VariantTable,
    number: usize,
    /// The first position, once it has been asked for: games of a collection begin from copies.
    start: OnceLock<Box<dyn AnyPosition>>,
    make_start: fn(usize) -> Box<dyn AnyPosition>,
    judge: Judge,
    faults: fn(usize, SetupParts<'_>) -> Faults,
}

impl Entry {
    /// The game of the type's table with this number, 0 where there is one.
    ///
    /// # Panics
    ///
    /// If there is no such table, in constants while compiling.
    pub const fn of<V: Variant>(number: usize) -> Self {
        Self {
            table: &V::TABLES[number],
            number,
            start: OnceLock::new(),
            make_start: |number| Box::new(Position::<V>::start_of(V::Choice::new(number))),
            judge: |number, parts| Ok(Box::new(typed::<V>(number, parts).into_position()?)),
            faults: |number, parts| typed::<V>(number, parts).faults().into(),
        }
    }
}

/// What a setup consists of, besides its game; see [`rules::Setup`].
#[derive(Clone, Copy, Debug)]
pub struct SetupParts<'s> {
    /// The pieces.
    pub board: &'s Board,
    /// Who is to move.
    pub turn: Player,
    /// Who is still in.
    pub living: PlayerSet,
    /// Cells that pawns have crossed and may be taken on, in the order of their owners.
    pub crossed: &'s [Cell],
    /// Where the pawn has landed that has crossed a cell, if it is said.
    pub landed: Option<Cell>,
    /// Where players may still castle.
    pub wings: Wings,
    /// Moves of single players since a piece was taken or a pawn moved.
    pub halfmoves: u32,
    /// Number of the round.
    pub fullmoves: u32,
}

/// The setup in the types of its game.
fn typed<V: Variant>(number: usize, parts: SetupParts<'_>) -> Setup<V> {
    let mut typed = Setup::<V> {
        choice: V::Choice::new(number),
        turn: parts.turn,
        living: parts.living,
        crossed: parts.crossed.to_vec(),
        landed: parts.landed,
        wings: parts.wings,
        halfmoves: parts.halfmoves,
        fullmoves: parts.fullmoves,
        ..Setup::empty()
    };
    for (cell, piece) in parts.board.pieces() {
        typed.board.put(cell, piece);
    }
    typed
}

/// A constant for each game of the list.
macro_rules! constants {
    ($($file:ident { $($name:ident: $variant:ident, $number:literal;)* })*) => {
        impl Game {
            $($(
                #[doc = concat!("The game of table ", $number, " of [`", stringify!($variant), "`](rules::", stringify!($variant), ").")]
                pub const $name: Self = {
                    static ENTRY: Entry = Entry::of::<rules::$variant>($number);
                    Self::new(&ENTRY)
                };
            )*)*

            /// All games of this crate, in the order of the help.
            pub const ALL: &[Self] = &[$($(Self::$name),*),*];
        }
    };
}

rules::all_games!(constants);

impl Game {
    /// A game that this crate does not know.
    pub const fn new(entry: &'static Entry) -> Self {
        Self { entry, stalemate: None }
    }

    /// The same game where a stalemate is worth this, as some who keep collections have it.
    pub const fn scoring(self, stalemate: StalemateScore) -> Self {
        Self { stalemate: Some(stalemate), ..self }
    }

    /// What a stalemate is worth.
    pub fn stalemate_score(&self) -> StalemateScore {
        self.stalemate.unwrap_or(self.entry.table.stalemate)
    }

    /// The game of this crate with this name, in whatever case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|game| game.name.eq_ignore_ascii_case(name))
    }

    /// The position that a game begins from.
    pub fn boxed_start(self) -> Box<dyn AnyPosition> {
        self.entry.start.get_or_init(|| (self.entry.make_start)(self.entry.number)).to_box()
    }

    /// The position of a setup, if nothing but a warning speaks against it.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, at once.
    pub fn boxed_position(self, parts: SetupParts<'_>) -> Result<Box<dyn AnyPosition>, Faults> {
        (self.entry.judge)(self.entry.number, parts)
    }

    /// Everything that is wrong with a setup, warnings among them.
    pub fn faults(self, parts: SetupParts<'_>) -> Faults {
        (self.entry.faults)(self.entry.number, parts)
    }
}

impl Deref for Game {
    type Target = VariantTable;

    fn deref(&self) -> &VariantTable {
        self.entry.table
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::GLINSKI
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_name() {
        for &game in Game::ALL {
            assert_eq!(Game::from_name(&game.name.to_uppercase()), Some(game));
        }
        assert_eq!(Game::from_name("chess"), None);
    }
}
