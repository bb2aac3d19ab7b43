//! Mining of sound problems from games: the function `mine` and the class `Puzzle`.

use hexmate_core::mate::{Budget, TranspositionTable};
use hexmate_core::rules;
use hexmate_diagram::{Arrow, Marks, Options, svg};
use hexmate_position::{Position, Setup};
use hexmate_problems::mine::{Continuation, FoundPuzzle, MineOptions, mine_within};
use hexmate_problems::stipulation_text;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::errors::Problem;
use crate::interrupt::interruptible;
use crate::moves::Move;
use crate::picture;
use crate::record::RecordLike;

/// Memory for the transposition table, in bytes.
const TABLE: usize = 32 << 20;

/// A problem that occurred in a game: a forced mate with a single key.
#[pyclass(frozen, module = "hexmate")]
pub struct Puzzle {
    /// Number of plies before the position.
    pub ply: usize,
    /// The position before the key.
    pub position: Position,
    /// The stipulation, such as `#2`.
    pub stipulation: String,
    /// The key.
    pub key: rules::Move,
    /// The continuation of the game.
    pub continuation: String,
}

impl From<FoundPuzzle> for Puzzle {
    fn from(found: FoundPuzzle) -> Self {
        let FoundPuzzle { ply, position, mate, continuation } = found;
        let continuation = match continuation {
            Continuation::Mated => "mated",
            Continuation::KeyPlayed => "begun",
            Continuation::Missed(_) => "missed",
            Continuation::GameEnded => "left",
        };
        let stipulation = stipulation_text(&position.game(), mate.stipulation);
        Self { ply, position, stipulation, key: mate.key, continuation: continuation.to_owned() }
    }
}

#[pymethods]
impl Puzzle {
    /// Number of plies before the position.
    #[getter]
    fn ply(&self) -> usize {
        self.ply
    }

    /// The board before the key.
    #[getter]
    fn board(&self) -> Board {
        Board::of(self.position.clone())
    }

    /// The stipulation, such as `#2`.
    #[getter]
    fn stipulation(&self) -> &str {
        &self.stipulation
    }

    /// The key: the only first move that solves the problem.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        Move::object(py, self.position.game().shape, self.key)
    }

    /// The continuation of the game: mated, begun, missed or left.
    #[getter]
    fn continuation(&self) -> &str {
        &self.continuation
    }

    /// Returns a diagram without the key, as SVG; the options are those of the function `svg`.
    #[pyo3(signature = (**options))]
    fn svg<'py>(&self, py: Python<'py>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        picture::draw(py, &Setup::from(&self.position), options)
    }

    /// Returns a diagram with the key as an arrow, for notebooks.
    fn _repr_svg_(&self) -> String {
        let marks = Marks { arrows: vec![Arrow::from(self.key)], ..Marks::of(&self.position) };
        svg(Setup::from(&self.position), &Options { marks, ..Options::default() })
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {} after {} plies: {}>", self.stipulation, self.ply, self.position.to_fen())
    }
}

/// Returns the sound problems among the positions of a game: mates with a single key in `shortest` to `longest` moves.
///
/// `nodes` is the maximum number of nodes searched in each position.
///
/// >>> import hexmate, io
/// >>> text = "1. Qc3 Qc6 2. b2 b6 3. Bb1 e6 4. Qf9# 1-0"
/// >>> game = next(hexmate.read_games(io.StringIO(text)))
/// >>> for puzzle in hexmate.mine(game, longest=1):
/// ...     print(puzzle.ply, puzzle.stipulation, puzzle.key, puzzle.continuation)
/// 6 #1 c3f9 mated
#[pyfunction]
#[pyo3(signature = (game, *, shortest = 1, longest = 2, nodes = None))]
pub fn mine(
    py: Python<'_>,
    game: RecordLike,
    shortest: u32,
    longest: u32,
    nodes: Option<u64>,
) -> PyResult<Vec<Puzzle>> {
    if shortest < 1 || longest < shortest {
        return Err(Problem::option("expected 1 <= shortest <= longest").into());
    }
    let start = game.start()?;
    let (_, checked, _) = game.game()?;
    let wanted = MineOptions { min_moves: shortest, max_moves: longest, nodes };
    let found = interruptible(py, |stop| {
        let budget = Budget { interrupt: Some(stop.flag()), ..Budget::default() };
        mine_within(&start, &checked.moves, wanted, budget, &mut TranspositionTable::with_limit(TABLE))
    })?;
    Ok(found.puzzles.into_iter().map(Puzzle::from).collect())
}
