//! Selection of problems.

use std::borrow::Cow;

use super::{Select, SelectField, Selected, TextForm};
use crate::records::Passage;
use hexmate_batch::digest::Digest;
use hexmate_problems::Statement;
use hexmate_problems::select::{CandidateProblem, ProblemField, Rating, duplicate_key};
use hexmate_report::problem_table;

impl Select {
    /// Tests a problem.
    pub(super) fn problem(
        &self,
        file: &str,
        record: u64,
        statement: &Statement,
        passage: Passage,
    ) -> Selected {
        let fields = self.order.iter().chain(&self.groups).filter_map(|field| field.problem);
        let needed: Vec<Rating> =
            self.problems.ratings().chain(fields.filter_map(ProblemField::rating)).collect();
        let of_comparison = self.comparison.as_ref().map(|_| Rating::Play);
        let candidate = rated(self, file, statement, needed.iter().copied().chain(of_comparison));
        let is_unrated = needed.iter().any(|&rating| candidate.lacks(rating));
        let meets_conditions = self.problems.are_met(&candidate);
        let alike = match &self.comparison {
            Some(comparison) if meets_conditions => comparison.alike(file, record, &candidate),
            _ => Vec::new(),
        };
        let (text, form) = source(statement, passage);
        let sort_key = |field: &SelectField| field.problem?.sort_key(&candidate);
        let groups = self.groups.and_then(|field| Some(field.problem?.of(&candidate)));
        let key = || duplicate_key(&candidate).map(|key| Digest::of(&key).to_short_hex());
        Selected {
            file: file.to_owned(),
            record,
            line: statement.first_line,
            called: called(statement, record),
            is_met: meets_conditions && (self.comparison.is_none() || !alike.is_empty()),
            text: text.into(),
            form,
            order: self.order.iter().map(sort_key).collect(),
            groups: groups.unwrap_or_default(),
            duplicate_key: if self.finds_duplicates { key() } else { None },
            path: None,
            guessed: None,
            players: Vec::new(),
            is_unrated,
            alike,
        }
    }
}

/// Returns the name of a problem for messages.
pub(super) fn called(statement: &Statement, record: u64) -> String {
    match statement.id.as_str() {
        "" => format!("problem {record}"),
        id => format!("problem {record} ({id})"),
    }
}

/// Parses a problem; it is solved if it lacks one of the ratings and there is a solver.
fn rated<'s>(
    task: &Select,
    file: &str,
    statement: &'s Statement,
    mut needed: impl Iterator<Item = Rating>,
) -> CandidateProblem<'s> {
    let candidate = CandidateProblem::new(statement, task.game);
    match &task.solver {
        Some(solver) if needed.any(|rating| candidate.lacks(rating)) => {
            candidate.with_ratings(solver.ratings(file, statement))
        }
        _ => candidate,
    }
}

/// Returns the source text of a problem without blank lines around it, and its form. A problem of a format without rows
/// and lines is a row of its own table.
fn source(statement: &Statement, passage: Passage) -> (Vec<u8>, TextForm) {
    let Passage { bytes, heading, .. } = passage;
    if bytes.is_empty() {
        let (header, rows) = problem_table(&[Cow::Borrowed(statement)]);
        return (rows.trim_end().into(), TextForm::Row(header.into_bytes().into()));
    }
    match heading.is_empty() {
        true => (super::trimmed(bytes), TextForm::Line),
        false => (row(&bytes).to_vec(), TextForm::Row(heading.to_vec().into())),
    }
}

/// Returns a row of a table without the line end and lines of delimiters after it.
fn row(bytes: &[u8]) -> &[u8] {
    let is_blank = |line: &[u8]| line.iter().all(|byte| b",;|\t \r\n".contains(byte));
    let mut row = bytes;
    while let Some(end) = row.iter().rposition(|byte| !b"\r\n".contains(byte)).map(|last| last + 1) {
        row = &row[..end];
        let start = memchr::memrchr2(b'\n', b'\r', row);
        match start {
            Some(start) if is_blank(&row[start..]) => row = &row[..start],
            _ => break,
        }
    }
    row
}
