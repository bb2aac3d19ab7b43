//! One problem solved, and its solution as an object. What is found, and how it is told, the library knows.

use std::num::NonZeroUsize;
use std::time::Duration;

use hexmate_batch::{StopFlag, Task};
use hexmate_core::mate::Scope;
use hexmate_core::rules;
use hexmate_diagram::{Arrow, Marks, Options, Theme, svg};
use hexmate_position::{Letters, Uci};
use hexmate_position::{Position, Setup};
use hexmate_report::{Format, Language};
use hexmate_tasks::{Captions, Hidden, KnownEndings, Limits, Sheet, Solve, SolveOptions};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::board::Board;
use crate::counts::threads;
use crate::errors::Problem;
use crate::json;
use crate::moves::Move;
use crate::picture;
use crate::statement::{of_board, record, stipulation};
use crate::waiting::interruptible;

/// How much is asked of problems.
#[derive(Clone, Copy)]
pub struct Asked {
    /// The most refutations of a try; 0 for no tries.
    pub tries: u32,
    /// What else is told.
    pub scope: Scope,
    /// The most positions.
    pub nodes: Option<u64>,
    /// The most seconds.
    pub seconds: Option<f64>,
    /// The most memory in MiB.
    pub memory: Option<usize>,
}

impl Asked {
    /// The options of the task: rows as JSON with their trees, and these sheets.
    pub fn options(self, sheets: &[Sheet]) -> Result<SolveOptions, Problem> {
        let wrong = || Problem::option("seconds: expected a number from 0");
        let time = self.seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|_| wrong()));
        Ok(SolveOptions {
            asked: None,
            moves: None,
            scope: Scope { tries: self.tries, ..self.scope },
            hidden: Hidden::default(),
            limits: Limits { nodes: self.nodes, time: time.transpose()?, mebibytes: self.memory },
            language: Language::of(Letters::ENGLISH),
            formats: vec![Format::Json],
            sheets: sheets.to_vec(),
            has_trees: true,
            has_clock: false,
            has_pictures: false,
            captions: Captions::default(),
            has_key_arrows: false,
            theme: Theme::default(),
            has_certificates: false,
        })
    }
}

/// A try and what refutes it.
type Tried = (Py<Move>, Vec<Py<Move>>);

/// A solution: the verdict, the keys, and the tree of what follows.
///
/// >>> import hexmate
/// >>> board = hexmate.Board("mini")
/// >>> solution = hexmate.solve(board, "#2")
/// >>> solution.verdict, solution.is_complete
/// ('NO_SOLUTION', True)
#[pyclass(frozen, module = "hexmate")]
pub struct Solution {
    position: Position,
    row: Value,
    text: String,
    compact: String,
}

impl Solution {
    fn word(&self, name: &str) -> &str {
        self.row[name].as_str().unwrap_or_default()
    }

    fn read(&self, texts: &Value) -> Vec<rules::Move> {
        let shape = self.position.game().shape;
        let texts = texts.as_array().into_iter().flatten().filter_map(Value::as_str);
        texts.filter_map(|text| Uci::parse(shape, text.as_bytes())).collect()
    }

    fn key_moves(&self) -> Vec<rules::Move> {
        self.read(&self.row["keys_uci"])
    }

    fn objects(&self, py: Python<'_>, moves: Vec<rules::Move>) -> PyResult<Vec<Py<Move>>> {
        Move::objects(py, self.position.game().shape, moves.into_iter())
    }

    /// The moves of a list of the tree.
    fn of_tree(&self, list: &Value) -> Vec<rules::Move> {
        let moves = list.as_array().into_iter().flatten().map(|step| step["uci"].clone()).collect();
        self.read(&Value::Array(moves))
    }
}

#[pymethods]
impl Solution {
    /// The word for it: `SOUND`, `COOKED`, `FEWER_SOLUTIONS`, `SHORT_SOLUTION`,
    /// `NO_SOLUTION` or `NOT_FINISHED`.
    #[getter]
    fn verdict(&self) -> &str {
        self.word("status")
    }

    /// What was asked, `#2`.
    #[getter]
    fn stipulation(&self) -> &str {
        self.word("stipulation")
    }

    /// The board that was solved.
    #[getter]
    fn board(&self) -> Board {
        Board::of(self.position.clone())
    }

    /// The fewest moves in which the problem is solved; None if it is not.
    #[getter]
    fn mate_in(&self) -> Option<u64> {
        self.row["mate_in"].as_u64()
    }

