//! Books of problems: numbered diagrams, followed by the solutions.
//!
//! This module has the content and the page layout; `latex`, `typst` and `pdf` write the forms.

pub(crate) mod chapters;
mod epub;
pub(crate) mod index;
mod issue;
mod latex;
mod pagination;
pub(crate) mod rows;
mod typst;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::rows::{Grid, MILLIMETRE};
use super::BookWords;
use hexmate_diagram::Paper;
use hexmate_words::Words;

pub use issue::{Award, Issue, IssueSection, Showing, paragraphs};

/// Space after a number: an en space, since sources in markup join several spaces.
const GAP: char = '\u{2002}';

/// Style of a text in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Upright.
    Roman,
    /// Bold: numbers, stipulations, keys.
    Bold,
    /// Italic: sources, defects.
    Italic,
}

/// Text in one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Style of the text.
    pub face: Face,
}

impl Span {
    /// Creates a text in this style.
    pub fn new(text: impl Into<String>, face: Face) -> Self {
        Self { text: text.into(), face }
    }
}

/// A twin in a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookTwin {
    /// Label in the language of the book, such as `b)`.
    pub label: String,
    /// Change in the language of the book, `Rc4 → d5`; empty for the diagram.
    pub change: String,
    /// `true` for twin a), also if the diagram is not a problem, so that it has a change.
    pub is_first: bool,
}

/// A problem in a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookProblem {
    /// Number that the file gives it; may be empty.
    pub number: String,
    /// Name of the game.
    pub game: String,
    /// Diagram as SVG; empty if the position cannot be drawn.
    pub picture: String,
    /// Author; may be empty.
    pub author: String,
    /// Names in the index of authors.
    pub authors: Vec<String>,
    /// Names in the index of themes; only in an issue.
    pub themes: Vec<String>,
    /// Town of the author; may be empty.
    pub city: String,
    /// Author or problem that it follows, in words, `after S. Loyd`; may be empty.
    pub after: String,
    /// Dedication; may be empty.
    pub dedication: String,
    /// Source; may be empty.
    pub source: String,
    /// Date; may be empty.
    pub date: String,
    /// Prize; may be empty.
    pub prize: String,
    /// Remark that it is a version, in words; may be empty.
    pub version: String,
    /// Stipulation.
    pub stipulation: String,
    /// Intended number of solutions in words, `2 solutions`; empty if it is one.
    pub solutions: String,
    /// Remarks below the diagram.
    pub remarks: Vec<String>,
    /// Name of a diagram that is not a problem; empty for a problem.
    pub zero_position: String,
    /// The twin; `None` without twins.
    pub twin: Option<BookTwin>,
    /// Twins that share the diagram, `b) Rc4 → d5`.
    pub later_twins: Vec<String>,
    /// Number of pieces of each player, `8+5`.
    pub count: String,
    /// Fault of the problem in words; empty if it is sound.
    pub fault: String,
    /// Lines of the solution.
    pub solution: Vec<Vec<Span>>,
    /// Comments after the solution.
    pub comments: Vec<String>,
    /// Letters and looks of the players, and signs of pawns, that a page explains; empty in games for two.
    pub legend: Vec<String>,
}

impl BookProblem {
    /// Returns whether this is a twin that shares the diagram of the problem before it.
    pub fn is_later_twin(&self) -> bool {
        self.twin.as_ref().is_some_and(|twin| !twin.is_first)
    }

