//! Pages of diagrams in Typst and LaTeX sources.
//!
//! The other programs break the lines, so the number of lines of a caption is an estimate that errs towards more lines.

use super::chapters::Chapter;
use super::rows::{BOARD_RATIO, MILLIMETRE, Rows};
use super::{BookStyle, Numbered, legend};

/// Estimated width of a character of a caption, in points.
const CHARACTER: f32 = 4.8;
/// Estimated width of a character of a title, in points.
const TITLE_CHARACTER: f32 = 9.;
/// Estimated width of a character of an introduction, in points.
const INTRODUCTION_CHARACTER: f32 = 5.6;
/// Distance between baselines of introductions, in points.
const INTRODUCTION_STEP: f32 = 12.5;
/// Distance between baselines of captions, in points.
const STEP: f32 = 11.;
/// Height of heading and introduction from which the diagrams begin on the next page, in points.
const LONG_LEAD: f32 = 300.;
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
    /// `true` if it begins below the last diagrams of the chapter before.
    pub(super) is_joined: bool,
}

impl BookStyle {
    /// Returns the estimated number of lines of the title.
    pub(super) fn title_lines(&self) -> usize {
        lines(&self.title, TITLE_CHARACTER, self.size().0 - SIDES)
    }

    /// Divides the diagrams of each chapter into pages. All boards have the same width, but those beside high captions.
    pub(super) fn diagram_pages<'n, 'p>(
        &self,
        chapters: &[Chapter<'n, 'p>],
    ) -> Vec<Vec<DiagramPage<'n, 'p>>> {
        let (width, height) = self.size();
        let grid = self.grid(width - SIDES, COLUMN_GAP);
        let across = grid.across();
        let blank = f32::from(self.blank_lines()) * 15.;
        let captions =
            |problem: &Numbered<'_>| STEP * small(caption_lines(problem, grid.column)) + GAPS + blank;
        let row = |row: &[Numbered<'p>]| row.iter().map(captions).fold(0., f32::max);
        let legend_height = |problems: &[Numbered<'p>]| match legend(problems.iter()).as_str() {
            "" => 0.,
            legend => STEP * small(1 + lines(legend, CHARACTER, width - SIDES)),
        };
        let rows = |chapter: &Chapter<'n, 'p>| {
            let problems = chapter.diagrams();
            let later = height - MARGINS - legend_height(problems);
            let lead = if chapter.is_led_alone(self) { 0. } else { chapter.lead(self) };
            Rows { captions: problems.chunks(across).map(row).collect(), free: [later - lead, later] }
        };
        let rows: Vec<Rows> = chapters.iter().map(rows).collect();
        let board = grid.board(&rows);
        // Height taken on the last page if other diagrams may follow there, and whether it has a legend.
        let mut last: Option<(f32, bool)> = None;
        let divided = |(chapter, rows): (&Chapter<'n, 'p>, &Rows)| {
            let (mut rest, mut pages) = (chapter.diagrams(), Vec::new());
            let height = |captions: &f32| captions + BOARD_RATIO * board;
            let fits = |taken: &f32| {
                let row = rows.captions.first().map(height);
                !chapter.is_led_alone(self) && row.is_some_and(|row| taken + row <= rows.free(0))
            };
            // A page has one legend at most.
            let shared = last.filter(|(_, has_legend)| !has_legend || legend_height(rest) == 0.);
            let before = shared.map(|(taken, _)| taken + 2. * GAPS).filter(fits);
            let has_legend = before.is_some() && shared.is_some_and(|(_, has_legend)| has_legend);
            let [first, later] = rows.free;
            let rows = Rows { free: [first - before.unwrap_or_default(), later], ..rows.clone() };
            let counts = rows.pages(BOARD_RATIO * board);
            last = counts.last().filter(|_| self.issue.is_some()).map(|&count| {
                let shown = &rest[across * (rows.captions.len() - count)..];
                let legend = legend_height(shown);
                let taken: f32 = rows.captions.iter().rev().take(count).map(height).sum::<f32>() + legend;
                // Heading and introduction are on the first page.
                match counts.len() {
                    1 => (taken + before.unwrap_or_default() + chapter.lead(self), has_legend || legend > 0.),
                    _ => (taken, legend > 0.),
                }
            });
            for (page, &count) in counts.iter().enumerate() {
                let (problems, later) = rest.split_at(rest.len().min(count * across));
                rest = later;
                let free = rows.free(page);
                // Boards beside high captions are smaller, so that these are printed whole.
                let room = (free - problems.iter().map(captions).fold(0., f32::max)) / BOARD_RATIO;
                let board = if count == 1 { board.min(room.max(SMALL_BOARD)) } else { board };
                let is_overfull = |problem: &&Numbered<'_>| captions(problem) + 0.5 * SMALL_BOARD > free;
                let overfull = problems.iter().filter(is_overfull).count();
                let board = board / MILLIMETRE;
                let is_joined = before.is_some() && page == 0;
                pages.push(DiagramPage { problems, columns: across, board, overfull, is_joined });
            }
            pages
        };
        chapters.iter().zip(&rows).map(divided).collect()
    }
}

impl Chapter<'_, '_> {
    /// Returns the estimated height of heading and introduction, in points.
    fn lead(&self, style: &BookStyle) -> f32 {
        let wide = style.size().0 - SIDES;
        let width = 0.84 * wide;
        let text: usize = self
            .introduction
            .iter()
            .map(|line| {
                let text: String = line.iter().map(|span| span.text.as_str()).collect();
                lines(&text, INTRODUCTION_CHARACTER, width)
            })
            .sum();
        let gaps = small(self.introduction.len()) * 5.;
        let heading = lines(&self.heading, TITLE_CHARACTER, wide);
        let heading = if self.heading.is_empty() { 0. } else { 15. + 19. * small(heading) };
        heading + INTRODUCTION_STEP * small(text) + gaps
    }

    /// Returns whether the introduction is so long that the diagrams begin on the next page.
    pub(super) fn is_led_alone(&self, style: &BookStyle) -> bool {
        !self.introduction.is_empty() && self.lead(style) > LONG_LEAD
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
