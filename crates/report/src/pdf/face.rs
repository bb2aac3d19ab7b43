//! Fonts of a book: width of text, and line breaking.
//!
//! `DejaVu Serif Condensed` has the letters of all supported languages, and its licence allows embedding. Figurines are
//! not taken from it: they are drawn.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

use hexmate_position::Letters;

/// Style of a font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    Roman,
    Bold,
    Italic,
}

/// The fonts of all styles.
pub struct Faces {
    faces: [Loaded; 3],
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
        ];
        let [roman, bold, italic] = files.map(Loaded::new);
        Some(Self { faces: [roman?, bold?, italic?] })
    }

    fn face(&self, face: Face) -> &Loaded {
        &self.faces[face as usize]
    }

    /// Returns the font for drawing.
    pub fn font(&self, face: Face) -> Font {
        self.face(face).font.clone()
    }

    /// Returns the glyphs of a text without figurines.
    pub fn glyphs(&self, text: &str, face: Face) -> Vec<KrillaGlyph> {
        let loaded = self.face(face);
        let glyph = |(at, character): (usize, char)| {
            let (glyph, advance) = (loaded.glyph(character), loaded.advance(character));
            let range = at..at + character.len_utf8();
            KrillaGlyph::new(GlyphId::new(glyph.to_u32()), advance, 0., 0., 0., range, None)
        };
        text.char_indices().map(glyph).collect()
    }

    /// Returns the width of a character or figurine, in ems.
    fn advance(&self, character: char, face: Face) -> f32 {
        match Letters::figurine(character) {
            Some(_) => FIGURINE,
            None => self.face(face).advance(character),
        }
    }

    /// Returns the width of a text, in points.
    pub fn width(&self, text: &str, face: Face, size: f32) -> f32 {
        size * text.chars().map(|character| self.advance(character, face)).sum::<f32>()
    }

    /// Breaks a text into lines of limited width, given for the first line and the others. Lines end at spaces and after
    /// slashes.
    pub fn wrapped(&self, text: &str, face: Face, size: f32, [first, others]: [f32; 2]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_inclusive([' ', '/']) {
            let most = |lines: &[String]| if lines.is_empty() { first } else { others };
            let longer = format!("{line}{word}");
            if line.is_empty() || self.width(longer.trim_end(), face, size) <= most(&lines) {
                line = longer;
            } else {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
                word.clone_into(&mut line);
            }
            // A word that is wider than a line may be broken at any character.
            while self.width(line.trim_end(), face, size) > most(&lines) {
                let fits = |&(at, _): &(usize, char)| self.width(&line[..at], face, size) <= most(&lines);
                let end =
                    line.char_indices().skip(1).take_while(fits).last().map_or(line.len(), |(at, _)| at);
                let rest = line.split_off(end);
                if rest.is_empty() {
                    break;
                }
                lines.push(std::mem::replace(&mut line, rest));
            }
        }
        let line = line.trim_end();
        if !line.is_empty() {
            lines.push(line.to_owned());
        }
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

impl Loaded {
    fn new(file: &'static [u8]) -> Option<Self> {
        let read = FontRef::new(file).ok()?;
        let metrics = read.glyph_metrics(Size::unscaled(), LocationRef::default());
        let units = f32::from(read.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        Some(Self { font: Font::new(file.to_vec().into(), 0)?, read, metrics, units })
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
        for widths in [[60., 50.], [50., 60.], [300., 200.]] {
            let lines = faces.wrapped(text, Face::Roman, 8., widths);
            for (line, most) in lines.iter().zip([widths[0]].into_iter().chain(std::iter::repeat(widths[1])))
            {
                assert!(faces.width(line, Face::Roman, 8.) <= most, "{line}");
            }
            let letters = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert_eq!(faces.wrapped("", Face::Roman, 8., [10., 10.]), [""; 0]);
        let short = faces.shortened("Contest 2001 no. 4", Face::Bold, 8., 40.);
        assert!(short.ends_with('…') && faces.width(&short, Face::Bold, 8.) <= 40., "{short}");
    }

    #[test]
    fn every_face_has_all_letters() {
        let faces = Faces::load().expect("the fonts are there");
        let letters = Letters::ALL.into_iter().flat_map(|letters| Role::ALL.map(|role| letters.letter(role)));
        for text in letters.chain(["őűŐŰĉĝĥĵŝŭłąęńśźżößйщ…–„”"]) {
            for face in [Face::Roman, Face::Bold, Face::Italic] {
                let missing = text.chars().filter(|&c| faces.face(face).read.charmap().map(c).is_none());
                assert_eq!(missing.collect::<String>(), "", "{face:?}");
            }
        }
    }
}
