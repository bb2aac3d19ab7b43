//! The tables in `perft/` against the second opinion, and what they say of themselves.

mod oracle;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hexmate::notation::Uci;
use hexmate::perft::Kind;
use hexmate::perft::reference::{self, Case, Count};
use hexmate::rules::{
    Echex3, Echex3x16, Echex6, Echex6x16, Glinski, McCooey, Mini, Position, Setup, Variant,
};
use oracle::{Breakdown, Game};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Chosen positions that every game has at least.
const FEWEST: usize = 30;

/// The texts of the tables, with their names without the ending.
fn tables() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let paths = fs::read_dir(folder).expect("the folder perft").map(|entry| entry.expect("an entry").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|extension| extension == "perft"));
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    tables.map(|path| (name(&path), fs::read_to_string(&path).expect("a table"))).collect()
}

/// A case with what the table says of it in comments.
struct Entry<'t> {
    place: String,
    case: Case<'t>,
    /// The lines of the case.
    lines: Vec<&'t str>,
}

impl<'t> Entry<'t> {
    fn new(table: &str, text: &'t str, case: Case<'t>) -> Self {
        let lines = text.lines().skip(case.id.line);
        let lines = lines.take_while(|line| !line.starts_with("id ")).collect();
        Self { place: format!("{table}.perft:{}: {}", case.id.line, case.id.text), case, lines }
    }

    /// The lines of moves that a comment with this word gives.
    fn remarks(&self, word: &str) -> impl Iterator<Item = Vec<&'t str>> {
        let prefix = format!("# {word}: ");
        let moves = self.lines.iter().filter_map(move |line| line.strip_prefix(prefix.as_str()));
        moves.map(|line| line.split(' ').collect()).collect::<Vec<_>>().into_iter()
    }

    fn second_opinion(&self) -> oracle::Position {
        let game = Game::by_name(self.case.variant.text).expect("a known game");
        match self.case.fen.text {
            "start" => oracle::Position::start(game),
            fen => oracle::Position::from_fen(game, fen)
                .unwrap_or_else(|error| panic!("{}: {error}", self.place)),
        }
    }

    fn position<V: Variant>(&self) -> Position<V> {
        if self.case.fen.text == "start" {
            return Position::start();
        }
        let fen = self.case.fen.text.as_bytes();
        let setup = Setup::from_fen(fen).unwrap_or_else(|error| panic!("{}: {error}", self.place));
        assert_eq!(setup.faults(), [], "{}", self.place);
        setup.into_position().unwrap_or_else(|faults| panic!("{}: {faults}", self.place))
    }
}

fn entries(tables: &[(String, String)]) -> Vec<Entry<'_>> {
    let read = |(name, text)| {
        let cases = reference::read(text).map(move |case| {
            let case = case.unwrap_or_else(|error| panic!("{name}.perft:{error}"));
            Entry::new(name, text, case)
        });
        cases.collect::<Vec<_>>()
    };
    tables
        .iter()
        .map(|(name, text): &(String, String)| (name.as_str(), text.as_str()))
        .flat_map(read)
        .collect()
}

/// What the second opinion says of a kind.
fn found(breakdown: &Breakdown, kind: Kind) -> u64 {
    match kind {
        Kind::Captures => breakdown.captures,
        Kind::EnPassant => breakdown.en_passant,
        Kind::DoubleSteps => breakdown.double_steps,
        Kind::Promotions => breakdown.promotions,
        Kind::Checks => breakdown.checks,
        Kind::DoubleChecks => breakdown.double_checks,
        Kind::Mates => breakdown.mates,
        Kind::Stalemates => breakdown.stalemates,
        Kind::Eliminations => breakdown.eliminations,
    }
}

/// What is wrong with a count, if anything.
fn check(entry: &Entry<'_>, count: &Count) -> Option<String> {
    let position = entry.second_opinion();
    let Count { depth, nodes, kinds, .. } = count;
    let fault = |name: &str, expected, found| {
        (expected != found)
            .then(|| format!("{}, depth {depth}: {expected} {name}, found {found}", entry.place))
    };
    if kinds.is_empty() {
        return fault("nodes", *nodes, position.perft(*depth));
    }
    let breakdown = position.breakdown(*depth);
    let faults =
        kinds.iter().filter_map(|&(kind, expected)| fault(kind.name(), expected, found(&breakdown, kind)));
    let faults: Vec<String> = fault("nodes", *nodes, breakdown.nodes).into_iter().chain(faults).collect();
    (!faults.is_empty()).then(|| faults.join("\n"))
}

