//! Problems from Python objects and files: boards, FENs, lines of EPD, dictionaries; the function `read_problems`.

use std::sync::{Mutex, PoisonError};

use hexmate_core::mate::Stipulation;
use hexmate_problems as problem;
use hexmate_problems::{ProblemFormat, Statement, parse_informal_stipulation};
use hexmate_tasks::records::{Item, Passage, Record, Records};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::board::Board;
use crate::errors::{Problem, expected};
use crate::files::{Source, input_options, os_error};

/// Parses a stipulation of a game.
pub fn stipulation(game: &hexmate_position::Game, text: &str) -> Result<Stipulation, Problem> {
    let unknown = || {
        let message = format!("unknown stipulation {text:?} for {}; write for example #2", game.title);
        Problem::new("InvalidStipulationError", "unknown-stipulation", message)
    };
    parse_informal_stipulation(game, text).ok_or_else(unknown)
}

/// Returns the problem of a board and a stipulation.
pub fn of_board(board: &Board, stipulation: &str) -> Statement {
    Statement {
        line: 1,
        variant: board.setup().game.name.to_owned(),
        fen: board.setup().to_fen(),
        stipulation: stipulation.to_owned(),
        ..Statement::default()
    }
}

/// Converts a Python object into a problem; `default` is the stipulation if it has none.
pub fn of_any(item: &Bound<'_, PyAny>, default: Option<&str>) -> PyResult<Statement> {
    let default = default.unwrap_or_default();
    if let Ok(pair) = item.cast::<PyTuple>() {
        let (subject, stipulation): (Bound<'_, PyAny>, String) = pair.extract()?;
        return of_any(&subject, Some(&stipulation));
    }
    let mut statement = if let Ok(board) = item.extract::<PyRef<'_, Board>>() {
        of_board(&board, default)
    } else if let Ok(line) = item.cast::<PyString>() {
        let line: String = line.extract()?;
        let first = problem::statements(line.as_bytes(), ProblemFormat::Lines).next();
        let empty = Problem::new("InvalidFenError", "missing-field", format!("no problem in {line:?}"));
        first.ok_or(empty)??
    } else if let Ok(columns) = item.cast::<PyDict>() {
        of_columns(columns)?
    } else {
        return Err(expected("a Board, a FEN, a line of EPD or a dictionary", item));
    };
    if statement.stipulation.is_empty() {
        default.clone_into(&mut statement.stipulation);
    }
    Ok(statement)
}

fn of_columns(columns: &Bound<'_, PyDict>) -> PyResult<Statement> {
    let (mut headings, mut cells) = (Vec::new(), Vec::new());
    for (name, value) in columns {
        headings.push(name.extract::<String>()?);
        cells.push(if value.is_none() { String::new() } else { value.str()?.extract()? });
    }
    Ok(Statement::of_cells(&headings, &cells))
}

fn columns<'py>(py: Python<'py>, statement: &Statement) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    statement.to_cells().into_iter().try_for_each(|(name, value)| dictionary.set_item(name, value))?;
    Ok(dictionary)
}

/// Reads the problems and positions of a file, or of an object with a method `read`, one after the other.
///
/// Each is a dictionary of its columns: `id`, `variant`, `fen`, `stipulation`, `key`, `solutions`, `twin`,
/// `author`, `source` and all others of the file. The formats CSV, EPD and lines of FEN are detected.
///
/// >>> import hexmate, io
/// >>> lines = io.StringIO("1/k2/5/7/9/11/11/11/11/11/K10 w - 0 1; dm 2; id \"one\";")
/// >>> [(problem["id"], problem["stipulation"]) for problem in hexmate.read_problems(lines)]
/// [('one', '#2')]
///
/// `encoding` is that of bytes that are not UTF-8; by default it is guessed.
#[pyfunction]
#[pyo3(signature = (source, *, encoding = None))]
pub fn read_problems(source: Source, encoding: Option<&str>) -> PyResult<ProblemReader> {
    let options = input_options(encoding)?;
    let records = source.records().map_err(os_error)?.with_options(options);
    Ok(ProblemReader { records: Mutex::new(records) })
}

/// An iterator over the problems of a file; see `read_problems`.
#[pyclass(module = "hexmate")]
pub struct ProblemReader {
    records: Mutex<Records>,
}

#[pymethods]
impl ProblemReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let records = self.records.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(record) = py.detach(|| records.next()) else { return Ok(None) };
        let Record { file, item, .. } = record.map_err(os_error)?;
        match item.into_statement(&file, None) {
            Ok(statement) => columns(py, &statement).map(Some),
            Err(message) => Err(Problem::new("HexmateError", "no-problem", message).into()),
        }
    }
}

/// Returns the record of a problem without a file, with its number from 1.
pub fn record(number: u64, statement: Statement) -> Record {
    Record {
        file: format!("item {}", number - 1).into(),
        number,
        item: Item::Statement(statement),
        passage: Passage::default(),
    }
}
