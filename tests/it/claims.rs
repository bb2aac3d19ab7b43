//! Claimed keys: each legal move is claimed in turn, and the verdict is compared with the keys that the oracle finds.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use hexmate_core::mate::Victim;
use hexmate_core::rules::Move;
use hexmate_position::Position;
use hexmate_position::{Letters, Long, San};
use hexmate_problems::{Problem, ProblemFormat, SolveOptions, Solver, Statement, statements};
use hexmate_report::{SolveRecord, TableRow};

use crate::laws::{oracle_position, uci};
use crate::oracle;

/// Returns the problems of a file that are mates in at most `moves` moves.
fn short_ones(name: &str, moves: u32) -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name);
    let input = BufReader::new(File::open(path).expect("a file"));
    let read = |statement: Statement| {
        let game = statement.game(None).expect("a game");
        Problem::from_statement(game, &statement, None).expect("a problem")
    };
    let all =
        statements(input, ProblemFormat::Csv).map(|statement| read(statement.expect("a readable file")));
    all.filter(|problem| problem.stipulation.moves <= moves && problem.stipulation.victim == Victim::Any)
        .collect()
}

/// Returns the cell of a column.
fn cell(row: &SolveRecord, name: &str) -> String {
    let cells = SolveRecord::COLUMNS.iter().zip(row.cells());
    let (_, cell) = cells.into_iter().find(|(own, _)| **own == name).expect(name);
    cell.as_str().expect("a text").to_owned()
}

#[test]
fn claim_verdicts_match_oracle_keys() {
    let problems = short_ones("mini.csv", 2).into_iter().step_by(5).take(12);
    let problems = problems.chain(short_ones("echex3.csv", 1).into_iter().take(2));
    let mut solver = Solver::new(SolveOptions::default().memory(1 << 20));
    let (mut right, mut wrong) = (0, 0);
    for Problem { position, stipulation, .. } in problems {
        let task = oracle::Task { play: oracle::Play::Direct, goal: oracle::Goal::Mate, victim: None };
        let keys = oracle_position(&position).solve(task, stipulation.moves, 0).keys;
        let written: [fn(&Position, Move) -> String; 4] = [
            |position, m| uci(position, m),
            |position, m| format!("1.{}!", San { position, m, letters: &Letters::ENGLISH }),
            |position, m| format!("1. {}", Long { position, m, letters: &Letters::ENGLISH }),
            |position, m| format!("1.{} ~ 2.Kxx#", San { position, m, letters: &Letters::ENGLISH }),
        ];
        for (number, m) in position.legal_moves().enumerate() {
            let text = written[number % written.len()](&position, m);
            let statement = Statement {
                fen: position.to_fen(),
                stipulation: format!("#{}", stipulation.moves),
                keys: text.clone(),
                ..Statement::default()
            };
            let problem = Problem::from_statement(position.game(), &statement, None).expect("a problem");
            let row = SolveRecord::new(&statement, solver.solve(&problem));
            let is_key = keys.contains(&uci(&position, m));
            let expected = match (is_key, keys.len()) {
                (false, _) => "wrong-key",
                (true, 1) => "right",
                (true, _) => "incomplete",
            };
            assert_eq!(cell(&row, "claim"), expected, "{text} in {}", position.to_fen());
            assert_eq!(cell(&row, "message").is_empty(), expected == "right", "{text}");
            assert_eq!(row.has_wrong_claim(), !is_key);
            right += u32::from(is_key);
            wrong += u32::from(!is_key);
        }
    }
    assert!(right >= 8 && wrong > 200, "{right} right, {wrong} wrong");
}
