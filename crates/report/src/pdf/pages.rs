//! Page layout of a book. All positions are in points from the upper left corner.

use super::face::Faces;
use crate::book::{BookParts, Face, Numbered, Span, numbered};
use crate::{BookProblem, BookStyle};

/// Content of one page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    pub texts: Vec<PageText>,
    pub boards: Vec<PageBoard>,
    /// Lines to write on: left end, baseline, width.
    pub blanks: Vec<[f32; 3]>,
}

/// Text on one baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct PageText {
    pub words: String,
    pub face: Face,
    pub size: f32,
    /// Left end.
    pub x: f32,
    /// Baseline.
    pub y: f32,
}

/// Frame of a diagram.
#[derive(Clone, PartialEq, Debug)]
pub struct PageBoard {
    /// Index of the problem.
    pub problem: usize,
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

const MARGIN: f32 = 36.;
/// Gap between the problems of a row, and between the columns of solutions.
const GAP: f32 = 16.;
/// Gap between the rows of a page.
const ROW_GAP: f32 = 11.;
/// Font size of headings.
const TITLE: f32 = 15.;
/// Font size of captions of diagrams.
const CAPTION: f32 = 8.;
/// Font size of solutions.
const TEXT: f32 = 8.4;
/// Distance between baselines, in ems.
const LEADING: f32 = 1.28;
/// Distance between baselines of captions.
const STEP: f32 = LEADING * CAPTION;
/// Distance between lines to write on.
const BLANK_STEP: f32 = 17.;
/// Gap between a diagram and its captions.
const PADDING: f32 = 3.;
/// Indentation of the second and later lines of a variation.
const INDENT: f32 = 8.;
/// Distance between baselines of a heading.
const TITLE_STEP: f32 = 1.25 * TITLE;
/// Most lines of a heading on a page of any size.
const MOST_TITLE_LINES: usize = 20;
/// Part of the width of a diagram that the texts below it may have.
const BELOW: f32 = 0.9;
/// Height of a diagram below which a page has fewer rows, unless its column is narrow.
const SMALL_BOARD: f32 = 130.;
/// Greatest height of a diagram, for one as wide as high.
const BOARD_RATIO: f32 = 1.16;
const COLUMNS: usize = 2;

/// Pages of a book.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    pub pages: Vec<Page>,
    /// Number of texts that are cut because a page has no room for them: captions of a diagram, headings.
    pub cut: usize,
}

/// Lays out the whole book.
pub fn layout(style: &BookStyle, problems: &[BookProblem], faces: &Faces) -> Layout {
    let numbered = numbered(problems);
    let (mut pages, mut cut) = (Vec::new(), 0);
    if style.parts != BookParts::Solutions {
        pages.extend(diagrams(style, &numbered, faces, &mut cut));
    }
    if style.parts != BookParts::SolvingSheet {
        pages.extend(solutions(style, &numbered, faces, &mut cut));
    }
    let (width, height) = style.size();
    for (number, page) in (1..).zip(&mut pages) {
        let text =
            PageText { words: number.to_string(), face: Face::Roman, size: CAPTION, x: 0., y: height - 20. };
        page.texts.push(text.centred(width / 2., faces));
    }
    Layout { pages, cut }
}

impl PageText {
    /// Returns the text centred at `middle`.
    fn centred(self, middle: f32, faces: &Faces) -> Self {
        let x = middle - faces.width(&self.words, self.face, self.size) / 2.;
        Self { x, ..self }
    }
}

/// Converts a small count to a factor of lengths.
fn steps(count: usize) -> f32 {
    f32::from(u8::try_from(count).unwrap_or(u8::MAX))
}

/// Puts a heading at the top of a page; returns the height that it takes.
///
/// A heading that takes more than a third of the page ends in dots.
fn put_heading(text: &str, style: &BookStyle, page: &mut Page, faces: &Faces, cut: &mut usize) -> f32 {
    let (width, height) = style.size();
    let wide = width - 2. * MARGIN;
    let mut lines = faces.wrapped(&[Span::new(text, Face::Bold)], TITLE, [wide, wide]);
    let most = (1..=MOST_TITLE_LINES).take_while(|&count| TITLE_STEP * steps(count) < height / 3.).count();
    *cut += usize::from(cut_lines(&mut lines, most, TITLE, wide, faces));
    for (number, line) in lines.iter().enumerate() {
        let y = MARGIN + TITLE + TITLE_STEP * steps(number);
        let x = (width - faces.width_of(line, TITLE)) / 2.;
        put_line(line, TITLE, [x, y], page, faces);
    }
    TITLE_STEP * steps(lines.len().saturating_sub(1)) + TITLE
}