    /// Returns all texts that are printed.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let texts = [
            &mut self.number,
            &mut self.game,
            &mut self.author,
            &mut self.city,
            &mut self.after,
            &mut self.dedication,
            &mut self.source,
            &mut self.date,
            &mut self.prize,
            &mut self.version,
            &mut self.stipulation,
            &mut self.solutions,
            &mut self.count,
            &mut self.fault,
            &mut self.zero_position,
        ];
        let lists = [
            &mut self.authors,
            &mut self.themes,
            &mut self.remarks,
            &mut self.later_twins,
            &mut self.comments,
            &mut self.legend,
        ];
        let twin = self.twin.iter_mut().flat_map(|twin| [&mut twin.label, &mut twin.change]);
        let solution = self.solution.iter_mut().flatten().map(|span| &mut span.text);
        texts.into_iter().chain(twin).chain(lists.into_iter().flatten()).chain(solution)
    }

    /// Names a diagram that is not a problem, and lists the change of its first twin below it.
    pub fn list_own_change(&mut self) {
        self.later_twins
            .extend(Some(std::mem::take(&mut self.zero_position)).filter(|name| !name.is_empty()));
        let twin = self.twin.as_ref().filter(|twin| !twin.change.is_empty());
        self.later_twins.extend(twin.map(|BookTwin { label, change, .. }| format!("{label} {change}")));
    }

    /// Adds a later twin: its change below the diagram, its solution after the others.
    pub fn add_twin(&mut self, twin: Self) {
        if let Some(BookTwin { label, .. }) = self.twin.take() {
            self.label_solution(&label);
        }
        let mut twin = twin;
        for theme in twin.themes.drain(..) {
            if !self.themes.contains(&theme) {
                self.themes.push(theme);
            }
        }
        if let Some(BookTwin { label, change, .. }) = twin.twin.take() {
            self.later_twins.push(format!("{label} {change}"));
            let fault = std::mem::take(&mut twin.fault);
            if !fault.is_empty() {
                twin.solution.insert(0, vec![Span::new(fault, Face::Italic)]);
            }
            twin.label_solution(&label);
        }
        self.solution.extend(twin.solution);
    }

    /// Puts the label of a twin before the solution.
    fn label_solution(&mut self, label: &str) {
        let label = Span::new(format!("{label} "), Face::Roman);
        match self.solution.first_mut() {
            Some(first) => first.insert(0, label),
            None => self.solution.push(vec![label, Span::new("–", Face::Roman)]),
        }
    }

    /// Returns the lines above the diagram: number, author and town, model, dedication, source and date, prize,
    /// version, game.
    fn above(&self, number: &str, games: Games) -> Vec<Span> {
        let source = [self.source.as_str(), self.date.as_str()];
        let source: Vec<&str> = source.into_iter().filter(|text| !text.is_empty()).collect();
        let game = if games == Games::Several { self.game.as_str() } else { "" };
        let author = [self.author.as_str(), self.city.as_str()];
        let author: Vec<&str> = author.into_iter().filter(|text| !text.is_empty()).collect();
        let lines = [
            (format!("{number}{GAP}{}", author.join(", ")).trim_end().to_owned(), Face::Bold),
            (self.after.clone(), Face::Italic),
            (self.dedication.clone(), Face::Italic),
            (source.join(", "), Face::Italic),
            (self.prize.clone(), Face::Roman),
            (self.version.clone(), Face::Roman),
            (game.to_owned(), Face::Roman),
        ];
        let spans = lines.into_iter().map(|(text, face)| Span::new(text, face));
        spans.filter(|span| !span.text.is_empty()).collect()
    }

    /// Returns the lines below the diagram, under stipulation and number of pieces: number of solutions, twins, remarks.
    pub(super) fn below(&self) -> impl Iterator<Item = &str> {
        let solutions = Some(self.solutions.as_str()).filter(|text| !text.is_empty());
        let others = self.later_twins.iter().chain(&self.remarks).map(String::as_str);
        solutions.into_iter().chain(others)
    }

    /// Returns the solution under its number: author and fault, then the lines, then comments.
    ///
    /// Without author and fault the first line follows the number.
    fn solution(&self, number: &str) -> Vec<Vec<Span>> {
        let mut heading = vec![Span::new(number, Face::Bold)];
        if !self.author.is_empty() {
            heading.push(Span::new(format!("{GAP}{}", self.author), Face::Bold));
        }
        if !self.fault.is_empty() {
            heading.push(Span::new(format!("{GAP}{}", self.fault), Face::Italic));
        }
        let mut lines = self.solution.clone();
        match lines.first_mut() {
            Some(first) if heading.len() == 1 => {
                first.splice(0..0, [heading.remove(0), Span::new(GAP, Face::Roman)]);
            }
            _ => lines.insert(0, heading),
        }
        lines.extend(self.comments.iter().map(|text| vec![Span::new(text, Face::Italic)]));
        lines
    }
}

