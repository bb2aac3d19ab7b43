//! The command that a log records, as far as its output depends on it.
//!
//! It contains no names of files or programs, so that a forged log cannot make `merge` open or run anything.

use std::fmt;

use serde::{Deserialize, Serialize};

use hexmate_batch::log;
use hexmate_core::mate::Scope;
use hexmate_core::rules::EDITION;

use crate::{CiFormat, Format, Language, SolveLook};
use hexmate_position::Letters;

/// A recorded command with its settings.
///
/// `merge` writes the output from this and from the entries alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Recorded {
    /// `perft`: counts from positions.
    Perft(RecordedCounts),
    /// `perft --verify`: lines of reference tables. Its log is for `--resume` only.
    PerftVerify,
    /// `solve`: solved problems.
    Solve(Box<RecordedSolutions>),
    /// `validate`: checked records.
    Validate(RecordedChecks),
    /// `mine`: problems found in games.
    Mine(RecordedPuzzles),
    /// `compose search`: new problems.
    ComposeSearch(RecordedFinds),
    /// `analyse`: evaluated games.
    Analyse(RecordedAnalyses),
    /// `match`: games between two engines. Its log is for `--resume` only.
    Match,
}

/// Settings of `perft`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCounts {
    /// Format of the table.
    pub format: Format,
    /// Depth in plies.
    pub depth: u32,
    /// Columns of the table.
    pub detail: CountDetail,
    /// Source of the positions.
    pub of: CountedFrom,
}

/// Counts for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountDetail {
    /// Nodes.
    Nodes,
    /// Nodes, and moves of each kind.
    Breakdown,
    /// Nodes after each first move.
    Divide,
    /// Nodes after each first move, and the position after it.
    DivideWithFens,
}

impl CountDetail {
    /// Returns whether each first move has its own row.
    pub const fn is_divide(self) -> bool {
        matches!(self, Self::Divide | Self::DivideWithFens)
    }
}

/// Source of counted positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedFrom {
    /// A position of the command line.
    Position,
    /// A file in which every record has a position.
    File,
    /// A file in which some records have no position; each run has reported them.
    FaultyFile,
}

/// Settings of `solve`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSolutions {
    /// Phases of the solutions that were searched.
    pub scope: Scope,
    /// `true` if the command line limits every output to keys. Logs of earlier versions do not say it.
    #[serde(default)]
    pub is_keys_only: bool,
    /// Settings of the output.
    pub look: SolveLook,
}

impl RecordedSolutions {
    /// Returns whether one run with another output would have searched for no more.
    pub const fn suffices_for(&self, kind: OutputKind) -> bool {
        self.scope.variations || self.is_keys_only || !kind.has_solutions()
    }
}

/// Settings of `validate`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedChecks {
    /// Format of the lines that go to stdout or to `--output`.
    pub format: CheckFormat,
    /// `true` if text shows the board before an error.
    pub has_boards: bool,
    /// Games of the repaired collection that are written; `None` if games are not repaired.
    pub repair: Option<WrittenGames>,
    /// `true` if rows have the column of slips.
    pub slips: bool,
    /// Language of the HTML page.
    #[serde(default = "english", with = "crate::solve::language_code")]
    pub language: Language,
}

fn english() -> Language {
    Language::of(Letters::ENGLISH)
}

/// Format of lines of `validate`, `solve` and `perft --verify`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckFormat {
    /// Text for people.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// JSON Lines.
    Json,
    /// A JUnit report.
    Junit,
    /// Annotations of a GitHub workflow.
    Github,
}

impl CheckFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Text, Self::Csv, Self::Json, Self::Junit, Self::Github];

    /// Returns the kind of table; `None` for a report for continuous integration.
    pub const fn table(self) -> Option<Format> {
        match self {
            Self::Text => Some(Format::Text),
            Self::Csv => Some(Format::Csv),
            Self::Json => Some(Format::Json),
            Self::Junit | Self::Github => None,
        }
    }

    /// Returns the kind of report for continuous integration; `None` for a table.
    pub const fn report(self) -> Option<CiFormat> {
        match self {
            Self::Junit => Some(CiFormat::Junit),
            Self::Github => Some(CiFormat::Github),
            Self::Text | Self::Csv | Self::Json => None,
        }
    }

    /// Returns the name of its [`ValidateForm`](crate::ValidateForm) and [`SolveForm`](crate::SolveForm).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Github => "github",
        }
    }
}

