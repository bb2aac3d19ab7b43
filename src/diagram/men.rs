//! The men as outlines: one shape for each role, in two tones.
//!
//! Knows path data and the grid it is drawn on. Refuses to know the rules, the
//! board, colours and where anything is placed.
//!
//! Every coordinate is a whole number of tenths of a board unit, so a man fills
//! a box of 45 units, from -225 to 225, around the centre of its cell; draw it
//! under `scale(.1)`. All men stand on one line, y = 188.
//!
//! A man is painted in two steps. `body` is filled, and stroked with a pen of
//! [`PEN`] and round joins. `detail` is filled only, on top: with the colour of
//! the outline for a light man, with a light colour for a dark one. Its bands
//! end under the pen of the outline, so that they meet it on a light man and
//! leave a rim on a dark one.

/// How many steps of the drawing grid make one unit of the board.
pub const GRID: i32 = 10;

/// Width of the pen that outlines a body, in steps of the grid.
pub const PEN: i32 = 15;

/// The drawing of one man, as SVG path data in steps of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The silhouette: closed, to be filled and stroked.
    pub body: &'static str,
    /// The inner lines: closed shapes, to be filled only.
    pub detail: &'static str,
}

/// The outline that belongs to an English piece letter, upper case.
///
/// ```text
/// K king   Q queen   R rook   B bishop   N knight   P pawn
/// ```
pub const fn outline(letter: char) -> Option<&'static Outline> {
    Some(match letter {
        'K' => &KING,
        'Q' => &QUEEN,
        'R' => &ROOK,
        'B' => &BISHOP,
        'N' => &KNIGHT,
        'P' => &PAWN,
        _ => return None,
    })
}

/// The king: an arched crown under a cross.
static KING: Outline = Outline {
    body: "M0-217h18l-4 23 29-4v36l-29-4 1 32\
           c33-13 117-13 119 32 0 34-48 62-70 124 34 0 34 32 0 32-6 4-8 8-8 14 0 36 24 58 54 65 18 4 26 11 26 23\
           h6c6 0 10 4 10 10v12c0 6-4 10-10 10h-284c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
           c0-12 8-19 26-23 30-7 54-29 54-65 0-6-2-10-8-14-34 0-34-32 0-32-22-62-70-90-70-124 2-45 86-45 119-32\
           l1-32-29 4v-36l29 4-4-23h18z",
    detail: "M39-35c21-44 12-79-20-103l-8 10c30 22 37 47 16 87zm-66-6c-21-40-14-65 16-87\
             l-8-10c-32 24-41 59-20 103zm-75-1c51 18 153 18 204 0l-4-12c-49 18-147 18-196 0z\
             m23 32c39 14 118 14 158 0l-4-12c-38 14-113 14-150 0zm15 39c32 8 96 8 128 0l-4-12\
             c-30 8-90 8-120 0zm1 31c31 8 94 8 126 0l-4-12c-30 8-89 8-118 0zm-73 102h272v-12\
             h-272z",
};

/// The queen: a coronet of five balls.
static QUEEN: Outline = Outline {
    body: "M0-164l31 68 35-64 12 74 52-46\
           c-14 66-54 112-66 154 34 0 34 32 0 32-6 4-8 8-8 14 0 36 24 58 54 65 18 4 26 11 26 23\
           h6c6 0 10 4 10 10v12c0 6-4 10-10 10h-284c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
           c0-12 8-19 26-23 30-7 54-29 54-65 0-6-2-10-8-14-34 0-34-32 0-32-12-42-52-88-66-154\
           l52 46 12-74 35 64 31-68zm-18-19a18 18 0 1 1 36 0 18 18 0 1 1-36 0zm-70 7\
           a18 18 0 1 1 36 0 18 18 0 1 1-36 0zm140 0a18 18 0 1 1 36 0 18 18 0 1 1-36 0z\
           m-209 31a18 18 0 1 1 36 0 18 18 0 1 1-36 0zm278 0\
           a18 18 0 1 1 36 0 18 18 0 1 1-36 0z",
    detail: "M-100-54c50 18 150 18 200 0l-4-12c-48 18-144 18-192 0zm16 31c42 15 126 15 168 0\
             l-4-12c-40 15-120 15-160 0zm20 52c32 8 96 8 128 0l-4-12c-30 8-90 8-120 0zm1 31\
             c31 8 94 8 126 0l-4-12c-30 8-89 8-118 0zm-73 102h272v-12h-272z",
};

/// The rook: a tower with three merlons.
static ROOK: Outline = Outline {
    body: "M0-154h32v32h38v-32h50v56\
           c-4 14-22 20-30 32-4 66-2 120 5 160 3 22 9 36 21 42 10 5 16 11 16 20h6\
           c6 0 10 4 10 10v12c0 6-4 10-10 10h-276c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
           c0-9 6-15 16-20 12-6 18-20 21-42 7-40 9-94 5-160-8-12-26-18-30-32v-56h50v32h38v-32\
           h32z",
    detail: "M-118-90h236v-12h-236zm30 30h176v-12h-176zm-7 172h190v-12h-190zm-37 50h264v-12\
             h-264z",
};

