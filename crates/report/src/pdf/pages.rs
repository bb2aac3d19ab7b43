//! Page layout of a book. All positions are in points from the upper left corner.

use super::face::Faces;
use crate::book::chapters::{Chapter, Content, is_subtitle};
use crate::book::rows::{BOARD_RATIO, Grid, Rows};
use crate::book::{Block, BlockKind, Face, Numbered, Span, legend, numbered};
use crate::{BookProblem, BookStyle};

/// Content of one page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    pub texts: Vec<PageText>,
    pub boards: Vec<PageBoard>,
    /// Lines to write on: left end, baseline, width.
    pub blanks: Vec<[f32; 3]>,
    /// Lines of the table of contents that lack their page number.
    pub entries: Vec<ContentsEntry>,
}

/// A line of the table of contents.
#[derive(Clone, PartialEq, Debug)]
pub struct ContentsEntry {
    /// Index of the chapter.
    pub chapter: usize,
    /// Baseline.
    pub y: f32,
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
    /// Greatest width of the picture.
    pub most: f32,
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
/// Least height of a diagram on a page that high captions fill.
const SMALL_BOARD: f32 = 110.;
const COLUMNS: usize = 2;
/// Font size of introductions and of the table of contents.
const LARGE: f32 = 9.5;
/// Part of the width of a page that introductions have.
const LARGE_WIDTH: f32 = 0.84;
/// Part of the width of a page that the table of contents has.
const CONTENTS_WIDTH: f32 = 0.62;
/// Part of a page that a chapter of text needs to begin on it.
const LEAST_REST: f32 = 0.25;

/// Pages of a book.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    pub pages: Vec<Page>,
    /// Chapters of an issue with their headings; empty for other books.
    pub chapters: Vec<ChapterStart>,
    /// Number of texts that are cut because a page has no room for them: captions of a diagram, headings.
    pub cut: usize,
}

/// Place where a chapter begins.
#[derive(Clone, PartialEq, Debug)]
pub struct ChapterStart {
    pub heading: String,
    /// Index of the page.
    pub page: usize,
    /// Top of the heading.
    pub y: f32,
}

/// Lays out the whole book.
pub fn layout(style: &BookStyle, problems: &[BookProblem], faces: &Faces) -> Layout {
    let numbered = numbered(style, problems);
    let chapters = Chapter::all(style, &numbered);
    let mut cut = 0;
    let grid = style.grid(style.size().0 - 2. * MARGIN, GAP);
    let prepared: Vec<Option<Diagrams<'_, '_>>> = chapters
        .iter()
        .map(|chapter| match chapter.content {
            Content::Diagrams(problems) => {
                Some(Diagrams::new(chapter, problems, (style, &grid), faces, &mut cut))
            }
            Content::Contents | Content::Blocks(_) => None,
        })
        .collect();
    let rows: Vec<Rows> = prepared.iter().flatten().map(|diagrams| diagrams.rows.clone()).collect();
    let most = grid.board(&rows);
    let mut flow = Flow::default();
    let mut starts = Vec::new();
    for (chapter, diagrams) in chapters.iter().zip(&prepared) {
        let (page, y) = match (&chapter.content, diagrams) {
            (Content::Blocks(blocks), _) => flow.add_blocks(chapter, blocks, style, faces, &mut cut),
            (_, Some(diagrams)) => flow.add_diagrams(diagrams, most, (style, &grid), faces),
            (_, None) => {
                let (pages, end) = front(chapter, &chapters, style, faces, &mut cut);
                let place = flow.add_pages(pages);
                flow.end = Some(End { y: end, foot: 0. });
                place
            }
        };
        starts.push(ChapterStart { heading: chapter.heading.clone(), page, y });
    }
    let mut pages = flow.pages;
    if let Some(Chapter { content: Content::Contents, .. }) = chapters.first() {
        number_contents(&mut pages, &starts, style, faces);
    }
    let (width, height) = style.size();
    for (number, page) in (1..).zip(&mut pages) {
        let text =
            PageText { words: number.to_string(), face: Face::Roman, size: CAPTION, x: 0., y: height - 20. };
        page.texts.push(text.centred(width / 2., faces));
    }
    let chapters = if style.issue.is_some() { starts } else { Vec::new() };
    Layout { pages, chapters, cut }
}

