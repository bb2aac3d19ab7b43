//! Outlines of rare letters and signs, for characters that the single-stroke font of `glyphs` lacks.
//!
//! They are read from a sans serif, extra light, or regular where that lacks a letter, in the height of the stroke font.
//! Outlines are made thinner by the width of a stem, so that an outline drawn with the pen looks like a stroke.

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
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let advance = metrics.advance_width(id)?;
    let stem = metrics.bounds(font.charmap().map('l')?)?;
    let mut pen = PathPen::default();
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    font.outline_glyphs().get(id)?.draw(settings, &mut pen).ok()?;
    Some(Glyph { advance: scaled(advance), strokes: pen.path((stem.x_max - stem.x_min) / 2.).into() })
}

fn scaled(length: f32) -> i32 {
    (length * SCALE).round() as i32
}

/// A closed line of an outline: points in units of the font, with the command of the path that each ends or helps.
#[derive(Default)]
struct Contour {
    points: Vec<[f32; 2]>,
    /// Commands with their numbers of points.
    commands: Vec<(char, usize)>,
}

impl Contour {
    /// Returns the points moved by `distance` into the ink, which is on the right of the line.
    fn inset(&self, distance: f32) -> Vec<[f32; 2]> {
        let count = self.points.len();
        let direction = |from: [f32; 2], to: [f32; 2]| {
            let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
            let length = dx.hypot(dy);
            (length > 0.5).then(|| [dx / length, dy / length])
        };
        let moved = |at: usize| {
            let point = self.points[at];
            let before =
                (1..count).find_map(|back| direction(self.points[(at + count - back) % count], point));
            let after = (1..count).find_map(|on| direction(point, self.points[(at + on) % count]));
            let (Some(before), Some(after)) = (before, after) else { return point };
            // At a sharp corner the point would be far away.
            let turn = (1. + before[0] * after[0] + before[1] * after[1]).max(0.5);
            let normal = [before[1] + after[1], -before[0] - after[0]];
            [point[0] + distance * normal[0] / turn, point[1] + distance * normal[1] / turn]
        };
        (0..count).map(moved).collect()
    }
}

/// Collects an outline.
#[derive(Default)]
struct PathPen {
    contours: Vec<Contour>,
}

impl PathPen {
    fn add(&mut self, command: char, points: &[[f32; 2]]) {
        if let Some(contour) = self.contours.last_mut() {
            contour.points.extend(points);
            contour.commands.push((command, points.len()));
        }
    }

    /// Returns the outline as relative path data in tenths of a board unit, made thinner by twice this distance.
    fn path(&self, distance: f32) -> String {
        let mut path = String::new();
        let mut at = [0, 0];
        for contour in &self.contours {
            let points = contour.inset(distance);
            let mut points = points.into_iter();
            let mut start = at;
            for &(command, count) in &contour.commands {
                path.push(command);
                let mut end = at;
                for (number, [x, y]) in points.by_ref().take(count).enumerate() {
                    end = [scaled(x), -scaled(y)];
                    let gap = if number == 0 { "" } else { " " };
                    // Writing to a text cannot fail.
                    let _ = write!(path, "{gap}{} {}", end[0] - at[0], end[1] - at[1]);
                }
                at = end;
                if command == 'm' {
                    start = at;
                }
            }
            path.push('z');
            at = start;
        }
        path
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(Contour::default());
        self.add('m', &[[x, y]]);
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

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_as_thin_as_strokes() {
        // Every x coordinate of a letter that is one stem is the same.
        let glyph = outline('Ι').expect("a Greek letter");
        let mut at = 0;
        let mut seen = Vec::new();
        let numbers = glyph.strokes.split(|c: char| c.is_ascii_alphabetic()).filter(|part| !part.is_empty());
        for part in numbers {
            let x = part.replace('-', " -").split_whitespace().next().and_then(|x| x.parse::<i32>().ok());
            at += x.expect("a number");
            seen.push(at);
        }
        let widest = seen.iter().max().zip(seen.iter().min()).map(|(most, least)| most - least);
        assert!(widest.is_some_and(|width| width <= 1), "{}", glyph.strokes);
    }
}
