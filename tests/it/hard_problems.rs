//! The problems of `puzzles/hard`: verdicts, keys and node counts.

use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::law_length::quick_or_full;
use hexmate_core::mate::{Budget, Findings, TranspositionTable};
use hexmate_position::Game;
use hexmate_position::Uci;
use hexmate_problems::{Problem, ProblemFormat, Statement, statements};
use rayon::prelude::*;

/// Reads the statements of a file with the verdicts of the column `status`.
fn rows(name: &str) -> Vec<(Statement, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/hard").join(name);
    let open = || BufReader::new(File::open(&path).expect("a file"));
    let mut table = csv::Reader::from_reader(open());
    let status =
        table.headers().expect("a header").iter().position(|name| name == "status").expect("a column");
    let statuses: Vec<String> = table.records().map(|row| row.expect("a row")[status].to_owned()).collect();
    let statements =
        statements(open(), ProblemFormat::Csv).map(|statement| statement.expect("a readable file"));
    statements.zip(statuses).collect()
}

/// Solves for the keys; panics if keys or verdict differ from the row.
fn solved(statement: &Statement, status: &str) -> Findings {
    let game = Game::from_name(&statement.variant).expect("a game");
    let problem = Problem::from_statement(game, statement, None).expect("a problem");
    let solution = problem.position.solve(
        problem.stipulation,
        &mut TranspositionTable::with_limit(64 << 20),
        Budget::default(),
    );
    let keys: Vec<String> = solution.keys.iter().map(|&key| Uci(game.shape, key).to_string()).collect();
    assert_eq!(
        (solution.verdict().word(), keys.join(" ")),
        (status, statement.keys.clone()),
        "{}",
        statement.id
    );
    solution
}

#[test]
#[ignore = "long: make verify"]
fn hard_problems_stay_within_noted_nodes() {
    let every = quick_or_full(5, 1);
    let rows = [rows("full-boards.csv"), rows("self.csv")].concat();
    let solutions: Vec<u64> = rows
        .par_iter()
        .enumerate()
        .map(|(number, (statement, status))| match number % every {
            0 => solved(statement, status).nodes,
            _ => 0,
        })
        .collect();
    let solved = rows.iter().zip(solutions).filter(|(_, nodes)| *nodes > 0);
    let text = solved.fold(String::new(), |mut text, ((statement, status), nodes)| {
        let _ = writeln!(text, "{:<22} {} {status:<12} {nodes:>9}", statement.id, statement.stipulation);
        text
    });
    insta::assert_snapshot!(if every == 1 { "hard_all" } else { "hard_sample" }, text);
}
