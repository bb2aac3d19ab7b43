//! Problems as a printed column: numbered diagrams, solutions at the back. Knows what is printed of a problem and
//! on which paper; how a page is set, its forms know.

mod latex;
mod typst;

use serde::{Deserialize, Serialize};

use super::Words;
use hexmate_diagram::Paper;

/// What is printed of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookProblem {
    /// Its name in its file; may be empty.
    pub id: String,
    /// Its diagram as SVG; empty if its position cannot be drawn.
    pub picture: String,
    /// Who composed it; may be empty.
    pub author: String,
    /// Where it was printed first; may be empty.
    pub source: String,
    /// What is asked.
    pub stipulation: String,
    /// Which twin it is, `b) Rc4 -> d5`; empty if it has none.
    pub twin: String,
    /// The pieces of each player, `8+5`.
    pub count: String,
    /// What is wrong with it, in words; empty if nothing is.
    pub fault: String,
    /// The lines of its solution, with figurines for pieces or with letters.
    pub solution: Vec<String>,
}

impl BookProblem {
    /// Whether it stands below the diagram of the one before.
    pub fn is_later_twin(&self) -> bool {
        !self.twin.is_empty() && !self.twin.starts_with("a)")
    }

    /// Puts a twin below its first: what it changes beside what is asked, its solution behind that of the others.
    pub fn add_twin(&mut self, twin: Self) {
        if self.twin == "a)" {
            self.twin.clear();
            match self.solution.first_mut() {
                Some(first) => *first = format!("a) {first}"),
                None => self.solution.push("a) –".to_owned()),
            }
        }
        let asked = twin.twin.replace("<->", "↔").replace("->", "→");
        self.stipulation = format!("{}  {asked}", self.stipulation);
        let said = if twin.fault.is_empty() { asked } else { format!("{asked} – {}", twin.fault) };
        self.solution.push(said);
        self.solution.extend(twin.solution);
    }
}

/// The look of a book as data, which may be forged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookLook {
    title: String,
    language: String,
    paper: Paper,
    columns: u8,
}

impl BookLook {
    /// The style, if there is such a language and such a number of columns.
    pub fn style(&self) -> Option<BookStyle> {
        let Self { title, language, paper, columns } = self;
        let words = Words::with_code(language).filter(|_| (1..=8).contains(columns))?;
        Some(BookStyle { title: title.clone(), words, paper: *paper, columns: *columns })
    }
}

/// How a book looks.
#[derive(Clone, Debug)]
pub struct BookStyle {
    /// What stands above all; may be empty.
    pub title: String,
    /// The words.
    pub words: &'static Words,
    /// The size of the pages.
    pub paper: Paper,
    /// How many diagrams stand beside each other, at least one.
    pub columns: u8,
}

impl BookStyle {
    /// The same as data.
    pub fn look(&self) -> BookLook {
        let Self { title, words, paper, columns } = self;
        BookLook { title: title.clone(), language: words.code.to_owned(), paper: *paper, columns: *columns }
    }

    /// How many rows of diagrams a page has: twelve diagrams where three stand beside each other.
    pub const fn rows(&self) -> u8 {
        self.columns + 1
    }

    /// How many diagrams a page has.
    pub fn page(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows())
    }

    /// Width and height of a page in points.
    pub const fn size(&self) -> (f32, f32) {
        match self.paper {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612., 792.),
        }
    }

    /// The book as a source for Typst, whose pictures lie in a folder beside it.
    pub fn typst(&self, problems: &[BookProblem], folder: &str) -> String {
        typst::source(self, problems, folder)
    }

    /// The book as a source for LaTeX, whose pictures lie as PDF in a folder beside it.
    pub fn latex(&self, problems: &[BookProblem], folder: &str) -> String {
        latex::source(self, problems, folder)
    }
}

/// A source that takes no more than two lines under a number, where so many diagrams stand beside each other.
fn shortened(source: &str, columns: u8) -> String {
    let most = 246 / usize::from(columns.max(1));
    if source.chars().count() <= most {
        return source.to_owned();
    }
    let kept: String = source.chars().take(most).collect();
    let kept = kept.rsplit_once(' ').map_or(kept.as_str(), |(kept, _)| kept);
    format!("{} …", kept.trim_end_matches([',', ';', ' ']))
}