/// The bishop: a mitre with its cut.
static BISHOP: Outline = Outline {
    body: "M0-170\
           c52 32 94 74 94 120 0 32-16 54-34 70 32 0 32 32 0 32-6 4-8 8-8 16 0 36 20 58 50 65 18 4 26 11 26 23\
           h6c6 0 10 4 10 10v12c0 6-4 10-10 10h-268c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
           c0-12 8-19 26-23 30-7 50-29 50-65 0-8-2-12-8-16-32 0-32-32 0-32-18-16-34-38-34-70 0-46 42-88 94-120\
           zm-18-18a18 18 0 1 1 36 0 18 18 0 1 1-36 0z",
    detail: "M6-45l77-53-8-10-77 53zm-66 72c30 8 90 8 120 0l-4-12c-28 8-84 8-112 0zm1 31\
             c29 8 88 8 118 0l-4-12c-28 8-83 8-110 0zm-69 104h256v-12h-256z",
};

/// The knight: a horse’s head, looking left.
static KNIGHT: Outline = Outline {
    body: "M-128 156\
           c0-14 10-22 20-30 24-22 50-38 66-68 10-20 12-36 10-54-18 20-40 28-60 32-10 18-24 26-42 22-10-3-14-8-18-15-12-5-19-17-17-33 4-24 31-44 43-70 10-26 18-52 44-76 10-10 14-20 12-32\
           l-4-40c24 4 44 22 54 42l16-30\
           c16 8 22 22 24 36 78 20 122 90 114 174-4 46-16 86-8 114 6 10 8 18 8 28h4\
           c6 0 10 4 10 10v12c0 6-4 10-10 10h-276c-6 0-10-4-10-10v-12c0-6 4-10 10-10z",
    detail: "M-127 162h260v-12h-260zm25-238\
             c12-28 36-30 54-10-9-7-15-8-19-7 4 12-2 18-9 18-8 0-12-6-10-13-6 4-10 8-16 12z\
             m-47 91c7-8 11-9 21-8-8-15-24-8-21 8zm-1 28c15 4 29-3 36-17-13 6-23 11-36 17z\
             m119-38c21-13 30-36 19-63-3 25-10 42-19 63zm-19-191\
             c-5 15 2 29 16 36-6-13-11-23-16-36zm64 36\
             c61 39 94 101 90 216 24-117-15-191-90-216zm-14 24\
             c45 35 77 87 76 190 19-105-17-169-76-190zm-10 24\
             c31 35 53 77 56 148 15-73-11-123-56-148z",
};

/// The pawn: a ball on a collar.
static PAWN: Outline = Outline {
    body: "M0-134\
           c40 0 70 28 70 66 0 24-12 42-28 54 34 2 34 34 0 34 4 58 16 96 40 109 16 8 26 15 26 27\
           h6c6 0 10 4 10 10v12c0 6-4 10-10 10h-228c-6 0-10-4-10-10v-12c0-6 4-10 10-10h6\
           c0-12 10-19 26-27 24-13 36-51 40-109-34 0-34-32 0-34-16-12-28-30-28-54 0-38 30-66 70-66\
           z",
    detail: "M-43-6c21 6 64 6 86 0l-4-12c-20 6-59 6-78 0zm0 32c21 6 64 6 86 0l-4-12\
             c-20 6-59 6-78 0zm-65 136h216v-12h-216z",
};

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

    fn all_paths() -> impl Iterator<Item = (char, &'static str)> {
        LETTERS.into_iter().flat_map(|letter| {
            let drawn = outline(letter).expect("every role has an outline");
            [(letter, drawn.body), (letter, drawn.detail)]
        })
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
    fn only_the_six_letters_have_an_outline() {
        let drawn: Vec<char> = ('\0'..='\u{ff}').filter(|&c| outline(c).is_some()).collect();
        assert_eq!(drawn, ['B', 'K', 'N', 'P', 'Q', 'R']);
    }

    #[test]
    fn every_shape_starts_absolute_and_is_closed() {
        for (letter, path) in all_paths() {
            assert!(path.starts_with('M') && path.ends_with('z'), "{letter}: {path}");
            let opened = path.matches(['M', 'm']).count();
            assert_eq!(path.matches('M').count(), 1, "{letter}: {path}");
            assert_eq!(path.matches('z').count(), opened, "{letter}: {path}");
        }
    }

    #[test]
    fn every_corner_and_its_pen_stay_inside_the_box_of_45_units() {
        let edge = 45 * GRID / 2 - PEN / 2;
        for (letter, path) in all_paths() {
            for (x, y) in corners(path) {
                assert!(x.abs() <= edge && y.abs() <= edge, "{letter} at {x} {y}");
            }
        }
    }

    #[test]
    fn all_men_stand_on_one_line() {
        for letter in LETTERS {
            let body = outline(letter).expect("every role has an outline").body;
            assert_eq!(corners(body).into_iter().map(|(_, y)| y).max(), Some(188), "{letter}");
        }
    }
}
