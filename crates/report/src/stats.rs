//! Statistics of a collection of games or problems as a table, a bar chart and an HTML page.

use std::collections::BTreeMap;

use super::aligned::padded;
use super::counted::Counted;
use super::page;
use super::page::{PageStyle, PageWords};
use super::row::{TableRow, columns};
use hexmate_batch::terminal::one_line;
use hexmate_core::rules::Role;
use hexmate_diagram::{BarChart, Panel};
use hexmate_games::stats::Stats;
use hexmate_problems::select::ProblemField;
use hexmate_problems::stats::ProblemStats;
use hexmate_words::Words;

/// One row of the statistics: a value of a group, and its count; of a score its value in points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatsRow {
    group: &'static str,
    value: String,
    count: i64,
}

impl StatsRow {
    fn new(group: &'static str, value: &str, count: i64) -> Self {
        Self { group, value: value.to_owned(), count }
    }

    /// Returns all rows, group by group; openings with at least `least` games.
    pub fn all(stats: &Stats, least: u64) -> Vec<Self> {
        let mut rows = Vec::new();
        let mut add = |group, value: &str, count: u64| rows.push(Self::new(group, value, count as i64));
        add("games", "read", stats.games);
        add("games", "legal", stats.faultless);
        add("games", "with errors", stats.games - stats.faultless);
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
        add("claim", "fifty-moves", stats.fifty_moves);
        for (pieces, &games) in &stats.pieces_left {
            add("pieces-left", &pieces.to_string(), games);
        }
        if stats.slipped > 0 {
            add("slip", "games", stats.slipped);
        }
        for ((before, after), &moves) in &stats.slips {
            add("slip", &format!("{}>{}", before.word(), after.word()), moves);
        }
        for (player, losses) in &stats.losses {
            if let Some(accuracy) = losses.accuracy() {
                add("accuracy", player, accuracy);
            }
        }
        for (player, losses) in &stats.losses {
            add("evaluated", player, losses.moves);
        }
        for (moves, opening) in stats.opening_tree(least) {
            add(OPENING, &moves.join(" "), opening.games);
        }
        rows
    }

    /// Returns all rows of problems, group by group.
    pub fn of_problems(stats: &ProblemStats) -> Vec<Self> {
        let mut rows = Vec::new();
        let mut add = |group, value: &str, count: u64| rows.push(Self::new(group, value, count as i64));
        add("problems", "read", stats.problems);
        add("problems", "valid", stats.faultless);
        add("problems", "with errors", stats.problems - stats.faultless);
        for field in ProblemStats::FIELDS {
            for (value, problems) in stats.values(field) {
                add(field.word(), value, problems);
            }
        }
        for score in ProblemStats::SCORES {
            let values = stats.score(score).into_iter().flatten().zip(["lowest", "median", "highest"]);
            for (value, word) in values {
                rows.push(Self::new(score, word, value));
            }
        }
        rows
    }
}

impl StatsRow {
    /// Returns rows of the inputs and records that cannot be read, from their numbers by the code of the error.
    pub fn of_unreadable(counts: &BTreeMap<String, u64>) -> Vec<Self> {
        counts.iter().map(|(code, &count)| Self::new("unreadable", code, count as i64)).collect()
    }
}

impl TableRow for StatsRow {
    columns! { self;
        group: self.group,
        value: self.value,
        count: self.count,
    }

    fn to_text(&self) -> String {
        let value = self.indented();
        format!("{:<10} {} {:>8}\n", self.group, padded(&one_line(&value), 28), self.count)
    }
}

impl StatsRow {
    /// Returns the value; of an opening only its last move, indented by its depth in the tree.
    fn indented(&self) -> String {
        if self.group != OPENING {
            return self.value.clone();
        }
        let depth = self.value.split(' ').count() - 1;
        "  ".repeat(depth) + self.value.rsplit(' ').next().unwrap_or_default()
    }
}

/// Group of the openings, whose values form a tree.
const OPENING: &str = "opening";

/// Returns an HTML page in a language: the chart, a table for each group, and the openings as a tree that folds.
///
/// `unreadable` has the rows of [`StatsRow::of_unreadable`].
pub fn stats_page(stats: &Stats, least: u64, unreadable: &[StatsRow], words: &'static PageWords) -> String {
    let chart = translated_chart(stats_chart(stats), words);
    let mut page = page::opening(&PageStyle::translated(words, "Games", &[]), &[], &chart);
    for group in StatsRow::all(stats, least).chunk_by(|one, next| one.group == next.group) {
        page += &if group[0].group == OPENING {
            let line = |row: &StatsRow| format!("{}  {}\n", row.indented(), row.count);
            let lines: String = group.iter().map(line).collect();
            page::article(words.translated(OPENING), &[], "", &lines)
        } else {
            table(group, words)
        };
    }
    page += &unreadable_table(unreadable, words);
    page + &page::closing(&closing("games", stats.games, "legal", stats.faultless, words))
}

