//! Every problem in `puzzles/unsound` has the stated fault, by the library and by the oracle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::oracle;
use hexmate_core::mate::{Answer, Scope};
use hexmate_position::Game;
use hexmate_position::Uci;
use hexmate_problems::{Problem, ProblemError, ProblemFormat, SolveOptions, Statement, statements};
use hexmate_report::SolveRecord;
use rayon::prelude::*;

/// A row of a file with its additional columns.
struct Spoiled {
    statement: Statement,
    status: String,
    /// A defence and its continuations.
    dual: Vec<String>,
}

fn rows() -> Vec<Spoiled> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/unsound");
    let files = ["spoiled.csv", "castling.csv"].map(|name| folder.join(name));
    files.iter().flat_map(|path| rows_of(path)).collect()
}

fn rows_of(path: &Path) -> Vec<Spoiled> {
    let open = || BufReader::new(File::open(path).expect("a file"));
    let mut table = csv::Reader::from_reader(open());
    let header = table.headers().expect("a header").clone();
    let column = |name| header.iter().position(|other| other == name).expect("a column");
    let (status, dual) = (column("status"), column("dual"));
    let cells: Vec<csv::StringRecord> = table.records().map(|record| record.expect("a row")).collect();
    let statements =
        statements(open(), ProblemFormat::Csv).map(|statement| statement.expect("a readable file"));
    let rows = statements.zip(cells).map(|(statement, cells)| Spoiled {
        statement,
        status: cells[status].to_owned(),
        dual: cells[dual].split_whitespace().map(str::to_owned).collect(),
    });
    rows.collect()
}

impl Spoiled {
    fn keys(&self) -> BTreeSet<String> {
        self.statement.keys.split_whitespace().map(str::to_owned).collect()
    }
}

/// Returns how the library disagrees with a row.
fn fault(row: &Spoiled) -> Option<String> {
    let game = Game::from_name(&row.statement.variant).expect("a game");
    let problem = match Problem::from_statement(game, &row.statement, None) {
        Err(ProblemError::Faults(..)) => return (row.status != "ILLEGAL").then(|| "illegal".to_owned()),
        Err(error) => return Some(error.to_string()),
        Ok(problem) => problem,
    };
    let solution = problem.solve(&SolveOptions::default().memory(1 << 20).scope(Scope::FULL));
    let keys: BTreeSet<String> =
        solution.keys().iter().map(|&key| Uci(game.shape, key).to_string()).collect();
    if solution.verdict().word() != row.status || keys != row.keys() {
        return Some(format!("{} {keys:?}", solution.verdict().word()));
    }
    let is_reported = SolveRecord::new(&row.statement, solution.clone()).status().word() == row.status;
    let defences = solution.variations().iter().flat_map(|key| &key.defences);
    let duals = defences.filter_map(|defence| match &defence.answer {
        Answer::Attacks(attacks) if attacks.is_dual() => {
            let first = Uci(game.shape, defence.moves[0]).to_string();
            let later = attacks.attacks.iter().map(|attack| Uci(game.shape, attack.m).to_string());
            Some(std::iter::once(first).chain(later).collect::<Vec<_>>())
        }
        _ => None,
    });
    let has_dual = row.dual.is_empty() || duals.into_iter().any(|dual| dual == row.dual);
    (!is_reported || !has_dual).then(|| "the dual is not found".to_owned())
}

/// Returns how the oracle disagrees with a row.
fn oracle_fault(row: &Spoiled) -> Option<String> {
    let game = oracle::Game::by_name(&row.statement.variant).expect("a game");
    let Ok(position) = oracle::Position::from_fen(game, &row.statement.fen) else {
        return (row.status != "ILLEGAL").then(|| "illegal".to_owned());
    };
    let moves: u32 = row.statement.stipulation[1..].parse().expect("a length");
    let length = (1..=moves).find(|&length| position.mates_in(length));
    let keys = position.keys(length.unwrap_or(moves));
    let found: BTreeSet<String> = keys.iter().map(oracle::Move::uci).collect();
    let status = match (length, found.len()) {
        (None, _) => "NO_SOLUTION",
        (Some(length), _) if length < moves => "SHORT_SOLUTION",
        (Some(_), 1) => "SOUND",
        (Some(_), _) => "COOKED",
    };
    if status != row.status || found != row.keys() {
        return Some(format!("{status} {found:?}"));
    }
    let (defence, continuations) = row.dual.split_first()?;
    let after = position.play(&keys[0]);
    let defence = after.legal_moves().into_iter().find(|m| m.uci() == *defence).expect("a legal defence");
    let mates = after.play(&defence).keys(moves - 1);
    let found: BTreeSet<String> = mates.iter().map(oracle::Move::uci).collect();
    let is_dual = mates.iter().any(|m| (m.from, m.to) != (mates[0].from, mates[0].to));
    let is_right = is_dual && found == continuations.iter().cloned().collect();
    (!is_right).then(|| format!("after {} {found:?}", defence.uci()))
}

#[test]
#[ignore = "long: make verify"]
fn both_searches_find_each_fault() {
    let rows = rows();
    let check = |row: &Spoiled| {
        let faults = [("the library", fault(row)), ("the oracle", oracle_fault(row))];
        let faults = faults.into_iter().filter_map(|(source, fault)| Some(format!("{source}: {}", fault?)));
        faults.map(|fault| format!("{}: {fault}", row.statement.id)).collect::<Vec<_>>()
    };
    let faults: Vec<String> = rows.par_iter().flat_map_iter(check).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_verdict_is_frequent_enough() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows() {
        *kinds.entry(row.status).or_default() += 1;
    }
    let expected = ["COOKED", "ILLEGAL", "NO_SOLUTION", "SHORT_SOLUTION", "SOUND"];
    assert_eq!(kinds.keys().collect::<Vec<_>>(), expected);
    assert!(kinds.values().all(|&count| count >= 30), "{kinds:?}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "csv"));
    let sound: usize =
        tables.map(|path| std::fs::read_to_string(path).expect("a table").lines().count() - 1).sum();
    assert!(kinds.values().sum::<usize>() >= sound, "fewer than {sound}: {kinds:?}");
}
