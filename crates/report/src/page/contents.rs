//! The articles of a page, with its index and charts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{Audience, PageStyle, chart, escaped, opening};
use hexmate_diagram::{BarChart, Panel};
use hexmate_position::Game;

/// An article for a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Article {
    /// Name in the index; on a page for readers the label of a twin.
    pub label: String,
    /// Number that the file gives a problem on a page for readers; may be empty.
    pub number: String,
    /// `true` for a twin that has the number of the article before it.
    pub is_later_twin: bool,
    /// Stipulation; may be empty.
    pub stipulation: String,
    /// Verdict or status; empty on pages without verdicts.
    pub verdict: String,
    /// Length of the solution, in moves.
    pub length: Option<u32>,
    /// `true` if the record has an error; such articles come first.
    pub is_fault: bool,
    /// Name of the game of its board; empty without a board.
    pub game: String,
    /// Letters of players and signs that a page explains once.
    pub legend: Vec<String>,
    /// Author as written, on a page for readers; may be empty.
    pub author: String,
    /// Names in the index of authors of an issue.
    pub authors: Vec<String>,
    /// Names in the index of themes of an issue.
    pub themes: Vec<String>,
    /// Content of the article as HTML, on a page for readers without the solution.
    pub html: String,
    /// Solution as HTML, on a page for readers; may be empty.
    pub solution: String,
    /// Names and values of the filters.
    pub values: Vec<(String, String)>,
}

/// Data for the part of a page before its first article: index and charts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    pub(super) lines: Vec<Line>,
    /// Number of problems, each counted once with its twins.
    problems: usize,
    legend: Vec<String>,
    verdicts: BTreeMap<String, u64>,
    /// Number of articles with each value of the first filter.
    firsts: BTreeMap<String, u64>,
    lengths: BTreeMap<u32, u64>,
    games: BTreeSet<String>,
}

/// An article in the index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    label: String,
    /// Number that the file gives the problem.
    number: String,
    /// Number of the problem on the page.
    pub(super) problem: usize,
    pub(super) author: String,
    pub(super) authors: Vec<String>,
    pub(super) themes: Vec<String>,
    /// Stipulation and verdict.
    pub(super) note: String,
    is_fault: bool,
    /// Values of the filters as attributes.
    data: String,
}

impl Contents {
    /// Counts an article; returns it as HTML without its heading and what precedes it, and without its solution if a
    /// section of the issue does not show it.
    pub fn add(&mut self, style: &PageStyle, article: &Article) -> String {
        let Article { label, stipulation, verdict, length, is_fault, game, html, values, .. } = article;
        if !verdict.is_empty() {
            *self.verdicts.entry(verdict.clone()).or_default() += 1;
        }
        if let Some(length) = length.filter(|_| !verdict.is_empty()) {
            *self.lengths.entry(length).or_default() += 1;
        }
        if !game.is_empty() {
            self.games.insert(game.clone());
        }
        if let Some((_, first)) = values.first() {
            *self.firsts.entry(first.clone()).or_default() += 1;
        }
        for item in &article.legend {
            if !self.legend.contains(item) {
                self.legend.push(item.clone());
            }
        }
        let mut data = String::new();
        for (name, value) in values {
            let _ = write!(data, " data-{name}=\"{}\"", escaped(value));
        }
        self.problems += usize::from(!article.is_later_twin);
        self.lines.push(Line {
            label: label.clone(),
            number: article.number.clone(),
            problem: self.problems,
            author: article.author.clone(),
            authors: article.authors.clone(),
            themes: article.themes.clone(),
            note: format!("{stipulation} {verdict}"),
            is_fault: *is_fault,
            data,
        });
        let problem = self.problems.saturating_sub(1);
        let solution = if style.shows_solution(problem) { article.solution.as_str() } else { "" };
        format!("{html}{solution}</article>\n")
    }

    /// Returns the number of problems.
    pub(crate) fn problems(&self) -> usize {
        self.problems
    }

    /// Returns the places of the articles of a problem, counted from 0.
    pub(crate) fn places_of(&self, problem: usize) -> impl Iterator<Item = usize> {
        let is_of = move |(_, line): &(usize, &Line)| line.problem == problem + 1;
        self.lines.iter().enumerate().filter(is_of).map(|(place, _)| place)
    }

