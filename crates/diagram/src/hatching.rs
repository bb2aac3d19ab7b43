//! Hatchings: what is painted over a piece's silhouette, so that players differ without colour.
//!
//! Knows path data on the grid of the outlines. Refuses to know whose pieces they are.
//!
//! A hatching is one path for the pieces of every set: it covers the whole box of a piece
//! and is clipped by its silhouette. It is filled with the colour of the inner lines.

/// Which part of a piece is painted over.
///
/// Large parts first: they are seen at any size. Two pieces that differ in nothing
/// but their hatching differ on a tenth of their area at least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hatching {
    /// Nothing.
    #[default]
    Plain,
    /// The right half.
    Halved,
    /// Dots.
    Dotted,
    /// The lower part.
    Footed,
    /// Bars across.
    Barred,
}

impl Hatching {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Halved, Self::Dotted, Self::Footed, Self::Barred];

    /// The closed shapes to be filled within a piece's silhouette, as SVG path data in tenths of a board unit.
    pub(super) const fn shapes(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Halved => Some("M0-225h225v450h-225z"),
            Self::Dotted => Some(DOTTED),
            Self::Footed => Some("M-225 24h450v201h-450z"),
            Self::Barred => Some(
                "M-225-194h450v34h-450zm0 68h450v34h-450zm0 68h450v34h-450zm0 68h450v34h-450zm0 68h450v34h-450zm0 68h450v34h-450z",
            ),
        }
    }

    /// How it is called in a file of colours.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Halved => "halved",
            Self::Dotted => "dotted",
            Self::Footed => "footed",
            Self::Barred => "barred",
        }
    }
}

/// Dots in rows, every second row shifted by half a step.
const DOTTED: &str = "M-152-144a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm-224 56a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm-224 56a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm-224 56\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm-224 56\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm-224 56a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm-224 56a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0\
     a24 24 0 1 1 48 0 24 24 0 1 1-48 0zm64 0a24 24 0 1 1 48 0 24 24 0 1 1-48 0z";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_piece_has_no_shapes() {
        for hatching in Hatching::ALL {
            assert_eq!(hatching.shapes().is_none(), hatching == Hatching::Plain, "{}", hatching.name());
        }
    }
}
