//! Hatchings: parts of a man's silhouette painted over, so that players differ without colour.
//!
//! Knows path data on the grid of the outlines. Refuses to know whose men they are.
//!
//! A hatching is filled only, on top of the inner lines and with their colour. It
//! is drawn for one outline and ends at its border, under the pen, so that
//! nothing has to be clipped.

use crate::rules::Role;

/// Which part of a man is painted over.
///
/// Large parts first: they are seen at any size. Two men that differ in nothing
/// but their hatching differ on a tenth of their area at least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Hatching {
    /// Nothing.
    #[default]
    Plain,
    /// The right half; of the knight what lies behind the face.
    Halved,
    /// Dots.
    Dotted,
    /// The lower part, from the collar down.
    Footed,
    /// Bars across.
    Barred,
}

impl Hatching {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Halved, Self::Dotted, Self::Footed, Self::Barred];

    /// The closed shapes to be filled on a man, as SVG path data in tenths of a board unit.
    pub(super) fn shapes(self, role: Role) -> Option<&'static str> {
        let by_role = match self {
            Self::Plain => return None,
            Self::Halved => &HALVED,
            Self::Dotted => &DOTTED,
            Self::Footed => &FOOTED,
            Self::Barred => &BARRED,
        };
        Some(by_role[role as usize])
    }
}

/// The right half, from top to foot.
static HALVED: [&str; 6] = [
    "M0-217h18l-4 23 29-4v36l-29-4 1 32c33-13 117-13 119 32 0 34-48 62-70 124\
     c34 0 34 32 0 32-6 4-8 8-8 14 0 36 24 58 54 65 18 4 26 11 26 23h6c6 0 10 4 10 10v12c0 6-4 10-10 10\
     h-142z",
    "M0-164l31 68 35-64 12 74 52-46c-14 66-54 112-66 154\
     c34 0 34 32 0 32-6 4-8 8-8 14 0 36 24 58 54 65 18 4 26 11 26 23h6c6 0 10 4 10 10v12c0 6-4 10-10 10\
     h-142zm0-1a18 18 0 0 0 0-36zm52-11a18 18 0 1 1 36 0 18 18 0 1 1-36 0zm69 31\
     a18 18 0 1 1 36 0 18 18 0 1 1-36 0z",
    "M0-154h32v32h38v-32h50v56c-4 14-22 20-30 32-4 66-2 120 5 160 3 22 9 36 21 42 10 5 16 11 16 20h6\
     c6 0 10 4 10 10v12c0 6-4 10-10 10h-138z",
    "M0-170\
     c52 32 94 74 94 120 0 32-16 54-34 70 32 0 32 32 0 32-6 4-8 8-8 16 0 36 20 58 50 65 18 4 26 11 26 23\
     h6c6 0 10 4 10 10v12c0 6-4 10-10 10h-134zm0 0a18 18 0 0 0 0-36z",
    "M20-160c78 20 122 90 114 174-4 46-16 86-8 114 6 10 8 18 8 28h4c6 0 10 4 10 10v12c0 6-4 10-10 10\
     h-118z",
    "M0-134c40 0 70 28 70 66 0 24-12 42-28 54 34 2 34 34 0 34 4 58 16 96 40 109 16 8 26 15 26 27h6\
     c6 0 10 4 10 10v12c0 6-4 10-10 10h-114z",
];

/// Dots all over.
static DOTTED: [&str; 6] = [
    "M-109-92a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm86 8a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm86-8\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-86 98a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm0 90\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-46 28a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm92 0\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0z",
    "M-79-68a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm56-14a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm56 14\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-56 74a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm0 90\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-46 28a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm92 0\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0z",
    "M-71-22a25 25 0 1 1 50 0 25 25 0 1 1-50 0zm92 0a25 25 0 1 1 50 0 25 25 0 1 1-50 0zm-46 48\
     a25 25 0 1 1 50 0 25 25 0 1 1-50 0zm-46 48a25 25 0 1 1 50 0 25 25 0 1 1-50 0zm92 0\
     a25 25 0 1 1 50 0 25 25 0 1 1-50 0z",
    "M-23-108a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-50 54a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm38 44\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm64-16a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-52 122\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-44 28a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm88 0\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0z",
    "M-41-122a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-68 108a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm100-50\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm22 78a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm48 52\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-78 18a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm-60 36\
     a23 23 0 1 1 46 0 23 23 0 1 1-46 0zm112 2a23 23 0 1 1 46 0 23 23 0 1 1-46 0z",
    "M-21-98a21 21 0 1 1 42 0 21 21 0 1 1-42 0zm-34 48a21 21 0 1 1 42 0 21 21 0 1 1-42 0zm68 0\
     a21 21 0 1 1 42 0 21 21 0 1 1-42 0zm-34 108a21 21 0 1 1 42 0 21 21 0 1 1-42 0zm-26 56\
     a21 21 0 1 1 42 0 21 21 0 1 1-42 0zm54 0a21 21 0 1 1 42 0 21 21 0 1 1-42 0z",
];

