//! Page layout of a book. All positions are in points from the upper left corner.

use super::face::{Face, Faces};
use crate::{BookProblem, BookStyle};

/// Content of one page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    pub texts: Vec<Text>,
    pub boards: Vec<Board>,
}

/// Text on one baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
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
pub struct Board {
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
const ROW_GAP: f32 = 9.;
/// Font size of headings.
const TITLE: f32 = 15.;
/// Font size of captions of diagrams.
const CAPTION: f32 = 8.;
/// Font size of sources above diagrams.
const SOURCE: f32 = 6.8;
/// Font size of solutions.
const TEXT: f32 = 8.2;
/// Distance between baselines, in ems.
const LEADING: f32 = 1.32;
/// Indentation of the second and later lines of a variation.
const INDENT: f32 = 8.;
const SOURCE_LINES: usize = 2;
const COLUMNS: usize = 2;

/// Lays out the whole book.
pub fn pages(style: &BookStyle, problems: &[BookProblem], faces: &Faces) -> Vec<Page> {
    let mut pages = diagrams(style, problems, faces);
    pages.extend(solutions(style, problems, faces));
    let (width, height) = style.size();
    for (number, page) in (1..).zip(&mut pages) {
        let text =
            Text { words: number.to_string(), face: Face::Roman, size: CAPTION, x: 0., y: height - 20. };
        page.texts.push(text.centred(width / 2., faces));
    }
    pages
}

impl Text {
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

fn heading(text: &str, style: &BookStyle, faces: &Faces) -> Text {
    let text = Text { words: text.to_owned(), face: Face::Bold, size: TITLE, x: 0., y: MARGIN + TITLE };
    let middle = style.size().0 / 2.;
    text.centred(middle, faces)
}

fn diagrams(style: &BookStyle, problems: &[BookProblem], faces: &Faces) -> Vec<Page> {
    let (width, height) = style.size();
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
        let cell_height = (height - MARGIN - top - (rows - 1.) * ROW_GAP) / rows;
        // All boards of a page have the same size.
        let sources: Vec<_> = chunk.iter().map(|problem| source_lines(problem, cell_width, faces)).collect();
        let height_of = |lines: &Vec<String>| lines.iter().map(|_| LEADING * SOURCE).sum::<f32>();
        let above = LEADING * CAPTION + sources.iter().map(height_of).fold(0., f32::max) + 3.;
        for (place, (problem, lines)) in chunk.iter().zip(sources).enumerate() {
            let across = usize::from(style.columns);
            let [column, row] = [place % across, place / across].map(steps);
            let x = MARGIN + column * (cell_width + GAP);
            let y = top + row * (cell_height + ROW_GAP);
            let cell = Cell { x, y, width: cell_width, height: cell_height, above };
            cell.put(number * style.page() + place, problem, lines, &mut page, faces);
        }
        pages.push(page);
    }
    pages
}

/// Returns the source of a problem in at most [`SOURCE_LINES`] lines; a shortened source ends in dots.
fn source_lines(problem: &BookProblem, width: f32, faces: &Faces) -> Vec<String> {
    let mut lines = faces.wrapped(&problem.source, Face::Italic, SOURCE, [width, width]);
    if lines.len() > SOURCE_LINES {
        lines.truncate(SOURCE_LINES);
        let last = lines.pop().unwrap_or_default();
        lines.push(faces.shortened(&format!("{last} …"), Face::Italic, SOURCE, width));
    }
    lines
}

/// Frame of one problem: diagram, author and source above, stipulation below.
struct Cell {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    /// Height of the text above the board.
    above: f32,
}

impl Cell {
    fn put(&self, number: usize, problem: &BookProblem, source: Vec<String>, page: &mut Page, faces: &Faces) {
        let middle = self.x + self.width / 2.;
        let below = LEADING * CAPTION + 2.;
        // The text is directly above the board, even if it has fewer lines than others.
        let mut y = self.y + self.above - 3. - LEADING * SOURCE * steps(source.len());
        let name = format!("{}  {}", number + 1, problem.author);
        let name = faces.shortened(name.trim_end(), Face::Bold, CAPTION, self.width);
        let text = Text { words: name, face: Face::Bold, size: CAPTION, x: 0., y: y - 2. };
        page.texts.push(text.centred(middle, faces));
        for line in source {
            y += LEADING * SOURCE;
            let text = Text { words: line, face: Face::Italic, size: SOURCE, x: 0., y: y - 2. };
            page.texts.push(text.centred(middle, faces));
        }
        let board = Board {
            problem: number,
            x: self.x,
            y: self.y + self.above,
            width: self.width,
            height: self.height - self.above - below,
        };
        // Half the width of a board with this height.
        let half = (board.height * 0.84).min(self.width) / 2.;
        let y = self.y + self.height - 2.;
        let [left, right] = [middle - half, middle + half];
        let count = problem.count.clone();
        let right = right - faces.width(&count, Face::Roman, CAPTION);
        let stipulation = faces.shortened(&problem.stipulation, Face::Bold, CAPTION, right - left - 4.);
        page.boards.push(board);
        page.texts.push(Text { words: stipulation, face: Face::Bold, size: CAPTION, x: left, y });
        page.texts.push(Text { words: count, face: Face::Roman, size: CAPTION, x: right, y });
    }
}

fn solutions(style: &BookStyle, problems: &[BookProblem], faces: &Faces) -> Vec<Page> {
    let (width, height) = style.size();
    let column = (width - 2. * MARGIN - steps(COLUMNS - 1) * GAP) / steps(COLUMNS);
    let mut first = Page::default();
    first.texts.push(heading(style.words.solutions, style, faces));
    let top = MARGIN + 2. * TITLE;
    let mut filled =
        Columns { pages: vec![first], top, column: 0, y: top, width: column, bottom: height - MARGIN };
    for (number, problem) in (1..).zip(problems) {
        filled.put(number, problem, faces);
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
    fn put(&mut self, number: usize, problem: &BookProblem, faces: &Faces) {
        let step = LEADING * TEXT;
        self.y += if self.is_at_top() { 0. } else { step / 2. };
        // Keeps the number and the first lines of a solution together.
        if self.y + 3. * step > self.bottom {
            self.next_column();
        }
        let heading = [problem.id.as_str(), problem.fault.as_str()];
        let heading: Vec<&str> = heading.into_iter().filter(|text| !text.is_empty()).collect();
        let head = format!("{number}.  {}", heading.join(" – "));
        for line in faces.wrapped(&head, Face::Bold, TEXT, [self.width; 2]) {
            self.line(line, Face::Bold, 0.);
        }
        for line in &problem.solution {
            let widths = [self.width, self.width - INDENT];
            for (part, line) in faces.wrapped(line, Face::Roman, TEXT, widths).into_iter().enumerate() {
                self.line(line, Face::Roman, if part == 0 { 0. } else { INDENT });
            }
        }
    }

    fn line(&mut self, text: String, face: Face, indent: f32) {
        let step = LEADING * TEXT;
        if self.y + step > self.bottom {
            self.next_column();
        }
        self.y += step;
        let x = MARGIN + steps(self.column) * (self.width + GAP) + indent;
        let text = Text { words: text, face, size: TEXT, x, y: self.y };
        self.pages.last_mut().expect("there is one").texts.push(text);
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
    use crate::Words;
    use hexmate_diagram::Paper;
    use hexmate_position::Letters;

    fn book(count: usize) -> Vec<BookProblem> {
        let long = |number: usize| "1.Qa1?/Qa2?/Qa3? Kb2! ".repeat(number % 40);
        let problem = |number: usize| BookProblem {
            id: format!("problem {number}"),
            author: "An Author ".repeat(number % 7),
            source: "Some Magazine, a very long tourney, 1st prize ".repeat(number % 4),
            stipulation: "#2".to_owned(),
            count: "8+5".to_owned(),
            solution: vec![long(number), long(number + 7)],
            ..BookProblem::default()
        };
        (0..count).map(problem).collect()
    }

    #[test]
    fn pages_contain_everything_within_margins() {
        let faces = Faces::load().expect("the fonts are there");
        for (paper, columns) in [(Paper::A4, 3), (Paper::Letter, 3), (Paper::A4, 2), (Paper::Letter, 2)] {
            let words = Words::of(&Letters::ENGLISH);
            let style = BookStyle { title: "Title".to_owned(), words, paper, columns };
            let problems = book(40);
            let pages = pages(&style, &problems, &faces);
            let (width, height) = style.size();
            for text in pages.iter().flat_map(|page| &page.texts) {
                let right = text.x + faces.width(&text.words, text.face, text.size);
                assert!(text.x >= 20. && right <= width - 20., "{text:?}");
                assert!(text.y - text.size >= 20. && text.y <= height - 19., "{text:?}");
            }
            let boards: Vec<&Board> = pages.iter().flat_map(|page| &page.boards).collect();
            assert!(boards.iter().map(|board| board.problem).eq(0..40));
            assert!(boards.iter().all(|board| board.height > 90. && board.y + board.height < height - 36.));
            let most = pages.iter().map(|page| page.boards.len()).max();
            assert_eq!(most, Some(if columns == 3 { 12 } else { 6 }));
            let printed: String =
                pages.iter().flat_map(|page| &page.texts).map(|text| text.words.as_str()).collect();
            let expected = problems.iter().map(|problem| problem.solution.concat().matches("Kb2!").count());
            assert_eq!(printed.matches("Kb2!").count(), expected.sum::<usize>());
        }
    }
}