impl From<Format> for CheckFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
        }
    }
}

/// Games of a repaired collection that are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenGames {
    /// No games.
    Nothing,
    /// Every game, repaired or unchanged.
    Whole,
    /// Repaired games only, in SAN with English letters.
    #[serde(rename = "mended-only")]
    RepairedOnly,
}

/// Settings of `mine`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPuzzles {
    /// Format of the table.
    pub format: Format,
    /// Prefix of the ids of problems.
    pub prefix: String,
    /// `true` if rows have the column `played`.
    pub played: bool,
}

/// Settings of `compose search`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFinds {
    /// Format of the table.
    pub format: Format,
    /// Prefix of the ids of problems.
    pub prefix: String,
}

/// Settings of `analyse`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAnalyses {
    /// Format of the table.
    pub format: Format,
    /// Language of the HTML page.
    #[serde(default = "english", with = "crate::solve::language_code")]
    pub language: Language,
}

/// A kind of output; `merge` takes a path for each. The table of outputs has a row for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// The table or the solutions that go to stdout or to `--output`.
    Lines,
    /// A CSV table.
    Report,
    /// Repaired games.
    Repair,
    /// A JSON Lines file.
    Jsonl,
    /// A folder of diagrams.
    Diagrams,
    /// A folder of certificates.
    Certificate,
    /// Whole solutions as text.
    Text,
    /// Problems as EPD.
    Epd,
    /// Solutions as PGN.
    Pgn,
    /// An HTML page.
    Html,
    /// A book.
    Book,
    /// Diagrams of a book, without solutions.
    SolvingSheet,
    /// Solutions of a book, without diagrams.
    Solutions,
}

/// A row of the table of outputs.
struct OutputRow {
    kind: OutputKind,
    /// Name of the option that takes the path.
    option: &'static str,
    /// Name of the form that a command writes; `None` if the command has no such output.
    solve: Option<&'static str>,
    validate: Option<&'static str>,
    analyse: Option<&'static str>,
}

/// The outputs of commands over many records, in the order in which they are opened.
///
/// The form of [`OutputKind::Lines`] depends on the settings of a run; each of these commands has it.
#[rustfmt::skip]
const OUTPUTS: [OutputRow; 13] = [
    row(OutputKind::Lines, "output", [None; 3]),
    row(OutputKind::Report, "report", [Some("csv"), Some("csv"), None]),
    row(OutputKind::Repair, "repair", [None, Some("games"), None]),
    row(OutputKind::Jsonl, "jsonl", [Some("json"), None, None]),
    row(OutputKind::Diagrams, "diagrams", [Some("diagrams"), None, None]),
    row(OutputKind::Certificate, "certificate", [Some("certificates"), None, None]),
    row(OutputKind::Text, "text", [Some("solutions"), None, None]),
    row(OutputKind::Epd, "epd", [Some("epd"), None, None]),
    row(OutputKind::Pgn, "pgn", [Some("pgn"), None, Some("pgn")]),
    row(OutputKind::Html, "html", [Some("html"), Some("html"), Some("html")]),
    row(OutputKind::Book, "book", [Some("book"), None, None]),
    row(OutputKind::SolvingSheet, "solving-sheet", [Some("solving-sheet"), None, None]),
    row(OutputKind::Solutions, "solutions", [Some("printed-solutions"), None, None]),
];

