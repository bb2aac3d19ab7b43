//! The articles of a page, with its index and charts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{PageStyle, chart, escaped, opening};
use hexmate_diagram::{BarChart, Panel};
use hexmate_position::Game;

/// An article for a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Article {
    /// Name in the index.
    pub label: String,
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
    /// Content of the article as HTML.
    pub html: String,
    /// Names and values of the filters.
    pub values: Vec<(String, String)>,
}

/// Data for the part of a page before its first article: index and charts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    lines: Vec<(bool, String)>,
    verdicts: BTreeMap<String, u64>,
    /// Number of articles with each value of the first filter.
    firsts: BTreeMap<String, u64>,
    lengths: BTreeMap<u32, u64>,
    games: BTreeSet<String>,
}

impl Contents {
    /// Counts an article; returns it as HTML.
    pub fn add(&mut self, article: &Article) -> String {
        let Article { label, stipulation, verdict, length, is_fault, game, html, values } = article;
        let number = self.lines.len() + 1;
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
        let [shown, stipulation, verdict] = [label, stipulation, verdict].map(|text| escaped(text));
        let shown = if shown.is_empty() { "–".to_owned() } else { shown };
        let line = format!(
            "<li value=\"{number}\"><a href=\"#n{number}\">{shown}</a> <small>{stipulation} {verdict}</small></li>\n"
        );
        self.lines.push((*is_fault, line));
        let mut article = format!("<article id=\"n{number}\"");
        for (name, value) in values {
            let _ = write!(article, " data-{name}=\"{}\"", escaped(value));
        }
        let _ = write!(article, ">\n<h2><a href=\"#n{number}\">{number}</a> {shown}</h2>\n");
        article + html + "</article>\n"
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
        let (faults, good): (Vec<_>, Vec<_>) = self.lines.iter().partition(|(is_fault, _)| *is_fault);
        let index: String = faults.into_iter().chain(good).map(|(_, line)| line.as_str()).collect();
        let before = format!(
            "{drawn}<details class=\"index\"><summary>{}</summary>\n<ol>\n{index}</ol></details>\n",
            escaped(style.words.index)
        );
        opening(style, &games, &before)
    }
}
