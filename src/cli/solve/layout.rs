//! Options of `solve` for the book and the layout of solutions.

use crate::cli::shared::choice::choice;
use crate::cli::shared::destination::{Destination, Form};
use crate::cli::shared::number::number;
use clap::builder::TypedValueParser;
use clap::{ArgGroup, ValueEnum};
use hexmate_diagram::Paper;
use hexmate_position::Letters;
use hexmate_report as report;
use hexmate_report::{BookParts, BookStyle, MateSign, TextStyle};

use crate::cli::diagram::args::papers;
use crate::cli::shared::language::languages;

/// Name of the group of outputs for print.
const PRINTED: &str = "printed";

/// Options for the book and the layout of solutions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Book", group = ArgGroup::new(PRINTED).multiple(true))]
pub struct Layout {
    /// Write a book to this file (.pdf, .typ or .tex): numbered diagrams, with the solutions at the back. The pictures
    /// of Typst and LaTeX sources go to a folder of the same name.
    #[arg(long, value_name = "FILE", value_parser = Form::Book, group = PRINTED)]
    pub book: Option<Destination>,

    /// Write a solving sheet to this file (.pdf, .typ or .tex): numbered diagrams with lines to write on, without
    /// solutions. Add --solutions for the solutions.
    #[arg(long, value_name = "FILE", value_parser = Form::Book, group = PRINTED)]
    pub solving_sheet: Option<Destination>,

    /// Write the solutions of the book without diagrams to this file (.pdf, .typ or .tex).
    #[arg(long, value_name = "FILE", value_parser = Form::Book, group = PRINTED)]
    pub solutions: Option<Destination>,

    /// Title of the book.
    #[arg(long, value_name = "TEXT", requires = PRINTED)]
    title: Option<String>,

    /// Paper size of the book.
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = PRINTED, value_parser = papers())]
    paper: Paper,

    /// Number of diagrams side by side in the book: 3 for nine on a page, 2 for six larger ones.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(2..=3),
        requires = PRINTED)]
    columns: u8,

    /// Layout of the solutions of --text.
    #[arg(long, value_name = "STYLE", default_value = "popeye", help_heading = "Solution", value_parser = styles())]
    pub style: TextStyle,

    /// Language of compact solutions, of the HTML page and of the book, with its piece letters.
    #[arg(long, value_name = "LANGUAGE", default_value = "english", help_heading = "Solution", value_parser = languages())]
    language: Letters,

    /// Sign of mate in compact solutions and in the book, with its stipulations.
    #[arg(long, value_name = "SIGN", default_value = "#", help_heading = "Solution")]
    mate_sign: Sign,

    /// Use figurines instead of letters in compact solutions and in the book.
    #[arg(long, help_heading = "Solution")]
    figurines: bool,
}

impl Layout {
    /// Returns the layout of the book.
    pub fn book(&self) -> BookStyle {
        let words = self.language().words;
        let title = self.title.clone().unwrap_or_else(|| words.problems.to_owned());
        BookStyle { title, words, paper: self.paper, columns: self.columns, parts: BookParts::Whole }
    }

    /// Returns the piece letters and words of compact solutions.
    pub fn language(&self) -> report::Language {
        let language = report::Language::of(self.language).with_mate_sign(self.mate_sign.into());
        if self.figurines { language.with_figurines() } else { language }
    }
}

fn styles() -> impl TypedValueParser<Value = TextStyle> {
    choice([
        ("popeye", "One line for each move", TextStyle::Popeye),
        ("compact", "Running text, as in magazines: `1.Rf11! (2.Qd4#) Kc5 2.Qb3#`", TextStyle::Compact),
    ])
}

/// Sign of mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Sign {
    /// Number sign.
    #[value(name = "#")]
    Hash,
    /// Double dagger.
    #[value(name = "‡", alias = "dagger", alias = "++")]
    Dagger,
}

impl From<Sign> for MateSign {
    fn from(sign: Sign) -> Self {
        match sign {
            Sign::Hash => Self::Hash,
            Sign::Dagger => Self::Dagger,
        }
    }
}
