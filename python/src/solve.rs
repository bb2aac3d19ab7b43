//! The function `solve` and the class `Solution`.

use std::sync::Arc;
use std::time::Duration;

use hexmate_batch::Task;
use hexmate_core::mate::{Findings, Scope, Try};
use hexmate_core::rules;
use hexmate_diagram::{Arrow, Marks, Options, svg};
use hexmate_position::{Position, Setup};
use hexmate_problems as problems;
use hexmate_problems::{Problem, SolveOptions, Solved};
use hexmate_report::{Hidden, SolveLook, SolveRecord, json_object};
use hexmate_tasks::{EndingTables, Solve, SolveSettings};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

use crate::board::Board;
use crate::counts::threads;
use crate::errors::Problem as Raised;
use crate::files::fen_form;
use crate::interrupt::interruptible;
use crate::json;
use crate::moves::Move;
use crate::picture;
use crate::statement::{of_any, unnamed};

/// Arguments of `solve` and `solve_many`.
#[derive(Clone, Copy)]
pub struct SolveArguments {
    /// Maximum number of refutations of a try; 0 for no tries.
    pub tries: u32,
    /// Parts of the solution to search.
    pub scope: Scope,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time in seconds.
    pub seconds: Option<f64>,
    /// Maximum memory in MiB.
    pub memory: Option<usize>,
}

impl SolveArguments {
    /// Returns the options of the task.
    pub fn options(self) -> Result<SolveSettings, Raised> {
        let wrong = || Raised::option("seconds: expected 0 or more");
        let time = self.seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(|_| wrong()));
        let scope = Scope { tries: self.tries, ..self.scope };
        let options = SolveOptions::default().nodes(self.nodes).time(time.transpose()?).scope(scope);
        Ok(SolveSettings { options, mebibytes: self.memory, ..SolveSettings::default() })
    }
}

/// A try and its refutations.
type Tried = (Py<Move>, Vec<Py<Move>>);

/// The solution of a problem: verdict, keys and solution tree.
///
/// >>> import hexmate
/// >>> board = hexmate.Board("mini")
/// >>> solution = hexmate.solve(board, "#2")
/// >>> solution.verdict, solution.is_complete
/// ('NO_SOLUTION', True)
#[pyclass(frozen, module = "hexmate")]
pub struct Solution {
    /// The problem with its twins, solved.
    solved: Arc<Solved>,
    /// Number of this solution among those of the problem and its twins.
    number: usize,
}

impl Solution {
    /// Returns the solutions of a problem and of its twins.
    pub fn all(solved: Solved) -> Vec<Self> {
        let count = solved.solutions().count();
        let solved = Arc::new(solved);
        (0..count).map(|number| Self { solved: Arc::clone(&solved), number }).collect()
    }

    /// Returns the problem with its twins, solved, and the number of this solution among theirs.
    pub fn source(&self) -> (&Solved, usize) {
        (&self.solved, self.number)
    }

    fn solution(&self) -> &problems::Solution {
        self.solved.solutions().nth(self.number).expect("the number is that of a solution")
    }

    fn findings(&self) -> &Findings {
        self.solution().findings()
    }

    fn position(&self) -> &Position {
        &self.solution().problem().position
    }

    /// Returns the record from which reports are written.
    fn record(&self) -> SolveRecord {
        let records = SolveRecord::all((*self.solved).clone(), Hidden::default()).into_iter();
        let mut solved = records.filter(|record| record.solved().is_some());
        solved.nth(self.number).expect("each solution has a record")
    }

    fn objects(&self, py: Python<'_>, moves: &[rules::Move]) -> PyResult<Vec<Py<Move>>> {
        Move::objects(py, self.position().game().shape, moves.iter().copied())
    }

    fn keys_as_arrows(&self) -> Vec<Arrow> {
        self.findings().keys.iter().map(|&key| Arrow::from(key)).collect()
    }
}

#[pymethods]
impl Solution {
    /// The verdict: `SOUND`, `COOKED`, `FEWER_SOLUTIONS`, `SHORT_SOLUTION`,
    /// `NO_SOLUTION` or `NOT_FINISHED`.
    #[getter]
    fn verdict(&self) -> &str {
        self.solution().verdict().word()
    }

    /// The stipulation, such as `#2`.
    #[getter]
    fn stipulation(&self) -> String {
        self.record().stipulation()
    }

    /// The board of the problem.
    #[getter]
    fn board(&self) -> Board {
        Board::of(self.position().clone())
    }

    /// The solutions of the twins of a problem, in their order; empty for a twin, and for a problem without twins.
    #[getter]
    fn twins(&self) -> Vec<Self> {
        if self.number > 0 { Vec::new() } else { Self::all((*self.solved).clone()).split_off(1) }
    }

    /// Length of the shortest solution in moves; None if there is none.
    #[getter]
    fn mate_in(&self) -> Option<u32> {
        self.findings().mate_in
    }

    /// All keys of the shortest length.
    #[getter]
    fn keys(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        self.objects(py, &self.findings().keys)
    }

    /// In help and series play: all solutions of the shortest length, each a list of moves.
    #[getter]
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<Vec<Py<Move>>>> {
        self.findings().lines.iter().map(|line| self.objects(py, line)).collect()
    }

