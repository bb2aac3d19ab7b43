//! Solutions as they are printed. Knows what stands under a problem's heading; sets no moves.

use super::{Findings, SolveRow, compact};
use crate::mate::FullSolution;
use crate::problem::Problem;
use crate::report::{BookProblem, Language};

impl SolveRow {
    /// The whole solution as magazines print it; see `src/report/solve/compact.rs`.
    pub fn compact_text(&self, problem: &Problem, full: &FullSolution, language: Language) -> Vec<String> {
        compact::flow(&problem.position, full, language).lines()
    }

    /// What a book prints of it under a diagram, which may be empty.
    pub fn book_problem(
        &self,
        picture: String,
        solved: Option<(&Problem, &FullSolution)>,
        language: Language,
    ) -> BookProblem {
        let Language { words, .. } = language;
        let solution = solved.map(|(problem, full)| self.compact_text(problem, full, language));
        let fault = match self.status {
            "SOUND" => String::new(),
            "COOKED" => words.cooked.to_owned(),
            "SHORT_SOLUTION" => words.short.to_owned(),
            "NO_SOLUTION" => words.unsolvable.to_owned(),
            "NOT_FINISHED" => words.unfinished.to_owned(),
            _ => words.illegal.to_owned(),
        };
        BookProblem {
            id: self.id.clone(),
            picture,
            author: self.author.clone(),
            source: self.source.clone(),
            stipulation: self.stipulation.clone(),
            count: self.men.clone(),
            fault,
            solution: solution.unwrap_or_else(|| vec![self.message.clone()]),
        }
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
