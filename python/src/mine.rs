//! Sound problems in games. What is sound, the library finds.

use hexmate_core::mate::{Budget, TranspositionTable};
use hexmate_diagram::{Arrow, Marks, Options, svg};
use hexmate_position::Setup;
use hexmate_problems::mine::{Continuation, FoundPuzzle, Wanted, mine_within};
use hexmate_problems::stipulation_text;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::errors::Problem;
use crate::moves::Move;
use crate::picture;
use crate::record::GameRecord;
use crate::waiting::interruptible;

/// Memory for the table of the search, in bytes.
const TABLE: usize = 32 << 20;

/// A problem that occurred in a game: a mate with one key.
#[pyclass(frozen, module = "hexmate")]
pub struct Puzzle(FoundPuzzle);

#[pymethods]
impl Puzzle {
    /// Moves of single players before it.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply
    }

    /// The board before the key.
    #[getter]
    fn board(&self) -> Board {
        Board::of(self.0.position.clone())
    }

    /// What is asked, `#2`.
    #[getter]
    fn stipulation(&self) -> String {
        stipulation_text(&self.0.position.game(), self.0.mate.stipulation)
    }

    /// The only move that solves it.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        Move::object(py, self.0.position.game().shape, self.0.mate.key)
    }

    /// What the game made of it: mated, begun, missed or left.
    #[getter]
    fn continuation(&self) -> &'static str {
        match self.0.continuation {
            Continuation::Mated => "mated",
            Continuation::Begun => "begun",
            Continuation::Missed(_) => "missed",
            Continuation::Left => "left",
        }
    }

    /// The diagram without its key; options are those of the function `svg`.
    #[pyo3(signature = (**options))]
    fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        picture::drawn(&Setup::from(&self.0.position), options)
    }

    /// The diagram with its key, for notebooks.
    fn _repr_svg_(&self) -> String {
        let marks = Marks { arrows: vec![Arrow::from(self.0.mate.key)], ..Marks::of(&self.0.position) };
        svg(Setup::from(&self.0.position), &Options { marks, ..Options::default() })
    }

    fn __repr__(&self) -> String {
        format!("<Puzzle {} after {} plies: {}>", self.stipulation(), self.0.ply, self.0.position.to_fen())
    }
}

/// The sound problems among the positions of a game: mates with one key, of so many moves.
///
/// `nodes` is the most positions that the search of one may look at.
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
    let wanted = Wanted { shortest, longest, nodes };
    let found = interruptible(py, |stop| {
        let budget = Budget { interrupt: Some(stop.flag()), ..Budget::default() };
        mine_within(&start, &checked.moves, wanted, budget, &mut TranspositionTable::with_limit(TABLE))
    })?;
    Ok(found.puzzles.into_iter().map(Puzzle).collect())
}
