//! Problems from Python objects and files: boards, FENs, lines of EPD, dictionaries; the function `read_problems`.

use std::sync::{Mutex, PoisonError};

use hexmate_position::FenForm;
use hexmate_problems as problem;
use hexmate_problems::{ProblemFormat, Statement};
use hexmate_tasks::records::{Item, Passage, Record, Records};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyTuple};

use crate::board::Board;
use crate::errors::{Problem, expected, in_python};
use crate::files::{Source, fen_form, input_options, os_error};

/// Returns the problem of a board.
fn of_board(board: &Board) -> Statement {
    let setup = board.setup();
    Statement { line: 1, variant: setup.game.name.to_owned(), fen: setup.to_fen(), ..Statement::default() }
}

/// Converts a Python object into a problem. `form` is the order of cells in a FEN, and the names of cells.
///
/// The stipulation of a pair replaces that of its first item.
pub fn of_any(item: &Bound<'_, PyAny>, form: FenForm) -> PyResult<Statement> {
    if let Ok(pair) = item.cast::<PyTuple>() {
        let (subject, stipulation): (Bound<'_, PyAny>, String) = pair.extract()?;
        return Ok(Statement { stipulation, ..of_any(&subject, form)? });
    }
    if let Ok(board) = item.extract::<PyRef<'_, Board>>() {
        return Ok(of_board(&board));
    }
    let statement = if let Ok(line) = item.cast::<PyString>() {
        of_line(&line.extract::<String>()?)?
    } else if let Ok(columns) = item.cast::<PyMapping>() {
        of_columns(columns)?
    } else {
        return Err(expected("a Board, a FEN, a line of EPD or a dictionary", item));
    };
    Ok(Statement { form, ..statement })
}

/// Returns the problem of a FEN or of a line of EPD.
pub fn of_line(line: &str) -> PyResult<Statement> {
    let mut found = problem::statements(line.as_bytes(), ProblemFormat::Lines);
    let empty = Problem::new("InvalidFenError", "missing-field", format!("no problem in {line:?}"));
    let first = found.next().ok_or(empty)??;
    if found.next().is_some() {
        let message = "several lines where one FEN or line of EPD is expected; use read_problems";
        return Err(Problem::new("HexmateError", "several-problems", message).into());
    }
    Ok(first)
}

/// Returns the operations of a line of EPD as names and texts: those with a meaning first.
pub fn operations_of(statement: &Statement) -> Vec<(String, String)> {
    let Statement { variant, id, stipulation, keys, solutions, twin, author, source, further, .. } =
        statement;
    let stated = match stipulation.strip_prefix('#') {
        Some(moves) => ("dm", moves),
        None => ("stip", stipulation.as_str()),
    };
    let named = [("variant", variant), ("bm", keys), ("id", id), ("solutions", solutions), ("twin", twin)];
    let named = named.into_iter().chain([("author", author), ("source", source)]);
    let named = named.map(|(name, value)| (name, value.as_str())).chain([stated]);
    let named = named.filter(|(_, value)| !value.is_empty());
    let further = further.iter().map(|one| (one.name.clone(), one.value.clone()));
    named.map(|(name, value)| (name.to_owned(), value.to_owned())).chain(further).collect()
}

fn of_columns(columns: &Bound<'_, PyMapping>) -> PyResult<Statement> {
    let (mut headings, mut cells) = (Vec::new(), Vec::new());
    for item in columns.items()? {
        let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
        headings.push(name);
        cells.push(if value.is_none() { String::new() } else { value.str()?.extract()? });
    }
    Ok(Statement::of_cells(&headings, &cells))
}

/// Returns a statement with its FEN in standard form if it is written in another one and can be read.
fn in_standard_form(statement: Statement) -> Statement {
    let is_standard = statement.form == FenForm::default();
    let setup = statement.game(None).ok().and_then(|game| statement.setup(game).ok());
    match setup.filter(|_| !is_standard) {
        Some(setup) => Statement { fen: setup.to_fen(), form: FenForm::default(), ..statement },
        None => statement,
    }
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
/// `encoding` is that of bytes that are not UTF-8; by default it is guessed. `from_fen` and `files`, such as `"file-up"` and
/// `"a-k"`, are the order of cells in FENs and the names of cells; the columns have them in standard form.
#[pyfunction]
#[pyo3(signature = (source, *, encoding = None, from_fen = None, files = None))]
pub fn read_problems(
    source: Source,
    encoding: Option<&str>,
    from_fen: Option<&str>,
    files: Option<&str>,
) -> PyResult<ProblemReader> {
    let (options, form) = (input_options(encoding)?, fen_form(from_fen, files)?);
    let records = source.records().map_err(os_error)?.with_options(options).with_fen_form(form);
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
            Ok(statement) => columns(py, &in_standard_form(statement)).map(Some),
            Err(message) => Err(Problem::new("HexmateError", "no-problem", in_python(&message)).into()),
        }
    }
}

/// Returns the record of a problem that is not one of several.
pub fn unnamed(statement: Statement) -> Record {
    Record { file: "".into(), ..record(1, statement) }
}

/// Returns the record of a problem without a file, with its number from 1.
pub fn record(number: u64, statement: Statement) -> Record {
    Record {
        file: format!("item {}", number - 1).into(),
        number,
        item: Item::from(statement),
        passage: Passage::default(),
    }
}