/// Pages that are filled one after the other.
#[derive(Default)]
struct Flow {
    pages: Vec<Page>,
    /// Lower end of the last page, if a chapter may follow there.
    end: Option<End>,
}

/// Lower end of the text or the diagrams on a page.
#[derive(Clone, Copy)]
struct End {
    y: f32,
    /// Height of the legend at the foot of the page.
    foot: f32,
}

impl Flow {
    /// Adds whole pages; returns the index of the first one and the top of its text.
    fn add_pages(&mut self, pages: Vec<Page>) -> (usize, f32) {
        self.end = None;
        let first = self.pages.len();
        self.pages.extend(pages);
        (first, MARGIN)
    }

    /// Adds a chapter of diagrams; in an issue on the last page, if its first row fits there. Returns the index of its page
    /// and its top.
    fn add_diagrams(
        &mut self,
        diagrams: &Diagrams<'_, '_>,
        most: f32,
        (style, grid): (&BookStyle, &Grid),
        faces: &Faces,
    ) -> (usize, f32) {
        let taken = self.end.map(|end| Taken { down: end.y + TITLE - MARGIN, foot: end.foot });
        let taken = taken.filter(|&taken| diagrams.begins_below(taken, most));
        let last = taken.and_then(|_| self.pages.pop());
        let taken = taken.filter(|_| last.is_some()).unwrap_or_default();
        let (mut pages, end) = diagrams.pages(taken, most, (style, grid), faces);
        if let (Some(first), Some(last)) = (pages.first_mut(), last) {
            // In the order of reading.
            let own = std::mem::replace(first, last);
            first.append(own);
        }
        let (first, top) = self.add_pages(pages);
        self.end = Some(end).filter(|_| style.issue.is_some());
        (first, top + taken.down)
    }

    /// Adds a chapter of text, on the last page if it has enough room; returns the index of its page and its top.
    fn add_blocks(
        &mut self,
        chapter: &Chapter<'_, '_>,
        blocks: &[Block],
        style: &BookStyle,
        faces: &Faces,
        cut: &mut usize,
    ) -> (usize, f32) {
        let height = style.size().1;
        let rest = |end: &End| end.foot == 0. && end.y + 2. * TITLE < height - MARGIN - LEAST_REST * height;
        let (page, top) = match self.end.filter(rest).and_then(|end| Some((self.pages.pop()?, end.y))) {
            Some((page, end)) => (page, end + TITLE),
            None => (Page::default(), MARGIN),
        };
        let first = self.pages.len();
        let (mut lead, y) = lead(chapter, (page, top), style, faces, cut);
        let page = lead.pop().unwrap_or_default();
        self.pages.extend(lead);
        let (pages, end) = columns(blocks, (page, y), style, faces);
        self.pages.extend(pages);
        self.end = Some(End { y: end, foot: 0. });
        (first, top)
    }
}

/// Puts heading and introduction of a chapter, from a height of a page on; returns the pages and the lower end on the last
/// one.
fn lead(
    chapter: &Chapter<'_, '_>,
    (mut page, top): (Page, f32),
    style: &BookStyle,
    faces: &Faces,
    cut: &mut usize,
) -> (Vec<Page>, f32) {
    let (width, height) = style.size();
    let mut y = match chapter.heading.as_str() {
        "" => top,
        heading => top + put_heading(heading, style, (&mut page, top), faces, cut) + 0.8 * TITLE,
    };
    let mut pages = vec![page];
    let (wide, step) = (LARGE_WIDTH * (width - 2. * MARGIN), LEADING * LARGE);
    for paragraph in &chapter.introduction {
        for line in faces.wrapped(paragraph, LARGE, [wide, wide]) {
            if y + step > height - MARGIN {
                pages.push(Page::default());
                y = MARGIN;
            }
            y += step;
            let page = pages.last_mut().expect("there is one");
            let free =
                if is_subtitle(paragraph) { width - faces.width_of(&line, LARGE) } else { width - wide };
            put_line(&line, LARGE, [free / 2., y - 0.25 * LARGE], page, faces);
        }
        y += 0.4 * step;
    }
    let gap = if chapter.introduction.is_empty() { 0. } else { 0.4 * step };
    (pages, y + gap)
}

