//! Perft: numbers of move sequences, in total and by first move.

use std::num::NonZeroUsize;
use std::thread;

use hexmate_batch::log::LogError;
use hexmate_batch::shard::Shard;
use hexmate_batch::{NoProgress, Runner};
use hexmate_position::Position;
use hexmate_position::Uci;
use hexmate_tasks::{CountLabel, CountMethod, CountRequest, CountTask, CountedUnit, Sum, Units};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::Board;
use crate::errors::Problem;
use crate::interrupt::interruptible;

/// Depth in plies up to which a count takes far less than a second and is not split among threads.
const SHALLOW: u32 = 3;

/// Maximum depth in plies: more than can be counted, and few enough for the stack of a thread.
const MAX_DEPTH: u32 = 255;

/// Checks a depth in plies.
fn plies(depth: u32, least: u32) -> Result<u32, Problem> {
    let is_good = (least..=MAX_DEPTH).contains(&depth);
    is_good.then_some(depth).ok_or_else(|| Problem::option(format!("depth: expected {least} to {MAX_DEPTH}")))
}

/// Returns the number of threads: the argument, or the number that the machine supports.
pub fn threads(requested: Option<usize>) -> Result<NonZeroUsize, Problem> {
    match requested {
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(requested) => {
            NonZeroUsize::new(requested).ok_or_else(|| Problem::option("threads: expected 1 or more"))
        }
    }
}

/// Computes several counts, and returns their numbers in the same order.
fn counted(py: Python<'_>, counts: Vec<CountRequest>, threads: NonZeroUsize) -> PyResult<Vec<u64>> {
    let many = counts.len();
    let units = interruptible(py, move |stop| -> Result<Vec<CountedUnit>, LogError> {
        let task = CountTask { method: CountMethod::Plain, stop: stop.clone(), recorded: None };
        let units = Units::new(counts, None, &task.method, NoProgress);
        let runner = Runner { threads, stop, progress: &NoProgress };
        let mut found = Vec::new();
        let add = |unit| {
            found.extend(unit);
            Ok(())
        };
        runner.run(units, Shard::WHOLE, &task, None, |unit| unit, add).map(|_| found)
    })?;
    let units = units.map_err(|error| PyOverflowError::new_err(error.to_string()))?;
    let mut sums: Vec<Sum> = (0..many).map(|_| Sum::default()).collect();
    let too_many = |error: hexmate_tasks::CountError| PyOverflowError::new_err(error.to_string());
    for unit in &units {
        if unit.is_stopped {
            return Err(PyKeyboardInterrupt::new_err(()));
        }
        sums[unit.count].add(unit).map_err(too_many)?;
    }
    let number = |sum: &Sum| sum.numbers().map(|numbers| numbers.first().copied().unwrap_or_default());
    sums.iter().map(|sum| number(sum).map_err(too_many)).collect()
}

fn perft_of(py: Python<'_>, position: &Position, depth: u32, threads: Option<usize>) -> PyResult<u64> {
    let (threads, depth) = (self::threads(threads)?, plies(depth, 0)?);
    if depth <= SHALLOW {
        return Ok(py.detach(|| position.perft(depth)));
    }
    let count = CountRequest { position: position.clone(), depth, label: CountLabel::default() };
    Ok(counted(py, vec![count], threads)?.into_iter().sum())
}

fn divide_of<'py>(
    py: Python<'py>,
    position: &Position,
    depth: u32,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let (threads, below) = (self::threads(threads)?, plies(depth, 1)? - 1);
    let mut moves: Vec<(String, Position)> = position
        .legal_moves()
        .map(|m| (Uci(position.game().shape, m).to_string(), position.play_unchecked(m)))
        .collect();
    moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    let (names, after): (Vec<String>, Vec<Position>) = moves.into_iter().unzip();
    let nodes = if below < SHALLOW {
        py.detach(|| after.iter().map(|position| position.perft(below)).collect())
    } else {
        let counts = after
            .into_iter()
            .map(|position| CountRequest { position, depth: below, label: CountLabel::default() })
            .collect();
        counted(py, counts, threads)?
    };
    let divided = PyDict::new(py);
    names.iter().zip(nodes).try_for_each(|(name, nodes)| divided.set_item(name, nodes))?;
    Ok(divided)
}

/// Returns the number of move sequences of `depth` plies.
///
/// >>> import hexmate
/// >>> hexmate.perft(hexmate.Board(), 3)
/// 137858
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads = None))]
pub fn perft(py: Python<'_>, board: &Board, depth: u32, threads: Option<usize>) -> PyResult<u64> {
    perft_of(py, board.position()?, depth, threads)
}

/// Returns the number of move sequences of `depth` plies by first move, in UCI and ascending order.
///
/// >>> import hexmate
/// >>> counts = hexmate.divide(hexmate.Board("mini"), 2)
/// >>> sum(counts.values()), next(iter(counts))
/// (71, 'b1b2')
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads = None))]
pub fn divide<'py>(
    py: Python<'py>,
    board: &Board,
    depth: u32,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    divide_of(py, board.position()?, depth, threads)
}

#[pymethods]
impl Board {
    /// Returns the number of move sequences of `depth` plies; see the function `perft`.
    #[pyo3(name = "perft", signature = (depth, *, threads = None))]
    fn own_perft(&self, py: Python<'_>, depth: u32, threads: Option<usize>) -> PyResult<u64> {
        perft_of(py, self.position()?, depth, threads)
    }

    /// Returns the number of move sequences by first move; see the function `divide`.
    #[pyo3(name = "divide", signature = (depth, *, threads = None))]
    fn own_divide<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        divide_of(py, self.position()?, depth, threads)
    }
}
