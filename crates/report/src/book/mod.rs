//! Books of problems: numbered diagrams, followed by the solutions.
//!
//! This module has the content and the page layout; `latex`, `typst` and `pdf` write the forms.

mod latex;
mod pagination;
mod typst;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::BookWords;
use hexmate_diagram::Paper;
use hexmate_words::Words;

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
    /// Dedication; may be empty.
    pub dedication: String,
    /// Source; may be empty.
    pub source: String,
    /// Date; may be empty.
    pub date: String,
    /// Prize; may be empty.
    pub prize: String,
    /// Stipulation.
    pub stipulation: String,
    /// Intended number of solutions in words, `2 solutions`; empty if it is one.
    pub solutions: String,
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
            &mut self.dedication,
            &mut self.source,
            &mut self.date,
            &mut self.prize,
            &mut self.stipulation,
            &mut self.solutions,
            &mut self.count,
            &mut self.fault,
        ];
        let twin = self.twin.iter_mut().flat_map(|twin| [&mut twin.label, &mut twin.change]);
        let solution = self.solution.iter_mut().flatten().map(|span| &mut span.text);
        texts.into_iter().chain(twin).chain(&mut self.later_twins).chain(solution)
    }

    /// Lists the change of a first twin below a diagram that is not a problem.
    pub fn list_own_change(&mut self) {
        let twin = self.twin.as_ref().filter(|twin| !twin.change.is_empty());
        self.later_twins.extend(twin.map(|BookTwin { label, change, .. }| format!("{label} {change}")));
    }

    /// Adds a later twin: its change below the diagram, its solution after the others.
    pub fn add_twin(&mut self, twin: Self) {
        if let Some(BookTwin { label, .. }) = self.twin.take() {
            self.label_solution(&label);
        }
        let mut twin = twin;
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

    /// Returns the lines above the diagram: number and author, dedication, source and date, prize, game.
    fn above(&self, number: &str, games: Games) -> Vec<Span> {
        let source = [self.source.as_str(), self.date.as_str()];
        let source: Vec<&str> = source.into_iter().filter(|text| !text.is_empty()).collect();
        let game = if games == Games::Several { self.game.as_str() } else { "" };
        let lines = [
            (format!("{number}{GAP}{}", self.author).trim_end().to_owned(), Face::Bold),
            (self.dedication.clone(), Face::Italic),
            (source.join(", "), Face::Italic),
            (self.prize.clone(), Face::Roman),
            (game.to_owned(), Face::Roman),
        ];
        let spans = lines.into_iter().map(|(text, face)| Span::new(text, face));
        spans.filter(|span| !span.text.is_empty()).collect()
    }

    /// Returns the lines below the diagram, under stipulation and number of pieces: number of solutions, twins.
    pub(super) fn below(&self) -> impl Iterator<Item = &str> {
        let solutions = Some(self.solutions.as_str()).filter(|text| !text.is_empty());
        solutions.into_iter().chain(self.later_twins.iter().map(String::as_str))
    }

    /// Returns the solution under its number: author and fault, then the lines.
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
    /// Lines above the diagram.
    pub(super) above: Vec<Span>,
    /// Solution under its number.
    pub(super) solution: Vec<Vec<Span>>,
}

/// Numbers the problems: with the numbers of the file if all have one, else from 1.
pub(super) fn numbered(problems: &[BookProblem]) -> Vec<Numbered<'_>> {
    let games = Games::of(problems);
    let has_own = problems.iter().all(|problem| !problem.number.is_empty());
    let mut numbered = Vec::new();
    for (place, problem) in (1_usize..).zip(problems) {
        let number = if has_own { problem.number.clone() } else { place.to_string() };
        let (above, solution) = (problem.above(&number, games), problem.solution(&number));
        numbered.push(Numbered { problem, above, solution });
    }
    numbered
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
}

impl BookLook {
    /// Returns the style; `None` if the language is unknown or the number of columns out of range.
    pub fn style(&self) -> Option<BookStyle> {
        let Self { title, language, paper, columns } = self;
        let words = Words::of_code(language).filter(|_| (1..=8).contains(columns))?;
        Some(BookStyle {
            title: title.clone(),
            words: &words.book,
            paper: *paper,
            columns: *columns,
            parts: BookParts::Whole,
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
    /// Parts that are written.
    pub parts: BookParts,
}

impl BookStyle {
    /// Returns the style as data for a log.
    pub fn look(&self) -> BookLook {
        let Self { title, words, paper, columns, .. } = self;
        BookLook { title: title.clone(), language: words.code.to_owned(), paper: *paper, columns: *columns }
    }

    /// Returns the number of rows of diagrams on a page: three, so that boards in three columns are wider than 5 cm.
    pub const fn rows(&self) -> u8 {
        if self.columns > 3 { self.columns } else { 3 }
    }

    /// Returns the number of diagrams on a page.
    pub fn page(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows())
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
        let numbered = numbered(problems);
        let title = usize::from(self.title_lines() > 12);
        self.diagram_pages(&numbered).iter().map(|page| page.overfull).sum::<usize>() + title
    }

    /// Returns the book as Typst source; its pictures are SVG files in `folder`.
    pub fn typst(&self, problems: &[BookProblem], folder: &str) -> String {
        typst::source(self, problems, folder)
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