/// Returns the pages of title, introduction and contents, and the lower end of the last one. Page numbers follow with
/// [`number_contents`].
fn front(
    chapter: &Chapter<'_, '_>,
    chapters: &[Chapter<'_, '_>],
    style: &BookStyle,
    faces: &Faces,
    cut: &mut usize,
) -> (Vec<Page>, f32) {
    let (width, height) = style.size();
    let (mut pages, mut y) = lead(chapter, (Page::default(), MARGIN), style, faces, cut);
    let step = 1.5 * LARGE;
    let left = width * (1. - CONTENTS_WIDTH) / 2.;
    // Room for a page number of four digits.
    let wide = CONTENTS_WIDTH * width - faces.width("0000", Face::Roman, LARGE) - LARGE;
    let heading = (vec![Span::new(style.words.contents, Face::Bold)], None);
    let entry = |(place, chapter): (usize, &Chapter<'_, '_>)| {
        (vec![Span::new(chapter.heading.clone(), Face::Roman)], Some(place))
    };
    y += step;
    for (text, place) in std::iter::once(heading).chain(Chapter::listed(chapters).map(entry)) {
        let lines = faces.wrapped(&text, LARGE, [wide, wide]);
        let last = lines.len();
        for (number, line) in (1..).zip(lines) {
            if y + step > height - MARGIN {
                pages.push(Page::default());
                y = MARGIN;
            }
            y += step;
            let page = pages.last_mut().expect("there is one");
            put_line(&line, LARGE, [left, y], page, faces);
            if let Some(chapter) = place.filter(|_| number == last) {
                page.entries.push(ContentsEntry { chapter, y });
            }
        }
    }
    (pages, y + TITLE)
}

/// Puts the numbers of pages into the table of contents.
fn number_contents(pages: &mut [Page], starts: &[ChapterStart], style: &BookStyle, faces: &Faces) {
    let right = style.size().0 * (1. + CONTENTS_WIDTH) / 2.;
    for page in pages {
        for ContentsEntry { chapter, y } in page.entries.clone() {
            let Some(start) = starts.get(chapter) else { continue };
            let words = (start.page + 1).to_string();
            let x = right - faces.width(&words, Face::Roman, LARGE);
            page.texts.push(PageText { words, face: Face::Roman, size: LARGE, x, y });
        }
    }
}

impl Page {
    /// Returns the page with all content moved down.
    fn moved(mut self, by: f32) -> Self {
        self.texts.iter_mut().for_each(|text| text.y += by);
        self.boards.iter_mut().for_each(|board| board.y += by);
        self.blanks.iter_mut().for_each(|[_, y, _]| *y += by);
        self
    }

