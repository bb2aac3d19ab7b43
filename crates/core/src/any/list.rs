//! Games by name.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;
use std::sync::OnceLock;

use super::{AnyPosition, Board, UnknownGame};
use crate::geometry::{Cell, Coordinate};
use crate::rules::{
    self, Choice, Faults, Player, PlayerSet, Position, Setup, StalemateScore, Variant, VariantTable, Wings,
};

/// A game, chosen at run time. Its [`VariantTable`] is read through it: `game.players`.
///
/// Displays as its name and parses from it. A game of your own is a [`variant!`](crate::variant) table, an
/// [`Entry`] and a [`Game::new`]; everything works for it as for the games of this crate.
///
/// ```
/// # use hexmate_core::any as hexmate;
/// use hexmate::Game;
///
/// let game: Game = "glinski".parse()?;
/// assert_eq!((game.to_string(), game.players), ("glinski".to_owned(), 2));
/// assert!("chess".parse::<Game>().is_err());
/// # Ok::<(), hexmate_core::any::UnknownGame>(())
/// ```
#[derive(Clone, Copy)]
pub struct Game {
    entry: &'static Entry,
    /// Score of a stalemate, if it differs from the table.
    stalemate: Option<StalemateScore>,
}

/// Creates a position from a setup for the table with this number.
type Check = fn(usize, SetupParts<'_>, Kings) -> Result<Box<dyn AnyPosition>, Faults>;

/// The kings that a position needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kings {
    /// Each living player has one.
    #[default]
    Required,
    /// A player may have none, and is then never in check; see [`rules::Setup::into_position_without_kings`].
    Optional,
}

/// Functions of the game of one table of a type.
pub struct Entry {
    table: &'static VariantTable,
    number: usize,
    /// The first position, once it has been asked for: games of a collection begin from copies.
    start: OnceLock<Box<dyn AnyPosition>>,
    make_start: fn(usize) -> Box<dyn AnyPosition>,
    check: Check,
    faults: fn(usize, SetupParts<'_>) -> Faults,
}

impl Entry {
    /// Returns the game of the type's table with this number, 0 where there is one.
    ///
    /// # Panics
    ///
    /// If there is no such table; at compile time in constants.
    pub const fn of<V: Variant>(number: usize) -> Self {
        Self {
            table: &V::TABLES[number],
            number,
            start: OnceLock::new(),
            make_start: |number| Box::new(Position::<V>::start_of(V::Choice::new(number))),
            check: |number, parts, kings| {
                let setup = typed::<V>(number, parts);
                Ok(Box::new(match kings {
                    Kings::Required => setup.into_position()?,
                    Kings::Optional => setup.into_position_without_kings()?,
                }))
            },
            faults: |number, parts| typed::<V>(number, parts).faults().into(),
        }
    }
}

/// The parts of a setup; see [`rules::Setup`].
#[derive(Clone, Copy, Debug)]
pub struct SetupParts<'s> {
    /// The pieces.
    pub board: &'s Board,
    /// The player to move.
    pub turn: Player,
    /// Living players.
    pub living: PlayerSet,
    /// Crossed cells on which pawns may be captured, in the order of their owners.
    pub crossed: &'s [Cell],
    /// Cell of the pawn that has crossed a cell, if given.
    pub landed: Option<Cell>,
    /// Castling rights.
    pub wings: Wings,
    /// Half-move clock, in plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// Full-move number.
    pub fullmoves: u32,
}

/// Returns the setup in the types of its game.
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
    /// Returns the game of an [`Entry`]: one that is not in [`Game::ALL`].
    ///
    /// See the library's front page for an example.
    pub const fn new(entry: &'static Entry) -> Self {
        Self { entry, stalemate: None }
    }

    /// Returns the same game with another score for stalemate, as some collections have it.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::{any::*, rules::*}; }
    /// use hexmate::{Game, StalemateScore};
    ///
    /// let game = Game::GLINSKI.scoring(StalemateScore::Draw);
    /// assert_eq!(game.stalemate_score(), StalemateScore::Draw);
    /// assert_eq!(game, Game::GLINSKI);
    /// ```
    pub const fn scoring(self, stalemate: StalemateScore) -> Self {
        Self { stalemate: Some(stalemate), ..self }
    }

    /// Returns the score of a stalemate.
    ///
    /// ```
    /// # mod hexmate { pub use hexmate_core::{any::*, rules::*}; }
    /// use hexmate::{Game, StalemateScore};
    ///
    /// assert_eq!(Game::GLINSKI.stalemate_score(), StalemateScore::ThreeQuarters);
    /// ```
    pub fn stalemate_score(&self) -> StalemateScore {
        self.stalemate.unwrap_or(self.entry.table.stalemate)
    }

    /// Returns the cell with this name, such as `f6`; `None` if the board has no such cell.
    ///
    /// ```
    /// # use hexmate_core::any as hexmate;
    /// use hexmate::Game;
    ///
    /// assert!(Game::GLINSKI.cell("f11").is_some());
    /// assert!(Game::MINI.cell("f11").is_none());
    /// assert!(Game::GLINSKI.cell("j1").is_none());
    /// ```
    pub fn cell(self, name: &str) -> Option<Cell> {
        Coordinate::parse(self.shape, name.as_bytes())
    }

    /// Returns the name of a cell of the board.
    ///
    /// ```
    /// # use hexmate_core::any as hexmate;
    /// use hexmate::Game;
    ///
    /// let cell = Game::GLINSKI.cell("f6").ok_or("no cell")?;
    /// assert_eq!(Game::GLINSKI.cell_name(cell).to_string(), "f6");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn cell_name(self, cell: Cell) -> impl fmt::Display {
        Coordinate(self.shape, cell)
    }

    #[doc(hidden)]
    pub fn boxed_start(self) -> Box<dyn AnyPosition> {
        self.entry.start.get_or_init(|| (self.entry.make_start)(self.entry.number)).to_box()
    }

    #[doc(hidden)]
    pub fn boxed_position(self, parts: SetupParts<'_>, kings: Kings) -> Result<Box<dyn AnyPosition>, Faults> {
        (self.entry.check)(self.entry.number, parts, kings)
    }

    #[doc(hidden)]
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

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        Self::from_name(name).ok_or_else(|| UnknownGame(name.to_owned()))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
