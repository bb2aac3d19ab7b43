//! The facts of a collection as a table and as a chart. Counts and draws nothing.

use serde_json::{Value, json};

use super::Row;
use crate::diagram::{BarChart, Panel};
use crate::rules::Role;
use crate::stats::Stats;

/// One fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatsRow {
    group: &'static str,
    value: String,
    count: u64,
}

impl StatsRow {
    /// All facts, group by group; openings with at least so many games.
    pub fn all(stats: &Stats, least: u64) -> Vec<Self> {
        let mut rows = Vec::new();
        let mut add = |group, value: &str, count| rows.push(Self { group, value: value.to_owned(), count });
        add("games", "read", stats.games);
        add("games", "stand", stats.stand);
        add("games", "fall", stats.games - stats.stand);
        for (result, &games) in &stats.results {
            add("result", result, games);
        }
        for (ending, &games) in &stats.endings {
            add("ending", ending.word(), games);
        }
        let plies = |plies: Option<usize>| plies.unwrap_or_default() as u64;
        add("plies", "shortest", plies(stats.plies.keys().next().copied()));
        add("plies", "median", plies(stats.median_plies()));
        add("plies", "longest", plies(stats.plies.keys().next_back().copied()));
        for (label, games) in lengths(stats) {
            add("length", &label, games);
        }
        for role in Role::ALL {
            if let Some(&count) = stats.promotions.get(&role) {
                add("promotion", &role.letter().to_string(), count);
            }
        }
        add("claim", "threefold-repetition", stats.repetitions);
        add("claim", "fifty-moves", stats.idle);
        for (men, &games) in &stats.men_left {
            add("men-left", &men.to_string(), games);
        }
        for (moves, games) in stats.opening_tree(least) {
            add("opening", &moves.join(" "), games);
        }
        rows
    }
}

impl Row for StatsRow {
    const COLUMNS: &'static [&'static str] = &["group", "value", "count"];

    fn cells(&self) -> Vec<Value> {
        vec![json!(self.group), json!(self.value), json!(self.count)]
    }

    fn to_text(&self) -> String {
        // An opening stands below the one that it continues.
        let depth = if self.group == "opening" { self.value.split(' ').count() - 1 } else { 0 };
        let shown =
            if depth == 0 { self.value.as_str() } else { self.value.rsplit(' ').next().unwrap_or_default() };
        format!("{:<10} {:<28} {:>8}\n", self.group, "  ".repeat(depth) + shown, self.count)
    }
}

/// Half-moves that one bar of the chart stands for.
const STEP: usize = 20;

/// Games by length in steps, with the steps between them that have none.
fn lengths(stats: &Stats) -> Vec<(String, u64)> {
    let Some((&longest, _)) = stats.plies.last_key_value() else { return Vec::new() };
    let mut steps = vec![0; longest / STEP + 1];
    for (&plies, &games) in &stats.plies {
        steps[plies / STEP] += games;
    }
    let label = |step: usize| format!("{}-{}", step * STEP, (step + 1) * STEP - 1);
    steps.into_iter().enumerate().map(|(step, games)| (label(step), games)).collect()
}

/// Results, lengths and first moves as bars.
pub fn stats_chart(stats: &Stats) -> BarChart {
    let results: Vec<(String, u64)> =
        stats.results.iter().map(|(result, &games)| (result.clone(), games)).collect();
    let firsts = stats.opening_tree(1).into_iter().filter(|(moves, _)| moves.len() == 1);
    let firsts: Vec<(String, u64)> = firsts.map(|(moves, games)| (moves[0].clone(), games)).collect();
    let panels = [("Results", results), ("Half-moves", lengths(stats)), ("First moves", firsts)];
    let panels = panels.map(|(heading, bars)| Panel { heading: heading.to_owned(), bars });
    BarChart { title: format!("{} games of hexagonal chess", stats.games), panels: panels.into() }
}