fn check_tables(limit: u64) {
    let tables = tables();
    let entries = entries(&tables);
    let counts: Vec<_> =
        entries.iter().flat_map(|entry| entry.case.counts.iter().map(move |c| (entry, c))).collect();
    let small: Vec<_> = counts.into_iter().filter(|(_, count)| count.nodes <= limit).collect();
    let faults: Vec<String> = small.par_iter().filter_map(|(entry, count)| check(entry, count)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(small.len() > 800, "only {} lines have been checked", small.len());
}

#[test]
fn every_line_of_the_tables_agrees_with_the_second_opinion() {
    check_tables(50_000);
}

#[test]
#[ignore = "takes many minutes"]
fn every_longer_line_of_the_tables_agrees_with_the_second_opinion() {
    check_tables(2_000_000);
}

/// Plays moves by their text as far as they are legal; says how many were.
fn count_legal(entry: &Entry<'_>, line: &[&str]) -> usize {
    let mut position = entry.second_opinion();
    for (played, text) in line.iter().enumerate() {
        let Some(m) = position.legal_moves().into_iter().find(|m| m.uci() == *text) else { return played };
        position = position.play(&m);
    }
    line.len()
}

/// As [`count_legal`], in the eyes of the library.
fn count_legal_here<V: Variant>(entry: &Entry<'_>, line: &[&str]) -> usize {
    let mut position = entry.position::<V>();
    for (played, text) in line.iter().enumerate() {
        let m = Uci::parse(text.as_bytes()).unwrap_or_else(|| panic!("{}: {text}", entry.place));
        match position.play(m) {
            Ok(next) => position = next,
            Err(_) => return played,
        }
    }
    line.len()
}

fn check_remarks<V: Variant>(entry: &Entry<'_>) -> usize {
    let legal = entry.remarks("legal").map(|line| (line.len(), line));
    let illegal = entry.remarks("illegal").map(|line| (line.len() - 1, line));
    let remarks: Vec<_> = legal.chain(illegal).collect();
    for (expected, line) in &remarks {
        for found in [count_legal(entry, line), count_legal_here::<V>(entry, line)] {
            assert_eq!(found, *expected, "{}: legal moves of {}", entry.place, line.join(" "));
        }
    }
    remarks.len()
}

/// The game of an entry, for one of the functions below.
macro_rules! of_its_game {
    ($function:ident, $entry:expr) => {
        match $entry.case.variant.text {
            Glinski::NAME => $function::<Glinski>($entry),
            McCooey::NAME => $function::<McCooey>($entry),
            Mini::NAME => $function::<Mini>($entry),
            Echex3::NAME => $function::<Echex3>($entry),
            Echex3x16::NAME => $function::<Echex3x16>($entry),
            Echex6::NAME => $function::<Echex6>($entry),
            Echex6x16::NAME => $function::<Echex6x16>($entry),
            other => panic!("{}: no game is called {other}", $entry.place),
        }
    };
}

#[test]
fn moves_are_legal_or_not_as_the_tables_remark() {
    let tables = tables();
    let remarks: usize = entries(&tables).iter().map(|entry| of_its_game!(check_remarks, entry)).sum();
    assert!(remarks > 500, "only {remarks} remarks");
}

#[test]
fn positions_are_sound_and_print_as_they_read() {
    fn fen<V: Variant>(entry: &Entry<'_>) -> String {
        entry.position::<V>().to_fen()
    }
    let tables = tables();
    for entry in entries(&tables).iter().filter(|entry| entry.case.fen.text != "start") {
        assert_eq!(entry.second_opinion().to_fen(), entry.case.fen.text, "{}", entry.place);
        assert_eq!(of_its_game!(fen, entry), entry.case.fen.text, "{}", entry.place);
    }
}

#[test]
fn every_game_for_two_has_enough_chosen_positions_all_different_and_each_taken_apart() {
    let tables = tables();
    for game in [Game::Glinski, Game::Mccooey, Game::Mini] {
        let table = tables.iter().find(|(name, _)| name == game.name());
        let (name, text) = table.unwrap_or_else(|| panic!("no table of {}", game.name()));
        let table = [(name.clone(), text.clone())];
        let entries = entries(&table);
        let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.case.id.text).collect();
        let fens: BTreeSet<&str> = entries.iter().map(|entry| entry.case.fen.text).collect();
        assert!(ids.len() >= FEWEST, "{name} has {} positions", ids.len());
        assert_eq!(
            (ids.len(), fens.len()),
            (entries.len(), entries.len()),
            "{name}: an id or a position twice"
        );
        for entry in &entries {
            assert_eq!(entry.case.variant.text, name, "{}", entry.place);
            let depths = entry.case.counts.iter().map(|count| count.depth);
            assert!(depths.eq(1..=entry.case.counts.len() as u32), "{}: a depth is missing", entry.place);
            let taken_apart = entry.case.counts.iter().any(|count| count.kinds.len() == Kind::ALL.len());
            assert!(taken_apart, "{}: no breakdown", entry.place);
        }
    }
}
