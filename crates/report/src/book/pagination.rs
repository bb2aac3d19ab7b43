//! Pages of diagrams in Typst and LaTeX sources: fewer rows where captions are high.
//!
//! The other programs break the lines, so their number is an estimate that errs towards more lines.

use super::{BookStyle, Numbered};

/// Estimated width of a character of a caption, in points.
const CHARACTER: f32 = 4.8;
/// Estimated width of a character of a title, in points.
const TITLE_CHARACTER: f32 = 9.;
/// Distance between baselines of captions, in points.
const STEP: f32 = 11.;
/// Margins of a page, left and right or above and below, in points.
const MARGINS: f32 = 90.;
/// Gaps around the board of a row, in points.
const GAPS: f32 = 22.;
/// Least height of a diagram, in points, unless its column is narrow.
const SMALL_BOARD: f32 = 110.;

/// Greatest height of a diagram, for one as wide as high.
const BOARD_RATIO: f32 = 1.16;

/// A page of diagrams.
pub(super) struct DiagramPage<'n, 'p> {
    pub(super) problems: &'n [Numbered<'p>],
    /// Number of rows.
    pub(super) rows: u8,
    /// Part of the height that the rows need, at most one; one if they are as many as usual.
    pub(super) share: f32,
    /// Number of captions that are higher than the page.
    pub(super) overfull: usize,
}

impl BookStyle {
    /// Returns the estimated number of lines of the title.
    pub(super) fn title_lines(&self) -> usize {
        lines(&self.title, TITLE_CHARACTER, self.size().0 - MARGINS)
    }

    /// Divides the problems into pages of diagrams.
    pub(super) fn diagram_pages<'n, 'p>(&self, problems: &'n [Numbered<'p>]) -> Vec<DiagramPage<'n, 'p>> {
        let (width, height) = self.size();
        let across = usize::from(self.columns);
        let cell = (width - MARGINS) / f32::from(self.columns) - 15.;
        let least = SMALL_BOARD.min(0.7 * cell);
        let blank = f32::from(self.blank_lines()) * 15.;
        let mut pages: Vec<DiagramPage<'n, 'p>> = Vec::new();
        let mut rest = problems;
        while !rest.is_empty() {
            let title = if pages.is_empty() { 19. * small(self.title_lines()) } else { 0. };
            let free = height - MARGINS - title;
            let captions = |problem: &Numbered<'_>| STEP * small(caption_lines(problem, cell)) + GAPS + blank;
            let row = |row: &[Numbered<'p>]| row.iter().map(captions).fold(0., f32::max);
            let taken: Vec<f32> = rest.chunks(across).take(self.rows().into()).map(row).collect();
            // In LaTeX all rows of a page have the same height.
            let highest = |rows: u8| taken.iter().take(rows.into()).copied().fold(0., f32::max);
            let fits = |&rows: &u8| free / f32::from(rows) >= highest(rows) + least;
            let rows = (1..=self.rows()).rev().find(fits).unwrap_or(1);
            let needed = f32::from(rows) * (highest(rows) + BOARD_RATIO * cell);
            let share = if rows < self.rows() { (needed / free).min(1.) } else { 1. };
            let (problems, later) = rest.split_at(rest.len().min(usize::from(rows) * across));
            let is_overfull = |problem: &&Numbered<'_>| captions(problem) + 0.5 * least > free;
            let overfull = problems.iter().filter(is_overfull).count();
            pages.push(DiagramPage { problems, rows, share, overfull });
            rest = later;
        }
        pages
    }
}

/// Returns the estimated number of lines around a diagram.
fn caption_lines(Numbered { problem, above, .. }: &Numbered<'_>, width: f32) -> usize {
    let above = above.iter().map(|span| lines(&span.text, CHARACTER, width));
    let first = [&problem.stipulation, " ", &problem.count].concat();
    let below = std::iter::once(first.as_str()).chain(problem.below());
    above.sum::<usize>() + below.map(|text| lines(text, CHARACTER, 0.86 * width)).sum::<usize>()
}

fn lines(text: &str, character: f32, width: f32) -> usize {
    // No line of a page has more characters.
    let fits = (1..=500).take_while(|&count| character * small(count) <= width).count().max(1);
    text.chars().count().div_ceil(fits)
}

/// Converts a small count to a factor of lengths.
fn small(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}