    /// The tries, each with its refutations.
    #[getter]
    fn tries(&self, py: Python<'_>) -> PyResult<Vec<Tried>> {
        let shape = self.position().game().shape;
        let tried =
            |one: &Try| Ok((Move::object(py, shape, one.attack.m)?, self.objects(py, &one.refutations)?));
        self.findings().tries.iter().map(tried).collect()
    }

    /// The solution tree as dictionaries and lists: `keys`, `lines`, `tries`, `set_play`, `set_lines`.
    ///
    /// Its schema is that of `hexmate solve --format json`: `crates/report/src/solve.schema.json`.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &json!(self.record().tree()))
    }

    /// Number of nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.findings().nodes
    }

    /// True if the search was completed.
    #[getter]
    fn is_complete(&self) -> bool {
        self.findings().stopped.is_none()
    }

    /// The limit that stopped the search, and what is certain nevertheless; empty if none did.
    #[getter]
    fn message(&self) -> String {
        self.record().message()
    }

    /// The solution as text, in the layout of Popeye.
    #[getter]
    fn text(&self) -> String {
        self.record().solution_text()
    }

    /// The solution as running text, as in magazines.
    #[getter]
    fn compact(&self) -> String {
        self.record().compact_page(SolveLook::default().language)
    }

    /// Returns the row of the report as a dictionary, with the solution tree.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &json_object(&self.record()))
    }

    /// Returns a diagram with the keys as arrows, as SVG; the options are those of the function `svg`.
    #[pyo3(signature = (**options))]
    fn svg<'py>(&self, py: Python<'py>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let arrows = self.keys_as_arrows();
        picture::draw_with_arrows(py, &Setup::from(self.position()), arrows, options)
    }

    /// Returns a diagram with the keys as arrows, for notebooks.
    fn _repr_svg_(&self) -> String {
        let arrows = self.keys_as_arrows();
        let marks = Marks { arrows, ..Marks::of(self.position()) };
        svg(Setup::from(self.position()), &Options { marks, ..Options::default() })
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let keys = self.findings().keys.iter().map(|&key| self.position().san(key).to_string());
        let words: Vec<String> =
            [self.stipulation(), self.verdict().to_owned()].into_iter().chain(keys).collect();
        format!("<Solution {}>", words.join(" "))
    }
}

/// Solves a problem: finds the shortest length within the stipulation, all keys and their variations.
///
/// The problem is a board, a FEN, a line of EPD, or a dictionary as from `read_problems`, whose twins are solved too:
/// `Solution.twins`. A twin that is not a problem is an error. `stipulation` replaces that of the problem; without both it is `#2`. `tries` is the maximum number of
/// refutations of a try; `set_play` and `variations` include these. The search stops with a partial result after `nodes`
/// nodes or `seconds` seconds; `memory` is its limit in MiB. `from_fen` is the order of cells in a FEN, such as `"file-up"`.
///
/// >>> import hexmate
/// >>> fen = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38"
/// >>> solution = hexmate.solve(hexmate.Board(fen=fen), "#2")
/// >>> solution
/// <Solution #2 SOUND Qe10+>
/// >>> solution.keys, len(solution.tree["keys"][0]["defences"]) > 0
/// ([Move.from_uci('b4e10')], True)
/// >>> hexmate.solve({"fen": fen, "stipulation": "#2"}).verdict, hexmate.solve(fen).verdict
/// ('SOUND', 'SOUND')
/// >>> hexmate.solve(hexmate.Board(), "mate soon")
/// Traceback (most recent call last):
/// hexmate.InvalidStipulationError: unknown stipulation "mate soon" for Gliński; write for example #2
#[pyfunction]
#[pyo3(signature = (
    board, stipulation = None, *, tries = 0, set_play = false, variations = true, nodes = None,
    seconds = None, memory = None, threads = None, from_fen = None,
))]
#[expect(clippy::too_many_arguments, reason = "each is an option by its name")]
pub fn solve(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    stipulation: Option<&str>,
    tries: u32,
    set_play: bool,
    variations: bool,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
    threads: Option<usize>,
    from_fen: Option<&str>,
) -> PyResult<Solution> {
    let threads = self::threads(threads)?;
    let scope = Scope { set_play, variations, ..Scope::KEYS };
    let options = SolveArguments { tries, scope, nodes, seconds, memory }.options()?;
    let mut statement = of_any(board, fen_form(from_fen, None)?)?;
    let game = statement.game(None).map_err(Raised::from)?;
    if let Some(given) = stipulation {
        given.clone_into(&mut statement.stipulation);
    }
    if statement.stipulation.is_empty() {
        "#2".clone_into(&mut statement.stipulation);
    }
    let (_, twins) =
        Problem::with_twins(game, &statement, None).map_err(|error| Raised::statement(&game, &error))?;
    if let Some(error) = twins.iter().find_map(|twin| twin.problem.as_ref().err()) {
        return Err(Raised::statement(&game, error).into());
    }
    let solved = interruptible(py, |stop| {
        Solve::new(options, EndingTables::new(None), threads, stop.clone()).work(unnamed(statement))
    })?;
    let internal = || Raised::new("HexmateError", "internal", "no solution");
    Ok(Solution::all(solved).into_iter().next().ok_or_else(internal)?)
}
