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
/// Most lines of one text in a caption; longer ones end in dots.
const TEXT_LINES: usize = 3;
/// Most lines above and below a diagram.
const MOST_LINES: usize = 9;
/// Greatest height of a diagram, for one as wide as high.
const BOARD_RATIO: f32 = 1.16;
const COLUMNS: usize = 2;

/// Lays out the whole book.
pub fn pages(style: &BookStyle, problems: &[BookProblem], faces: &Faces) -> Vec<Page> {
    let numbered = numbered(problems);
    let mut pages = Vec::new();
    if style.parts != BookParts::Solutions {
        pages.extend(diagrams(style, &numbered, faces));
    }
    if style.parts != BookParts::SolvingSheet {
        pages.extend(solutions(style, &numbered, faces));
    }
    let (width, height) = style.size();
    for (number, page) in (1..).zip(&mut pages) {
        let text =
            PageText { words: number.to_string(), face: Face::Roman, size: CAPTION, x: 0., y: height - 20. };
        page.texts.push(text.centred(width / 2., faces));
    }
    pages
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

fn heading(text: &str, style: &BookStyle, faces: &Faces) -> PageText {
    let text = PageText { words: text.to_owned(), face: Face::Bold, size: TITLE, x: 0., y: MARGIN + TITLE };
    let middle = style.size().0 / 2.;
    text.centred(middle, faces)
}

fn diagrams(style: &BookStyle, problems: &[Numbered<'_>], faces: &Faces) -> Vec<Page> {
    let (width, height) = style.size();
    let across = usize::from(style.columns);
    let mut pages = Vec::new();
    for (number, chunk) in problems.chunks(style.page()).enumerate() {
        let mut page = Page::default();
        let has_title = number == 0 && !style.title.is_empty();
        if has_title {
            page.texts.push(heading(&style.title, style, faces));
        }
        let top = if has_title { MARGIN + 1.8 * TITLE } else { MARGIN };
        let (columns, rows) = (f32::from(style.columns), f32::from(style.rows()));
        let cell_width = (width - 2. * MARGIN - (columns - 1.) * GAP) / columns;
        let captions: Vec<_> =
            chunk.iter().map(|problem| Captions::new(problem, cell_width, faces)).collect();
        let heights: Vec<[f32; 2]> = captions.chunks(across).map(|row| row_heights(row, style)).collect();
        let free = height - MARGIN - top - (rows - 1.) * ROW_GAP;
        let taken: f32 = heights.iter().flatten().sum::<f32>()
            + (rows - steps(heights.len())) * (2. * STEP + 2. * PADDING);
        // All boards of a page have the same size.
        let board_height = ((free - taken) / rows).min(BOARD_RATIO * cell_width);
        let mut y = top;
        for (row, (captions, [above, below])) in captions.chunks(across).zip(&heights).enumerate() {
            for (column, captions) in captions.iter().enumerate() {
                let x = MARGIN + steps(column) * (cell_width + GAP);
                let problem = number * style.page() + row * across + column;
                let board = PageBoard { problem, x, y: y + above, width: cell_width, height: board_height };
                captions.put(&board, style, &mut page, faces);
                page.boards.push(board);
            }
            y += above + board_height + below + ROW_GAP;
        }
        pages.push(page);
    }
    pages
}

/// Returns the greatest heights above and below the boards of a row, with the padding.
fn row_heights(row: &[Captions], style: &BookStyle) -> [f32; 2] {
    let most = |lines: fn(&Captions) -> usize| STEP * steps(row.iter().map(lines).max().unwrap_or_default());
    let blank = f32::from(style.blank_lines()) * BLANK_STEP;
    [
        most(|captions| captions.above.len()) + PADDING,
        most(|captions| 1 + captions.below.len()) + PADDING + blank,
    ]
}

/// Captions of one diagram, in lines that fit.
struct Captions {
    above: Vec<Vec<Span>>,
    stipulation: String,
    count: String,
    below: Vec<Vec<Span>>,
}

impl Captions {
    fn new(Numbered { problem, above, .. }: &Numbered<'_>, width: f32, faces: &Faces) -> Self {
        let lines_of = |span: &Span, width| {
            let mut lines = faces.wrapped(std::slice::from_ref(span), CAPTION, [width, width]);
            if lines.len() > TEXT_LINES {
                lines.truncate(TEXT_LINES);
                let last = lines.pop().unwrap_or_default().pop().map_or(String::new(), |last| last.text);
                let last = faces.shortened(&format!("{last} …"), span.face, CAPTION, width);
                lines.push(vec![Span::new(last, span.face)]);
            }
            lines
        };
        let cut = |mut lines: Vec<Vec<Span>>| {
            if lines.len() > MOST_LINES {
                lines.truncate(MOST_LINES - 1);
                lines.push(vec![Span::new("…", Face::Roman)]);
            }
            lines
        };
        let below = problem.below().map(|text| Span::new(text, Face::Roman));
        Self {
            above: cut(above.iter().flat_map(|span| lines_of(span, width)).collect()),
            stipulation: problem.stipulation.clone(),
            count: problem.count.clone(),
            below: cut(below.flat_map(|span| lines_of(&span, 0.9 * width)).collect()),
        }
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
        // Half the width of a hexagonal board of this height.
        let half = (board.height * 0.86).min(board.width) / 2.;
        let [left, right] = [middle - half, middle + half];
        let mut y = board.y + board.height + PADDING + STEP - 2.;
        let right = right - faces.width(&self.count, Face::Roman, CAPTION);
        let stipulation = faces.shortened(&self.stipulation, Face::Bold, CAPTION, right - left - 4.);
        page.texts.push(PageText { words: stipulation, face: Face::Bold, size: CAPTION, x: left, y });
        page.texts.push(PageText {
            words: self.count.clone(),
            face: Face::Roman,
            size: CAPTION,
            x: right,
            y,
        });
        for line in &self.below {
            y += STEP;
            put_line(line, CAPTION, [left, y], page, faces);
        }
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

fn solutions(style: &BookStyle, problems: &[Numbered<'_>], faces: &Faces) -> Vec<Page> {
    let (width, height) = style.size();
    let column = (width - 2. * MARGIN - steps(COLUMNS - 1) * GAP) / steps(COLUMNS);
    let mut first = Page::default();
    first.texts.push(heading(style.words.solutions, style, faces));
    let top = MARGIN + 2. * TITLE;
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
    use crate::BookWords;
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
            let words = BookWords::of(&Letters::ENGLISH);
            let style = BookStyle { title: "Title".to_owned(), words, paper, columns, parts };
            let problems = book(40);
            let pages = pages(&style, &problems, &faces);
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
            assert!(pages.iter().flat_map(|page| &page.texts).all(|text| text.size >= 8.));
        }
    }
}
