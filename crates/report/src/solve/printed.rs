//! Solutions for HTML pages, books and compact text.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::compact::Tries;
use super::printed_twin::printed_twin;
use super::summary::Found;
use super::{PrintedSetPlay, SolveLook, SolveRecord, compact};
use crate::book::{Face, Span};
use crate::caption;
use crate::flow::with_figurines;
use crate::movetext::plain_comment;
use crate::page;
use crate::page::{Article, PageWords, escaped};
use crate::words::{fault, letters_of};
use crate::{BookProblem, BookWords, Language};
use hexmate_core::mate::{Findings, Verdict};
use hexmate_core::rules::Move;
use hexmate_diagram::{ColourTheme, Hatching, Marks, game_title, page_board};
use hexmate_position::{Colour, Letters, Setup};
use hexmate_problems::select::CandidateProblem;
use hexmate_problems::themes::has_thematic_set_play;
use hexmate_problems::{BookDetail, Problem, SolveStatus};

impl SolveRecord {
    /// Returns the whole solution in the compact style of magazines, see `compact.rs`; empty if there is none.
    pub fn compact_text(&self, language: Language) -> Vec<String> {
        let Some((problem, findings)) = self.solved() else { return Vec::new() };
        compact::flow(&problem.position, findings, language, Tries::All, &intended(problem)).lines()
    }

    /// Returns the article of a page for editors: board, wrong claims, verdict, and the solution, whose moves the board
    /// follows.
    pub fn to_article(&self, language: Language) -> Article {
        let words = PageWords::of(language.words);
        let mut html = self.figure(language, &self.marks());
        html += &page::fault(&self.claim_message());
        let label = self.verdict_label(language.words);
        html += &self.verdict(words, label, &self.game_title(language.words));
        html += &page::facts(&shown_facts(self.facts().into_iter(), words));
        html += &page::paragraphs(&self.twin_line(language));
        if let Some((problem, findings)) = self.solved() {
            let figurines = language.with_figurines();
            let moves = compact::flow(&problem.position, findings, figurines, Tries::All, &intended(problem))
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
            ..Article::default()
        }
    }

    /// Returns the change of a twin; empty without a change.
    fn twin_line(&self, language: Language) -> Vec<String> {
        let twin = printed_twin(&self.twin_text(), language).filter(|twin| !twin.change.is_empty());
        twin.map(|twin| twin.change).into_iter().collect()
    }

    /// Returns the article of a page for readers: diagram, what a solver may know, and the rest folded with the solution.
    pub fn to_reader_entry(&self, look: &SolveLook) -> Article {
        let language = look.language;
        let words = PageWords::of(language.words);
        let mut html = self.figure(language, &Marks::default());
        let (open, folded): (Vec<_>, Vec<_>) = self
            .facts()
            .into_iter()
            .filter(|(name, _)| !is_printed_text(name))
            .partition(|(name, _)| is_open_fact(name));
        let game = self.game_title(language.words);
        let game = [("variant", game.as_str())].into_iter().filter(|(_, title)| !title.is_empty());
        html += &page::facts(&shown_facts(open.into_iter().chain(game), words));
        let solutions = self.intended_solutions(language.words);
        let (remarks, told) = self.remarks(language);
        let below: Vec<String> = Some(solutions)
            .filter(|text| !text.is_empty())
            .into_iter()
            .chain(self.zero_position(language))
            .chain(self.twin_line(language))
            .chain(remarks)
            .collect();
        html += &page::paragraphs(&below);
        let fault = self.fault(language.words);
        let mut solution = String::new();
        if let Some((problem, findings)) = self.solved() {
            let shown = printed_play(problem, findings, look.set_play);
            let figurines = language.with_figurines();
            let moves =
                compact::flow(&problem.position, &shown, figurines, Tries::WithPlay, &intended(problem));
            let fault = if fault.is_empty() { Vec::new() } else { vec![fault] };
            solution += &(page::paragraphs(&fault) + &moves.paragraphs(&language.letters));
        } else if !fault.is_empty() {
            html += &page::paragraphs(&[fault]);
        }
        if !self.is_later_twin() {
            let told = told.into_iter().chain(self.comments());
            solution += &page::paragraphs(&told.collect::<Vec<_>>());
        }
        solution += &page::facts(&shown_facts(folded.into_iter(), words));
        let solution =
            if solution.is_empty() { solution } else { page::moves(&escaped(words.solution), &solution) };
        let twin = printed_twin(self.twin()[0], language).map(|twin| twin.label).unwrap_or_default();
        Article {
            label: twin,
            number: self.statement().detail(BookDetail::Number).to_owned(),
            is_later_twin: self.is_later_twin(),
            stipulation: language.stipulation(self.game(), &self.printed_stipulation()),
            game: self.game_name(),
            legend: self.legend(language, Print::Coloured),
            author: self.author().to_owned(),
            authors: self.authors(),
            themes: self.index_themes(look),
            html,
            solution,
            ..Article::default()
        }
    }

