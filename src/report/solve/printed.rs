//! Solutions as they are printed. Knows what stands under a problem's heading; sets no moves.

use serde_json::Value;

use super::{Findings, SolveRow, compact};
use crate::mate::FullSolution;
use crate::problem::Problem;
use crate::report::{BookProblem, Language, Words};

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
        let claim = self.wrong_claim(words);
        let fault = [fault, claim].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(". ");
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

    /// What the file claims and is not true.
    fn wrong_claim(&self, words: &Words) -> String {
        let is_wrong = |key: &&Value| !matches!(key["is"].as_str(), Some("key" | "unchecked"));
        let wrong: Vec<&str> =
            self.claim.keys.iter().filter(is_wrong).filter_map(|key| key["text"].as_str()).collect();
        match wrong.as_slice() {
            [] if self.claim.is_wrong => self.claim.message.clone(),
            [] => String::new(),
            keys => format!("{} {}", words.wrong_key, keys.join(" ")),
        }
    }

    /// The same under a line of its own for the problem, as [`Self::solution_text`] has it.
    pub fn compact_page(&self, problem: &Problem, full: &FullSolution, language: Language) -> String {
        let mut page = self.heading();
        if !self.claim.message.is_empty() {
            page = page + "\n" + &self.claim.message;
        }
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
