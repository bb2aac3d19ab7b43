//! `endgames/`: the page agrees with the tables of statistics, and the statistics are recomputed.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use hexmate_endgame::{BuildProgress, Endgames, Ending, SideStatistics, Worth};
use hexmate_position::Game;

const PAGE: &str = include_str!("../../endgames/README.md");
const GAMES: [(Game, &str, &str); 3] = [
    (Game::GLINSKI, "Gliński's game", include_str!("../../endgames/glinski.csv")),
    (Game::MCCOOEY, "McCooey's game", include_str!("../../endgames/mccooey.csv")),
    (Game::MINI, "Mini Hexchess", include_str!("../../endgames/mini.csv")),
];

/// Cells by column, for each ending and side to move.
type Rows = BTreeMap<(String, String), BTreeMap<String, String>>;

fn rows(csv: &str) -> Rows {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let cells: BTreeMap<String, String> =
            names.iter().zip(&row).map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect();
        ((cells["ending"].clone(), cells["to_move"].clone()), cells)
    });
    rows.collect()
}

/// Formats a percentage as on the page: two decimals, none for exactly 0 and 100.
fn percent(part: u64, of: u64) -> String {
    let hundredths = (20_000 * part + of) / (2 * of);
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    match (part, text.as_str()) {
        (0, _) => "0".to_owned(),
        (_, "0.00") => "<0.01".to_owned(),
        (_, "100.00") if part == of => "100".to_owned(),
        (_, "100.00") => ">99.99".to_owned(),
        _ => text,
    }
}

/// Returns the line of the page for an ending.
fn line(rows: &Rows, ending: &str, has_stalemates: bool) -> String {
    let row = |side: &str| &rows[&(ending.to_owned(), side.to_owned())];
    let share = |side: &str, names: &[&str]| {
        let number = |name: &str| row(side)[name].parse::<u64>().expect("a number");
        percent(names.iter().map(|name| number(name)).sum(), number("positions"))
    };
    let stalemates = |side, name| has_stalemates.then(|| share(side, &[name]));
    let longest = ["white", "black"].iter().filter_map(|side| row(side)["longest_mate"].parse::<u32>().ok());
    let cells = [
        Some(ending.to_owned()),
        Some(share("white", &["win"])),
        stalemates("white", "stalemating"),
        Some(share("white", &["draw"])),
        Some(share("white", &["stalemated", "loss"])),
        Some(share("black", &["loss"])),
        stalemates("black", "stalemated"),
        Some(share("black", &["draw"])),
        Some(share("black", &["win", "stalemating"])),
        Some(longest.max().map(|plies| plies.to_string()).unwrap_or_default()),
        Some(row("white")["zugzwangs"].clone()),
    ];
    format!("| {} |", cells.into_iter().flatten().collect::<Vec<_>>().join(" | ")).replace("|  |", "| |")
}

#[test]
fn endings_page_matches_tables() {
    for (game, title, csv) in GAMES {
        let section = PAGE.split("\n## ").find(|section| section.starts_with(title)).expect("a section");
        let lines: Vec<&str> = section.lines().filter(|line| line.starts_with("| K")).collect();
        let rows = rows(csv);
        let endings = rows.keys().filter(|(_, side)| side == "white");
        let mut expected: Vec<String> =
            endings.map(|(ending, _)| line(&rows, ending, game.name == "glinski")).collect();
        let mut sorted = lines.clone();
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected, "{}", game.name);
    }
}

/// Recomputes the statistics of endings and compares every number.
fn check_statistics(game: Game, csv: &str, endings: &[Ending]) {
    let rows = rows(csv);
    let endgames = Endgames::new(game).expect("a game for two");
    let stop = AtomicBool::new(false);
    for ending in endings {
        let table =
            endgames.build_with_all(ending, &BuildProgress { stop: &stop, ply: &|_| {} }).expect("built");
        let statistics = endgames.statistics(&table);
        for (side, counted) in ["white", "black"].into_iter().zip(&statistics.sides) {
            let row = &rows[&(ending.to_string(), side.to_owned())];
            let longest = counted.longest_of(&[Worth::Win, Worth::Loss]);
            let longest = longest.map(|(_, plies, _)| plies.to_string()).unwrap_or_default();
            let cell = |name: &str| row[name].as_str();
            for (name, number) in numbers(counted) {
                assert_eq!(cell(name), number.to_string(), "{ending} of {}, {side}: {name}", game.name);
            }
            assert_eq!(cell("zugzwangs"), statistics.mutual_zugzwangs.to_string(), "{ending}");
            assert_eq!(cell("longest_mate"), longest, "{ending} of {}, {side}", game.name);
            let ways = statistics.placements;
            assert_eq!(
                counted.positions + counted.in_check,
                ways.others,
                "{ending} of {}, {side}",
                game.name
            );
            assert_eq!(cell("adjacent_kings"), ways.adjacent_kings.to_string(), "{ending}");
            assert_eq!(cell("on_one_cell"), ways.on_one_cell.to_string(), "{ending}");
        }
    }
}

fn numbers(counted: &SideStatistics) -> Vec<(&'static str, u64)> {
    let mut numbers: Vec<_> = Worth::ALL.into_iter().map(Worth::word).zip(counted.by_worth).collect();
    numbers.extend([
        ("positions", counted.positions),
        ("classes", counted.classes),
        ("mates", counted.mates),
        ("stalemates", counted.stalemates),
        ("impossible", counted.impossible),
        ("in_check", counted.in_check),
    ]);
    numbers
}

fn without_pawns(game: Game, most: usize) -> Vec<Ending> {
    (2..=most).flat_map(|count| Ending::all_of(game, count)).filter(|ending| !ending.has_pawns()).collect()
}

#[test]
fn small_ending_statistics_are_reproduced() {
    check_statistics(Game::MINI, GAMES[2].2, &without_pawns(Game::MINI, 3));
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: builds many tables, minutes"]
    fn statistics_equal_a_second_count() {
        let all_of_mini: Vec<Ending> = (2..=4).flat_map(|count| Ending::all_of(Game::MINI, count)).collect();
        check_statistics(Game::MINI, GAMES[2].2, &all_of_mini);
        for (game, _, csv) in &GAMES[..2] {
            let more = ["KPvK", "KBBvK", "KNNvK"].map(|ending| ending.parse().expect("an ending"));
            check_statistics(*game, csv, &[without_pawns(*game, 3), more.to_vec()].concat());
        }
    }
}
