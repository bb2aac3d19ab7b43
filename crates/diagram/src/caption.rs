//! What is written above and below a board, as problem books have it. Words and lines, no places.

use super::lettering::{width, wrapped};

/// The texts around a board; by default none.
///
/// Lines that are too long are broken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caption {
    /// Centred above the board, as author and source.
    pub above: Vec<String>,
    /// Below the board on the left, as the stipulation.
    pub left: String,
    /// Centred below the board.
    pub middle: String,
    /// Below the board on the right, as the count of pieces.
    pub right: String,
}

/// A line below a board.
pub(super) struct Line<'c> {
    left: &'c str,
    middle: String,
    right: &'c str,
}

impl Line<'_> {
    /// The texts of the line, each with its left end; the line is so wide, around 0.
    pub(super) fn places(&self, most: i32) -> impl Iterator<Item = (&str, i32)> {
        let left = (self.left, -most / 2);
        let middle = (self.middle.as_str(), -width(&self.middle) / 2);
        let right = (self.right, most / 2 - width(self.right));
        [left, middle, right].into_iter().filter(|(text, _)| !text.is_empty())
    }
}

impl Caption {
    /// The lines above the board, none wider than `most`.
    pub(super) fn lines_above(&self, most: i32) -> Vec<String> {
        self.above.iter().flat_map(|text| wrapped(text, most)).collect()
    }

    /// The lines below the board, none wider than `most`: left and right share the first one.
    pub(super) fn lines_below(&self, most: i32) -> Vec<Line<'_>> {
        let sides = width(&self.left).max(width(&self.right));
        let mut lines = Vec::new();
        let fits = 2 * sides + width(&self.middle) + 200 <= most;
        let middle = wrapped(&self.middle, most);
        let mut middle = middle.into_iter();
        if sides > 0 {
            let shared = if fits { middle.next().unwrap_or_default() } else { String::new() };
            lines.push(Line { left: &self.left, middle: shared, right: &self.right });
        }
        lines.extend(middle.map(|middle| Line { left: "", middle, right: "" }));
        lines
    }
}
