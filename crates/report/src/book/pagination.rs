//! Pages of diagrams in Typst and LaTeX sources.
//!
//! The other programs break the lines, so the number of lines of a caption is an estimate that errs towards more lines.

use super::rows::{BOARD_RATIO, MILLIMETRE, Rows};
use super::{BookStyle, Numbered, legend};

/// Estimated width of a character of a caption, in points.
const CHARACTER: f32 = 4.8;
/// Estimated width of a character of a title, in points.
const TITLE_CHARACTER: f32 = 9.;
/// Distance between baselines of captions, in points.
const STEP: f32 = 11.;
/// Margins of a page, left and right, in points.
const SIDES: f32 = 28. * MILLIMETRE;
/// Margins of a page, above and below, in points.
const MARGINS: f32 = 34.5 * MILLIMETRE;
/// Gap between columns of diagrams, in points.
const COLUMN_GAP: f32 = 5. * MILLIMETRE;
/// Gaps around the board of a row, in points.
const GAPS: f32 = 18.;
/// Least width of a board on a page that high captions fill, in points.
const SMALL_BOARD: f32 = 95.;

/// A page of diagrams.
pub(super) struct DiagramPage<'n, 'p> {
    pub(super) problems: &'n [Numbered<'p>],
    /// Number of diagrams side by side.
    pub(super) columns: usize,
    /// Width of the boards, in millimetres.
    pub(super) board: f32,
    /// Number of captions that are higher than the page.
    pub(super) overfull: usize,
}

impl BookStyle {
    /// Returns the estimated number of lines of the title.
    pub(super) fn title_lines(&self) -> usize {
        lines(&self.title, TITLE_CHARACTER, self.size().0 - SIDES)
    }

    /// Divides the problems into pages of diagrams.
    pub(super) fn diagram_pages<'n, 'p>(&self, problems: &'n [Numbered<'p>]) -> Vec<DiagramPage<'n, 'p>> {
        let (width, height) = self.size();
        let grid = self.grid(width - SIDES, COLUMN_GAP);
        let across = grid.across();
        let blank = f32::from(self.blank_lines()) * 15.;
        let captions =
            |problem: &Numbered<'_>| STEP * small(caption_lines(problem, grid.column)) + GAPS + blank;
        let row = |row: &[Numbered<'p>]| row.iter().map(captions).fold(0., f32::max);
        let title = if self.title.is_empty() { 0. } else { 15. + 19. * small(self.title_lines()) };
        let legend = legend(problems.iter());
        let legend =
            if legend.is_empty() { 0. } else { STEP * small(1 + lines(&legend, CHARACTER, width - SIDES)) };
        let later = height - MARGINS - legend;
        let rows =
            Rows { captions: problems.chunks(across).map(row).collect(), free: [later - title, later] };
        let board = grid.board(&rows);
        let (mut rest, mut pages) = (problems, Vec::new());
        for (page, count) in rows.pages(BOARD_RATIO * board).into_iter().enumerate() {
            let (problems, later) = rest.split_at(rest.len().min(count * across));
            rest = later;
            let free = rows.free(page);
            // Boards beside high captions are smaller, so that these are printed whole.
            let room = (free - problems.iter().map(captions).fold(0., f32::max)) / BOARD_RATIO;
            let board = if count == 1 { board.min(room.max(SMALL_BOARD)) } else { board };
            let is_overfull = |problem: &&Numbered<'_>| captions(problem) + 0.5 * SMALL_BOARD > free;
            let overfull = problems.iter().filter(is_overfull).count();
            pages.push(DiagramPage { problems, columns: across, board: board / MILLIMETRE, overfull });
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
