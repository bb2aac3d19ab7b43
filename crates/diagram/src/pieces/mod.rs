//! Outlines of the pieces: one for each role, in several sets.
//!
//! Every coordinate is a whole number of tenths of a board unit. A piece fits into
//! a box of 45 units, from -225 to 225, around the centre of its cell; draw it
//! under `scale(.1)`. The base of every figure is at y = 188; letters are centred.
//!
//! A piece is painted in three steps. `body` is filled, and stroked with a pen of
//! [`PEN`] and round joins. `lines` are stroked on top with a pen of [`LINE`].
//! `spots` are filled. Lines and spots have the colour of the outline on a light
//! piece and a light colour on a dark one. Lines end inside the outline, so that they
//! meet it on a light piece and leave a rim on a dark one.

mod classic;
mod letters;
mod plain;

use hexmate_core::rules::Role;
use hexmate_position::Letters;

/// Steps of the drawing grid per board unit.
pub const GRID: i32 = 10;

/// Width of the pen that outlines a body, in steps of the grid.
pub const PEN: i32 = 16;

/// Width of the pen of the inner lines, in steps of the grid.
pub const LINE: i32 = 12;

/// The drawing of one piece, as SVG path data in steps of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The silhouette: closed, to be filled and stroked.
    pub body: &'static str,
    /// The inner lines: open, to be stroked only; may be empty.
    pub lines: &'static str,
    /// Inner shapes: closed, to be filled only; may be empty.
    pub spots: &'static str,
}

/// A set of outlines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// Figures as in chess books.
    #[default]
    Classic,
    /// Figures with few lines, for small print.
    Plain,
    /// Block capitals: the piece letters of the diagram's language.
    Letters,
}

impl PieceSet {
    /// All sets, the default first.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Plain, Self::Letters];

    /// Returns the name of the set on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Plain => "plain",
            Self::Letters => "letters",
        }
    }

    /// Returns the set with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// Returns the drawing of a piece.
    pub(super) fn outline(self, role: Role, language: &Letters) -> Outline {
        match self {
            Self::Classic => classic::PIECES[role as usize],
            Self::Plain => plain::PIECES[role as usize],
            Self::Letters => letters::outline(language.letter(role)).unwrap_or(plain::PIECES[role as usize]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::area::Area;

    /// Returns every piece of every set in every language.
    fn all() -> impl Iterator<Item = (PieceSet, Role, Outline)> {
        let sets = Letters::ALL.into_iter().flat_map(|letters| PieceSet::ALL.map(|set| (set, letters)));
        sets.flat_map(|(set, letters)| Role::ALL.map(|role| (set, role, set.outline(role, &letters))))
    }

    #[test]
    fn all_piece_letters_have_outlines() {
        for language in &Letters::ALL {
            for role in Role::ALL {
                assert!(letters::outline(language.letter(role)).is_some(), "{} {role:?}", language.name());
            }
        }
    }

    #[test]
    fn paths_are_well_formed() {
        for (set, role, outline) in all() {
            let Outline { body, lines, spots } = outline;
            for path in [body, lines, spots].into_iter().filter(|path| !path.is_empty()) {
                assert!(path.starts_with('M') && !path.contains('.'), "{set:?} {role:?}: {path}");
                assert_eq!(path.matches('M').count(), 1, "{set:?} {role:?}: {path}");
            }
            assert!(!body.is_empty() && !lines.contains('z'), "{set:?} {role:?}");
            for path in [body, spots] {
                let parts = path.matches(['M', 'm']).count();
                assert_eq!(path.matches('z').count(), parts, "{set:?} {role:?}: {path}");
            }
        }
    }

    #[test]
    fn pieces_fit_into_their_box() {
        let edge = f64::from(45 * GRID / 2 - PEN / 2);
        for (set, role, Outline { body, lines, spots }) in all() {
            for (x, y) in [body, lines, spots].into_iter().flat_map(|path| Area::of(path).points()) {
                assert!(x.abs() <= edge && y.abs() <= edge, "{set:?} {role:?} at {x} {y}");
            }
        }
    }

    #[test]
    fn figures_share_a_base_line() {
        for (set, role, outline) in all().filter(|(set, ..)| *set != PieceSet::Letters) {
            let foot = Area::of(outline.body).points().into_iter().map(|(_, y)| y).fold(0., f64::max);
            assert!((foot - 188.).abs() < 1e-9, "{set:?} {role:?}");
        }
    }

    #[test]
    fn names_of_sets_round_trip() {
        assert_eq!(PieceSet::ALL.map(|set| PieceSet::from_name(set.name())), PieceSet::ALL.map(Some));
        assert_eq!(PieceSet::from_name("wooden"), None);
    }
}
