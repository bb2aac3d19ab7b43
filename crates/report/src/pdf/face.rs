//! Fonts of a book: width of text, and line breaking.
//!
//! `DejaVu Serif Condensed` has the letters of all supported languages, and its licence allows embedding. Rare letters that it
//! lacks come from `DejaVu Sans Condensed`. Figurines are not taken from a font: they are drawn.

use std::fmt::Write as _;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use crate::book::{Face, Span};
use hexmate_position::Letters;

/// The fonts of all styles.
pub struct Faces {
    faces: [Loaded; 3],
    /// Font for letters that the others lack.
    further: Loaded,
}

struct Loaded {
    font: Font,
    read: FontRef<'static>,
    metrics: GlyphMetrics<'static>,
    /// Font units per em.
    units: f32,
}

/// Width of a figurine with the space around it, in ems.
pub const FIGURINE: f32 = 0.76;

impl Faces {
    /// Reads the fonts.
    pub fn load() -> Option<Self> {
        let files = [
            dejavu::serif_condensed::regular(),
            dejavu::serif_condensed::bold(),
            dejavu::serif_condensed::italic(),
            dejavu::sans_condensed::regular(),
        ];
        let [roman, bold, italic, further] = files.map(Loaded::new);
        Some(Self { faces: [roman?, bold?, italic?], further: further? })
    }

    /// Returns the font that shows a character in a style.
    fn face(&self, character: char, face: Face) -> &Loaded {
        let own = &self.faces[face as usize];
        if !own.has(character) && self.further.has(character) { &self.further } else { own }
    }

    /// Splits a text without figurines into parts with one font, each with its glyphs.
    pub fn runs<'t>(&self, text: &'t str, face: Face) -> Vec<(Font, &'t str, Vec<KrillaGlyph>)> {
        let mut runs: Vec<(Font, usize, Vec<KrillaGlyph>)> = Vec::new();
        for (at, character) in text.char_indices() {
            let loaded = self.face(character, face);
            if runs.last().is_none_or(|(font, ..)| *font != loaded.font) {
                runs.push((loaded.font.clone(), at, Vec::new()));
            }
            let (_, start, glyphs) = runs.last_mut().expect("a part was begun");
            let range = at - *start..at - *start + character.len_utf8();
            let glyph = GlyphId::new(loaded.glyph(character).to_u32());
            glyphs.push(KrillaGlyph::new(glyph, loaded.advance(character), 0., 0., 0., range, None));
        }
        let ends: Vec<usize> = runs.iter().skip(1).map(|&(_, start, _)| start).chain([text.len()]).collect();
        runs.into_iter()
            .zip(ends)
            .map(|((font, start, glyphs), end)| (font, &text[start..end], glyphs))
            .collect()
    }

    /// Returns whether a font has the character.
    pub fn has(&self, character: char, face: Face) -> bool {
        self.face(character, face).has(character)
    }

    /// Returns the outline of a character in the upright font as an SVG path, and its width, in thousandths of an em.
    pub fn outline(&self, character: char) -> Option<(String, f32)> {
        let Loaded { read, units, .. } = self.face(character, Face::Roman);
        let glyph = read.outline_glyphs().get(read.charmap().map(character)?)?;
        let mut pen = SvgPen { path: String::new(), scale: 1000. / units };
        let size = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        glyph.draw(size, &mut pen).ok()?;
        Some((pen.path, 1000. * self.advance(character, Face::Roman)))
    }

    /// Returns the width of a character or figurine, in ems.
    fn advance(&self, character: char, face: Face) -> f32 {
        match Letters::figurine(character) {
            Some(_) => FIGURINE,
            None => self.face(character, face).advance(character),
        }
    }

    /// Returns the width of a text, in points.
    pub fn width(&self, text: &str, face: Face, size: f32) -> f32 {
        size * text.chars().map(|character| self.advance(character, face)).sum::<f32>()
    }

    /// Returns the width of a line of text, in points.
    pub fn width_of(&self, line: &[Span], size: f32) -> f32 {
        line.iter().map(|Span { text, face }| self.width(text, *face, size)).sum()
    }

    /// Breaks a text into lines of limited width, given for the first line and the others. Lines end at spaces and after
    /// slashes; a word that is wider than a line is broken at any character.
    pub fn wrapped(&self, text: &[Span], size: f32, [first, others]: [f32; 2]) -> Vec<Vec<Span>> {
        let characters: Vec<(char, Face)> =
            text.iter().flat_map(|Span { text, face }| text.chars().map(|c| (c, *face))).collect();
        let advances: Vec<f32> = characters.iter().map(|&(c, face)| size * self.advance(c, face)).collect();
        let mut lines: Vec<Vec<Span>> = Vec::new();
        let (mut start, mut end_of_word, mut width) = (0, 0, 0.);
        for (at, &(character, _)) in characters.iter().enumerate() {
            let most = |lines: &[_]| if lines.is_empty() { first } else { others };
            width += advances[at];
            while character != ' ' && at > start && width > most(&lines) {
                let end = if end_of_word > start { end_of_word } else { at };
                lines.push(spans(&characters[start..end]));
                start = end;
                width = advances[start..=at].iter().sum();
            }
            if matches!(character, ' ' | '/') {
                end_of_word = at + 1;
            }
        }
        lines.push(spans(&characters[start..]));
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// Shortens a text to at most `most` points; a shortened text ends in dots.
    pub fn shortened(&self, text: &str, face: Face, size: f32, most: f32) -> String {
        let mut text = text.to_owned();
        while self.width(&text, face, size) > most {
            let kept = text.trim_end_matches([' ', '…']);
            let Some((last, _)) = kept.char_indices().next_back() else { break };
            text = format!("{}…", &kept[..last]);
        }
        text
    }
}