    /// Adds the content of another page.
    fn append(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.boards.extend(other.boards);
        self.blanks.extend(other.blanks);
        self.entries.extend(other.entries);
    }
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

/// Puts a heading at a height of a page; returns the height that it takes.
///
/// A heading that takes more than a third of the page ends in dots.
fn put_heading(
    text: &str,
    style: &BookStyle,
    (page, top): (&mut Page, f32),
    faces: &Faces,
    cut: &mut usize,
) -> f32 {
    let (width, height) = style.size();
    let wide = width - 2. * MARGIN;
    let mut lines = faces.wrapped(&[Span::new(text, Face::Bold)], TITLE, [wide, wide]);
    let most = (1..=MOST_TITLE_LINES).take_while(|&count| TITLE_STEP * steps(count) < height / 3.).count();
    *cut += usize::from(cut_lines(&mut lines, most, TITLE, wide, faces));
    for (number, line) in lines.iter().enumerate() {
        let y = top + TITLE + TITLE_STEP * steps(number);
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

/// Heights that other chapters take on the page on which diagrams begin.
#[derive(Clone, Copy, Default)]
struct Taken {
    /// Below the upper margin.
    down: f32,
    /// Above the lower margin.
    foot: f32,
}

/// Diagrams of a chapter with their captions, ready for boards of some width.
struct Diagrams<'n, 'p> {
    problems: &'n [Numbered<'p>],
    /// Pages with heading and introduction; the diagrams begin on the last one.
    lead: Vec<Page>,
    /// Top of the first diagrams.
    top: f32,
    captions: Vec<Captions>,
    /// Heights above and below the boards of each row.
    heights: Vec<[f32; 2]>,
    rows: Rows,
    has_legend: bool,
}

impl<'n, 'p> Diagrams<'n, 'p> {
    fn new(
        chapter: &Chapter<'_, '_>,
        problems: &'n [Numbered<'p>],
        (style, grid): (&BookStyle, &Grid),
        faces: &Faces,
        cut: &mut usize,
    ) -> Self {
        let height = style.size().1;
        let across = grid.across();
        let (mut lead, mut top) = lead(chapter, (Page::default(), MARGIN), style, faces, cut);
        // A row of diagrams has no room below a long introduction.
        if !chapter.introduction.is_empty() && top > height / 2. && !problems.is_empty() {
            lead.push(Page::default());
            top = MARGIN;
        }
        let title = top - MARGIN;
        let below = legend_lines(problems.iter(), style, faces).len();
        let free = height - 2. * MARGIN + ROW_GAP - foot(below);
        let mut captions: Vec<Captions> =
            problems.iter().map(|problem| Captions::new(problem, grid.column, faces)).collect();
        // Captions that are too high for a page of their own are cut.
        for (place, own) in captions.iter_mut().enumerate() {
            let free = if place < across { free - title } else { free };
            let blank = f32::from(style.blank_lines()) * BLANK_STEP;
            let most = (free - ROW_GAP - SMALL_BOARD - 2. * PADDING - blank) / STEP;
            *cut += usize::from(own.cut(most, grid.column, faces));
        }
        let heights: Vec<[f32; 2]> = captions.chunks(across).map(|row| row_heights(row, style)).collect();
        let taken = heights.iter().map(|[above, below]| above + below + ROW_GAP).collect();
        let rows = Rows { captions: taken, free: [free - title, free] };
        Self { problems, lead, top, captions, heights, rows, has_legend: below > 0 }
    }

    /// Returns whether heading and first row fit on a page that other chapters have begun. A page has one legend at most.
    fn begins_below(&self, taken: Taken, most: f32) -> bool {
        let row = self.rows.captions.first().map(|captions| captions + BOARD_RATIO * most);
        let fits = row.is_some_and(|row| row <= self.rows.free(0) - taken.down - taken.foot);
        self.lead.len() == 1 && fits && (taken.foot == 0. || !self.has_legend)
    }

    /// Returns the pages with boards of this width, and the lower end of the last one.
    fn pages(
        &self,
        taken: Taken,
        most: f32,
        (style, grid): (&BookStyle, &Grid),
        faces: &Faces,
    ) -> (Vec<Page>, End) {
        let (width, height) = style.size();
        let across = grid.across();
        let Self { problems, captions, heights, .. } = self;
        let [first, later] = self.rows.free;
        let rows = Rows { free: [first - taken.down - taken.foot, later], ..self.rows.clone() };
        let top = self.top + taken.down;
        let mut pages: Vec<Page> = self.lead.iter().map(|page| page.clone().moved(taken.down)).collect();
        let mut end = End { y: top, foot: taken.foot };
        let mut row = 0;
        for (number, count) in rows.pages(BOARD_RATIO * most).into_iter().enumerate() {
            if number > 0 {
                pages.push(Page::default());
            }
            let page = pages.last_mut().expect("there is one");
            // A board beside captions that fill its page is smaller, so that these are printed whole.
            let room = rows.free(number) - rows.captions[row];
            let board_height =
                if count == 1 { (BOARD_RATIO * most).min(room.max(SMALL_BOARD)) } else { BOARD_RATIO * most };
            let mut y = if number == 0 { top } else { MARGIN };
            let first = row * across;
            for [above, below] in heights.iter().skip(row).take(count) {
                for (column, captions) in captions.iter().skip(row * across).take(across).enumerate() {
                    let x = MARGIN + steps(column) * (grid.column + GAP);
                    let problem = problems[row * across + column].place;
                    let (width, height) = (grid.column, board_height);
                    let board = PageBoard { problem, x, y: y + above, width, height, most };
                    captions.put(&board, style, page, faces);
                    page.boards.push(board);
                }
                y += above + board_height + below + ROW_GAP;
                row += 1;
            }
            let shown = problems.iter().skip(first).take(row * across - first);
            let lines = legend_lines(shown, style, faces);
            // On its first page, the legend of another chapter may be at the foot.
            end = End { y, foot: foot(lines.len()) + if number == 0 { taken.foot } else { 0. } };
            for (place, line) in lines.iter().rev().enumerate() {
                let x = (width - faces.width_of(line, CAPTION)) / 2.;
                put_line(line, CAPTION, [x, height - MARGIN - STEP * steps(place)], page, faces);
            }
        }
        (pages, end)
    }
}

/// Returns the lines of the legend of these diagrams.
fn legend_lines<'p>(
    problems: impl Iterator<Item = &'p Numbered<'p>>,
    style: &BookStyle,
    faces: &Faces,
) -> Vec<Vec<Span>> {
    let legend = legend(problems);
    if legend.is_empty() {
        return Vec::new();
    }
    let width = style.size().0 - 2. * MARGIN;
    faces.wrapped(&[Span::new(legend, Face::Roman)], CAPTION, [width, width])
}