/// The lower part, from the collar down.
static FOOTED: [&str; 6] = [
    "M64 22c34 0 34 32 0 32-6 4-8 8-8 14 0 36 24 58 54 65 18 4 26 11 26 23h6c6 0 10 4 10 10v12\
     c0 6-4 10-10 10h-284c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
     c0-12 8-19 26-23 30-7 54-29 54-65 0-6-2-10-8-14-34 0-34-32 0-32z",
    "M64 22c34 0 34 32 0 32-6 4-8 8-8 14 0 36 24 58 54 65 18 4 26 11 26 23h6c6 0 10 4 10 10v12\
     c0 6-4 10-10 10h-284c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
     c0-12 8-19 26-23 30-7 54-29 54-65 0-6-2-10-8-14-34 0-34-32 0-32z",
    "M88 24c1 27 3 50 7 70 3 22 9 36 21 42 10 5 16 11 16 20h6c6 0 10 4 10 10v12c0 6-4 10-10 10h-276\
     c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6c0-9 6-15 16-20 12-6 18-20 21-42 4-20 6-43 7-70z",
    "M60 20c32 0 32 32 0 32-6 4-8 8-8 16 0 36 20 58 50 65 18 4 26 11 26 23h6c6 0 10 4 10 10v12\
     c0 6-4 10-10 10h-268c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
     c0-12 8-19 26-23 30-7 50-29 50-65 0-8-2-12-8-16-32 0-32-32 0-32z",
    "M-128 156c0-14 10-22 20-30 24-22 50-38 66-68 10-20 12-36 10-54l166 10\
     c-4 46-16 86-8 114 6 10 8 18 8 28h4c6 0 10 4 10 10v12c0 6-4 10-10 10h-276c-6 0-10-4-10-10v-12\
     c0-6 4-10 10-10z",
    "M42-14c34 2 34 34 0 34 4 58 16 96 40 109 16 8 26 15 26 27h6c6 0 10 4 10 10v12c0 6-4 10-10 10h-228\
     c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6c0-12 10-19 26-27 24-13 36-51 40-109-34 0-34-32 0-34z",
];

/// Four bars across.
static BARRED: [&str; 6] = [
    "M-128-118h256l6 17-4 17h-260l-4-17zm24 71h208l-23 33h-162zm28 71h152l13 16-28 16h-122l-28-16z\
     m16 68h120l8 16 19 16h-174l19-16z",
    "M-114-84h228l-14 30h-200zm30 61h168l-14 29h-140zm-5 61h178l-33 30h-112zm27 58h124l9 15 19 15h-180\
     l19-15z",
    "M-120-102h240l-30 42h-180zm32 84h176v34h-176zm-2 74h180l4 34h-188zm-14 68h208l26 26h-260z",
    "M-58-124h116l26 34h-168zm-36 76h188l-8 34h-172zm15 74h158l3 16-28 16h-108l-28-16zm23 68h112\
     l8 16 19 16h-166l19-16z",
    "M-72-150h120l28 17 18 17h-194zm-60 102h262l4 34h-292zm89 108h171l-4 34h-194l16-17zm-55 58h222l8 26\
     h-257l11-13z",
    "M-56-108h112l10 16 4 16h-140l4-16zm-6 72h124l-12 15 13 15h-126l13-15zm20 62h84l4 32h-92zm-12 66\
     h108l20 32h-148z",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::area::Area;
    use crate::diagram::men::{self, PEN};

    fn drawn() -> impl Iterator<Item = (Role, &'static str)> {
        let of = |hatching: Hatching| Role::ALL.map(|role| Some((role, hatching.shapes(role)?)));
        Hatching::ALL.into_iter().flat_map(of).flatten()
    }

    #[test]
    fn a_plain_man_has_no_shapes_and_any_other_has() {
        assert_eq!(drawn().count(), 4 * Role::ALL.len());
        assert!(drawn().all(|(_, shapes)| shapes.starts_with('M') && shapes.ends_with('z')));
    }

    #[test]
    fn every_shape_is_in_whole_numbers() {
        assert!(drawn().all(|(_, shapes)| !shapes.contains('.')));
    }

    #[test]
    fn no_shape_goes_beyond_the_pen_around_its_man() {
        for (role, shapes) in drawn() {
            let body = Area::of(men::outline(role.letter()).expect("every role has an outline").body);
            for (x, y) in Area::of(shapes).border() {
                let beyond = if body.contains(x, y) { 0. } else { body.distance(x, y) };
                assert!(beyond <= f64::from(PEN) / 2., "{role:?} at {x} {y}: {shapes}");
            }
        }
    }
}