/// Writes outlines as SVG paths; y grows downwards.
struct SvgPen {
    path: String,
    scale: f32,
}

impl SvgPen {
    fn write<const N: usize>(&mut self, command: char, numbers: [f32; N]) {
        self.path.push(command);
        for (place, number) in numbers.into_iter().enumerate() {
            let upwards = if place % 2 == 1 { -1. } else { 1. };
            let _ = write!(self.path, " {:.0}", number * self.scale * upwards);
        }
    }
}

impl OutlinePen for SvgPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', [x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', [x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', [x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', [x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.path.push('z');
    }
}

/// Joins characters of the same style, without spaces at the end.
fn spans(characters: &[(char, Face)]) -> Vec<Span> {
    let end = characters.iter().rposition(|&(character, _)| character != ' ').map_or(0, |last| last + 1);
    let parts = characters[..end].chunk_by(|one, other| one.1 == other.1);
    parts.map(|part| Span::new(part.iter().map(|&(c, _)| c).collect::<String>(), part[0].1)).collect()
}

impl Loaded {
    fn new(file: &'static [u8]) -> Option<Self> {
        let read = FontRef::new(file).ok()?;
        let metrics = read.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units = f32::from(read.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        Some(Self { font: Font::new(file.to_vec().into(), 0)?, read, metrics, units })
    }

    fn has(&self, character: char) -> bool {
        self.read.charmap().map(character).is_some()
    }

    /// Returns the glyph of a character; a box if the font lacks it.
    fn glyph(&self, character: char) -> skrifa::GlyphId {
        self.read.charmap().map(character).unwrap_or_default()
    }

    /// Returns the width of a character, in ems.
    fn advance(&self, character: char) -> f32 {
        self.metrics.advance_width(self.glyph(character)).unwrap_or(0.) / self.units
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_core::rules::Role;

    #[test]
    fn wrapped_lines_fit_and_keep_text() {
        let faces = Faces::load().expect("the fonts are there");
        let text = "Set play: 1…♔f4/♗xf7/Крf4 2.♕b3# anextraordinarilylongwordthatfitsnoline Größe ő ű ĉ ł щ";
        let text = [Span::new("1.Rf11!", Face::Bold), Span::new(text, Face::Roman)];
        for widths in [[60., 50.], [50., 60.], [300., 200.]] {
            let lines = faces.wrapped(&text, 8., widths);
            for (line, most) in lines.iter().zip([widths[0]].into_iter().chain(std::iter::repeat(widths[1])))
            {
                assert!(faces.width_of(line, 8.) <= most, "{line:?}");
            }
            let letters = |spans: &[Span]| {
                let texts = spans.iter().flat_map(|span| span.text.split_whitespace());
                texts.collect::<String>()
            };
            assert_eq!(letters(&lines.concat()), letters(&text));
            assert_eq!(lines[0][0].face, Face::Bold);
        }
        assert_eq!(faces.wrapped(&[], 8., [10., 10.]), Vec::<Vec<Span>>::new());
        let short = faces.shortened("Contest 2001 no. 4", Face::Bold, 8., 40.);
        assert!(short.ends_with('…') && faces.width(&short, Face::Bold, 8.) <= 40., "{short}");
    }

    #[test]
    fn every_face_has_all_letters() {
        let faces = Faces::load().expect("the fonts are there");
        let letters = Letters::ALL.into_iter().flat_map(|letters| Role::ALL.map(|role| letters.letter(role)));
        let scripts = [
            '!'..='~',
            '\u{a1}'..='\u{24f}',
            '\u{1e00}'..='\u{1eff}',
            '\u{370}'..='\u{3ff}',
            '\u{1f00}'..='\u{1fff}',
            '\u{400}'..='\u{52f}',
        ];
        let letters: String = letters.chain(["‘’‚“”„«»‹›†‡•…–—№§@→↔½×"]).collect();
        for face in [Face::Roman, Face::Bold, Face::Italic] {
            let all =
                scripts.iter().cloned().flatten().filter(|c| c.is_alphanumeric()).chain(letters.chars());
            let missing: String = all.filter(|&c| !faces.has(c, face)).collect();
            assert_eq!(missing, "ỼỽỾỿԦԧԨԩԪԫԬԭԮԯ", "{face:?}");
        }
    }
}
