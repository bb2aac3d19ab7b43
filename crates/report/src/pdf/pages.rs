//! Where everything stands on the pages of a book: points from the upper left corner. Draws nothing.

use super::face::{Face, Faces};
use crate::{BookProblem, BookStyle};

/// What stands on one page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    pub texts: Vec<Text>,
    pub boards: Vec<Board>,
}

/// Words on one base line.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    pub words: String,
    pub face: Face,
    pub size: f32,
    /// The left end.
    pub x: f32,
    /// The base line.
    pub y: f32,
}

/// The frame that a diagram has to fit in.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The number of the problem, from 0.
    pub problem: usize,
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

const MARGIN: f32 = 36.;
/// Between the problems of a row, and between the columns of solutions.
const GAP: f32 = 16.;
/// Between the rows of a page.
const ROW_GAP: f32 = 9.;
const TITLE: f32 = 15.;
const CAPTION: f32 = 8.;
const SOURCE: f32 = 6.8;
const TEXT: f32 = 8.2;
/// From one base line to the next, in ems.
const LEADING: f32 = 1.32;
/// How far the second line of a variation is moved in.
const INDENT: f32 = 8.;
const SOURCE_LINES: usize = 2;
const COLUMNS: usize = 2;

/// The whole book.
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
    /// The same with its middle here.
    fn centred(self, middle: f32, faces: &Faces) -> Self {
        let x = middle - faces.width(&self.words, self.face, self.size) / 2.;
        Self { x, ..self }
    }
}

/// A small count as a factor of lengths.
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
        // All boards of a page are as large.
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

/// The lines that say where a problem was printed; what does not fit ends in dots.
fn source_lines(problem: &BookProblem, width: f32, faces: &Faces) -> Vec<String> {
    let mut lines = faces.wrapped(&problem.source, Face::Italic, SOURCE, [width, width]);
    if lines.len() > SOURCE_LINES {
        lines.truncate(SOURCE_LINES);
        let last = lines.pop().unwrap_or_default();
        lines.push(faces.shortened(&format!("{last} …"), Face::Italic, SOURCE, width));
    }
    lines
}

/// The place of one problem.
struct Cell {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    /// What stands above its board.
    above: f32,
}

impl Cell {
    fn put(&self, number: usize, problem: &BookProblem, source: Vec<String>, page: &mut Page, faces: &Faces) {
        let middle = self.x + self.width / 2.;
        let below = LEADING * CAPTION + 2.;
        // What is said stands right above the board, however little it is.
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
        // As wide as a board of its height.
        let half = (board.height * 0.84).min(self.width) / 2.;
        let y = self.y + self.height - 2.;
        let [left, right] = [middle - half, middle + half];
        let count = problem.count.clone();
        let right = right - faces.width(&count, Face::Roman, CAPTION);
        let asked = faces.shortened(&problem.stipulation, Face::Bold, CAPTION, right - left - 4.);
        page.boards.push(board);
        page.texts.push(Text { words: asked, face: Face::Bold, size: CAPTION, x: left, y });
        page.texts.push(Text { words: count, face: Face::Roman, size: CAPTION, x: right, y });
    }
}

fn solutions(style: &BookStyle, problems: &[BookProblem], faces: &Faces) -> Vec<Page> {
    let (width, height) = style.size();
    let column = (width - 2. * MARGIN - steps(COLUMNS - 1) * GAP) / steps(COLUMNS);
    let mut first = Page::default();
    first.texts.push(heading(style.words.solutions, style, faces));
    let top = MARGIN + 2. * TITLE;
    let mut flow =
        Columns { pages: vec![first], top, column: 0, y: top, width: column, bottom: height - MARGIN };
    for (number, problem) in (1..).zip(problems) {
        flow.put(number, problem, faces);
    }
    flow.pages
}

/// Lines that fill one column after the other.
struct Columns {
    pages: Vec<Page>,
    /// Where the columns of the last page begin.
    top: f32,
    column: usize,
    /// Where the next line begins.
    y: f32,
    width: f32,
    bottom: f32,
}

impl Columns {
    fn put(&mut self, number: usize, problem: &BookProblem, faces: &Faces) {
        let step = LEADING * TEXT;
        self.y += if self.is_at_top() { 0. } else { step / 2. };
        // No number stands alone at the foot of a column.
        if self.y + 3. * step > self.bottom {
            self.next_column();
        }
        let said = [problem.id.as_str(), problem.fault.as_str()];
        let said: Vec<&str> = said.into_iter().filter(|text| !text.is_empty()).collect();
        let head = format!("{number}.  {}", said.join(" – "));
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
    fn everything_is_within_its_page_and_nothing_is_left_out() {
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
            let said: String =
                pages.iter().flat_map(|page| &page.texts).map(|text| text.words.as_str()).collect();
            let told = problems.iter().map(|problem| problem.solution.concat().matches("Kb2!").count());
            assert_eq!(said.matches("Kb2!").count(), told.sum::<usize>());
        }
    }
}
