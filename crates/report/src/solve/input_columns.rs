//! Data of a problem that the solver passes on: author, source, further columns.

use super::SolveRecord;
use super::printed_twin::printed_twin;
use crate::book::BookTwin;
use crate::{Language, TableRow, caption};
use hexmate_diagram::{Caption, CaptionSize};
use hexmate_problems::{ExtraColumn, Operand, SolveStatus, Statement, with_unique_names};

/// Returns the further columns of a statement, under names that no fixed column has.
///
/// If the input is an earlier report, its results are left out. A table is one if it has a verdict and the columns
/// `keys_uci` and `as_expected`, a line of EPD if its verdict has no quotation marks.
pub(super) fn from_statement(statement: &Statement) -> Vec<ExtraColumn> {
    let has = |name: &str| statement.further.iter().any(|one| one.name == name);
    let verdict = statement
        .further
        .iter()
        .find(|one| one.name == "status" && SolveStatus::from_word(&one.value).is_some());
    let is_epd = verdict.is_some_and(|verdict| verdict.operand == Operand::Bare);
    let is_report = is_epd || verdict.is_some() && has("keys_uci") && has("as_expected");
    let is_result = |one: &ExtraColumn| {
        is_report && (SolveRecord::COLUMNS.contains(&one.name.as_str()) || is_epd && one.name == "bm")
    };
    let kept: Vec<ExtraColumn> = statement.further.iter().filter(|one| !is_result(one)).cloned().collect();
    with_unique_names(&kept, SolveRecord::COLUMNS)
}

impl SolveRecord {
    /// Returns the author of the problem; empty if unknown.
    pub fn author(&self) -> &str {
        &self.statement.author
    }

    /// Returns the source of the problem; empty if unknown.
    pub fn source(&self) -> &str {
        &self.statement.source
    }

    /// Returns the further columns of its file, under the names that they have in all outputs.
    pub fn further(&self) -> &[ExtraColumn] {
        &self.further
    }

    /// Returns the further columns as names and values.
    pub fn further_cells(&self) -> Vec<(String, String)> {
        self.further.iter().map(|one| (one.name.clone(), one.value.clone())).collect()
    }

    /// Returns the caption of the diagram, as [`problem_caption`](crate::problem_caption), with the number of pieces and
    /// only its own twin. It gives no part of the solution away.
    pub fn caption(&self, solutions: Option<usize>, language: Language) -> Caption {
        let twin = printed_twin(&self.twin_text(), language);
        let zero = self.zero_position(language);
        let solutions = solutions.filter(|&number| number != 1);
        let solutions = solutions.map(|number| language.words.solutions(number));
        let twin =
            twin.map(|BookTwin { label, change, .. }| format!("{label} {change}").trim_end().to_owned());
        Caption {
            above: caption::above(&self.statement, language),
            left: language.stipulation(self.game(), &self.printed_stipulation()),
            right: self.piece_count(),
            below: solutions
                .into_iter()
                .chain(zero)
                .chain(twin)
                .chain(caption::remarks(&self.statement))
                .collect(),
            size: CaptionSize::Large,
            ..Caption::default()
        }
    }

    /// Returns the name of the diagram if it is not a problem, but twin a) is made from it.
    pub(super) fn zero_position(&self, language: Language) -> Option<String> {
        let is_first = self.twin_letter() == Some('a');
        caption::zero_position(&self.statement, language).filter(|_| is_first)
    }

    /// Returns author, source and further columns as names and values, without empty ones.
    pub(super) fn facts(&self) -> Vec<(&str, &str)> {
        let named = [("author", self.author()), ("source", self.source())];
        let further = self.further.iter().map(|one| (one.name.as_str(), one.value.as_str()));
        named.into_iter().chain(further).filter(|(_, value)| !value.is_empty()).collect()
    }
}
