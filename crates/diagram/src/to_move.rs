//! The mark of the side to move: a disc beside the board, painted as its pieces are. Knows elements; no positions.

use std::fmt;

use super::layout::{self, FINE};
use super::point::Point;
use super::{Paint, Prefix, Rgb};

/// Whether a diagram shows who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ToMove {
    /// Only readers who do not see the picture are told.
    #[default]
    Unmarked,
    /// A disc beside the board says it, as in books.
    Marked,
}

/// The disc.
pub(super) struct Disc<'d> {
    pub(super) at: Point,
    /// What it says.
    pub(super) told: String,
    pub(super) paint: Paint,
    /// The colour round it, which is read on any page.
    pub(super) rim: Rgb,
    pub(super) prefix: &'d Prefix,
    /// The letter of a player who is hatched.
    pub(super) hatched: Option<char>,
}

impl fmt::Display for Disc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at: Point { x, y }, told, paint, rim, prefix, hatched } = self;
        let Paint { fill, detail, .. } = paint;
        let circle = format!(r#"<circle r="{}""#, layout::DISC);
        writeln!(f, r#"<g class="to-move" transform="translate({x} {y})"><title>{told}</title>"#)?;
        writeln!(f, r#"<g {FINE}>{circle} fill="{fill}"/>"#)?;
        if let Some(letter) = hatched {
            write!(f, r#"<g fill="{detail}" clip-path="url(#{prefix}-xt)">"#)?;
            writeln!(f, r##"<use xlink:href="#{prefix}-h{letter}"/></g>"##)?;
        }
        writeln!(f, r#"{circle} fill="none" stroke="{rim}" stroke-width="{}"/></g></g>"#, layout::DISC_PEN)
    }
}

/// What the hatching of a disc may cover, for the definitions.
pub(super) fn clip(prefix: &Prefix) -> String {
    format!("<clipPath id=\"{prefix}-xt\"><circle r=\"{}\"/></clipPath>\n", layout::DISC)
}
