//! Captions above and below a board, arranged in lines as in problem books.

use super::glyphs;
use super::lettering::{bold_width, width, wrapped};

/// Text above and below a board; empty by default.
///
/// Long lines are wrapped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caption {
    /// Lines centred above the board, such as author and source.
    pub above: Vec<String>,
    /// Text below the board on the left, such as the stipulation.
    pub left: String,
    /// Text centred below the board.
    pub middle: String,
    /// Text below the board on the right, such as the number of pieces.
    pub right: String,
    /// Lines centred below the others, such as a list of the pieces.
    pub below: Vec<String>,
    /// Size of the text.
    pub size: CaptionSize,
}

/// Size of the text of a caption.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CaptionSize {
    /// About the size of the labels around the board.
    #[default]
    Small,
    /// Capitals as high as a 22nd of the width of the board, for sheets of several boards.
    Large,
}

impl CaptionSize {
    /// Returns the length of ten units of text on a board of this width, in board units.
    pub(super) fn ten_units(self, board_width: i32) -> i32 {
        match self {
            Self::Small => 10,
            Self::Large => (board_width * 10 / (22 * glyphs::CAPITAL_HEIGHT / 10)).max(10),
        }
    }
}

/// A line below a board.
pub(super) struct Line<'c> {
    left: String,
    middle: String,
    right: &'c str,
}

impl Line<'_> {
    /// Returns each text with the x coordinate of its left end, in a line of `line_width` centred on 0.
    pub(super) fn places(&self, line_width: i32) -> impl Iterator<Item = (&str, i32)> {
        let left = (self.left.as_str(), -line_width / 2);
        let middle = (self.middle.as_str(), -width(&self.middle) / 2);
        let right = (self.right, line_width / 2 - width(self.right));
        [left, middle, right].into_iter().filter(|(text, _)| !text.is_empty())
    }
}

impl Caption {
    /// Returns all texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let lines = self.above.iter().chain([&self.left, &self.middle, &self.right]).chain(&self.below);
        lines.map(String::as_str)
    }

    /// Returns the lines above the board, none wider than `max_width` tenths of a unit.
    pub(super) fn lines_above(&self, max_width: i32) -> Vec<String> {
        self.above.iter().flat_map(|text| wrapped(text, max_width)).collect()
    }

    /// Returns the lines below the board, none wider than `max_width` tenths of a unit.
    ///
    /// The left and right texts share the first line, and the middle text starts there if it fits between them.
    pub(super) fn lines_below(&self, max_width: i32) -> Vec<Line<'_>> {
        // A left text that does not fit beside the right one has lines of its own.
        let beside = max_width - width(&self.right) - 200;
        let is_long = bold_width(&self.left) > beside && max_width > 0;
        let left = if is_long { wrapped(&self.left, max_width) } else { vec![self.left.clone()] };
        let sides = if is_long { max_width } else { bold_width(&self.left).max(width(&self.right)) };
        let (last, before) = left.split_last().map_or(("", &left[..]), |(last, before)| (last, before));
        let line = |left: &str| Line { left: left.to_owned(), middle: String::new(), right: "" };
        let mut lines: Vec<Line<'_>> = before.iter().map(|left| line(left)).collect();
        let has_room = width(last) <= beside;
        if is_long && !has_room {
            lines.push(line(last));
        }
        let last = if is_long && !has_room { "" } else { last };
        let fits = 2 * sides + width(&self.middle) + 200 <= max_width;
        let middle = wrapped(&self.middle, max_width);
        let mut middle = middle.into_iter();
        if sides > 0 {
            let shared = if fits { middle.next().unwrap_or_default() } else { String::new() };
            lines.push(Line { left: last.to_owned(), middle: shared, right: &self.right });
        }
        let below = self.below.iter().flat_map(|text| wrapped(text, max_width));
        let centred = |middle| Line { left: String::new(), middle, right: "" };
        lines.extend(middle.chain(below).map(centred));
        lines
    }
}
