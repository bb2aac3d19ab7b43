//! Solutions for HTML pages, books and compact text.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

use super::compact::Tries;
use super::printed_twin::printed_twin;
use super::{Findings, PrintedSetPlay, SolveLook, SolveRow, compact};
use crate::book::{Face, Span};
use crate::flow::with_figurines;
use crate::movetext::plain_comment;
use crate::page;
use crate::page::{Article, PageWords, escaped};
use crate::words::letters_of;
use crate::{BookProblem, BookWords, Language};
use hexmate_core::mate::FullSolution;
use hexmate_diagram::{Marks, game_title, page_board};
use hexmate_position::{Game, Setup};
use hexmate_problems::themes::has_thematic_set_play;
use hexmate_problems::{BookDetail, Problem, Statement};

impl SolveRow {
    /// Returns the whole solution in the compact style of magazines; see `compact.rs`.
    pub fn compact_text(&self, problem: &Problem, full: &FullSolution, language: Language) -> Vec<String> {
        compact::flow(&problem.position, full, language, Tries::All, &[]).lines()
    }

    /// Returns the article of a page for editors: board, wrong claims, verdict, and the solution, whose moves the board
    /// follows.
    pub fn to_article(&self, solved: Option<(&Problem, &FullSolution)>, language: Language) -> Article {
        let words = PageWords::of(language.words);
        let mut html = self.figure(solved, language);
        html += &page::fault(&self.claim.message);
        let label = self.verdict_label(language.words);
        html += &self.verdict(words, label, &self.game_title(solved, language.words));
        html += &page::facts(&self.shown_facts(words));
        if let Some((problem, full)) = solved {
            let figurines = language.with_figurines();
            let moves = compact::flow(&problem.position, full, figurines, Tries::All, &[])
                .paragraphs(&language.letters);
            let keys = with_figurines(&compact::keys(&problem.position, full, figurines), &language.letters);
            html += &page::moves(&keys, &moves);
        }
        let length = self.findings.as_ref().and_then(|findings| findings.mate_in);
        let text = length.map(|length| length.to_string()).unwrap_or_default();
        let claim = words.translated(self.claim.code);
        let values = [("verdict", label), ("length", &text), ("claim", claim)];
        Article {
            label: self.heading(),
            stipulation: self.stipulation.clone(),
            verdict: label.to_owned(),
            length,
            is_fault: !self.is_sound() || self.claim.is_wrong,
            game: game_name(solved),
            html,
            values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        }
    }

    /// Returns the article of a page for readers: diagram, author and source, and the folded solution.
    pub fn to_reader_entry(&self, solved: Option<(&Problem, &FullSolution)>, look: &SolveLook) -> Article {
        let language = look.language;
        let words = PageWords::of(language.words);
        let mut html = self.figure(solved, language);
        html += &page::facts(&self.shown_facts(words));
        if let Some(twin) = printed_twin(&self.twin, language).filter(|twin| !twin.change.is_empty()) {
            let _ = writeln!(html, "<p>{}</p>", escaped(&twin.change));
        }
        let fault = self.fault(language.words);
        if let Some((problem, full)) = solved {
            let shown = printed_play(problem, full, look.set_play);
            let figurines = language.with_figurines();
            let moves = compact::flow(&problem.position, &shown, figurines, Tries::WithPlay, &[]);
            let moves = moves.paragraphs(&language.letters);
            let fault = if fault.is_empty() { fault } else { format!("<p>{}</p>\n", escaped(&fault)) };
            html += &page::moves(&escaped(words.solution), &(fault + &moves));
        } else if !fault.is_empty() {
            let _ = writeln!(html, "<p>{}</p>", escaped(&fault));
        }
        Article {
            label: self.heading(),
            stipulation: self.stipulation.clone(),
            game: game_name(solved),
            html,
            ..Article::default()
        }
    }

    /// Returns the board with stipulation and number of pieces; empty without a position.
    ///
    /// It shows arrows and circles of comments in the columns of the input.
    fn figure(&self, solved: Option<(&Problem, &FullSolution)>, language: Language) -> String {
        let Some((problem, _)) = solved else { return String::new() };
        let setup = Setup::from(&problem.position);
        let mut marks = Marks::default();
        self.facts().iter().for_each(|(_, value)| marks.add_comment(setup.game.shape, value));
        page::figure(
            &page_board(&setup, &marks, &language.letters),
            &language.stipulation(Some(setup.game), &self.printed_stipulation),
            &self.pieces,
        )
    }

    /// Returns the facts with labels in the language of the page, without drawing commands in comments.
    fn shown_facts(&self, words: &PageWords) -> Vec<(String, String)> {
        let shown = |(name, value): (&str, &str)| {
            let label = match name {
                "author" => words.author,
                "source" => words.source,
                name => words.translated(name),
            };
            (label.to_owned(), plain_comment(value))
        };
        self.facts().into_iter().map(shown).filter(|(_, value)| !value.is_empty()).collect()
    }

    /// Returns the verdict and its details, with explanations of the words.
    fn verdict(&self, words: &PageWords, label: &str, game: &str) -> String {
        let verdict = page::explained(label, words.verdict(self.status));
        let rest = match &self.findings {
            Some(Findings { complete, summary, .. }) => {
                let tested = page::explained("C+", words.tested);
                let tested = if *complete && self.is_sound() { format!("{tested}  ") } else { String::new() };
                let before = if *complete { String::new() } else { format!("{}; ", escaped(&self.message)) };
                let claim = match self.claim.code {
                    "" => String::new(),
                    code => {
                        let code = escaped(words.translated(code));
                        format!(" · {}: {code}", page::explained(words.claim, words.claim_explained))
                    }
                };
                let numbers = found(words, summary);
                format!("{tested}{}: {before}{numbers}{claim}", escaped(game))
            }
            None => escaped(&self.message),
        };
        format!("<p class=\"verdict\"><b>{verdict}</b> {rest}</p>\n")
    }