    /// Returns the begin of an article, counted from 0, with its heading.
    ///
    /// On a page for readers it has the number of the problem and the label of the twin. The numbers are those of the file
    /// if every problem has one, otherwise from 1.
    pub fn heading(&self, style: &PageStyle, place: usize) -> String {
        let Some(line) = self.lines.get(place) else { return String::new() };
        let anchor = place + 1;
        let shown = escaped(&self.name(style, line));
        let title = match style.audience {
            Audience::Readers => format!("<a href=\"#n{anchor}\">{shown}</a>"),
            Audience::Editors => format!("<a href=\"#n{anchor}\">{anchor}</a> {shown}"),
        };
        // In an issue the articles are below the headings of sections.
        let level = if style.issue.is_some() { "h3" } else { "h2" };
        format!("<article id=\"n{anchor}\"{}>\n<{level}>{title}</{level}>\n", line.data)
    }

    /// Returns the name of an article in its heading and in the index.
    fn name(&self, style: &PageStyle, line: &Line) -> String {
        match style.audience {
            Audience::Readers => format!("{} {}", self.number(style, line), line.label).trim_end().to_owned(),
            Audience::Editors if line.label.is_empty() => "–".to_owned(),
            Audience::Editors => line.label.clone(),
        }
    }

    /// Returns the number of a problem: of the issue, of the file if every problem has one, else from 1.
    pub(super) fn number(&self, style: &PageStyle, line: &Line) -> String {
        let issue = style.issue.as_ref();
        let of_issue = issue.and_then(|issue| issue.numbers.get(line.problem.saturating_sub(1)));
        let has_own = || self.lines.iter().all(|line| !line.number.is_empty());
        match of_issue {
            Some(number) => number.clone(),
            None if has_own() => line.number.clone(),
            None => line.problem.to_string(),
        }
    }

    /// Returns the number of articles, and with each value of the first filter, in the language of the page.
    pub fn summary(&self, style: &PageStyle) -> String {
        let firsts = self.firsts.iter().map(|(value, count)| format!(", {value}: {count}"));
        format!("{}: {}{}", style.title, self.lines.len(), firsts.collect::<String>())
    }

    /// Returns the page up to its first article.
    pub fn opening(&self, style: &PageStyle) -> String {
        let games: Vec<Game> = self.games.iter().filter_map(|name| Game::from_name(name)).collect();
        let bars = |name: &String, &count: &u64| (name.clone(), count);
        let words = style.words;
        let [verdicts, lengths] = [words.verdicts_chart, words.lengths_chart].map(str::to_owned);
        let mut panels = Vec::new();
        if !self.verdicts.is_empty() {
            let bars = self.verdicts.iter().map(|(name, count)| bars(name, count)).collect();
            panels.push(Panel { heading: verdicts, bars });
        }
        if !self.lengths.is_empty() {
            let bars = self.lengths.iter().map(|(length, &count)| (length.to_string(), count)).collect();
            panels.push(Panel { heading: lengths, bars });
        }
        let title = format!("{} {}", self.lines.len(), style.title);
        let drawn = if panels.is_empty() { String::new() } else { chart(&BarChart { title, panels }) };
        let (faults, good): (Vec<_>, Vec<_>) = (1..).zip(&self.lines).partition(|(_, line)| line.is_fault);
        let entry = |(anchor, line): (usize, &Line)| {
            let [shown, note] = [&self.name(style, line), &line.note].map(|text| escaped(text));
            let note = note.trim();
            format!("<li value=\"{anchor}\"><a href=\"#n{anchor}\">{shown}</a> <small>{note}</small></li>\n")
        };
        let index: String = faults.into_iter().chain(good).map(entry).collect();
        let legend = match self.legend.as_slice() {
            [] => String::new(),
            items => format!("<p class=\"legend\">{}</p>\n", escaped(&items.join(" · "))),
        };
        if style.issue.is_some() {
            return opening(style, &games, &(self.issue_contents(style) + &legend));
        }
        let before = format!(
            "{drawn}<details class=\"index\"><summary>{}</summary>\n<ol>\n{index}</ol></details>\n{legend}",
            escaped(style.words.index)
        );
        opening(style, &games, &before)
    }
}
