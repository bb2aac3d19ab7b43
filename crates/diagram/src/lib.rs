//! A position as a picture or as lines of text. No files, no threads, no rules.
//!
//! ```
//! use hexmate_diagram::{Coordinates, Marks, Options, Theme, View, ascii, svg};
//! use hexmate_position::{Game, Position, Setup};
//! use hexmate_core::rules::Player;
//!
//! let position = Position::start(Game::GLINSKI);
//! let options = Options {
//!     theme: Theme::GREYS,
//!     view: View { bottom: Player::BLACK, coordinates: Coordinates::Edge },
//!     title: Some("Before the first move".to_owned()),
//!     marks: Marks::of(&position),
//!     ..Options::default()
//! };
//! let setup = Setup::from(&position);
//! assert!(svg(&setup, &options).starts_with("<svg "));
//! assert!(ascii(&setup, View::default()).contains('K'));
//! ```
//!
//! | file | knows |
//! |---|---|
//! | `view` | which seat is at the bottom, which labels stand where |
//! | `marks` | what is pointed out besides the pieces |
//! | `caption`, `words` | what is written, in which language |
//! | `theme`, `colours` | colours, and how a file changes them |
//! | `point` | points and paths |
//! | `grid` | where a hex lies, and the outline of a cell |
//! | `frame` | the outline of a board |
//! | `layout` | pixels |
//! | `pieces` | the outlines of the pieces, in several sets |
//! | `glyphs`, `lettering` | a font drawn with one pen: characters, and words made of them |
//! | `figurine` | a piece as a sign within a line of text |
//! | `hatching` | what tells players apart without colour |
//! | `svg`, `text` | the two forms of the result |
//! | `sprite` | boards of a page that refer to one set of pieces |
//! | `picture` | documents, and many of them on a sheet |
//! | `rule_sheet` | the set-up and the moves of every piece on one sheet |
//! | `template` | the board to print, cut out and glue |

#[cfg(test)]
mod area;
mod bars;
mod caption;
mod colours;
mod figurine;
mod frame;
mod glyphs;
mod grid;
mod hatching;
mod layout;
mod lettering;
mod marks;
mod picture;
mod pieces;
mod point;
#[cfg(any(feature = "png", feature = "pdf"))]
pub mod render;
mod rule_sheet;
mod sprite;
mod svg;
mod template;
mod text;
mod theme;
mod view;
mod words;

pub use bars::{BarChart, Panel};
pub use caption::Caption;
pub use colours::ColoursError;
pub use figurine::figurine;
pub use hatching::Hatching;
pub use hexmate_position::Colour;
pub use marks::{Arrow, Circle, Lane, Layer, Marks, Tone};
pub use picture::{FREE_WIDTH, Picture, Sheet};
pub use pieces::PieceSet;
pub use rule_sheet::rule_sheet;
pub use sprite::{PLAYER_SIGNS, paints, piece_sign, placed, placed_after, player_sign, sprite};
pub use svg::ToMove;
pub use svg::{draw, svg};
pub use template::{NoWedgesError, Paper, Template};
pub use text::{ascii, captioned, unicode};
pub use theme::{Highlight, Paint, Rgb, Theme};
pub use view::{Coordinates, View};

use std::fmt;

use hexmate_position::Letters;

/// What a diagram looks like, apart from the position.
///
/// The default is a board for the screen, White at the bottom, labels around.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The colours.
    pub theme: Theme,
    /// The outlines of the pieces.
    pub pieces: PieceSet,
    /// The letters of the pieces, and with them the language of all words.
    pub letters: Letters,
    /// The seat at the bottom and the labels.
    pub view: View,
    /// What is pointed out.
    pub marks: Marks,
    /// What is written above and below the board.
    pub caption: Caption,
    /// Whether a disc beside the board shows who is to move.
    pub to_move: ToMove,
    /// The title for readers who do not see the picture; the game's if none is given.
    pub title: Option<String>,
    /// Width of the picture in pixels, with a height to match; as wide as its place if none is given.
    pub width: Option<u32>,
    /// What every id begins with.
    pub prefix: Prefix,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            pieces: PieceSet::default(),
            letters: Letters::ENGLISH,
            view: View::default(),
            marks: Marks::default(),
            caption: Caption::default(),
            to_move: ToMove::default(),
            title: None,
            width: None,
            prefix: Prefix::default(),
        }
    }
}

/// The beginning of all ids of a diagram, so that several can stand in one page.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Prefix(String);

impl Prefix {
    /// The prefix, if it can begin an id: an ASCII letter, then letters, digits, `-` or `_`.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(|first: char| first.is_ascii_alphabetic())?;
        rest.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            .then(|| Self(text.to_owned()))
    }

    /// The prefix of one of several diagrams, by its number.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Self {
        Self(format!("{}-{number}", self.0))
    }
}

impl Default for Prefix {
    fn default() -> Self {
        Self("h".to_owned())
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
