//! Solving, repairing and simplifying a problem.

use std::num::NonZeroUsize;

use hexmate_batch::{StopFlag, Task};
use hexmate_core::mate::{Findings, Line, Scope};
use hexmate_position::{Move, Position};
use hexmate_problems::compose::Changes;
use hexmate_problems::{SolveOptions, Solved, Statement};
use hexmate_report::{Hidden, Language, SolveRecord, TableRow, json_object};
use hexmate_tasks::records::{Item, Passage, Record};
use hexmate_tasks::{ComposeOptions, Composed, EndingTables, Mend, SolveSettings, Strip};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Failure};
use crate::board::position;
use crate::exports::Reporter;
use crate::games::{game, letters};

/// Name of the problem on the board, for messages.
const NAME: &str = "board";

/// The parts of a solution to search, and the limit of the search.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct Depth {
    tries: u32,
    try_play: bool,
    set_play: bool,
    variations: bool,
    every_defence: bool,
    nodes: Option<u64>,
}

impl Default for Depth {
    /// The parts that the command searches.
    fn default() -> Self {
        let Scope { tries, try_play, set_play, variations, every_defence } = Scope::FULL;
        Self { tries, try_play, set_play, variations, every_defence, nodes: None }
    }
}

impl Depth {
    /// Returns the task that solves problems to this depth.
    pub fn task(self) -> hexmate_tasks::Solve {
        let Self { tries, try_play, set_play, variations, every_defence, nodes } = self;
        let scope = Scope { tries, try_play, set_play, variations, every_defence };
        let options = SolveOptions::default().nodes(nodes).scope(scope);
        let settings = SolveSettings { options, ..SolveSettings::default() };
        hexmate_tasks::Solve::new(settings, EndingTables::new(None), NonZeroUsize::MIN, StopFlag::default())
    }
}

/// A problem as the page states it.
#[derive(Deserialize, Debug)]
pub struct Stated {
    game: String,
    fen: String,
    stipulation: String,
    #[serde(default)]
    twin: String,
    #[serde(default)]
    solutions: String,
    #[serde(default)]
    keys: String,
}

impl Stated {
    fn record(self) -> Record {
        let Self { game, fen, stipulation, twin, solutions, keys } = self;
        let item = Item::from(Statement {
            line: 1,
            variant: game,
            fen,
            stipulation,
            twin,
            solutions,
            keys,
            ..Statement::default()
        });
        Record { file: NAME.into(), number: 1, item, passage: Passage::default() }
    }
}

/// A problem to solve.
#[derive(Deserialize, Debug)]
pub struct Solve {
    #[serde(flatten)]
    problem: Stated,
    #[serde(default)]
    depth: Depth,
    #[serde(default)]
    letters: String,
}

impl Solve {
    /// Returns the diagram and its twins with their solutions; reports lengths and keys on the way.
    pub fn answer(self) -> Answer {
        let task = self.depth.task();
        let position = position(game(&self.problem.game)?, &self.problem.fen);
        let task = match position {
            Ok(position) => task.with_observer(Reporter(position)),
            // The row explains the fault.
            Err(_) => task,
        };
        Ok(solutions(task.work(self.problem.record()), &self.letters))
    }
}

/// Returns a diagram and its twins with their solutions.
pub fn solutions(solved: Solved, names: &str) -> Value {
    let language = Language::of(letters(names));
    let records = SolveRecord::all(solved, Hidden::default());
    let record = |record: &SolveRecord| {
        let fen = record.solved().map(|(problem, _)| problem.position.to_fen());
        let passed = record.solved().and_then(|(problem, _)| {
            problem.position.after_pass(problem.position.next_player()).map(|passed| passed.to_fen())
        });
        json!({
            "row": json_object(record),
            "fen": fen,
            "passed": passed,
            "lines": record.solved().map(|(problem, findings)| lines(&problem.position, &findings.lines, findings)),
            "set_lines": record.solved().and_then(|(problem, findings)| {
                let passed = problem.position.after_pass(problem.position.next_player())?;
                Some(lines(&passed, &findings.set_lines, findings))
            }),
            "text": record.solution_text(),
            "compact": record.compact_page(language),
            "pgn": record.solution_pgn(),
        })
    };
    records.iter().map(record).collect()
}

/// Returns lines of play without resistance: each move with the position after it.
fn lines(start: &Position, lines: &[Line], findings: &Findings) -> Value {
    let line = |line: &Line| {
        let steps = start.along_line(line, findings.stipulation);
        let nexts = steps.iter().skip(1).map(|(position, _)| position.to_fen());
        let last = steps.last().map(|(position, m)| position.play_unchecked(*m).to_fen());
        let moves = steps.iter().zip(nexts.chain(last));
        let step = |((position, m), fen): (&(Position, Move), String)| json!({ "uci": position.uci(*m).to_string(), "san": position.san(*m).to_string(), "fen": fen });
        moves.map(step).collect::<Vec<_>>()
    };
    lines.iter().take(MOST_LINES).map(line).collect()
}

/// The most lines that the page lists.
const MOST_LINES: usize = 1000;

/// A problem to repair or to simplify.
#[derive(Deserialize, Debug)]
pub struct Compose {
    #[serde(flatten)]
    problem: Stated,
    /// `mend` or `strip`.
    how: String,
    /// Largest number of changes.
    #[serde(default)]
    changes: u32,
    /// Node limit of one version.
    #[serde(default)]
    nodes: Option<u64>,
}

impl Compose {
    /// Returns the rows of the table, or the fault.
    pub fn answer(self) -> Answer {
        let options =
            ComposeOptions { game: None, moves: None, nodes: self.nodes, stop: StopFlag::default() };
        let record = self.problem.record();
        if self.how == "strip" {
            return table(Strip { options, has_diagrams: true }.work(record));
        }
        let changes = if self.changes > 1 { Changes::Two } else { Changes::One };
        table(Mend { options, changes, max_versions: 20 }.work(record))
    }
}

fn table<R: TableRow>(composed: Composed<R>) -> Answer {
    match composed {
        Composed::Done { rows, diagram, is_clean, .. } => {
            let rows: Vec<Value> = rows.iter().map(json_object).collect();
            Ok(json!({ "rows": rows, "svg": diagram, "clean": is_clean }))
        }
        Composed::Fault(message) => Err(Failure::new("not-composed", message)),
        Composed::Stopped => Err(Failure::new("stopped", "stopped")),
    }
}
