//! The mark of the side to move: a disc beside the board, painted as its pieces are. Knows elements; no words of its own.
//!
//! It stands outside the frame, in the corner of the picture that is next to the seat of that side.

use std::fmt;

use super::layout::{self, Corner, FINE, Point};
use super::svg::Drawing;
use super::{Paint, words};

/// Whether a diagram shows who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ToMove {
    /// Only readers who do not see the picture are told.
    #[default]
    Unmarked,
    /// A disc beside the board says it, as in books.
    Marked,
}

impl Drawing<'_> {
    /// What the hatching of the disc may cover, for a player who is hatched.
    pub(super) fn write_disc_clip(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_hatched = self.hatching(self.setup.turn).is_some();
        if self.options.to_move == ToMove::Unmarked || !is_hatched {
            return Ok(());
        }
        let prefix = &self.options.prefix;
        writeln!(f, r#"<clipPath id="{prefix}-xt"><circle r="{}"/></clipPath>"#, layout::DISC)
    }

    /// The disc.
    pub(super) fn write_to_move(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.options.to_move == ToMove::Unmarked {
            return Ok(());
        }
        let (setup, options) = (self.setup, self.options);
        let (player, prefix) = (setup.turn, &options.prefix);
        let Paint { fill, detail, .. } = self.paint(player);
        let corner = Corner::beside(self.board.direction(setup.game.forward(player)));
        let Point { x, y } = self.layout.corner(corner);
        let told = words::to_move(setup, &options.letters);
        // Its rim is read on any page, as the caption is.
        let rim = options.theme.caption;
        let circle = format!(r#"<circle r="{}""#, layout::DISC);
        writeln!(f, r#"<g class="to-move" transform="translate({x} {y})"><title>{told}</title>"#)?;
        writeln!(f, r#"<g {FINE}>{circle} fill="{fill}"/>"#)?;
        if self.hatching(player).is_some() {
            write!(f, r#"<g fill="{detail}" clip-path="url(#{prefix}-xt)">"#)?;
            writeln!(f, r##"<use xlink:href="#{prefix}-h{}"/></g>"##, self.letter(player))?;
        }
        writeln!(f, r#"{circle} fill="none" stroke="{rim}" stroke-width="{}"/></g></g>"#, layout::DISC_PEN)
    }
}
