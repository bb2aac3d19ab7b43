//! Letters and digits for coordinates, drawn with one pen: no fonts.
//!
//! Knows strokes and widths. Refuses to know which label stands where.
//!
//! Coordinates are tenths of a board unit, as for the men. The origin is the
//! left end of the base line, y grows downwards. A path is relative from its
//! first command on, so a glyph is placed by putting `M x y` before it, and a
//! word by moving x on by each glyph's advance. Stroke it with a pen of [`PEN`],
//! round ends and round joins, without a fill.

/// Width of the pen, in tenths of a board unit.
pub const PEN: i32 = 14;

/// Height of the digits above the base line, in tenths.
pub const DIGIT_HEIGHT: i32 = 110;

/// Height of a letter without ascender above the base line, in tenths.
pub const X_HEIGHT: i32 = 76;

/// One character, as the strokes of a pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// How far the next glyph's origin lies to the right, in tenths.
    pub advance: i32,
    /// Relative SVG path data, open, in tenths.
    pub strokes: &'static str,
}

/// The glyph of a digit or of a file's letter, `a` to `r` without `j`.
pub const fn glyph(character: char) -> Option<Glyph> {
    let (advance, strokes) = match character {
        '0' => (94, "m14-55a33 55 0 1 1 66 0 33 55 0 1 1-66 0"),
        '1' => (58, "m14-88l26-22v110"),
        '2' => (92, "m15-82c1-18 14-28 30-28 19 0 31 12 31 28 0 28-46 48-62 82h64"),
        '3' => (
            88,
            "m14-92c4-12 14-18 28-18 18 0 28 10 28 26s-12 25-32 25c22 0 36 11 36 29s-14 30-32 30c-14 0-24-6-28-18",
        ),
        '4' => (96, "m66 0v-110l-52 78h68"),
        '5' => (88, "m70-110h-46l-6 48c30-14 56 2 56 26 0 22-14 36-34 36-12 0-22-5-26-14"),
        '6' => (90, "m64-110c-28 14-50 44-50 76a31 34 0 1 0 62 0 31 34 0 0 0-60-12"),
        '7' => (86, "m14-110h58l-40 110"),
        '8' => (90, "m45-59a26 26 0 1 1 1 0m-1 0a31 30 0 1 0 1 0"),
        '9' => (90, "m26 0c28-14 50-44 50-76a31 34 0 1 0-62 0 31 34 0 0 0 60 12"),
        'a' => (94, "m16-38a31 38 0 1 1 62 0 31 38 0 1 1-62 0m62-38v76"),
        'b' => (94, "m16-114v114m0-38a31 38 0 1 1 62 0 31 38 0 1 1-62 0"),
        'c' => (86, "m69-65a31 38 0 1 0 0 54"),
        'd' => (94, "m16-38a31 38 0 1 1 62 0 31 38 0 1 1-62 0m62-76v114"),
        'e' => (94, "m16-40h62a31 38 0 1 0-9 29"),
        'f' => (70, "m54-112c-18-6-26 6-26 24v88m-14-76h36"),
        'g' => (94, "m16-38a31 38 0 1 1 62 0 31 38 0 1 1-62 0m62-38v78c0 38-44 40-57 22"),
        'h' => (90, "m16-114v114m0-42c0-22 12-34 30-34s28 12 28 32v44"),
        'i' => (32, "m16-76v76m0-108v2"),
        'k' => (88, "m16-114v114m54-76l-54 48m20-17l36 45"),
        'l' => (48, "m16-114v92c0 14 5 22 17 22"),
        'm' => (
            134,
            "m16-76v76m0-46c0-20 10-30 25-30 16 0 26 10 26 30v46m0-46c0-20 10-30 25-30 16 0 26 10 26 30v46",
        ),
        'n' => (90, "m16-76v76m0-42c0-22 12-34 30-34s28 12 28 32v44"),
        'o' => (94, "m16-38a31 38 0 1 1 62 0 31 38 0 1 1-62 0"),
        'p' => (94, "m16-76v112m0-74a31 38 0 1 1 62 0 31 38 0 1 1-62 0"),
        'q' => (94, "m16-38a31 38 0 1 1 62 0 31 38 0 1 1-62 0m62-38v112"),
        'r' => (68, "m16-76v76m0-40c0-22 14-38 36-35"),
        _ => return None,
    };
    Some(Glyph { advance, strokes })
}

/// How wide a text is: the sum of its advances; `None` if a character has no glyph.
pub fn width(text: &str) -> Option<i32> {
    text.chars().map(|c| glyph(c).map(|drawn| drawn.advance)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_file_letters_have_glyphs_and_nothing_else() {
        let drawn: String = ('\0'..='\u{ff}').filter(|&c| glyph(c).is_some()).collect();
        assert_eq!(drawn, "0123456789abcdefghiklmnopqr");
    }

    #[test]
    fn every_glyph_is_relative_and_in_whole_numbers() {
        for c in "0123456789abcdefghiklmnopqr".chars() {
            let strokes = glyph(c).expect("it has a glyph").strokes;
            assert!(strokes.starts_with('m'), "{c}: {strokes}");
            assert!(!strokes.contains(|c: char| c.is_ascii_uppercase() || c == '.'), "{c}");
        }
    }

    #[test]
    fn a_word_is_as_wide_as_its_letters_together() {
        assert_eq!(width("11"), glyph('1').map(|one| 2 * one.advance));
        assert_eq!(width(""), Some(0));
        assert_eq!(width("f-6"), None);
    }
}