    /// All keys of that length.
    #[getter]
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        self.objects(py, self.key_moves())
    }

    /// Where nobody resists: all lines of that length, each a list of moves.
    #[getter]
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<Vec<Py<Move>>>> {
        let lines = self.row["solution"]["lines"].as_array().into_iter().flatten();
        lines.map(|line| self.objects(py, self.of_tree(line))).collect()
    }

    /// The tries, each with the moves that refute it.
    #[getter]
    fn tries(&self, py: Python<'_>) -> PyResult<Vec<Tried>> {
        let shape = self.position.game().shape;
        let mut tries = Vec::new();
        for one in self.row["solution"]["tries"].as_array().into_iter().flatten() {
            let uci = one["uci"].as_str().unwrap_or_default();
            let Some(m) = Uci::parse(shape, uci.as_bytes()) else { continue };
            let refutations = self.objects(py, self.of_tree(&one["refutations"]))?;
            tries.push((Move::object(py, shape, m)?, refutations));
        }
        Ok(tries)
    }

    /// The whole solution as dictionaries and lists: `keys`, `lines`, `tries`, `set_play`, `set_lines`.
    ///
    /// The schema of `hexmate solve --format json` says what they hold: `src/report/solve.schema.json`.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.row["solution"])
    }

    /// Positions looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.row["nodes"].as_u64().unwrap_or_default()
    }

    /// Whether the search has come to its end.
    #[getter]
    fn is_complete(&self) -> bool {
        self.verdict() != "NOT_FINISHED"
    }

    /// What hit a limit, and what is certain all the same; empty if nothing did.
    #[getter]
    fn message(&self) -> &str {
        self.word("message")
    }

    /// The solution in the layout of Popeye.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The solution run on, as magazines print it.
    #[getter]
    fn compact(&self) -> &str {
        &self.compact
    }

    /// The row of the report: a dictionary of its columns, and the tree.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.row)
    }

    /// The diagram with the keys as arrows; options are those of the function `svg`.
    #[pyo3(signature = (**options))]
    fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let arrows = self.key_moves().into_iter().map(Arrow::from).collect();
        picture::drawn_with(&Setup::from(&self.position), arrows, options)
    }

    /// The same for notebooks.
    fn _repr_svg_(&self) -> String {
        let arrows = self.key_moves().into_iter().map(Arrow::from).collect();
        let marks = Marks { arrows, ..Marks::of(&self.position) };
        svg(Setup::from(&self.position), &Options { marks, ..Options::default() })
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let keys = self.row["keys"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let words: Vec<&str> = [self.stipulation(), self.verdict()].into_iter().chain(keys).collect();
        format!("<Solution {}>", words.join(" "))
    }
}

/// Solves a problem: the shortest length within the stipulation, all keys, and what follows them.
///
/// `tries` is the most refutations of a try that is told; `set_play` and `variations` ask for these. A search
/// ends with what it has after so many `nodes` or `seconds`; `memory` is in MiB.
///
/// >>> import hexmate
/// >>> fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38"
/// >>> solution = hexmate.solve(hexmate.Board(fen=fen), "#2")
/// >>> solution
/// <Solution #2 SOUND Qe10+>
/// >>> solution.keys, len(solution.tree["keys"][0]["defences"]) > 0
/// ([Move.from_uci('b4e10')], True)
/// >>> hexmate.solve(hexmate.Board(), "mate soon")
/// Traceback (most recent call last):
/// hexmate.InvalidStipulationError: unknown stipulation "mate soon" of Glinski
#[pyfunction]
#[pyo3(signature = (
    board, stipulation = "#2", *, tries = 0, set_play = false, variations = true, nodes = None,
    seconds = None, memory = None, threads = None,
))]
#[expect(clippy::too_many_arguments, reason = "each is an option by its name")]
pub fn solve(
    py: Python<'_>,
    board: &Board,
    stipulation: &str,
    tries: u32,
    set_play: bool,
    variations: bool,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
    threads: Option<usize>,
) -> PyResult<Solution> {
    let threads = self::threads(threads)?;
    let scope = Scope { set_play, variations, ..Scope::KEYS };
    let options = Asked { tries, scope, nodes, seconds, memory }.options(&[Sheet::Text, Sheet::Compact])?;
    self::stipulation(&board.position.game(), stipulation)?;
    let statement = of_board(board, stipulation);
    let solved = interruptible(py, |stop| work(options, threads, stop, record(1, statement)))?;
    let row = json::value(solved.rows.first().map_or("null", String::as_str))?;
    let mut sheets = solved.sheets.into_iter();
    let [text, compact] = [(); 2].map(|()| sheets.next().unwrap_or_default());
    Ok(Solution { position: board.position.clone(), row, text, compact })
}

fn work(
    options: SolveOptions,
    threads: NonZeroUsize,
    stop: &StopFlag,
    record: hexmate_tasks::records::Record,
) -> hexmate_tasks::Solved {
    Solve::new(options, KnownEndings::new(None), threads, stop.clone()).work(record)
}
