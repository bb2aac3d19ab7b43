//! The arguments of `solve` that say how solutions are printed.

use crate::cli::shared::destination::{Destination, Form};
use clap::ValueEnum;
use hexmate_report as report;
use hexmate_report::{BookStyle, TextStyle};

use crate::cli::diagram::args::PaperSize;
use crate::cli::shared::language::Language;

/// How solutions are printed.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Book")]
pub struct Printed {
    /// Write a book to this file, which ends in .pdf, .typ or .tex: numbered diagrams, solutions at the back.
    /// The pictures of a source for Typst or LaTeX go into a folder of the same name beside it.
    #[arg(long, value_name = "FILE", value_parser = Form::Book)]
    pub book: Option<Destination>,

    /// The title of the book.
    #[arg(long, value_name = "TEXT", requires = "book")]
    title: Option<String>,

    /// The paper of the book.
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = "book")]
    paper: PaperSize,

    /// How many diagrams are beside each other in the book: twelve on a page, or six that are larger.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3),
        requires = "book")]
    columns: u8,

    /// How --text sets solutions.
    #[arg(long, value_name = "STYLE", default_value = "popeye", help_heading = "What is shown")]
    style: Style,

    /// The words of compact solutions and of the book, and the letters of the pieces.
    #[arg(long, value_name = "LANGUAGE", default_value = "english", help_heading = "What is shown")]
    language: Language,

    /// Figurines in place of letters in compact solutions and in the book.
    #[arg(long, help_heading = "What is shown")]
    figurines: bool,
}

impl Printed {
    /// Layout of solutions as text.
    pub const fn style(&self) -> TextStyle {
        match self.style {
            Style::Popeye => TextStyle::Popeye,
            Style::Compact => TextStyle::Compact,
        }
    }

    /// How the book looks.
    pub fn book(&self) -> BookStyle {
        let words = self.language().words;
        let title = self.title.clone().unwrap_or_else(|| words.problems.to_owned());
        BookStyle { title, words, paper: self.paper.into(), columns: self.columns }
    }

    /// The letters and words of compact solutions.
    pub fn language(&self) -> report::Language {
        let language = report::Language::of(self.language.letters());
        if self.figurines { language.with_figurines() } else { language }
    }
}

/// How solutions are set as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Style {
    /// A line a move.
    Popeye,
    /// Run on, as magazines do: `1.Rf11! (2.Qd4#) Kc5 2.Qb3#`.
    Compact,
}
