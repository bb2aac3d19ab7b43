//! Hatchings: patterns over the silhouette of a piece that distinguish players without colour.
//!
//! A hatching is one path for the pieces of every set: it covers the whole box of a piece,
//! is clipped by the silhouette and filled with the colour of the inner lines.

/// The pattern painted over a piece.
///
/// Patterns with large areas come first, since they are visible at any size. Two pieces that
/// differ only in their hatching differ on at least a tenth of their area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hatching {
    /// No pattern.
    #[default]
    Plain,
    /// The right half is filled.
    Halved,
    /// Dots.
    Dotted,
    /// The lower part is filled.
    Footed,
    /// Horizontal bars.
    Barred,
}

impl Hatching {
    /// All hatchings.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Halved, Self::Dotted, Self::Footed, Self::Barred];

    /// Returns the shapes to fill within the silhouette, as closed SVG path data in tenths of a board unit.
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

    /// Returns the name of the hatching in a colours file.
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

/// Rows of dots, every second row shifted by half a step.
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
    fn only_plain_has_no_shapes() {
        for hatching in Hatching::ALL {
            assert_eq!(hatching.shapes().is_none(), hatching == Hatching::Plain, "{}", hatching.name());
        }
    }
}
