//! What a problem's file says of it and the solver does not need: author, source, further columns. No solutions.

use super::SolveRow;
use crate::Row;
use crate::further::named_apart;
use hexmate_diagram::Caption;
use hexmate_problems::{Further, Statement};

/// The further columns of a statement, under names that the table has not.
///
/// Where they are the results of an earlier run, as in a report that is solved again, those are left out.
pub(super) fn from_statement(statement: &Statement) -> Vec<Further> {
    let is_verdict = |one: &Further| one.name == "status" && STATUSES.contains(&one.value.as_str());
    let is_report = statement.further.iter().any(is_verdict);
    let is_result = |one: &Further| is_report && SolveRow::COLUMNS.contains(&one.name.as_str());
    let kept: Vec<Further> = statement.further.iter().filter(|one| !is_result(one)).cloned().collect();
    named_apart(&kept, SolveRow::COLUMNS)
}

/// What stands in the column `status` of a report.
const STATUSES: [&str; 8] = [
    "SOUND",
    "COOKED",
    "FEWER_SOLUTIONS",
    "SHORT_SOLUTION",
    "NO_SOLUTION",
    "NOT_FINISHED",
    "ILLEGAL",
    "BAD_INPUT",
];

impl SolveRow {
    /// Who composed the problem; empty if its file does not say.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Where the problem comes from; empty if its file does not say.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The other columns of its file, under the names that they have in all outputs.
    pub fn further(&self) -> &[Further] {
        &self.further
    }

    /// The same as plain names and values.
    pub fn further_cells(&self) -> Vec<(String, String)> {
        self.further.iter().map(|one| (one.name.clone(), one.value.clone())).collect()
    }

    /// What is written round the diagram: author and source, stipulation and count of pieces, and between
    /// them what is wrong with a claim.
    pub fn caption(&self) -> Caption {
        let above = [&self.author, &self.source].into_iter().filter(|text| !text.is_empty());
        Caption {
            above: above.cloned().collect(),
            left: format!("{} {}", self.stipulation, self.twin).trim_end().to_owned(),
            middle: self.claim.message.clone(),
            right: self.pieces.clone(),
        }
    }

    /// Names and values for readers, without those that say nothing.
    pub(super) fn facts(&self) -> Vec<(&str, &str)> {
        let named = [("author", self.author.as_str()), ("source", self.source.as_str())];
        let further = self.further.iter().map(|one| (one.name.as_str(), one.value.as_str()));
        named.into_iter().chain(further).filter(|(_, value)| !value.is_empty()).collect()
    }
}