/// Leaves at most `most` lines, the last of which ends in dots if there were more; returns whether there were.
fn cut_lines(lines: &mut Vec<Vec<Span>>, most: usize, size: f32, width: f32, faces: &Faces) -> bool {
    if lines.len() <= most {
        return false;
    }
    lines.truncate(most);
    if let Some(last) = lines.last_mut().and_then(|line| line.last_mut()) {
        last.text = faces.shortened(&format!("{} …", last.text), last.face, size, width);
    }
    true
}

fn diagrams(style: &BookStyle, problems: &[Numbered<'_>], faces: &Faces, cut: &mut usize) -> Vec<Page> {
    let (width, height) = style.size();
    let across = usize::from(style.columns);
    let columns = f32::from(style.columns);
    let cell_width = (width - 2. * MARGIN - (columns - 1.) * GAP) / columns;
    let least = SMALL_BOARD.min(0.8 * BOARD_RATIO * cell_width);
    let mut captions: Vec<Captions> =
        problems.iter().map(|problem| Captions::new(problem, cell_width, faces)).collect();
    let mut pages: Vec<Page> = Vec::new();
    let mut first = 0;
    while first < captions.len() {
        let mut page = Page::default();
        let mut top = MARGIN;
        if pages.is_empty() && !style.title.is_empty() {
            top += put_heading(&style.title, style, &mut page, faces, cut) + 0.8 * TITLE;
        }
        let free = height - MARGIN - top;
        // Captions that are too high for a page of their own are cut.
        let most = (free - least - 2. * PADDING - f32::from(style.blank_lines()) * BLANK_STEP) / STEP;
        for own in captions[first..].iter_mut().take(style.page()) {
            *cut += usize::from(own.cut(most, cell_width, faces));
        }
        let heights: Vec<[f32; 2]> = captions[first..]
            .chunks(across)
            .take(style.rows().into())
            .map(|row| row_heights(row, style))
            .collect();
        let (rows, board_height) = rows_and_board(style, &heights, free, least);
        let board_height = board_height.min(BOARD_RATIO * cell_width);
        let end = captions.len().min(first + rows * across);
        let mut y = top;
        for (row, (captions, [above, below])) in captions[first..end].chunks(across).zip(&heights).enumerate()
        {
            for (column, captions) in captions.iter().enumerate() {
                let x = MARGIN + steps(column) * (cell_width + GAP);
                let problem = first + row * across + column;
                let board = PageBoard { problem, x, y: y + above, width: cell_width, height: board_height };
                captions.put(&board, style, &mut page, faces);
                page.boards.push(board);
            }
            y += above + board_height + below + ROW_GAP;
        }
        first = end;
        pages.push(page);
    }
    pages
}

/// Returns the number of rows of a page, given the heights of the captions of the next rows, and the height of its boards.
///
/// All boards of a page have the same size. If high captions would make them lower than `least`, the page has fewer rows.
fn rows_and_board(style: &BookStyle, heights: &[[f32; 2]], free: f32, least: f32) -> (usize, f32) {
    let most: usize = style.rows().into();
    let board = |rows: usize| {
        let taken: f32 = heights.iter().take(rows).flatten().sum::<f32>()
            + steps(rows.saturating_sub(heights.len())) * (2. * STEP + 2. * PADDING);
        (free - steps(rows - 1) * ROW_GAP - taken) / steps(rows)
    };
    let rows = (1..=most).rev().find(|&rows| board(rows) >= least).unwrap_or(1);
    (rows, board(rows))
}

/// Returns the greatest heights above and below the boards of a row, with the padding.
fn row_heights(row: &[Captions], style: &BookStyle) -> [f32; 2] {
    let most = |lines: fn(&Captions) -> usize| STEP * steps(row.iter().map(lines).max().unwrap_or_default());
    let blank = f32::from(style.blank_lines()) * BLANK_STEP;
    [
        most(|captions| captions.above.len()) + PADDING,
        most(|captions| captions.stipulation.len().max(1) + captions.below.len()) + PADDING + blank,
    ]
}

/// Captions of one diagram, in lines that fit.
struct Captions {
    above: Vec<Vec<Span>>,
    /// Lines of the stipulation; the first has the number of pieces beside it.
    stipulation: Vec<Vec<Span>>,
    count: String,
    below: Vec<Vec<Span>>,
}

impl Captions {
    fn new(Numbered { problem, above, .. }: &Numbered<'_>, width: f32, faces: &Faces) -> Self {
        let lines = |span: &Span, widths| faces.wrapped(std::slice::from_ref(span), CAPTION, widths);
        let below_width = BELOW * width;
        let beside = below_width - faces.width(&problem.count, Face::Roman, CAPTION) - 4.;
        let stipulation = Span::new(problem.stipulation.clone(), Face::Bold);
        let below = problem.below().map(|text| Span::new(text, Face::Roman));
        Self {
            above: above.iter().flat_map(|span| lines(span, [width, width])).collect(),
            stipulation: lines(&stipulation, [beside, below_width]),
            count: problem.count.clone(),
            below: below.flat_map(|span| lines(&span, [below_width, below_width])).collect(),
        }
    }

    /// Leaves at most `most` lines, an equal part of each kind if all are too many; returns whether a line was cut.
    fn cut(&mut self, most: f32, width: f32, faces: &Faces) -> bool {
        let kinds = [&mut self.above, &mut self.stipulation, &mut self.below];
        let total: usize = kinds.iter().map(|lines| lines.len()).sum();
        if steps(total) <= most {
            return false;
        }
        let each = (1..=total).take_while(|&count| steps(count) <= most / 3.).count();
        let mut is_cut = false;
        for lines in kinds {
            is_cut |= cut_lines(lines, each, CAPTION, BELOW * width, faces);
        }
        is_cut
    }

    /// Puts the captions around a board.
    fn put(&self, board: &PageBoard, style: &BookStyle, page: &mut Page, faces: &Faces) {
        let middle = board.x + board.width / 2.;
        // The text is directly above the board, even if it has fewer lines than others.
        let mut y = board.y - PADDING - STEP * steps(self.above.len());
        for line in &self.above {
            y += STEP;
            let width = faces.width_of(line, CAPTION);
            put_line(line, CAPTION, [middle - width / 2., y - 2.], page, faces);
        }
        // Half the width of a hexagonal board of this height, or of the text if that is wider.
        let count = faces.width(&self.count, Face::Roman, CAPTION);
        let first = self.stipulation.first().map_or(0., |line| faces.width_of(line, CAPTION) + 4. + count);
        let others = self.stipulation.iter().skip(1).chain(&self.below);
        let widest = others.map(|line| faces.width_of(line, CAPTION)).fold(first, f32::max);
        let half = (board.height * 0.86).max(widest).min(board.width) / 2.;
        let [left, right] = [middle - half, middle + half];
        let mut y = board.y + board.height + PADDING + STEP - 2.;
        page.texts.push(PageText {
            words: self.count.clone(),
            face: Face::Roman,
            size: CAPTION,
            x: right - count,
            y,
        });
        if self.stipulation.is_empty() {
            y += STEP;
        }
        for line in self.stipulation.iter().chain(&self.below) {
            put_line(line, CAPTION, [left, y], page, faces);
            y += STEP;
        }
        y -= STEP;
        for _ in 0..style.blank_lines() {
            y += BLANK_STEP;
            page.blanks.push([board.x, y, board.width]);
        }
    }
}

/// Puts a line of text, given its left end and baseline.
fn put_line(line: &[Span], size: f32, [mut x, y]: [f32; 2], page: &mut Page, faces: &Faces) {
    for Span { text, face } in line {
        page.texts.push(PageText { words: text.clone(), face: *face, size, x, y });
        x += faces.width(text, *face, size);
    }
}

fn solutions(style: &BookStyle, problems: &[Numbered<'_>], faces: &Faces, cut: &mut usize) -> Vec<Page> {
    let (width, height) = style.size();
    let column = (width - 2. * MARGIN - steps(COLUMNS - 1) * GAP) / steps(COLUMNS);
    let mut first = Page::default();
    let top = MARGIN + put_heading(style.words.solutions, style, &mut first, faces, cut) + TITLE;
    let mut filled =
        Columns { pages: vec![first], top, column: 0, y: top, width: column, bottom: height - MARGIN };
    for Numbered { solution, .. } in problems {
        filled.put(solution, faces);
    }
    filled.pages
}

/// Columns that are filled with lines one after the other.
struct Columns {
    pages: Vec<Page>,
    /// Top of the columns of the last page.
    top: f32,
    column: usize,
    /// Top of the next line.
    y: f32,
    width: f32,
    bottom: f32,
}

impl Columns {
    fn put(&mut self, solution: &[Vec<Span>], faces: &Faces) {
        let step = LEADING * TEXT;
        self.y += if self.is_at_top() { 0. } else { step / 2. };
        // Keeps the number and the first lines of a solution together.
        if self.y + 3. * step > self.bottom {
            self.next_column();
        }
        for line in solution {
            let widths = [self.width, self.width - INDENT];
            for (part, line) in faces.wrapped(line, TEXT, widths).into_iter().enumerate() {
                self.line(&line, if part == 0 { 0. } else { INDENT }, faces);
            }
        }
    }

    fn line(&mut self, line: &[Span], indent: f32, faces: &Faces) {
        let step = LEADING * TEXT;
        if self.y + step > self.bottom {
            self.next_column();
        }
        self.y += step;
        let x = MARGIN + steps(self.column) * (self.width + GAP) + indent;
        put_line(line, TEXT, [x, self.y], self.pages.last_mut().expect("there is one"), faces);
    }

    fn is_at_top(&self) -> bool {
        self.y <= self.top
    }

    fn next_column(&mut self) {
        self.column += 1;
        if self.column == COLUMNS {
            self.column = 0;
            self.pages.push(Page::default());
            self.top = MARGIN;
        }
        self.y = self.top;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use hexmate_diagram::Paper;
    use hexmate_position::Letters;

    fn book(count: usize) -> Vec<BookProblem> {
        let long = |number: usize| vec![Span::new("1.Qa1?/Qa2?/Qa3? Kb2! ".repeat(number % 40), Face::Roman)];
        let problem = |number: usize| BookProblem {
            author: "An Author ".repeat(number % 7),
            source: "Some Magazine, a very long tourney, ".repeat(number % 4),
            prize: "1st prize".to_owned(),
            stipulation: "#2".to_owned(),
            count: "8+5".to_owned(),
            later_twins: (0..number % 5).map(|twin| format!("{twin}) Rc4 → d5 ")).collect(),
            solution: vec![long(number), long(number + 7)],
            ..BookProblem::default()
        };
        (0..count).map(problem).collect()
    }

    #[test]
    fn pages_contain_everything_within_margins() {
        let faces = Faces::load().expect("the fonts are there");
        let papers = [(Paper::A4, 3), (Paper::Letter, 3), (Paper::A4, 2), (Paper::Letter, 2)];
        for ((paper, columns), parts) in papers.into_iter().zip([BookParts::Whole; 4]) {
            let words = Language::of(Letters::ENGLISH).words;
            let style = BookStyle { title: "Title".to_owned(), words, paper, columns, parts };
            let problems = book(40);
            let Layout { pages, cut } = layout(&style, &problems, &faces);
            assert_eq!(cut, 0);
            let (width, height) = style.size();
            for text in pages.iter().flat_map(|page| &page.texts) {
                let right = text.x + faces.width(&text.words, text.face, text.size);
                assert!(text.x >= 20. && right <= width - 20., "{text:?}");
                assert!(text.y - text.size >= 20. && text.y <= height - 19., "{text:?}");
            }
            let boards: Vec<&PageBoard> = pages.iter().flat_map(|page| &page.boards).collect();
            assert!(boards.iter().map(|board| board.problem).eq(0..40));
            assert!(boards.iter().all(|board| board.height > 90. && board.y + board.height < height - 36.));
            let most = pages.iter().map(|page| page.boards.len()).max();
            assert_eq!(most, Some(if columns == 3 { 9 } else { 6 }));
            let printed: String =
                pages.iter().flat_map(|page| &page.texts).map(|text| text.words.as_str()).collect();
            let lines = problems.iter().flat_map(|problem| &problem.solution).flatten();
            let expected: usize = lines.map(|span| span.text.matches("Kb2!").count()).sum();
            assert_eq!(printed.matches("Kb2!").count(), expected);
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            let counted = |words: &str| letters(&printed).matches(&letters(words)).count();
            let words = |text: fn(&BookProblem) -> &String, word: &str| -> usize {
                problems.iter().map(|problem| letters(text(problem)).matches(&letters(word)).count()).sum()
            };
            assert_eq!(counted("very long tourney,"), words(|problem| &problem.source, "very long tourney,"));
            assert_eq!(counted("Some Magazine,"), words(|problem| &problem.source, "Some Magazine,"));
            assert_eq!(counted("1st prize"), problems.len());
            assert!(pages.iter().flat_map(|page| &page.texts).all(|text| text.size >= 8.));
        }
    }
}
