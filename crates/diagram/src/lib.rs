//! Diagrams of positions: SVG pictures and text boards. No file access.
//!
//! ```
//! use hexmate_diagram::{ColourTheme, Coordinates, Marks, Options, View, svg};
//! use hexmate_position::{Game, Player, Position};
//!
//! let start = Position::start(Game::GLINSKI);
//! let options = Options {
//!     theme: ColourTheme::GREYS,
//!     view: View { bottom: Player::BLACK, coordinates: Coordinates::Edge },
//!     title: Some("The first move".to_owned()),
//!     marks: Marks::of(&start).arrow(start.parse("Qc3")?),
//!     ..Options::default()
//! };
//! let picture = svg(&start, &options);
//! assert!(picture.starts_with("<svg ") && picture.contains("The first move"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `view` | the seat at the bottom and the labels of files and ranks |
//! | `marks` | highlighted cells, arrows, circles, dots, rings and crosses |
//! | `caption`, `words` | captions, and the words of each language |
//! | `theme`, `colours` | colours, and a file format that changes them |
//! | `point` | points and paths |
//! | `grid` | positions of hexes and the outline of a cell |
//! | `frame` | the outline of a board |
//! | `layout` | positions and sizes of everything in a diagram |
//! | `pieces` | outlines of the pieces, in several sets |
//! | `glyphs`, `outlines`, `lettering` | a single-stroke font: characters, rare ones as outlines, and lines of text |
//! | `figurine` | a piece as a symbol within a line of text |
//! | `hatching` | patterns that distinguish players without colour |
//! | `svg`, `text` | the two output formats |
//! | `sprite` | boards of an HTML page that share one set of pieces |
//! | `picture` | SVG documents, and sheets of several pictures |
//! | `rule_sheet` | a game's initial position and the moves of its pieces on one sheet |
//! | `template` | a board to print, cut out and glue |

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
#[cfg(feature = "letters")]
mod outlines;
#[cfg(feature = "pdf")]
pub mod page;
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
pub use caption::{Caption, CaptionSize};
pub use colours::ColoursError;
pub use figurine::figurine;
pub use hatching::Hatching;
pub use hexmate_position::Colour;
pub use lettering::has_glyph;
pub use marks::{Arrow, Circle, Lane, Layer, Marks, Tone};
pub use picture::{DEFAULT_WIDTH, Picture, Sheet};
pub use pieces::PieceSet;
pub use rule_sheet::rule_sheet;
pub use sprite::{
    PLAYER_SIGNS, css_properties, game_board, page_board, page_marks, piece_sign, player_sign, sprite,
};
pub use svg::ToMove;
pub use svg::{draw, svg};
pub use template::{BoardTemplate, NoWedgesError, Paper};
pub use text::{ascii, unicode, unicode_legend, with_caption};
pub use theme::{ColourTheme, Highlight, Paint, Rgb};
pub use view::{Coordinates, View};
pub use words::{game_title, player_name};

use std::fmt;

use hexmate_position::Letters;

/// Appearance of a diagram: everything except the position.
///
/// The default is the warm theme for screens, with White at the bottom and labels around the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The colours.
    pub theme: ColourTheme,
    /// The set of pieces.
    pub pieces: PieceSet,
    /// The piece letters, which also set the language of all words.
    pub letters: Letters,
    /// The seat at the bottom and the labels.
    pub view: View,
    /// Highlighted cells, arrows and other marks.
    pub marks: Marks,
    /// Text above and below the board.
    pub caption: Caption,
    /// Shows or omits the disc of the side to move.
    pub to_move: ToMove,
    /// Title for screen readers; `None` for the name of the game.
    pub title: Option<String>,
    /// Width in pixels, with the height in proportion; `None` to fill the available width.
    pub width: Option<u32>,
    /// Prefix of every id.
    pub prefix: Prefix,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            theme: ColourTheme::default(),
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

/// Prefix of all ids of a diagram, so that one page can contain several diagrams.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Prefix(String);

impl Prefix {
    /// Parses a prefix: an ASCII letter, then ASCII letters, digits, `-` or `_`.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(|first: char| first.is_ascii_alphabetic())?;
        rest.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            .then(|| Self(text.to_owned()))
    }

    /// Returns the prefix for diagram number `number` of several.
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