/// Number of games in a book, one or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Games {
    One,
    Several,
}

impl Games {
    fn of(problems: &[BookProblem]) -> Self {
        let mut names = problems.iter().map(|problem| &problem.game).filter(|name| !name.is_empty());
        let first = names.next();
        if names.all(|name| Some(name) == first) { Self::One } else { Self::Several }
    }
}

/// A problem with everything that depends on the other problems of its book.
pub(super) struct Numbered<'p> {
    pub(super) problem: &'p BookProblem,
    /// Index in the book.
    pub(super) place: usize,
    pub(super) number: String,
    /// Lines above the diagram.
    pub(super) above: Vec<Span>,
    /// Solution under its number.
    pub(super) solution: Vec<Vec<Span>>,
}

/// Numbers the problems: with the numbers of the issue, or those of the file if all have one, else from 1.
pub(super) fn numbered<'p>(style: &BookStyle, problems: &'p [BookProblem]) -> Vec<Numbered<'p>> {
    let games = Games::of(problems);
    let has_own = problems.iter().all(|problem| !problem.number.is_empty());
    let mut numbered = Vec::new();
    for (place, problem) in problems.iter().enumerate() {
        let of_issue = style.issue.as_ref().and_then(|issue| issue.numbers.get(place));
        let own = of_issue.or(has_own.then_some(&problem.number));
        let number = own.cloned().unwrap_or_else(|| (place + 1).to_string());
        let (above, solution) = (problem.above(&number, games), problem.solution(&number));
        numbered.push(Numbered { problem, place, number, above, solution });
    }
    numbered
}

/// Returns the legend of the diagrams of a page as one text; empty without games for more than two players.
pub(super) fn legend<'n, 'p: 'n>(problems: impl Iterator<Item = &'n Numbered<'p>>) -> String {
    let mut items: Vec<&str> = Vec::new();
    for item in problems.flat_map(|numbered| &numbered.problem.legend) {
        if !items.contains(&item.as_str()) {
            items.push(item);
        }
    }
    items.join(" · ")
}

/// Lines that belong together under the heading of the solutions.
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Index of the problem of a solution.
    pub(super) problem: Option<usize>,
    pub(super) lines: Vec<Vec<Span>>,
}

impl Block {
    fn new(kind: BlockKind, lines: Vec<Vec<Span>>) -> Self {
        Self { kind, problem: None, lines }
    }
}

/// Content of a [`Block`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlockKind {
    Solution,
    /// Award with the comment of the judge.
    Award,
    /// Legend or index.
    Note,
    /// Heading of the blocks after it.
    Heading,
    /// A line of an index, close to the others.
    Line,
}

/// Parts of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookParts {
    /// Diagrams, followed by the solutions.
    #[default]
    Whole,
    /// Diagrams with room to write, without solutions.
    SolvingSheet,
    /// Solutions only.
    Solutions,
}

/// Settings of a book in a log. They are not trusted: see [`BookLook::style`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookLook {
    title: String,
    language: String,
    paper: Paper,
    columns: u8,
    #[serde(default)]
    board: Option<u16>,
    #[serde(default)]
    issue: Option<Issue>,
}

impl BookLook {
    /// Returns the issue of a magazine; `None` for other books.
    pub fn issue(&self) -> Option<&Issue> {
        self.issue.as_ref()
    }

