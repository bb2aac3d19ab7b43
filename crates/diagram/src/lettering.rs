//! Text as pen strokes, with accents and line breaks. Lengths are in tenths of a board unit.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::glyphs::look_alike;
use super::glyphs::{BOLD_GAP, CAPITAL_HEIGHT, Glyph, X_HEIGHT, glyph};
#[cfg(feature = "letters")]
use super::outlines::outline;

/// Returns whether the font has a character.
///
/// ```
/// use hexmate_diagram::has_glyph;
///
/// assert!("Győző, Ґанок, Ἀρχή № 5 § 2".chars().all(has_glyph));
/// assert!(!has_glyph('漢'));
/// ```
pub fn has_glyph(character: char) -> bool {
    let mut parts = std::iter::once(character).nfd();
    character.is_control() || parts.all(|part| accent(part).is_some() || base_glyph(part).is_some())
}

/// Returns the width of a text.
pub(super) fn width(text: &str) -> i32 {
    drawn(text).iter().map(|drawn| drawn.glyph.advance).sum()
}

/// Returns the width of a bold text.
pub(super) fn bold_width(text: &str) -> i32 {
    drawn(text).iter().map(|drawn| drawn.glyph.advance + BOLD_GAP).sum()
}

/// Returns the strokes of a text whose base line begins at (`x`, `y`).
pub(super) fn strokes(text: &str, x: i32, y: i32) -> String {
    spaced_strokes(text, x, y, 0)
}

/// Returns the strokes of a bold text whose base line begins at (`x`, `y`).
pub(super) fn bold_strokes(text: &str, x: i32, y: i32) -> String {
    spaced_strokes(text, x, y, BOLD_GAP)
}

/// Returns the strokes of a text with gaps between the letters, besides their advance.
fn spaced_strokes(text: &str, mut x: i32, y: i32, gap: i32) -> String {
    let mut path = String::new();
    for Drawn { glyph, accents } in drawn(text) {
        if glyph.strokes != BLANK {
            path += &moved(x, y);
            path += &glyph.strokes;
        }
        for (accent, height) in accents {
            path += &moved(x + glyph.advance / 2, y - height);
            path += accent;
        }
        x += glyph.advance + gap;
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
            if !line.is_empty() && width(line) + width(character.encode_utf8(&mut [0; 4])) > max_width {
                lines.push(character.to_string());
            } else {
                line.push(character);
            }
        }
    }
    lines
}

