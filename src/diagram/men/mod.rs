//! The men as outlines: one shape for each role, in several sets.
//!
//! Knows path data and the grid it is drawn on. Refuses to know the rules, the
//! board, colours and where anything is placed.
//!
//! Every coordinate is a whole number of tenths of a board unit, so a man fills
//! a box of 45 units, from -225 to 225, around the centre of its cell; draw it
//! under `scale(.1)`. Figures stand on one line, y = 188; letters are centred.
//!
//! A man is painted in three steps. `body` is filled, and stroked with a pen of
//! [`PEN`] and round joins. `lines` are stroked on top with a pen of [`LINE`]
//! and `spots` are filled: with the colour of the outline for a light man, with
//! a light colour for a dark one. Lines end inside the outline, so that they
//! meet it on a light man and leave a rim on a dark one.

mod classic;
mod letters;
mod plain;

use crate::notation::Letters;
use crate::rules::Role;

/// How many steps of the drawing grid make one unit of the board.
pub const GRID: i32 = 10;

/// Width of the pen that outlines a body, in steps of the grid.
pub const PEN: i32 = 16;

/// Width of the pen of the inner lines, in steps of the grid.
pub const LINE: i32 = 12;

/// The drawing of one man, as SVG path data in steps of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The silhouette: closed, to be filled and stroked.
    pub body: &'static str,
    /// The inner lines: open, to be stroked only; may be empty.
    pub lines: &'static str,
    /// Inner shapes: closed, to be filled only; may be empty.
    pub spots: &'static str,
}

/// A set of men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Men {
    /// As in chess books.
    #[default]
    Classic,
    /// Few lines, for small print.
    Plain,
    /// Block capitals, those of the language that the diagram speaks.
    Letters,
}

impl Men {
    /// All sets, the default first.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Plain, Self::Letters];

    /// How the set is called on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Plain => "plain",
            Self::Letters => "letters",
        }
    }

    /// The set with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|men| men.name() == name)
    }

    /// The drawing of a man.
    pub(super) fn outline(self, role: Role, language: &Letters) -> Outline {
        match self {
            Self::Classic => classic::MEN[role as usize],
            Self::Plain => plain::MEN[role as usize],
            Self::Letters => letters::outline(language.letter(role)).unwrap_or(plain::MEN[role as usize]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every man of every set in every language.
    fn all_men() -> impl Iterator<Item = (Men, Role, Outline)> {
        let of = |men: Men| {
            let speaking =
                move |language: &Letters| Role::ALL.map(|role| (men, role, men.outline(role, language)));
            Letters::ALL.iter().flat_map(speaking).collect::<Vec<_>>()
        };
        Men::ALL.into_iter().flat_map(of)
    }

    /// The corners of a path: one absolute start, then relative segments.
    fn corners(path: &str) -> Vec<(i32, i32)> {
        let mut points = Vec::new();
        let (mut at, mut start) = ((0, 0), (0, 0));
        let letters: Vec<usize> =
            path.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i).collect();
        for (n, &i) in letters.iter().enumerate() {
            let end = letters.get(n + 1).copied().unwrap_or(path.len());
            let numbers: Vec<i32> = path[i + 1..end]
                .replace('-', " -")
                .split_whitespace()
                .map(|number| number.parse().expect("a whole number"))
                .collect();
            let (step, x, y) = match &path[i..=i] {
                "z" => {
                    at = start;
                    continue;
                }
                "h" => (1, Some(0), None),
                "v" => (1, None, Some(0)),
                "M" | "m" | "l" => (2, Some(0), Some(1)),
                "s" => (4, Some(2), Some(3)),
                "c" => (6, Some(4), Some(5)),
                "a" => (7, Some(5), Some(6)),
                other => panic!("unexpected command {other}"),
            };
            assert_eq!(numbers.len() % step, 0, "{}", &path[i..end]);
            for segment in numbers.chunks(step) {
                at.0 += x.map_or(0, |k| segment[k]);
                at.1 += y.map_or(0, |k| segment[k]);
                points.push(at);
            }
            if matches!(&path[i..=i], "M" | "m") {
                start = at;
            }
        }
        points
    }

    #[test]
    fn every_letter_of_every_language_is_drawn() {
        for language in &Letters::ALL {
            for role in Role::ALL {
                assert!(letters::outline(language.letter(role)).is_some(), "{} {role:?}", language.name());
            }
        }
    }

    #[test]
    fn every_path_is_in_whole_numbers_and_starts_absolute_and_shapes_are_closed() {
        for (men, role, man) in all_men() {
            for path in [man.body, man.lines, man.spots].into_iter().filter(|path| !path.is_empty()) {
                assert!(path.starts_with('M') && !path.contains('.'), "{men:?} {role:?}: {path}");
                assert_eq!(path.matches('M').count(), 1, "{men:?} {role:?}: {path}");
            }
            assert!(!man.body.is_empty(), "{men:?} {role:?}");
            assert_eq!(man.lines.matches('z').count(), 0, "{men:?} {role:?}");
            for path in [man.body, man.spots] {
                assert_eq!(
                    path.matches('z').count(),
                    path.matches(['M', 'm']).count(),
                    "{men:?} {role:?}: {path}"
                );
            }
        }
    }

    #[test]
    fn every_corner_and_its_pen_stay_inside_the_box_of_45_units() {
        let edge = 45 * GRID / 2 - PEN / 2;
        for (men, role, man) in all_men() {
            for (x, y) in [man.body, man.lines, man.spots].into_iter().flat_map(corners) {
                assert!(x.abs() <= edge && y.abs() <= edge, "{men:?} {role:?} at {x} {y}");
            }
        }
    }

    #[test]
    fn all_figures_stand_on_one_line() {
        for (men, role, man) in all_men().filter(|(men, ..)| *men != Men::Letters) {
            let foot = corners(man.body).into_iter().map(|(_, y)| y).max();
            assert_eq!(foot, Some(188), "{men:?} {role:?}");
        }
    }

    #[test]
    fn a_set_is_found_by_its_name() {
        assert_eq!(Men::ALL.map(|men| Men::from_name(men.name())), Men::ALL.map(Some));
        assert_eq!(Men::from_name("wooden"), None);
    }
}