    /// Returns the names of the authors.
    fn authors(&self) -> Vec<String> {
        CandidateProblem::new(self.statement(), None).authors()
    }

    /// Returns the themes in the index of an issue; empty in other books.
    fn index_themes(&self, look: &SolveLook) -> Vec<String> {
        let merits = look.book.issue().and_then(|_| self.merits());
        let themes = merits.into_iter().flat_map(|merits| merits.themes.iter());
        let themes = themes.filter(|theme| theme.is_indexed());
        themes.map(|theme| look.language.words.theme(theme.code())).collect()
    }

    /// Returns the intended number of solutions in words; empty if it is one or unknown.
    fn intended_solutions(&self, words: &BookWords) -> String {
        let solutions = self.solved().and_then(|(problem, _)| problem.solutions).filter(|&count| count != 1);
        solutions.map(|count| words.solutions(count)).unwrap_or_default()
    }

    /// Returns the remarks below the diagram, and those that name a move of the solution, which are printed with it.
    fn remarks(&self, language: Language) -> (Vec<String>, Vec<String>) {
        let remarks = caption::remarks(self.statement());
        let Some((problem, findings)) = self.solved().filter(|_| !remarks.is_empty()) else {
            return (remarks, Vec::new());
        };
        let english = Language::of(Letters::ENGLISH);
        let moves: Vec<String> = [language, english]
            .into_iter()
            .flat_map(|language| {
                compact::flow(&problem.position, findings, language, Tries::All, &[]).move_words()
            })
            .collect();
        let names_move = |remark: &String| {
            let words = remark.split(|c: char| !c.is_alphanumeric() && !"+=-#".contains(c));
            let bare = |word: &str| word.trim_end_matches(['+', '#', '=', '-']).to_owned();
            words.map(bare).any(|word| word.len() > 1 && moves.contains(&word))
        };
        remarks.into_iter().partition(|remark| !names_move(remark))
    }

    /// Returns the comments after the solution.
    fn comments(&self) -> Vec<String> {
        caption::plain_texts(self.statement(), BookDetail::Comment)
    }

    /// Returns the legend of the diagram: letters and looks of the players, and pawns that have changed hands; empty in
    /// games for two.
    fn legend(&self, language: Language, print: Print) -> Vec<String> {
        let Some((problem, _)) = self.solved() else { return Vec::new() };
        let setup = Setup::from(&problem.position);
        let game = setup.game;
        if game.players == 2 {
            return Vec::new();
        }
        let letters = letters_of(language.words);
        let names = &letters.entry(&hexmate_words::ALL).players;
        let looks: Vec<&str> = language.words.looks.iter().collect();
        let players = game.players().map(|player| {
            let colour = Colour::of(&game, player);
            let name = names.all()[colour as usize];
            let look = printed_look(colour).and_then(|look| looks.get(look)).filter(|_| print == Print::Grey);
            let look = look.map(|look| format!(" ({look})")).unwrap_or_default();
            format!("{}: {name}{look}", letters.player(&game, player))
        });
        let players: Vec<String> = players.collect();
        let mut legend = vec![format!("{} – {}", game_title(&game, &letters), players.join(", "))];
        if has_turned_pawn(&setup) {
            legend.push(language.words.pawn_direction.to_owned());
        }
        legend
    }

    /// Returns the arrows and circles of comments in the columns of the input.
    fn marks(&self) -> Marks {
        let mut marks = Marks::default();
        if let Some(game) = self.game() {
            self.facts().iter().for_each(|(_, value)| marks.add_comment(game.shape, value));
        }
        marks
    }

