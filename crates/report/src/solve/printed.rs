//! Solutions for HTML pages, books and compact text.

use std::fmt::Write as _;

use serde_json::Value;

use super::compact::Tries;
use super::printed_twin::printed_twin;
use super::{Findings, SolveRow, compact};
use crate::book::{Face, Span};
use crate::flow::with_figurines;
use crate::page;
use crate::page::{Entry, escaped};
use crate::{BookProblem, Language, Words};
use hexmate_core::mate::FullSolution;
use hexmate_diagram::page_board;
use hexmate_position::Setup;
use hexmate_problems::{Detail, Problem, Statement};

impl SolveRow {
    /// Returns the whole solution in the compact style of magazines; see `compact.rs`.
    pub fn compact_text(&self, problem: &Problem, full: &FullSolution, language: Language) -> Vec<String> {
        compact::flow(&problem.position, full, language, Tries::All, &[]).lines()
    }

    /// Returns the article of a page: board, wrong claims, verdict, and the solution, whose moves the board follows.
    pub fn to_entry(&self, solved: Option<(&Problem, &FullSolution)>, language: Language) -> Entry {
        let language = language.with_figurines();
        let mut html = String::new();
        if let Some((problem, _)) = solved {
            html +=
                &page::figure(&page_board(&Setup::from(&problem.position)), &self.stipulation, &self.pieces);
        }
        html += &page::fault(&self.claim.message);
        let (verdict, rest) = self.verdict();
        let _ = writeln!(html, "<p class=\"verdict\"><b>{}</b> {}</p>", escaped(&verdict), escaped(&rest));
        html += &page::facts(&self.facts());
        if let Some((problem, full)) = solved {
            let moves = compact::flow(&problem.position, full, language, Tries::All, &[]).paragraphs();
            html += &page::moves(&with_figurines(&compact::keys(&problem.position, full, language)), &moves);
        }
        let length = self.findings.as_ref().and_then(|findings| findings.mate_in);
        let text = length.map(|length| length.to_string()).unwrap_or_default();
        let values = [("verdict", self.status), ("length", &text), ("claim", self.claim.code)];
        Entry {
            label: self.heading(),
            stipulation: self.stipulation.clone(),
            verdict: self.status.to_owned(),
            length,
            is_fault: !self.is_sound() || self.claim.is_wrong,
            game: solved.map(|(problem, _)| problem.position.game().name.to_owned()).unwrap_or_default(),
            html,
            values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        }
    }

    /// Returns the verdict and its details.
    fn verdict(&self) -> (String, String) {
        match &self.findings {
            Some(Findings { complete: true, summary, .. }) => {
                let tested = if self.is_sound() { "C+  " } else { "" };
                (self.status.to_owned(), format!("{tested}{}: {summary}", self.title))
            }
            Some(Findings { summary, .. }) => {
                (self.status.to_owned(), format!("{}: {}; so far {summary}", self.title, self.message))
            }
            None => (self.status.to_owned(), self.message.clone()),
        }
    }

    /// Returns the problem for a book; `picture` may be empty.
    pub fn book_problem(
        &self,
        picture: String,
        statement: &Statement,
        solved: Option<(&Problem, &FullSolution)>,
        language: Language,
    ) -> BookProblem {
        let Language { words, .. } = language;
        let mut solution = solved.map_or_else(Vec::new, |(problem, full)| {
            let intended = problem.claim.moves().unwrap_or_default();
            compact::flow(&problem.position, full, language, Tries::WithPlay, &intended).printed()
        });
        if let Some(last) = solution.last_mut().filter(|_| self.is_sound()) {
            last.push(Span::new(" C+", Face::Roman));
        }
        let fault = match self.status {
            "SOUND" => String::new(),
            "COOKED" => words.cooked.to_owned(),
            "FEWER_SOLUTIONS" => words.fewer.to_owned(),
            "SHORT_SOLUTION" => words.short.to_owned(),
            "NO_SOLUTION" => words.unsolvable.to_owned(),
            "NOT_FINISHED" => words.unfinished.to_owned(),
            _ => words.illegal.to_owned(),
        };
        let claim = self.wrong_claim(words);
        let fault = [fault, claim].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(". ");
        let solutions = solved.and_then(|(problem, _)| problem.solutions).filter(|&count| count != 1);
        let detail = |detail| statement.detail(detail).to_owned();
        BookProblem {
            number: detail(Detail::Number),
            game: self.title.to_owned(),
            picture,
            author: self.author.clone(),
            dedication: detail(Detail::Dedication),
            source: self.source.clone(),
            date: detail(Detail::Date),
            prize: detail(Detail::Prize),
            stipulation: language.mate_sign.apply(&self.stipulation),
            solutions: solutions.map(|count| words.solutions(count)).unwrap_or_default(),
            twin: printed_twin(&self.twin, language),
            later_twins: Vec::new(),
            count: self.pieces.clone(),
            fault,
            solution,
        }
    }

    /// Returns the claimed keys that are wrong, in words; empty if none is.
    fn wrong_claim(&self, words: &Words) -> String {
        let is_wrong = |key: &&Value| !matches!(key["is"].as_str(), Some("key" | "unchecked"));
        let wrong: Vec<&str> =
            self.claim.keys.iter().filter(is_wrong).filter_map(|key| key["text"].as_str()).collect();
        match wrong.as_slice() {
            // A wrong number of solutions has its own verdict.
            [] => String::new(),
            keys => format!("{} {}", words.wrong_key, keys.join(" ")),
        }
    }

    /// Returns the compact solution below the status line of [`Self::solution_text`].
    pub fn compact_page(&self, problem: &Problem, full: &FullSolution, language: Language) -> String {
        let mut page = self.headline();
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