    /// Returns the style; `None` if the language is unknown, the number of columns or the width of the boards out of range,
    /// or the issue inconsistent.
    pub fn style(&self) -> Option<BookStyle> {
        let Self { title, language, paper, columns, board, issue } = self;
        let is_sane = (1..=8).contains(columns)
            && board.is_none_or(|board| BookStyle::BOARDS.contains(&board))
            && issue.as_ref().is_none_or(Issue::is_sane);
        let words = Words::of_code(language).filter(|_| is_sane)?;
        Some(BookStyle {
            title: title.clone(),
            words: &words.book,
            paper: *paper,
            columns: *columns,
            board: *board,
            parts: BookParts::Whole,
            issue: issue.clone(),
        })
    }
}

/// Style of a book.
#[derive(Clone, Debug)]
pub struct BookStyle {
    /// Title on the first page; may be empty.
    pub title: String,
    /// Words of the language of the book.
    pub words: &'static BookWords,
    /// Size of the pages.
    pub paper: Paper,
    /// Number of diagrams in a row, at least one.
    pub columns: u8,
    /// Width of the boards, in tenths of a millimetre; `None` for the greatest with which the book has the fewest pages.
    /// If it needs more room than `columns` leave, there are fewer columns.
    pub board: Option<u16>,
    /// Parts that are written.
    pub parts: BookParts,
    /// Issue of a magazine; `None` for a book of diagrams, followed by the solutions.
    pub issue: Option<Issue>,
}

impl BookStyle {
    /// Widths that boards may have, in tenths of a millimetre.
    pub const BOARDS: std::ops::RangeInclusive<u16> = 200..=1800;

    /// Returns the style as data for a log.
    pub fn look(&self) -> BookLook {
        let Self { title, words, paper, columns, board, issue, .. } = self;
        BookLook {
            title: title.clone(),
            language: words.code.to_owned(),
            paper: *paper,
            columns: *columns,
            board: *board,
            issue: issue.clone(),
        }
    }

    /// Returns the columns of diagrams in a text of this width, in points.
    pub(crate) fn grid(&self, width: f32, gap: f32) -> Grid {
        let board = self.board.map(|tenths| f32::from(tenths) / 10. * MILLIMETRE);
        Grid::new(self.columns, board, width, gap)
    }

    /// Returns the number of lines to write on below each diagram.
    pub fn blank_lines(&self) -> u8 {
        if self.parts == BookParts::SolvingSheet { 3 } else { 0 }
    }

    /// Returns the width and the height of a page in points.
    pub const fn size(&self) -> (f32, f32) {
        match self.paper {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612., 792.),
        }
    }

    /// Returns the number of captions and titles of a Typst or LaTeX source that are higher than a page allows.
    pub fn overfull_texts(&self, problems: &[BookProblem]) -> usize {
        if self.parts == BookParts::Solutions {
            return 0;
        }
        let numbered = numbered(self, problems);
        let title = usize::from(self.title_lines() > 12);
        let pages = self.diagram_pages(&chapters::Chapter::all(self, &numbered));
        pages.iter().flatten().map(|page| page.overfull).sum::<usize>() + title
    }

    /// Returns the book as Typst source; its pictures are SVG files in `folder`.
    pub fn typst(&self, problems: &[BookProblem], folder: &str) -> String {
        typst::source(self, problems, folder)
    }

    /// Returns the files of the book as EPUB, with their names, in the order of the archive.
    pub fn epub(&self, problems: &[BookProblem]) -> Vec<(String, Vec<u8>)> {
        epub::files(self, problems)
    }

    /// Returns the characters that a LaTeX source shows as pictures, with the names of the pictures.
    pub fn latex_pictures(texts: impl Iterator<Item = char>) -> BTreeMap<char, String> {
        texts.filter(|&c| latex::is_picture(c)).map(|c| (c, latex::picture_name(c))).collect()
    }

    /// Returns the book as LaTeX source; its pictures are PDF files in `folder`.
    pub fn latex(&self, problems: &[BookProblem], folder: &str) -> String {
        latex::source(self, problems, folder)
    }
}
