//! Outlines of rare letters and signs, for characters that the single-stroke font of `glyphs` lacks.
//!
//! They are read from a sans serif, extra light, or regular where that lacks a letter, in the height of the stroke font.
//! The stems of the outlines are thinner than the pen, so that an outline drawn with the pen looks like a stroke.

use std::fmt::Write;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::glyphs::Glyph;

/// Tenths of a board unit for each unit of the fonts: their capitals of 1493 units are as high as those of the stroke font.
const SCALE: f32 = 110. / 1493.;

/// Returns the outline of a character without accent; `None` if there is none, or if it is of another script than
/// Latin, Greek and Cyrillic.
pub fn outline(character: char) -> Option<Glyph> {
    let is_known = matches!(character, '!'..='\u{52f}' | '\u{1e00}'..='\u{20cf}' | '\u{2100}'..='\u{21ff}');
    [dejavu::sans::extra_light(), dejavu::sans::regular()]
        .into_iter()
        .filter(|_| is_known)
        .find_map(|file| outline_in(&FontRef::new(file).ok()?, character))
}

fn outline_in(font: &FontRef<'_>, character: char) -> Option<Glyph> {
    let id = font.charmap().map(character)?;
    let advance = font.glyph_metrics(Size::unscaled(), LocationRef::default()).advance_width(id)?;
    let mut pen = PathPen::default();
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    font.outline_glyphs().get(id)?.draw(settings, &mut pen).ok()?;
    Some(Glyph { advance: scaled(advance), strokes: pen.path.into() })
}

fn scaled(length: f32) -> i32 {
    (length * SCALE).round() as i32
}

/// Writes an outline as relative path data, in tenths of a board unit.
#[derive(Default)]
struct PathPen {
    path: String,
    /// The current point.
    at: [i32; 2],
    /// First point of the current contour.
    start: [i32; 2],
}

impl PathPen {
    fn add(&mut self, command: char, points: &[[f32; 2]]) {
        self.path.push(command);
        let mut end = self.at;
        for (number, &[x, y]) in points.iter().enumerate() {
            end = [scaled(x), -scaled(y)];
            let gap = if number == 0 { "" } else { " " };
            // Writing to a text cannot fail.
            let _ = write!(self.path, "{gap}{} {}", end[0] - self.at[0], end[1] - self.at[1]);
        }
        self.at = end;
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('m', &[[x, y]]);
        self.start = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('l', &[[x, y]]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.add('q', &[[cx, cy], [x, y]]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.add('c', &[[cx0, cy0], [cx1, cy1], [x, y]]);
    }

    fn close(&mut self) {
        self.path.push('z');
        self.at = self.start;
    }
}
