//! Solutions for HTML pages, books and compact text.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::compact::Tries;
use super::printed_twin::printed_twin;
use super::summary::Found;
use super::{PrintedSetPlay, SolveLook, SolveRecord, compact};
use crate::book::{Face, Span};
use crate::flow::with_figurines;
use crate::movetext::plain_comment;
use crate::page;
use crate::page::{Article, PageWords, escaped};
use crate::words::{fault, letters_of};
use crate::{BookProblem, BookWords, Language};
use hexmate_core::mate::{Findings, Verdict};
use hexmate_diagram::{Marks, game_title, page_board};
use hexmate_position::Setup;
use hexmate_problems::themes::has_thematic_set_play;
use hexmate_problems::{BookDetail, Problem, SolveStatus};

impl SolveRecord {
    /// Returns the whole solution in the compact style of magazines, see `compact.rs`; empty if there is none.
    pub fn compact_text(&self, language: Language) -> Vec<String> {
        let Some((problem, findings)) = self.solved() else { return Vec::new() };
        compact::flow(&problem.position, findings, language, Tries::All, &[]).lines()
    }

    /// Returns the article of a page for editors: board, wrong claims, verdict, and the solution, whose moves the board
    /// follows.
    pub fn to_article(&self, language: Language) -> Article {
        let words = PageWords::of(language.words);
        let mut html = self.figure(language);
        html += &page::fault(&self.claim_message());
        let label = self.verdict_label(language.words);
        html += &self.verdict(words, label, &self.game_title(language.words));
        html += &page::facts(&self.shown_facts(words));
        html += &self.twin_paragraph(language);
        if let Some((problem, findings)) = self.solved() {
            let figurines = language.with_figurines();
            let moves = compact::flow(&problem.position, findings, figurines, Tries::All, &[])
                .paragraphs(&language.letters);
            let keys =
                with_figurines(&compact::keys(&problem.position, findings, figurines), &language.letters);
            html += &page::moves(&keys, &moves);
        }
        let length = self.solved().and_then(|(_, findings)| findings.mate_in);
        let text = length.map(|length| length.to_string()).unwrap_or_default();
        let values = [("verdict", label), ("length", &text), ("claim", words.translated(self.claim.code()))];
        Article {
            label: self.heading(),
            stipulation: self.stipulation(),
            verdict: label.to_owned(),
            length,
            is_fault: !self.is_sound() || self.has_wrong_claim(),
            game: self.game_name(),
            html,
            values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        }
    }

    /// Returns the change of a twin as a paragraph; empty without a change.
    fn twin_paragraph(&self, language: Language) -> String {
        let twin = printed_twin(&self.twin_text(), language).filter(|twin| !twin.change.is_empty());
        twin.map(|twin| format!("<p>{}</p>\n", escaped(&twin.change))).unwrap_or_default()
    }

    /// Returns the article of a page for readers: diagram, author and source, and the folded solution.
    pub fn to_reader_entry(&self, look: &SolveLook) -> Article {
        let language = look.language;
        let words = PageWords::of(language.words);
        let mut html = self.figure(language);
        html += &page::facts(&self.shown_facts(words));
        html += &self.twin_paragraph(language);
        let fault = self.fault(language.words);
        if let Some((problem, findings)) = self.solved() {
            let shown = printed_play(problem, findings, look.set_play);
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
            stipulation: self.stipulation(),
            game: self.game_name(),
            html,
            ..Article::default()
        }
    }

    /// Returns the board with stipulation and number of pieces; empty without a position.
    ///
    /// It shows arrows and circles of comments in the columns of the input.
    fn figure(&self, language: Language) -> String {
        let Some((problem, _)) = self.solved() else { return String::new() };
        let setup = Setup::from(&problem.position);
        let mut marks = Marks::default();
        self.facts().iter().for_each(|(_, value)| marks.add_comment(setup.game.shape, value));
        page::figure(
            &page_board(&setup, &marks, &language.letters),
            &language.stipulation(Some(setup.game), &self.printed_stipulation()),
            &self.piece_count(),
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
        let verdict = page::explained(label, words.verdict(self.status().word()));
        let rest = match self.found() {
            Some(found) => {
                let tested = page::explained("C+", words.tested);
                let tested = if self.is_sound() { format!("{tested}  ") } else { String::new() };
                let before =
                    if found.is_complete { String::new() } else { format!("{}; ", escaped(&self.message())) };
                let claim = match self.claim.code() {
                    "" => String::new(),
                    code => {
                        let code = escaped(words.translated(code));
                        format!(" · {}: {code}", page::explained(words.claim, words.claim_explained))
                    }
                };
                format!("{tested}{}: {before}{}{claim}", escaped(game), found.on_page(words))
            }
            None => escaped(&self.message()),
        };
        format!("<p class=\"verdict\"><b>{verdict}</b> {rest}</p>\n")
    }

    /// Returns the verdict as a page shows it: the code in English, otherwise words.
    fn verdict_label(&self, words: &BookWords) -> &'static str {
        match self.status() {
            status if words.code == PageWords::ENGLISH.code => status.word(),
            SolveStatus::Solved(Verdict::Sound) => words.sound,
            status => fault(words, status),
        }
    }

