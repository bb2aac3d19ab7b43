//! The arguments of `solve` that say how solutions are printed.

use clap::ValueEnum;
use hexmate::report;
use hexmate::tasks::Sheet;

use super::Language;

/// How solutions are printed.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Print")]
pub struct Printed {
    /// How --text sets solutions.
    #[arg(long, value_name = "STYLE", default_value = "popeye")]
    style: Style,

    /// The words of compact solutions, and the letters of the pieces.
    #[arg(long, value_name = "LANGUAGE", default_value = "english")]
    language: Language,

    /// Figurines in place of letters in compact solutions.
    #[arg(long)]
    figurines: bool,
}

impl Printed {
    /// The form of solutions as text.
    pub const fn sheet(&self) -> Sheet {
        match self.style {
            Style::Popeye => Sheet::Text,
            Style::Compact => Sheet::Compact,
        }
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
