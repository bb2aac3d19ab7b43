//! Books of problems: numbered diagrams, followed by the solutions.
//!
//! This module has the content and the page layout; `latex`, `typst` and `pdf` write the forms.

mod latex;
mod typst;

use serde::{Deserialize, Serialize};

use super::Words;
use hexmate_diagram::Paper;

/// A problem in a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookProblem {
    /// Id of the problem; may be empty.
    pub id: String,
    /// Diagram as SVG; empty if the position cannot be drawn.
    pub picture: String,
    /// Author; may be empty.
    pub author: String,
    /// Source; may be empty.
    pub source: String,
    /// Stipulation.
    pub stipulation: String,
    /// Letter and change of a twin, `b) Rc4 -> d5`; empty without twins.
    pub twin: String,
    /// Number of pieces of each player, `8+5`.
    pub count: String,
    /// Fault of the problem in words; empty if it is sound.
    pub fault: String,
    /// Lines of the solution.
    pub solution: Vec<String>,
}

impl BookProblem {
    /// Returns `true` for a twin that shares the diagram of the problem before it.
    pub fn is_later_twin(&self) -> bool {
        !self.twin.is_empty() && !self.twin.starts_with("a)")
    }

    /// Adds a later twin: its change to the stipulation, its solution after the others.
    pub fn add_twin(&mut self, twin: Self) {
        if self.twin == "a)" {
            self.twin.clear();
            match self.solution.first_mut() {
                Some(first) => *first = format!("a) {first}"),
                None => self.solution.push("a) –".to_owned()),
            }
        }
        let change = twin.twin.replace("<->", "↔").replace("->", "→");
        self.stipulation = format!("{}  {change}", self.stipulation);
        let heading = if twin.fault.is_empty() { change } else { format!("{change} – {}", twin.fault) };
        self.solution.push(heading);
        self.solution.extend(twin.solution);
    }
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
        let words = Words::with_code(language).filter(|_| (1..=8).contains(columns))?;
        Some(BookStyle { title: title.clone(), words, paper: *paper, columns: *columns })
    }
}

/// Style of a book.
#[derive(Clone, Debug)]
pub struct BookStyle {
    /// Title on the first page; may be empty.
    pub title: String,
    /// Words of the language of the book.
    pub words: &'static Words,
    /// Size of the pages.
    pub paper: Paper,
    /// Number of diagrams in a row, at least one.
    pub columns: u8,
}

impl BookStyle {
    /// Returns the style as data for a log.
    pub fn look(&self) -> BookLook {
        let Self { title, words, paper, columns } = self;
        BookLook { title: title.clone(), language: words.code.to_owned(), paper: *paper, columns: *columns }
    }

    /// Returns the number of rows of diagrams on a page: one more than columns, so twelve diagrams for three columns.
    pub const fn rows(&self) -> u8 {
        self.columns + 1
    }

    /// Returns the number of diagrams on a page.
    pub fn page(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows())
    }

    /// Returns width and height of a page in points.
    pub const fn size(&self) -> (f32, f32) {
        match self.paper {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612., 792.),
        }
    }

    /// Returns the book as Typst source; its pictures are SVG files in `folder`.
    pub fn typst(&self, problems: &[BookProblem], folder: &str) -> String {
        typst::source(self, problems, folder)
    }

    /// Returns the book as LaTeX source; its pictures are PDF files in `folder`.
    pub fn latex(&self, problems: &[BookProblem], folder: &str) -> String {
        latex::source(self, problems, folder)
    }
}

/// Shortens the source of a problem so that it fits in two lines above its diagram.
fn shortened(source: &str, columns: u8) -> String {
    let most = 246 / usize::from(columns.max(1));
    if source.chars().count() <= most {
        return source.to_owned();
    }
    let kept: String = source.chars().take(most).collect();
    let kept = kept.rsplit_once(' ').map_or(kept.as_str(), |(kept, _)| kept);
    format!("{} …", kept.trim_end_matches([',', ';', ' ']))
}