    /// Returns the title of the game in a language; empty if the game is unknown.
    fn game_title(&self, words: &BookWords) -> String {
        match (self.solved(), self.game()) {
            (Some(_), Some(game)) => game_title(&game, &letters_of(words)),
            (_, game) => game.map(|game| game.title.to_owned()).unwrap_or_default(),
        }
    }

    /// Returns the name of the game; empty without a position.
    fn game_name(&self) -> String {
        self.solved().map(|(problem, _)| problem.position.game().name.to_owned()).unwrap_or_default()
    }

    /// Returns the fault of the problem in words, with claimed keys that are wrong; empty if it is sound.
    fn fault(&self, words: &BookWords) -> String {
        let claim = self.wrong_claim(words);
        [fault(words, self.status()), &claim]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(". ")
    }

    /// Returns the problem for a book; `picture` may be empty.
    pub fn book_problem(&self, picture: String, look: &SolveLook) -> BookProblem {
        let language @ Language { words, .. } = look.language;
        let mut solution = self.solved().map_or_else(Vec::new, |(problem, findings)| {
            let intended = problem.claim.moves().unwrap_or_default();
            let shown = printed_play(problem, findings, look.set_play);
            compact::flow(&problem.position, &shown, language, Tries::WithPlay, &intended).printed()
        });
        if let Some(last) = solution.last_mut().filter(|_| self.is_sound()) {
            last.push(Span::new("\u{a0}C+", Face::Roman));
        }
        let solutions = self.solved().and_then(|(problem, _)| problem.solutions).filter(|&count| count != 1);
        let detail = |detail| self.statement().detail(detail).to_owned();
        BookProblem {
            number: detail(BookDetail::Number),
            game: self.game_title(words),
            picture,
            author: self.author().to_owned(),
            dedication: detail(BookDetail::Dedication),
            source: self.source().to_owned(),
            date: detail(BookDetail::Date),
            prize: detail(BookDetail::Prize),
            stipulation: language.stipulation(self.game(), &self.printed_stipulation()),
            solutions: solutions.map(|count| words.solutions(count)).unwrap_or_default(),
            twin: printed_twin(&self.twin_text(), language),
            later_twins: Vec::new(),
            count: self.piece_count(),
            fault: self.fault(words),
            solution,
        }
    }

    /// Returns the claimed keys that are wrong, in words; empty if none is.
    fn wrong_claim(&self, words: &BookWords) -> String {
        let wrong =
            self.solution.as_ref().map(|solution| self.claim.wrong_keys(solution)).unwrap_or_default();
        match wrong.as_slice() {
            // A wrong number of solutions has its own verdict.
            [] => String::new(),
            keys => format!("{} {}", words.wrong_key, keys.join(" ")),
        }
    }

    /// Returns the compact solution below the status line of [`Self::solution_text`].
    pub fn compact_page(&self, language: Language) -> String {
        let Some(found) = self.found() else { return self.solution_text() };
        let mut page = self.headline();
        let claim = self.claim_message();
        if !claim.is_empty() {
            page = page + "\n" + &claim;
        }
        for line in self.compact_text(language) {
            page = page + "\n   " + &line;
        }
        let end = if found.is_complete { String::new() } else { format!("\n   {}", self.message()) };
        format!("{page}{end}\n\n")
    }
}

impl Found {
    /// Returns the numbers in the language of a page; tries have an explanation.
    fn on_page(&self, words: &PageWords) -> String {
        let explained = |word| page::explained(word, words.tries_explained);
        if words.code == PageWords::ENGLISH.code {
            let tries = self.tries.map(|(count, most)| {
                let word = if count == 1 { "try" } else { "tries" };
                format!(", {count} {} with {}", explained(word), Self::refutations(most))
            });
            return self.solutions() + &tries.unwrap_or_default();
        }
        let counted = if self.are_keys { words.keys } else { words.solutions };
        let mut text = format!("{}: {}", escaped(counted), self.solutions);
        if let Some(moves) = self.short {
            let _ = write!(text, ", {}: {moves}", escaped(words.length));
        }
        if let Some((count, most)) = self.tries {
            let _ = write!(text, ", {}: {count}", explained(words.tries));
            if most > 1 {
                let _ = write!(text, " (≤ {most})");
            }
        }
        text
    }
}

/// Returns the solution as books and pages for readers have it: without set play that does not matter.
fn printed_play<'f>(problem: &Problem, findings: &'f Findings, printed: PrintedSetPlay) -> Cow<'f, Findings> {
    let has_set_play = printed == PrintedSetPlay::All
        || problem.tree.has_set_play
        || has_thematic_set_play(&problem.position, findings);
    if has_set_play {
        return Cow::Borrowed(findings);
    }
    Cow::Owned(Findings { set_play: Vec::new(), set_lines: Vec::new(), ..findings.clone() })
}
