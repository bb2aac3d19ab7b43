//! Every problem in `puzzles`, solved by the library and by the oracle, which shares no code with it.

#[path = "../../examples/play_out/plain.rs"]
mod plain;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use crate::law_length::quick_or_full;
use crate::oracle;
use hexmate_core::mate::{Budget, TranspositionTable, Victim};
use hexmate_position::Game;
use hexmate_position::Uci;
use hexmate_position::symmetry::canonical_key;
use hexmate_problems::{Problem, ProblemFormat, Statement, statements};
use rayon::prelude::*;

/// Returns the most moves that the oracle may make for one problem.
fn most_moves() -> u64 {
    quick_or_full(20_000, 60_000)
}

/// A row of a file.
struct TableRow {
    file: String,
    statement: Statement,
}

/// Result of solving a row with the library.
struct Answer {
    name: String,
    /// Difference from the row, if any.
    fault: Option<String>,
    nodes: u64,
}

/// Returns all rows of the files of direct mates, sorted by file name; for the others see `series.rs`.
fn rows() -> Vec<TableRow> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let entries = fs::read_dir(&folder).expect("a folder of puzzles");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
    paths.retain(|path| !path.ends_with("series.csv"));
    paths.sort();
    let rows = paths.iter().flat_map(|path| {
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let input = BufReader::new(File::open(path).expect("a file"));
        let statements: Vec<_> = statements(input, ProblemFormat::Csv).collect();
        statements.into_iter().map(move |statement| TableRow {
            file: file.clone(),
            statement: statement.expect("a readable file"),
        })
    });
    rows.collect()
}

impl TableRow {
    fn game(&self) -> Game {
        let name = &self.statement.variant;
        Game::from_name(name).unwrap_or_else(|| panic!("{}: no game {name:?}", self.name()))
    }

    fn name(&self) -> String {
        format!("{}:{} {}", self.file, self.statement.line, self.statement.id)
    }

    fn problem(&self) -> Problem {
        Problem::from_statement(self.game(), &self.statement, None)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name()))
    }
}

fn solved(row: &TableRow) -> Answer {
    let Problem { position, stipulation, claim, .. } = row.problem();
    let solution =
        position.solve(stipulation, &mut TranspositionTable::with_limit(32 << 20), Budget::default());
    let found: Vec<String> =
        solution.keys.iter().map(|&key| Uci(row.game().shape, key).to_string()).collect();
    let right = solution.mate_in == Some(stipulation.moves) && claim.moves() == Some(solution.keys.clone());
    Answer {
        name: row.name(),
        fault: (!right).then(|| format!("mate in {:?} by {}", solution.mate_in, found.join(" "))),
        nodes: solution.nodes,
    }
}

/// Returns how the oracle disagrees with a row.
fn oracle_fault(row: &TableRow) -> Option<String> {
    let stipulation = row.problem().stipulation;
    let name = row.game().name;
    let game = oracle::Game::by_name(name).expect(name);
    let position = match oracle::Position::from_fen(game, &row.statement.fen) {
        Ok(position) => position,
        Err(error) => return Some(format!("{}: {error}", row.name())),
    };
    let fewer = stipulation.moves - 1;
    let (is_shorter, keys) = match stipulation.victim {
        Victim::Any => (position.mates_in(fewer), position.keys(stipulation.moves)),
        Victim::Named(victim) => {
            let victim = victim.index() as oracle::Player;
            (position.mates_player_in(victim, fewer), position.keys_against(victim, stipulation.moves))
        }
    };
    let found: BTreeSet<String> = keys.iter().map(oracle::Move::uci).collect();
    let claimed: BTreeSet<String> = row.statement.keys.split(' ').map(str::to_owned).collect();
    let is_right = !is_shorter && found == claimed;
    (!is_right).then(|| format!("{}: shorter: {is_shorter}, keys: {found:?}", row.name()))
}

#[test]
#[ignore = "long: make verify"]
fn every_puzzle_is_solved_as_stated() {
    let rows = rows();
    let answers: Vec<Answer> = rows.par_iter().map(solved).collect();
    let faults: Vec<String> = answers
        .iter()
        .filter_map(|answer| Some(format!("{}: {}", answer.name, answer.fault.as_ref()?)))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    let mut files: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for (row, answer) in rows.iter().zip(&answers) {
        let (count, nodes) = files.entry(&row.file).or_default();
        *count += 1;
        *nodes += answer.nodes;
    }
    let mut table = String::new();
    for (file, (count, nodes)) in files {
        writeln!(table, "{file:<20} {count:>3} problems {nodes:>10} nodes").expect("memory");
    }
    insta::assert_snapshot!("nodes", table);
}

#[test]
fn puzzles_are_distinct() {
    let mut seen: BTreeMap<(String, u64), String> = BTreeMap::new();
    let rows = rows();
    // Two of the known problems come from games of the collection.
    for row in rows.iter().filter(|row| row.file != "known.csv") {
        let image = image_key(row);
        let other = seen.insert((row.statement.variant.clone(), image), row.name());
        assert_eq!(other, None, "{} is an image", row.name());
    }
    assert!(seen.len() > 150, "{} puzzles", seen.len());
}

fn image_key(row: &TableRow) -> u64 {
    canonical_key(&row.problem().position)
}

#[test]
#[ignore = "long: make verify"]
fn oracle_agrees_on_small_puzzles() {
    let rows = rows();
    let (checked, faults) = check_again(&rows, most_moves());
    eprintln!("{checked} of {} puzzles checked by both searches", rows.len());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(checked * 2 >= rows.len(), "only {checked} of {} puzzles are small", rows.len());
}

/// Checks the rows that a plain search decides within `most` moves; returns their number and the disagreements.
fn check_again(rows: &[TableRow], most: u64) -> (usize, Vec<String>) {
    let small: Vec<&TableRow> = rows.par_iter().filter(|&row| is_small(row, most)).collect();
    let check = |row: &&TableRow| {
        let start = Instant::now();
        let fault = oracle_fault(row);
        let seconds = start.elapsed().as_secs();
        if seconds >= 10 {
            eprintln!("{}: {seconds} s", row.name());
        }
        fault
    };
    for row in rows.iter().filter(|row| !small.iter().any(|other| std::ptr::eq(*other, *row))) {
        eprintln!("too large: {}", row.name());
    }
    (small.len(), small.par_iter().filter_map(check).collect())
}

fn is_small(row: &TableRow, most: u64) -> bool {
    let Problem { position, stipulation, .. } = row.problem();
    plain::count_moves_made(&position, stipulation, most).is_some()
}

mod deep {
    use super::*;

    #[test]
    #[ignore = "deep: minutes"]
    fn oracle_agrees_on_every_puzzle() {
        let rows = rows();
        let (checked, faults) = check_again(&rows, plain::MAX_MOVES);
        assert!(faults.is_empty(), "\n{}", faults.join("\n"));
        assert_eq!(checked, rows.len(), "puzzles that no second search can check in a moment");
    }
}
