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

use super::issue::DescribedIssue;
use crate::cli::diagram::args::{micrometres, papers};
use crate::cli::shared::language::languages;

/// Name of the group of outputs for print.
const PRINTED: &str = "printed";

/// Name of the group of outputs with a title.
const TITLED: &str = "titled";

/// Options for the book and the layout of solutions.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Book", group = ArgGroup::new(PRINTED).multiple(true),
    group = ArgGroup::new(TITLED).args(["book", "solving_sheet", "solutions", "html"]).multiple(true))]
pub struct Layout {
    /// Write a book to this file (.pdf, .epub, .typ or .tex): numbered diagrams, with the solutions at the back. The
    /// pictures of Typst and LaTeX sources go to a folder of the same name. If the only input is a description (.toml),
    /// the book is the issue of a magazine: see `hexmate help books`.
    #[arg(long, value_name = "FILE", value_parser = Form::Book, group = PRINTED)]
    pub book: Option<Destination>,

    /// Write a solving sheet to this file (.pdf, .epub, .typ or .tex): numbered diagrams with lines to write on, without
    /// solutions. Add --solutions for the solutions.
    #[arg(long, value_name = "FILE", value_parser = Form::Book, group = PRINTED)]
    pub solving_sheet: Option<Destination>,

    /// Write the solutions of the book without diagrams to this file (.pdf, .epub, .typ or .tex).
    #[arg(long, value_name = "FILE", value_parser = Form::Book, group = PRINTED)]
    pub solutions: Option<Destination>,

    /// Title of the book, and of the HTML page.
    #[arg(long, value_name = "TEXT", requires = TITLED)]
    title: Option<String>,

    /// Not an option: it explains how a book is sorted.
    #[arg(long, value_name = "KEY", hide = true, value_parser = sorting)]
    sort: Option<String>,

    /// Paper size of the book.
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = PRINTED, ignore_case = true, value_parser = papers())]
    paper: Paper,

    /// Number of diagrams side by side in the book: 3 for nine on a page, 2 for four larger ones, 1 for one.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(1..=3),
        requires = PRINTED)]
    columns: u8,

    /// Width of the boards of the book, such as `60mm` or `6cm`. By default all boards are as large as the columns and
    /// the fewest pages allow: 50 to 57 mm in three columns on A4, 78 to 89 mm in two.
    #[arg(long, value_name = "WIDTH", requires = PRINTED, value_parser = board_width)]
    board: Option<u16>,

    /// Layout of the solutions of --text.
    #[arg(long, value_name = "STYLE", default_value = "popeye", help_heading = "Solution", value_parser = styles())]
    pub style: TextStyle,

    /// Language of compact solutions, of the HTML page and of the book, with its piece letters. By default English, or the
    /// language of the description of a magazine.
    #[arg(long, value_name = "LANGUAGE", help_heading = "Solution", value_parser = languages())]
    language: Option<Letters>,

    /// Sign of mate in compact solutions and in the book, with its stipulations.
    #[arg(long, value_name = "SIGN", default_value = "#", help_heading = "Solution")]
    mate_sign: Sign,

    /// Use figurines instead of letters in compact solutions and in the book.
    #[arg(long, help_heading = "Solution")]
    figurines: bool,
}

impl Layout {
    /// Returns the layout of the book; the options overrule the description of an issue.
    pub fn book(&self, described: Option<&DescribedIssue>) -> BookStyle {
        let words = self.language(described).words;
        let title = self.title.clone().or_else(|| described?.title.clone());
        let title = title.unwrap_or_else(|| words.problems.to_owned());
        let issue = described.map(|described| described.issue.clone());
        let Self { paper, columns, board, .. } = *self;
        BookStyle { title, words, paper, columns, board, parts: BookParts::Whole, issue }
    }

    /// Returns the piece letters and words of compact solutions.
    pub fn language(&self, described: Option<&DescribedIssue>) -> report::Language {
        let letters = self.language.or_else(|| described?.language).unwrap_or(Letters::ENGLISH);
        let language = report::Language::of(letters).with_mate_sign(self.mate_sign.into());
        if self.figurines { language.with_figurines() } else { language }
    }
}

/// Rejects an order of the problems with advice.
fn sorting(key: &str) -> Result<String, String> {
    let advice = format!("hexmate select FILES --sort {key} -o sorted.csv");
    Err(format!("outputs have the order of the files; sort them first: {advice}"))
}

/// Parses a width in millimetres, centimetres or inches; returns tenths of a millimetre.
fn board_width(text: &str) -> Result<u16, String> {
    let length = micrometres(text).or_else(|| micrometres(&format!("{text}mm")));
    let length = length.ok_or_else(|| "write a width such as 60mm".to_owned())?;
    let width = u16::try_from((length + 50) / 100).ok().filter(|width| BookStyle::BOARDS.contains(width));
    width.ok_or_else(|| "a board has a width of 20mm to 180mm".to_owned())
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