/// A letter with its accents.
struct Drawn {
    glyph: Glyph,
    /// Strokes of each accent and its height above the base line.
    accents: Vec<(&'static str, i32)>,
}

/// Strokes of a space.
const BLANK: &str = "m0 0";

/// Returns the letters of a text. A character that the font lacks is a question mark.
fn drawn(text: &str) -> Vec<Drawn> {
    let mut letters: Vec<Drawn> = Vec::new();
    let mut characters = text.nfd().peekable();
    while let Some(character) = characters.next() {
        if is_combining_mark(character) {
            continue;
        }
        let base = match character {
            'i' if has_mark_above(characters.peek().copied()) => 'ı',
            'j' if has_mark_above(characters.peek().copied()) => 'ȷ',
            other => other,
        };
        let glyph = base_glyph(base).or_else(|| glyph('?')).expect("the font has a question mark");
        let top = if base.is_uppercase() || "bdfhklβδζθλξφψ".contains(base) {
            CAPITAL_HEIGHT
        } else {
            X_HEIGHT
        };
        let mut accents = Vec::new();
        let mut above = top;
        while let Some((strokes, place)) = characters
            .peek()
            .copied()
            .filter(|&c| is_combining_mark(c))
            .map(|c| accent(c).unwrap_or(("", Place::Below)))
        {
            characters.next();
            match place {
                Place::Above => {
                    accents.push((strokes, above));
                    above += STACKED;
                }
                Place::Below => accents.push((strokes, 0)),
                Place::Through => accents.push((strokes, CAPITAL_HEIGHT / 2)),
            }
        }
        if let Some(base) = crossed(character) {
            accents.push((STROKE, CAPITAL_HEIGHT / 2));
            letters.push(Drawn { glyph: base, accents });
        } else {
            letters.push(Drawn { glyph, accents });
        }
    }
    letters
}

/// Distance between two accents above a letter.
const STACKED: i32 = 32;

fn has_mark_above(next: Option<char>) -> bool {
    next.and_then(accent).is_some_and(|(_, place)| place == Place::Above)
}

/// Returns the glyph of a character without accent.
fn base_glyph(character: char) -> Option<Glyph> {
    glyph(simple(character)).or_else(|| outline(character)).or_else(|| crossed(character))
}

/// Without fonts there are no outlines.
#[cfg(not(feature = "letters"))]
fn outline(_: char) -> Option<Glyph> {
    None
}

/// Returns the letter under the stroke of a crossed one.
fn crossed(character: char) -> Option<Glyph> {
    match character {
        'ł' => glyph('l'),
        'Ł' => glyph('L'),
        'ø' => glyph('o'),
        'Ø' => glyph('O'),
        _ => None,
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
const MACRON: &str = "m-18-22h36";
const HOOK: &str = "m-8-36c8-8 18-2 16 6-2 6-8 6-8 14";
const DOUBLE_GRAVE: &str = "m-4-14l-10-20m32 20l-10-20";
const ARCH: &str = "m-18-16c4-20 32-20 36 0";
const SMOOTH: &str = "m-4-40c10 2 10 14 0 22";
const ROUGH: &str = "m6-40c-10 2-10 14 0 22";
const HORN: &str = "m30-70c14-2 18-14 10-24";
const DOT_BELOW: &str = "m0 22v2";
const TWO_DOTS_BELOW: &str = "m-14 22v2m28-2v2";
const RING_BELOW: &str = "m-10 28a10 10 0 1 1 20 0 10 10 0 1 1-20 0";
const COMMA_BELOW: &str = "m2 18l-6 20";
const CIRCUMFLEX_BELOW: &str = "m-16 34l16-18 16 18";
const BREVE_BELOW: &str = "m-18 18c4 18 32 18 36 0";
const TILDE_BELOW: &str = "m-20 30c10-16 28 8 40-8";
const MACRON_BELOW: &str = "m-18 24h36";
const IOTA: &str = "m0 16v14c0 8 4 10 10 10";

/// Place of an accent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Above the letter.
    Above,
    /// At the base line.
    Below,
    /// Through the letter.
    Through,
}

/// Returns the strokes of a combining accent and its place.
fn accent(mark: char) -> Option<(&'static str, Place)> {
    let above = |strokes| (strokes, Place::Above);
    let below = |strokes| (strokes, Place::Below);
    Some(match mark {
        '\u{300}' => above(GRAVE),
        '\u{301}' => above(ACUTE),
        '\u{302}' => above(CIRCUMFLEX),
        '\u{303}' | '\u{342}' => above(TILDE),
        '\u{304}' => above(MACRON),
        '\u{306}' => above(BREVE),
        '\u{307}' => above(DOT),
        '\u{308}' => above(DIAERESIS),
        '\u{309}' => above(HOOK),
        '\u{30a}' => above(RING),
        '\u{30b}' => above(DOUBLE_ACUTE),
        '\u{30c}' => above(CARON),
        '\u{30f}' => above(DOUBLE_GRAVE),
        '\u{311}' => above(ARCH),
        '\u{313}' => above(SMOOTH),
        '\u{314}' => above(ROUGH),
        '\u{31b}' => below(HORN),
        '\u{323}' => below(DOT_BELOW),
        '\u{324}' => below(TWO_DOTS_BELOW),
        '\u{325}' => below(RING_BELOW),
        '\u{326}' => below(COMMA_BELOW),
        '\u{327}' => below(CEDILLA),
        '\u{328}' => below(OGONEK),
        '\u{32d}' => below(CIRCUMFLEX_BELOW),
        '\u{32e}' => below(BREVE_BELOW),
        '\u{330}' => below(TILDE_BELOW),
        '\u{331}' => below(MACRON_BELOW),
        '\u{345}' => below(IOTA),
        '\u{338}' => (STROKE, Place::Through),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_can_be_drawn() {
        let scripts = [
            '!'..='~',
            '\u{a1}'..='\u{2af}',
            '\u{1e00}'..='\u{1eff}',
            '\u{370}'..='\u{3ff}',
            '\u{1f00}'..='\u{1fff}',
            '\u{400}'..='\u{52f}',
        ];
        let letters = scripts.into_iter().flatten().filter(|c| c.is_alphanumeric());
        let missing: String =
            letters.chain("„“”‘’‚«»‹›–—…№§@†‡½×→↔".chars()).filter(|&c| !has_glyph(c)).collect();
        assert_eq!(missing, "ỼỽỾỿԦԧԨԩԪԫԬԭԮԯ");
        assert!(!has_glyph('漢') && !has_glyph('\u{e000}'));
    }

    #[test]
    fn accents_follow_their_letters() {
        assert_eq!(strokes("é", 0, 0), strokes("e\u{301}", 0, 0));
        assert_eq!(width("Ệ"), width("E"));
        assert_eq!(strokes("ł漢", 0, 0), format!("{}{}", strokes("ł", 0, 0), strokes("?", width("l"), 0)));
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
