//! Generators with one fault each: the suite catches all of them, and each position that was added for a fault is needed.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::faulty::{Fault, Faulty};
use super::rows::{CountRow, PositionRow};
use super::{oracle_position, read};
use crate::law_length::quick_or_full;
use crate::oracle::{self, Board, Game};

/// Largest count in which a fault is looked for.
const MOST_NODES: u64 = 2_000;

/// A row of the suite, read by the oracle, with its small counts.
struct Asked {
    id: String,
    faults: Vec<String>,
    position: oracle::Position,
    /// The moves, each with the pieces after it.
    moves: Vec<(String, Board)>,
    /// Counts of depths 2 and 3.
    counts: Vec<u64>,
}

impl Asked {
    fn new(row: PositionRow, counts: &CountRow) -> Self {
        let position = oracle_position(&row.variant, &row.fen).expect("a legal position");
        let is_small = |nodes: &u64| *nodes <= MOST_NODES;
        let counts = counts.counts.iter().map(|words| words["nodes"]).take_while(is_small).skip(1).collect();
        let moves = Faulty::new(None, &position).moves();
        let listed: Vec<&str> = row.moves.iter().map(|m| &*m.uci).collect();
        assert_eq!(moves.iter().map(|(text, _)| &**text).collect::<Vec<_>>(), listed, "{}", row.id);
        Self { id: row.id, faults: row.faults, position, moves, counts }
    }

    fn is_marked(&self, fault: Fault) -> bool {
        self.faults.iter().any(|code| code == fault.code())
    }

    /// Returns whether a fault shows in the moves.
    fn shows(&self, fault: Fault) -> bool {
        Faulty::new(Some(fault), &self.position).moves() != self.moves
    }

    /// Returns whether a fault shows in the moves or in a small count.
    fn shows_in_counts(&self, fault: Fault) -> bool {
        let faulty = Faulty::new(Some(fault), &self.position);
        let is_wrong = |(depth, &nodes): (u32, &u64)| faulty.perft(depth) != nodes;
        let counts = (2..).zip(&self.counts).filter(|_| self.position.rules().count() == 2);
        self.shows(fault) || counts.into_iter().any(is_wrong)
    }
}

/// Returns the rows of the suite by game, those with faults first.
fn suite() -> Vec<(Game, Vec<Asked>)> {
    let mut games: BTreeMap<usize, Vec<Asked>> = BTreeMap::new();
    for (row, counts) in read::<PositionRow>("positions").into_iter().zip(read::<CountRow>("counts")) {
        assert_eq!(row.id, counts.id);
        let number = Game::ALL.iter().position(|game| game.name() == row.variant).expect("a game");
        games.entry(number).or_default().push(Asked::new(row, &counts));
    }
    let mut all: Vec<(Game, Vec<Asked>)> =
        games.into_iter().map(|(number, rows)| (Game::ALL[number], rows)).collect();
    for (_, rows) in &mut all {
        rows.sort_by_key(|row| row.faults.is_empty());
    }
    all
}

#[test]
fn suite_catches_every_fault() {
    let suite = suite();
    let games: Vec<&(Game, Vec<Asked>)> = suite.iter().step_by(quick_or_full(4, 1)).collect();
    games.par_iter().for_each(|(game, rows)| {
        for fault in Fault::all(*game) {
            let is_caught = rows.iter().any(|row| row.is_marked(fault) && row.shows_in_counts(fault))
                || rows.iter().any(|row| row.shows(fault))
                || rows.iter().any(|row| row.shows_in_counts(fault));
            assert!(is_caught, "{}: {fault:?}; cargo run --example conformance", game.name());
        }
    });
}

/// Without a row that has faults, one of them passes: it shows in no row without faults.
#[test]
#[ignore = "long: make verify"]
fn rows_for_faults_are_needed() {
    for (game, rows) in suite() {
        let passing: Vec<Fault> = Fault::all(game)
            .par_iter()
            .filter(|&&fault| !rows.iter().any(|row| row.faults.is_empty() && row.shows_in_counts(fault)))
            .copied()
            .collect();
        for row in rows.iter().filter(|row| !row.faults.is_empty()) {
            for code in &row.faults {
                let is_needed = |fault: &&Fault| fault.code() == code && row.shows_in_counts(**fault);
                assert!(passing.iter().any(|fault| is_needed(&fault)), "{}: {code}", row.id);
            }
        }
    }
}