    /// Returns the verdict as a page shows it: the code in English, otherwise words.
    fn verdict_label(&self, words: &BookWords) -> &'static str {
        match self.status {
            status if words.code == PageWords::ENGLISH.code => status,
            "SOUND" => words.sound,
            "BAD_INPUT" => words.unreadable,
            status => fault_of(status, words),
        }
    }

    /// Returns the title of the game in a language.
    fn game_title(&self, solved: Option<(&Problem, &FullSolution)>, words: &BookWords) -> String {
        match solved {
            Some((problem, _)) => game_title(&problem.position.game(), &letters_of(words)),
            None => self.title.to_owned(),
        }
    }

    /// Returns the fault of the problem in words, with claimed keys that are wrong; empty if it is sound.
    fn fault(&self, words: &BookWords) -> String {
        let fault = fault_of(self.status, words);
        let claim = self.wrong_claim(words);
        [fault, &claim].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(". ")
    }

    /// Returns the problem for a book; `picture` may be empty.
    pub fn book_problem(
        &self,
        picture: String,
        statement: &Statement,
        solved: Option<(&Problem, &FullSolution)>,
        look: &SolveLook,
    ) -> BookProblem {
        let language @ Language { words, .. } = look.language;
        let mut solution = solved.map_or_else(Vec::new, |(problem, full)| {
            let intended = problem.claim.moves().unwrap_or_default();
            let shown = printed_play(problem, full, look.set_play);
            compact::flow(&problem.position, &shown, language, Tries::WithPlay, &intended).printed()
        });
        if let Some(last) = solution.last_mut().filter(|_| self.is_sound()) {
            last.push(Span::new("\u{a0}C+", Face::Roman));
        }
        let fault = self.fault(words);
        let solutions = solved.and_then(|(problem, _)| problem.solutions).filter(|&count| count != 1);
        let detail = |detail| statement.detail(detail).to_owned();
        BookProblem {
            number: detail(BookDetail::Number),
            game: self.game_title(solved, words),
            picture,
            author: self.author.clone(),
            dedication: detail(BookDetail::Dedication),
            source: self.source.clone(),
            date: detail(BookDetail::Date),
            prize: detail(BookDetail::Prize),
            stipulation: language.stipulation(Game::from_name(&self.variant), &self.printed_stipulation),
            solutions: solutions.map(|count| words.solutions(count)).unwrap_or_default(),
            twin: printed_twin(&self.twin, language),
            later_twins: Vec::new(),
            count: self.pieces.clone(),
            fault,
            solution,
        }
    }

    /// Returns the claimed keys that are wrong, in words; empty if none is.
    fn wrong_claim(&self, words: &BookWords) -> String {
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

/// Returns the solution as books and pages for readers have it: without set play that does not matter.
fn printed_play<'f>(
    problem: &Problem,
    full: &'f FullSolution,
    printed: PrintedSetPlay,
) -> Cow<'f, FullSolution> {
    let has_set_play = printed == PrintedSetPlay::All
        || problem.tree.has_set_play
        || has_thematic_set_play(&problem.position, full);
    if has_set_play {
        return Cow::Borrowed(full);
    }
    Cow::Owned(FullSolution { set_play: Vec::new(), set_lines: Vec::new(), ..full.clone() })
}

/// Returns the name of the game of a problem; empty without a position.
fn game_name(solved: Option<(&Problem, &FullSolution)>) -> String {
    solved.map(|(problem, _)| problem.position.game().name.to_owned()).unwrap_or_default()
}

/// Returns the fault that a verdict means, in words; empty for a sound problem.
fn fault_of(status: &str, words: &BookWords) -> &'static str {
    match status {
        "SOUND" => "",
        "COOKED" => words.cooked,
        "FEWER_SOLUTIONS" => words.fewer,
        "SHORT_SOLUTION" => words.short,
        "NO_SOLUTION" => words.unsolvable,
        "NOT_FINISHED" => words.unfinished,
        _ => words.illegal,
    }
}

/// Returns the numbers of keys and tries in the language of the page; tries have an explanation.
fn found(words: &PageWords, summary: &str) -> String {
    if words.code == PageWords::ENGLISH.code {
        // The summary ends with the tries, if they were searched: `3 keys, 9 tries with one refutation`.
        let word = if summary.contains(" tries ") { "tries" } else { "try" };
        return match summary.split_once(&format!(" {word} ")) {
            Some((before, after)) => {
                format!(
                    "{} {} {}",
                    escaped(before),
                    page::explained(word, words.tries_explained),
                    escaped(after)
                )
            }
            None => escaped(summary),
        };
    }
    let number = summary.split(' ').next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
    let counted = if summary.contains("key") { words.keys } else { words.solutions };
    let after_comma = summary.split(", ").nth(1).and_then(|text| text.split(' ').next());
    let tried_moves = after_comma.map(|count| {
        format!(", {}: {}", page::explained(words.tries, words.tries_explained), escaped(count))
    });
    format!("{}: {number}{}", escaped(counted), tried_moves.unwrap_or_default())
}
