//! Text as pen strokes, with accents and line breaks. Lengths are in tenths of a board unit.

use super::glyphs::look_alike;
use super::glyphs::{Glyph, glyph};

/// Height of capitals and digits above the base line.
const CAPITAL: i32 = 110;

/// Height of lower-case letters without ascender above the base line.
const SMALL: i32 = 76;

/// Returns the width of a text.
pub(super) fn width(text: &str) -> i32 {
    text.chars().map(|character| Drawn::of(character).glyph.advance).sum()
}

/// Returns the strokes of a text whose base line begins at (`x`, `y`).
pub(super) fn strokes(text: &str, mut x: i32, y: i32) -> String {
    let mut path = String::new();
    for character in text.chars() {
        let Drawn { glyph, accent } = Drawn::of(character);
        if character != ' ' {
            path += &moved(x, y);
            path += glyph.strokes;
        }
        if let Some((accent, height)) = accent {
            path += &moved(x + glyph.advance / 2, y - height);
            path += accent;
        }
        x += glyph.advance;
    }
    path
}

fn moved(x: i32, y: i32) -> String {
    let gap = if y < 0 { "" } else { " " };
    format!("M{x}{gap}{y}")
}

/// Wraps a text into lines of at most `max_width`. A word that is too wide is broken.
pub(super) fn wrapped(text: &str, max_width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= max_width => {
                line.push(' ');
                line.push_str(word);
                continue;
            }
            _ => lines.push(String::new()),
        }
        for character in word.chars() {
            let line = lines.last_mut().expect("a line was begun");
            if !line.is_empty() && width(line) + Drawn::of(character).glyph.advance > max_width {
                lines.push(character.to_string());
            } else {
                line.push(character);
            }
        }
    }
    lines
}

/// The glyph and accent of a character.
struct Drawn {
    glyph: Glyph,
    /// Strokes of the accent and its height above the base line.
    accent: Option<(&'static str, i32)>,
}

/// Replacement for a character that the font lacks.
const BOX: Glyph = Glyph { advance: 88, strokes: "m16 0v-110h56v110z" };

impl Drawn {
    fn of(character: char) -> Self {
        let plain = |glyph| Self { glyph, accent: None };
        if let Some(glyph) = glyph(simple(character)) {
            return plain(glyph);
        }
        for &(accent, accented, bases) in ACCENTED {
            let found = accented.chars().zip(bases.chars()).find(|&(one, _)| one == character);
            if let Some((base, glyph)) = found.and_then(|(_, base)| Some((base, glyph(base)?))) {
                let height = match accent {
                    OGONEK | CEDILLA => 0,
                    STROKE => CAPITAL / 2,
                    _ if base.is_uppercase() || base == 'h' => CAPITAL,
                    _ => SMALL,
                };
                return Self { glyph, accent: Some((accent, height)) };
            }
        }
        plain(BOX)
    }
}

/// Returns a similar character that the font has, or the character itself.
fn simple(character: char) -> char {
    match character {
        '„' | '“' | '”' | '«' | '»' => '"',
        '’' | '‘' | '′' => '\'',
        '—' => '–',
        '−' => '-',
        '\u{a0}' | '\t' => ' ',
        other => look_alike(other),
    }
}

const ACUTE: &str = "m-6-14l16-20";
const GRAVE: &str = "m6-14l-16-20";
const CIRCUMFLEX: &str = "m-16-14l16-18 16 18";
const CARON: &str = "m-16-32l16 18 16-18";
const DIAERESIS: &str = "m-14-26v2m28-2v2";
const DOUBLE_ACUTE: &str = "m-16-14l10-20m12 20l10-20";
const BREVE: &str = "m-18-32c4 20 32 20 36 0";
const DOT: &str = "m0-26v2";
const RING: &str = "m-11-26a11 11 0 1 1 22 0 11 11 0 1 1-22 0";
const TILDE: &str = "m-20-18c10-16 28 8 40-8";
const OGONEK: &str = "m16 0c-14 14-16 32 6 28";
const CEDILLA: &str = "m0 4c18 8 12 28-10 24";
const STROKE: &str = "m-20 14l40-28";

/// Accents, the letters that have them, and those letters without accent, in the same order.
const ACCENTED: &[(&str, &str, &str)] = &[
    (ACUTE, "áéíóúýńśźćÁÉÍÓÚÝŃŚŹĆ", "aeıouynszcAEIOUYNSZC"),
    (GRAVE, "àèìòùÀÈÌÒÙ", "aeıouAEIOU"),
    (CIRCUMFLEX, "âêîôûĉĝĥĵŝÂÊÎÔÛĈĜĤĴŜ", "aeıoucghȷsAEIOUCGHJS"),
    (CARON, "čěňřšžČĚŇŘŠŽ", "cenrszCENRSZ"),
    (DIAERESIS, "äëïöüÿÄËÏÖÜёЁ", "aeıouyAEIOUeE"),
    (DOUBLE_ACUTE, "őűŐŰ", "ouOU"),
    (BREVE, "ăğŭĂĞŬйЙ", "aguAGUиИ"),
    (DOT, "żŻ", "zZ"),
    (RING, "åůÅŮ", "auAU"),
    (TILDE, "ãñõÃÑÕ", "anoANO"),
    (OGONEK, "ąęĄĘ", "aeAE"),
    (CEDILLA, "çşÇŞ", "csCS"),
    (STROKE, "łŁøØ", "lLoO"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_can_be_drawn() {
        for text in [
            "ÁRVÍZTŰRŐ TÜKÖRFÚRÓGÉP árvíztűrő tükörfúrógép",
            "Zażółć gęślą jaźń ZAŻÓŁĆ GĘŚLĄ JAŹŃ",
            "Eĥoŝanĝo ĉiuĵaŭde EĤOŜANĜO ĈIUĴAŬDE",
            "Съешь же ещё этих мягких французских булок, да выпей чаю",
            "СЪЕШЬ ЖЕ ЕЩЁ ЭТИХ МЯГКИХ ФРАНЦУЗСКИХ БУЛОК, ДА ВЫПЕЙ ЧАЮ",
            "Größe, élève, niño … 1.Кр",
            "„Szachy” – ‘2.’ (½, 8+5) #2!?",
        ] {
            let missing: Vec<char> = text.chars().filter(|&c| Drawn::of(c).glyph == BOX).collect();
            assert_eq!(missing, [], "{text}");
        }
        assert_eq!(Drawn::of('漢').glyph, BOX);
    }

    #[test]
    fn accented_letters_have_base_letters() {
        for (_, accented, bases) in ACCENTED {
            assert_eq!(accented.chars().count(), bases.chars().count(), "{accented}");
            assert!(bases.chars().all(|base| glyph(base).is_some()), "{bases}");
        }
    }

    #[test]
    fn wrapping_keeps_width_and_letters() {
        let text = "A problem by a composer with an extraordinarilylongnamethatfitsnoline, 1st prize";
        for most in [300, 900, 4000] {
            let lines = wrapped(text, most);
            assert!(lines.iter().all(|line| width(line) <= most), "{lines:?}");
            let letters = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert_eq!(wrapped("  ", 100), [""; 0]);
    }
}