const fn row(
    kind: OutputKind,
    option: &'static str,
    [solve, validate, analyse]: [Option<&'static str>; 3],
) -> OutputRow {
    OutputRow { kind, option, solve, validate, analyse }
}

/// Returns the outputs of a command with the names of their forms: `lines` for [`OutputKind::Lines`], and those of
/// its column of the table.
fn forms(lines: &str, column: impl Fn(&OutputRow) -> Option<&'static str>) -> Vec<(OutputKind, &str)> {
    let form = |row: &OutputRow| match row.kind {
        OutputKind::Lines => Some((row.kind, lines)),
        kind => Some((kind, column(row)?)),
    };
    OUTPUTS.iter().filter_map(form).collect()
}

impl RecordedSolutions {
    /// Returns the outputs that `solve` can write, with the names of their forms.
    pub fn forms(&self) -> Vec<(OutputKind, &str)> {
        forms(&self.look.lines, |row| row.solve)
    }
}

impl RecordedChecks {
    /// Returns the outputs that `validate` can write, with the names of their forms.
    pub fn forms(&self) -> Vec<(OutputKind, &str)> {
        let has_games = self.repair.is_some_and(|repair| repair != WrittenGames::Nothing);
        forms(self.format.name(), |row| row.validate.filter(|_| has_games || row.kind != OutputKind::Repair))
    }
}

impl RecordedAnalyses {
    /// Returns the outputs that `analyse` can write, with the names of their forms.
    pub fn forms(&self) -> Vec<(OutputKind, &str)> {
        forms(CheckFormat::from(self.format).name(), |row| row.analyse)
    }
}

impl OutputKind {
    /// Returns the kind of output of an option, which is named without its dashes.
    pub fn of_option(option: &str) -> Option<Self> {
        OUTPUTS.iter().find(|row| row.option == option).map(|row| row.kind)
    }

    /// Returns whether the form with this name, of the lines of `solve`, has solutions, and not only keys.
    pub fn has_solutions_in(lines: &str) -> bool {
        !["text", CheckFormat::Junit.name(), CheckFormat::Github.name()].contains(&lines)
    }

    /// Returns whether the output of `solve` has solutions, and not only keys.
    pub const fn has_solutions(self) -> bool {
        !matches!(self, Self::Lines | Self::Diagrams | Self::Certificate | Self::SolvingSheet)
    }
}

/// Displays the option that takes the path.
impl fmt::Display for OutputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let option = OUTPUTS.iter().find(|row| row.kind == *self).map_or("", |row| row.option);
        write!(f, "--{option}")
    }
}

impl Recorded {
    /// Returns the name of the command.
    pub const fn command(&self) -> &'static str {
        match self {
            Self::Perft(_) => "perft",
            Self::PerftVerify => "perft --verify",
            Self::Solve(_) => "solve",
            Self::Validate(_) => "validate",
            Self::Mine(_) => "mine",
            Self::ComposeSearch(_) => "compose search",
            Self::Analyse(_) => "analyse",
            Self::Match => "match",
        }
    }

    /// Returns the kinds of output that `merge` can write.
    pub fn kinds(&self) -> Vec<OutputKind> {
        let forms = match self {
            Self::Perft(_) | Self::Mine(_) | Self::ComposeSearch(_) => return vec![OutputKind::Lines],
            Self::PerftVerify | Self::Match => return Vec::new(),
            Self::Analyse(analyses) => analyses.forms(),
            Self::Solve(solutions) => solutions.forms(),
            Self::Validate(checks) => checks.forms(),
        };
        forms.into_iter().map(|(kind, _)| kind).collect()
    }
}

impl log::LoggedCommand for Recorded {
    const PROGRAM: &str = concat!("hexmate ", env!("CARGO_PKG_VERSION"));
    const RULES: u32 = EDITION;

    fn is_sane(&self) -> bool {
        match self {
            Self::Solve(solutions) => solutions.look.is_sane(),
            _ => true,
        }
    }

    /// A perft can go deeper, and other commands can change how results are shown, because entries hold results.
    fn continues(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Perft(ours), Self::Perft(theirs)) => (ours.detail, ours.of) == (theirs.detail, theirs.of),
            (Self::Solve(ours), Self::Solve(theirs)) => ours.scope == theirs.scope,
            (Self::Analyse(_), Self::Analyse(_)) => true,
            (Self::Validate(ours), Self::Validate(theirs)) => {
                (ours.repair, ours.slips) == (theirs.repair, theirs.slips)
            }
            _ => self == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnalyseForm, SolveForm, ValidateForm};

    #[test]
    fn outputs_have_known_forms() {
        for row in &OUTPUTS {
            assert!(row.solve.is_none_or(|name| SolveForm::named(SolveForm::ALL, name).is_some()));
            assert!(row.validate.is_none_or(|name| ValidateForm::named(ValidateForm::ALL, name).is_some()));
            assert!(row.analyse.is_none_or(|name| AnalyseForm::named(AnalyseForm::ALL, name).is_some()));
            assert_eq!(OutputKind::of_option(row.option), Some(row.kind));
            assert_eq!(row.kind.to_string(), format!("--{}", row.option));
        }
    }
}
