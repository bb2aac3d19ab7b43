//! Mining of sound problems from games: the function `mine` and the class `Puzzle`.

use hexmate_core::mate::{Budget, TranspositionTable};
use hexmate_diagram::{Arrow, Marks, Options, svg};
use hexmate_position::Setup;
use hexmate_problems::mine::{Continuation, FoundPuzzle, MineOptions, mine_within};
use hexmate_problems::stipulation_text;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::errors::Problem;
use crate::interrupt::interruptible;
use crate::moves::Move;
use crate::picture;
use crate::record::GameRecord;

/// Memory for the transposition table, in bytes.
const TABLE: usize = 32 << 20;

/// A problem that occurred in a game: a forced mate with a single key.
#[pyclass(frozen, module = "hexmate")]
pub struct Puzzle(FoundPuzzle);

#[pymethods]
impl Puzzle {
    /// Number of plies before the position.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply
    }

    /// The board before the key.
    #[getter]
    fn board(&self) -> Board {
        Board::of(self.0.position.clone())
    }

    /// The stipulation, such as `#2`.
    #[getter]
    fn stipulation(&self) -> String {
        stipulation_text(&self.0.position.game(), self.0.mate.stipulation)
    }

    /// The key: the only first move that solves the problem.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        Move::object(py, self.0.position.game().shape, self.0.mate.key)
    }

    /// The continuation of the game: mated, begun, missed or left.
    #[getter]
    fn continuation(&self) -> &'static str {
        match self.0.continuation {
            Continuation::Mated => "mated",
            Continuation::KeyPlayed => "begun",
            Continuation::Missed(_) => "missed",
            Continuation::GameEnded => "left",
        }
    }

    /// Returns a diagram without the key, as SVG; the options are those of the function `svg`.
    #[pyo3(signature = (**options))]
    fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        picture::draw(&Setup::from(&self.0.position), options)
    }

    /// Returns a diagram with the key as an arrow, for notebooks.
    fn _repr_svg_(&self) -> String {
        let marks = Marks { arrows: vec![Arrow::from(self.0.mate.key)], ..Marks::of(&self.0.position) };
        svg(Setup::from(&self.0.position), &Options { marks, ..Options::default() })
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {} after {} plies: {}>", self.stipulation(), self.0.ply, self.0.position.to_fen())
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
    game: &GameRecord,
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
    Ok(found.puzzles.into_iter().map(Puzzle).collect())
}