/// Returns a group of numbers as a table.
fn table(group: &[StatsRow], words: &PageWords) -> String {
    let rows: Vec<(&str, i64)> =
        group.iter().map(|row| (words.translated(row.value.as_str()), row.count)).collect();
    page::table(words.translated(group[0].group), &rows)
}

/// Returns the table of what cannot be read; empty if there is nothing.
fn unreadable_table(rows: &[StatsRow], words: &PageWords) -> String {
    let counts: Vec<(&str, i64)> = rows.iter().map(|row| (row.value.as_str(), row.count)).collect();
    let book = &Words::of_code(words.code).unwrap_or(hexmate_words::ALL[0]).book;
    if counts.is_empty() { String::new() } else { page::table(book.unreadable, &counts) }
}

/// Returns a chart whose headings and bars are in a language.
fn translated_chart(mut chart: BarChart, words: &PageWords) -> String {
    chart.panels.retain(|panel| !panel.bars.is_empty());
    for panel in &mut chart.panels {
        panel.heading = words.translated(&panel.heading).to_owned();
    }
    page::chart(&chart)
}

/// Returns the last line of a page: the number of records, and how many are good.
fn closing(records: &str, count: u64, good: &str, good_count: u64, words: &PageWords) -> String {
    if words.code == PageWords::ENGLISH.code {
        let record = if records == "games" { "game" } else { "problem" };
        return format!("{}, {good_count} of them {good}", Counted(count, record));
    }
    let [records, good] = [records, good].map(|word| words.translated(word));
    format!("{records}: {count}; {good}: {good_count}")
}

/// Returns an HTML page in a language with the statistics of problems: the chart, and a table for each group.
///
/// `unreadable` has the rows of [`StatsRow::of_unreadable`].
pub fn problem_stats_page(
    stats: &ProblemStats,
    unreadable: &[StatsRow],
    words: &'static PageWords,
) -> String {
    let chart = translated_chart(problem_stats_chart(stats), words);
    let mut page = page::opening(&PageStyle::translated(words, "Problems", &[]), &[], &chart);
    for group in StatsRow::of_problems(stats).chunk_by(|one, next| one.group == next.group) {
        page += &table(group, words);
    }
    page += &unreadable_table(unreadable, words);
    page + &page::closing(&closing("problems", stats.problems, "valid", stats.faultless, words))
}

/// Returns a bar chart of stipulations, numbers of pieces and themes.
pub fn problem_stats_chart(stats: &ProblemStats) -> BarChart {
    let panels = [
        ("Stipulations", ProblemField::Stipulation),
        ("Pieces", ProblemField::Pieces),
        ("Themes", ProblemField::Theme),
    ];
    let panel = |(heading, field): (&str, ProblemField)| {
        let bars = stats.values(field).into_iter().map(|(value, count)| (value.to_owned(), count)).collect();
        Panel { heading: heading.to_owned(), bars }
    };
    let title = format!("{} of hexagonal chess", Counted(stats.problems, "problem"));
    BarChart { title, panels: panels.map(panel).into() }
}

/// Width of one bar of game lengths, in plies.
const STEP: usize = 20;

/// Counts games by length in steps of [`STEP`] plies, including empty steps up to the longest game.
fn lengths(stats: &Stats) -> Vec<(String, u64)> {
    let Some((&longest, _)) = stats.plies.last_key_value() else { return Vec::new() };
    let mut steps = vec![0; longest / STEP + 1];
    for (&plies, &games) in &stats.plies {
        steps[plies / STEP] += games;
    }
    let label = |step: usize| format!("{}-{}", step * STEP, (step + 1) * STEP - 1);
    steps.into_iter().enumerate().map(|(step, games)| (label(step), games)).collect()
}

/// Returns a bar chart of results, lengths and first moves.
pub fn stats_chart(stats: &Stats) -> BarChart {
    let results: Vec<(String, u64)> =
        stats.results.iter().map(|(result, &games)| (result.clone(), games)).collect();
    let firsts = stats.opening_tree(1).into_iter().filter(|(moves, _)| moves.len() == 1);
    let firsts: Vec<(String, u64)> =
        firsts.map(|(moves, opening)| (moves[0].clone(), opening.games)).collect();
    let panels = [("Results", results), ("Plies", lengths(stats)), ("First moves", firsts)];
    let panels = panels.map(|(heading, bars)| Panel { heading: heading.to_owned(), bars });
    BarChart { title: format!("{} of hexagonal chess", Counted(stats.games, "game")), panels: panels.into() }
}
