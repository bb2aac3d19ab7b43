//! The line of a problem on a terminal: name, game, stipulation, number of pieces, verdict, keys.

use super::SolveRecord;
use crate::aligned::{fitted, padded, terminal_width};
use crate::ci::{CiAnnotation, Level, TestCase, TestResult};
use hexmate_batch::terminal::{Meaning, Painted, one_line};
use hexmate_core::mate::Verdict;
use hexmate_position::{Letters, Long};
use hexmate_problems::SolveStatus;

/// Columns before the verdict.
const HEAD: usize = 49;

/// Most columns of the name.
const NAME: usize = 24;
/// Fewest columns of the name.
const SHORTEST_NAME: usize = 8;

/// Usual columns of the title of the game.
const TITLE: usize = 9;
/// Usual columns of stipulation and number of pieces.
const STIPULATION: usize = 14;

/// Most columns of a stipulation; an unknown stipulation may be any text.
const LONGEST_STIPULATION: usize = 12;

/// Returns the meaning of a verdict.
pub(super) fn meaning(status: SolveStatus) -> Meaning {
    match status {
        SolveStatus::Solved(Verdict::Sound) => Meaning::Good,
        SolveStatus::Solved(Verdict::NotFinished) => Meaning::Open,
        SolveStatus::Solved(_) | SolveStatus::Illegal | SolveStatus::BadInput => Meaning::Wrong,
    }
}

impl SolveRecord {
    /// Returns the line with its line end and its verdict.
    ///
    /// A wide stipulation takes its columns from the space before it, then from the name.
    pub(super) fn line(&self) -> Painted {
        let id = self.heading();
        let title = self.game().map_or("", |game| game.title);
        let title = if terminal_width(title) > TITLE { self.variant() } else { title };
        // Numbers of solutions have no room in the column.
        let (stipulation, pieces) = (self.printed_stipulation(), self.piece_count());
        let stipulation = match self.solved() {
            Some(_) => stipulation.split(' ').next().unwrap_or_default(),
            None => &stipulation,
        };
        let stipulation = fitted(stipulation, LONGEST_STIPULATION);
        let gap = STIPULATION.saturating_sub(terminal_width(&stipulation) + terminal_width(&pieces)).max(1);
        let stipulation = format!("{stipulation}{:gap$}{pieces}", "");
        let before = HEAD.saturating_sub(1 + terminal_width(&stipulation));
        let name = before.saturating_sub(1 + terminal_width(title)).clamp(SHORTEST_NAME, NAME);
        let head = format!("{} {title}", padded(&fitted(&id, name), name));
        let result = self.result();
        let head = one_line(&format!("{} {stipulation}  ", padded(&head, before))).into_owned();
        let status = self.status();
        let verdict = head.len()..head.len() + status.word().len();
        let line = format!("{:<14} {result}", status.word());
        let text = format!("{head}{}\n", one_line(line.trim_end()));
        Painted { text, verdict, meaning: meaning(status) }
    }

    /// Returns the keys and the message.
    fn result(&self) -> String {
        let keys = self.solved().map(|(problem, findings)| {
            let position = &problem.position;
            let long = |&m| format!("1.{}", Long { position, m, letters: &Letters::ENGLISH });
            findings.keys.iter().map(long).collect::<Vec<_>>()
        });
        let keys = keys.unwrap_or_default();
        [keys.join(" "), self.message()].join(if keys.is_empty() { "" } else { "  " })
    }

    /// Returns the problem as a test case, which fails unless the solution is as expected.
    ///
    /// The body of a failure has the verdict, what the file claims, and the position.
    pub fn to_case(&self) -> TestCase {
        let (status, line) = (self.status().word(), self.statement.line);
        let result = if self.as_expected() == Some(true) { TestResult::Passed } else { TestResult::Failed };
        let name = match self.id() {
            "" => format!("problem in line {line} {}", self.title()),
            _ => self.title(),
        };
        let message = format!("{status} {}", self.result()).trim_end().to_owned();
        let (expected, fen) = (self.expectation(), self.fen());
        let facts = [("expected", &expected), ("position", &fen)].into_iter();
        let facts = facts.filter(|(_, value)| !value.is_empty());
        let facts: Vec<String> = facts.map(|(name, value)| format!("{name}: {value}")).collect();
        let is_failed = result == TestResult::Failed;
        let lines = || std::iter::once(message.as_str()).chain(facts.iter().map(String::as_str));
        let annotation = || {
            let code = if self.has_wrong_claim() { self.claim.code() } else { status };
            CiAnnotation::new(Level::Error, format!("{code}: {}", name.trim_end()), lines())
        };
        TestCase {
            file: self.file.to_string(),
            line,
            column: self.statement.column,
            result,
            code: if self.has_wrong_claim() { self.claim.code() } else { status }.to_owned(),
            text: if is_failed { lines().flat_map(|line| [line, "\n"]).collect() } else { String::new() },
            time: self.solution.as_ref().ok().and_then(|solution| solution.time()),
            annotations: is_failed.then(annotation).into_iter().collect(),
            name,
            message,
        }
    }
}
