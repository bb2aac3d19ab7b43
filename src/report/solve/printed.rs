//! Solutions as they are printed. Knows what stands under a problem's heading; sets no moves.

use super::{Findings, SolveRow, compact};
use crate::mate::FullSolution;
use crate::problem::Problem;
use crate::report::Language;

impl SolveRow {
    /// The whole solution as magazines print it; see `src/report/solve/compact.rs`.
    pub fn compact_text(&self, problem: &Problem, full: &FullSolution, language: Language) -> Vec<String> {
        compact::flow(&problem.position, full, language).lines()
    }

    /// The same under a line of its own for the problem, as [`Self::solution_text`] has it.
    pub fn compact_page(&self, problem: &Problem, full: &FullSolution, language: Language) -> String {
        let mut page = self.heading();
        for line in self.compact_text(problem, full, language) {
            page = page + "\n   " + &line;
        }
        let end = match &self.findings {
            Some(Findings { complete: true, .. }) => String::new(),
            _ => format!("\n   {}", self.message),
        };
        format!("{page}{end}\n\n")
    }
}