/// Returns the height of a legend at the foot of a page.
fn foot(lines: usize) -> f32 {
    if lines == 0 { 0. } else { STEP * steps(lines) + PADDING }
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

/// A line with its indentation.
type Indented = (f32, Vec<Span>);

/// Puts blocks of text in two columns, from a height of a page on; returns the pages and the lower end of the text on the
/// last one.
fn columns(blocks: &[Block], (page, top): (Page, f32), style: &BookStyle, faces: &Faces) -> (Vec<Page>, f32) {
    let (width, height) = style.size();
    let column = (width - 2. * MARGIN - steps(COLUMNS - 1) * GAP) / steps(COLUMNS);
    let wrapped = |line: &Vec<Span>| {
        let lines = faces.wrapped(line, TEXT, [column, column - INDENT]).into_iter().enumerate();
        lines.map(|(part, line)| (if part == 0 { 0. } else { INDENT }, line)).collect::<Vec<_>>()
    };
    let blocks: Vec<(BlockKind, Vec<Indented>)> =
        blocks.iter().map(|block| (block.kind, block.lines.iter().flat_map(wrapped).collect())).collect();
    let bottom = height - MARGIN;
    let filled = |last: Option<usize>, end: f32| {
        let mut columns = Columns {
            pages: vec![page.clone()],
            top,
            column: 0,
            y: top,
            lowest: top,
            width: column,
            bottom,
            last,
            end,
        };
        for (number, (kind, lines)) in blocks.iter().enumerate() {
            // A heading stays with the first lines of the block below it.
            let next = match kind {
                BlockKind::Heading => blocks.get(number + 1).map_or(0, |(_, lines)| lines.len().min(3)),
                BlockKind::Solution | BlockKind::Award | BlockKind::Note | BlockKind::Line => 0,
            };
            columns.put(*kind, lines, next, faces);
        }
        (columns.pages, columns.lowest)
    };
    // The columns of the last page are as low as their text allows, so that they have the same height.
    let pages = filled(None, bottom).0.len();
    let step = LEADING * TEXT;
    let ends: Vec<f32> = std::iter::successors(Some(MARGIN + 2. * step), |end| Some(end + step))
        .take_while(|&end| end < bottom)
        .collect();
    let first = ends.partition_point(|&end| filled(Some(pages), end).0.len() > pages);
    ends.get(first).map_or_else(|| filled(None, bottom), |&end| filled(Some(pages), end))
}

/// Columns that are filled with lines one after the other.
struct Columns {
    pages: Vec<Page>,
    /// Top of the columns of the last page.
    top: f32,
    column: usize,
    /// Top of the next line.
    y: f32,
    /// Lower end of the text on the last page.
    lowest: f32,
    width: f32,
    bottom: f32,
    /// Number of the page whose columns have another bottom, from 1.
    last: Option<usize>,
    /// Bottom of the columns of that page.
    end: f32,
}

impl Columns {
    /// Adds lines, each with its indentation; `next` more lines fit below them.
    fn put(&mut self, kind: BlockKind, lines: &[Indented], next: usize, faces: &Faces) {
        let step = LEADING * TEXT;
        self.y += if self.is_at_top() || kind == BlockKind::Line { 0. } else { step / 2. };
        // Keeps the number and the first lines of a solution together.
        let first = lines.len().min(3) + next;
        if self.y + steps(first) * step > self.bottom() {
            self.next_column();
        }
        for (indent, line) in lines {
            self.line(line, *indent, faces);
        }
    }

    fn line(&mut self, line: &[Span], indent: f32, faces: &Faces) {
        let step = LEADING * TEXT;
        if self.y + step > self.bottom() {
            self.next_column();
        }
        self.y += step;
        let x = MARGIN + steps(self.column) * (self.width + GAP) + indent;
        put_line(line, TEXT, [x, self.y], self.pages.last_mut().expect("there is one"), faces);
        self.lowest = self.lowest.max(self.y);
    }

    fn bottom(&self) -> f32 {
        if self.last == Some(self.pages.len()) { self.end.max(self.top) } else { self.bottom }
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
            self.lowest = MARGIN;
        }
        self.y = self.top;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::rows::MILLIMETRE;
    use crate::{BookParts, Issue, IssueSection, Language, Showing};
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

    fn style(parts: BookParts) -> BookStyle {
        let words = Language::of(Letters::ENGLISH).words;
        BookStyle {
            title: String::new(),
            words,
            paper: Paper::A4,
            columns: 3,
            board: None,
            parts,
            issue: None,
        }
    }

    #[test]
    fn pages_contain_everything_within_margins() {
        let faces = Faces::load().expect("the fonts are there");
        let papers = [(Paper::A4, 3), (Paper::Letter, 3), (Paper::A4, 2), (Paper::Letter, 2)];
        for (paper, columns) in papers {
            let style = BookStyle { title: "Title".to_owned(), paper, columns, ..style(BookParts::Whole) };
            let problems = book(40);
            let Layout { pages, cut, .. } = layout(&style, &problems, &faces);
            assert_eq!(cut, 0);
            let (width, height) = style.size();
            for text in pages.iter().flat_map(|page| &page.texts) {
                let right = text.x + faces.width(&text.words, text.face, text.size);
                assert!(text.x >= 20. && right <= width - 20., "{text:?}");
                assert!(text.y - text.size >= 20. && text.y <= height - 19., "{text:?}");
            }
            let boards: Vec<&PageBoard> = pages.iter().flat_map(|page| &page.boards).collect();
            assert!(boards.iter().map(|board| board.problem).eq(0..40));
            assert!(boards.iter().all(|board| board.y + board.height < height - 36.));
            // All boards have one size, at least 50 mm in three columns and 78 mm in two.
            let most = boards[0].most;
            assert!(boards.iter().all(|board| (board.most - most).abs() < 0.01));
            let millimetres = most / MILLIMETRE;
            assert!(millimetres >= if columns == 3 { 50. } else { 78. }, "{millimetres}");
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

    #[test]
    fn solutions_fill_both_columns_alike() {
        let faces = Faces::load().expect("the fonts are there");
        let style = style(BookParts::Solutions);
        for count in [3, 20, 70] {
            let Layout { pages, .. } = layout(&style, &book(count), &faces);
            let last = pages.last().expect("a page");
            let middle = style.size().0 / 2.;
            let ends = [true, false].map(|is_left| {
                let texts = last
                    .texts
                    .iter()
                    .filter(|text| (text.size - TEXT).abs() < 0.01 && (text.x < middle) == is_left);
                texts.map(|text| text.y).fold(0., f32::max)
            });
            let [left, right] = ends;
            assert!((left - right).abs() < 6. * LEADING * TEXT, "{count}: {ends:?}");
        }
    }

    #[test]
    fn given_width_is_that_of_boards() {
        let faces = Faces::load().expect("the fonts are there");
        for parts in [BookParts::Whole, BookParts::SolvingSheet] {
            let title = "Title".to_owned();
            let style = BookStyle { title, board: Some(600), ..style(parts) };
            let Layout { pages, cut, .. } = layout(&style, &book(20), &faces);
            assert_eq!(cut, 0);
            let boards = pages.iter().flat_map(|page| &page.boards);
            assert!(boards.clone().all(|board| (board.most / MILLIMETRE - 60.).abs() < 0.01));
            assert_eq!(boards.count(), 20);
        }
    }

    #[test]
    fn sections_share_pages_and_legends() {
        let faces = Faces::load().expect("the fonts are there");
        let legend = "Echex for three – w: White, r: Red, b: Black";
        // Sections with their numbers of diagrams; those with a legend are negative.
        let cases: [&[isize]; 6] =
            [&[-2, 3], &[3, -2, 1], &[-2, -2], &[-3, 1, -1], &[-8, 2, 2], &[1, 1, 1, -1, 1]];
        let mut shared = 0;
        for sections in cases {
            let counts = sections.iter().map(|count| count.unsigned_abs());
            let legends = sections.iter().flat_map(|&count| vec![count < 0; count.unsigned_abs()]);
            let mut problems = book(counts.clone().sum());
            for (problem, has_legend) in problems.iter_mut().zip(legends) {
                problem.legend = if has_legend { vec![legend.to_owned()] } else { Vec::new() };
            }
            let section = |problems: usize| IssueSection {
                heading: "Section".to_owned(),
                show: Showing::Diagrams,
                problems,
                ..IssueSection::default()
            };
            let numbers = (1..=problems.len()).map(|number| number.to_string()).collect();
            let issue = Issue { sections: counts.map(section).collect(), numbers, ..Issue::default() };
            assert!(issue.is_sane());
            let style = BookStyle { issue: Some(issue), ..style(BookParts::Whole) };
            let Layout { pages, cut, .. } = layout(&style, &problems, &faces);
            assert_eq!(cut, 0);
            assert!(
                pages.iter().flat_map(|page| &page.boards).map(|board| board.problem).eq(0..problems.len())
            );
            for page in &pages {
                let has = |has_legend: bool| {
                    page.boards.iter().any(|board| problems[board.problem].legend.is_empty() != has_legend)
                };
                let feet: Vec<_> = page.texts.iter().filter(|text| text.words == legend).collect();
                assert_eq!(feet.len(), usize::from(has(true)), "{sections:?}");
                shared += usize::from(has(true) && has(false));
                for foot in feet {
                    let others =
                        page.texts.iter().filter(|text| text.words != legend && text.y < foot.y + STEP);
                    let above = others.map(|text| text.y).fold(0., f32::max);
                    assert!(above + CAPTION < foot.y, "{sections:?}: {above} {}", foot.y);
                    assert!(page.boards.iter().all(|board| board.y + board.height + CAPTION < foot.y));
                }
            }
        }
        assert!(shared >= 4, "{shared}");
    }
}