    /// Returns the board with stipulation and number of pieces; empty without a position.
    fn figure(&self, language: Language, marks: &Marks) -> String {
        let Some((problem, _)) = self.solved() else { return String::new() };
        let setup = Setup::from(&problem.position);
        page::figure(
            &page_board(&setup, marks, &language.letters),
            &language.stipulation(Some(setup.game), &self.printed_stipulation()),
            &self.piece_count(),
        )
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
            let shown = printed_play(problem, findings, look.set_play);
            compact::flow(&problem.position, &shown, language, Tries::WithPlay, &intended(problem)).printed()
        });
        if let Some(last) = solution.last_mut().filter(|_| self.is_sound()) {
            last.push(Span::new("\u{a0}C+", Face::Roman));
        }
        let detail = |detail| self.statement().detail(detail).to_owned();
        let (remarks, told) = self.remarks(language);
        BookProblem {
            number: detail(BookDetail::Number),
            game: self.game_title(words),
            picture,
            author: self.author().to_owned(),
            authors: self.authors(),
            themes: self.index_themes(look),
            city: detail(BookDetail::City),
            after: caption::after(self.statement(), language),
            dedication: detail(BookDetail::Dedication),
            source: self.source().to_owned(),
            date: detail(BookDetail::Date),
            prize: detail(BookDetail::Prize),
            version: caption::version(self.statement(), language),
            stipulation: language.stipulation(self.game(), &self.printed_stipulation()),
            solutions: self.intended_solutions(words),
            remarks,
            zero_position: self.zero_position(language).unwrap_or_default(),
            twin: printed_twin(&self.twin_text(), language),
            later_twins: Vec::new(),
            count: self.piece_count(),
            fault: self.fault(words),
            solution,
            comments: told.into_iter().chain(self.comments()).collect(),
            legend: self.legend(language, Print::Grey),
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

/// Colours of the pieces in a diagram.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Print {
    /// Greys, in which hatchings distinguish players.
    Grey,
    Coloured,
}

/// Returns the index of the look of a player's pieces in print; `None` for White and Black, whose pieces look like it.
fn printed_look(colour: Colour) -> Option<usize> {
    match (colour, ColourTheme::GREYS.hatching(colour)) {
        (Colour::White | Colour::Black, _) => None,
        (_, Hatching::Plain) => Some(1),
        (_, Hatching::Halved) => Some(2),
        (_, Hatching::Dotted) => Some(3),
        (_, Hatching::Footed) => Some(4),
        (_, Hatching::Barred) => Some(5),
    }
}

/// Returns whether a pawn keeps the direction of another player than its owner.
fn has_turned_pawn(setup: &Setup) -> bool {
    setup.board.pieces().any(|(_, piece)| piece.seat != piece.owner)
}

/// Returns whether a column of the input gives no part of the solution away, so that readers see it beside the diagram.
fn is_open_fact(name: &str) -> bool {
    use BookDetail::{After, City, Date, Dedication, Prize, Version};
    let detail = BookDetail::of_heading(name);
    ["author", "source"].contains(&name)
        || detail.is_some_and(|detail| [Date, Dedication, Prize, City, Version, After].contains(&detail))
}

/// Returns whether a column of the input is printed as the heading, or as text below the diagram or the solution.
fn is_printed_text(name: &str) -> bool {
    use BookDetail::{Comment, Number, Remark};
    BookDetail::of_heading(name).is_some_and(|detail| [Number, Remark, Comment].contains(&detail))
}

/// Returns facts with labels in the language of the page, without drawing commands in comments.
fn shown_facts<'f>(
    facts: impl Iterator<Item = (&'f str, &'f str)>,
    words: &PageWords,
) -> Vec<(String, String)> {
    let shown = |(name, value): (&'f str, &'f str)| {
        let label = match name {
            "author" => words.author,
            "source" => words.source,
            name => words.translated(name),
        };
        (label.to_owned(), plain_comment(value))
    };
    facts.map(shown).filter(|(_, value)| !value.is_empty()).collect()
}

/// Returns the first moves that the author claims.
fn intended(problem: &Problem) -> Vec<Move> {
    problem.claim.moves().unwrap_or_default()
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
