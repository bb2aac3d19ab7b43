//! Conversion of rows into a table of `pyarrow`.

use pyo3::exceptions::PyModuleNotFoundError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::json;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Text; other values are written as JSON.
    Text,
    /// Integer.
    Integer,
    /// Boolean.
    Boolean,
    /// List of texts.
    Texts,
}

/// Name and type of a column.
pub type Column = (&'static str, Type);

/// The columns of `solve_many`.
pub const SOLVED: &[Column] = {
    use Type::{Boolean, Integer, Text, Texts};
    &[
        ("id", Text),
        ("variant", Text),
        ("fen", Text),
        ("stipulation", Text),
        ("status", Text),
        ("mate_in", Integer),
        ("keys", Texts),
        ("keys_uci", Texts),
        ("n_keys", Integer),
        ("tries", Text),
        ("set_play", Text),
        ("threats", Text),
        ("duals", Text),
        ("variations", Text),
        ("computer_tested", Text),
        ("expected", Text),
        ("as_expected", Boolean),
        ("nodes", Integer),
        ("message", Text),
        ("author", Text),
        ("source", Text),
        ("of_twin", Text),
        ("claim", Text),
    ]
};

/// The columns of games: `GameRecord.to_row`.
pub const GAMES: &[Column] = {
    use Type::{Integer, Text, Texts};
    &[
        ("file", Text),
        ("record", Integer),
        ("line", Integer),
        ("variant", Text),
        ("white", Text),
        ("black", Text),
        ("players", Texts),
        ("event", Text),
        ("date", Text),
        ("round", Text),
        ("result", Text),
        ("plies", Integer),
        ("moves", Texts),
        ("sans", Texts),
        ("fen", Text),
        ("status", Text),
        ("code", Text),
        ("message", Text),
    ]
};

/// The columns of `validate_many`.
pub const CHECKED: &[Column] = {
    use Type::{Integer, Text};
    &[
        ("file", Text),
        ("record", Integer),
        ("line", Integer),
        ("column", Integer),
        ("kind", Text),
        ("variant", Text),
        ("id", Text),
        ("status", Text),
        ("plies", Integer),
        ("code", Text),
        ("message", Text),
        ("fen", Text),
    ]
};

fn cell<'py>(py: Python<'py>, kind: Type, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match (kind, value) {
        (Type::Text, Value::Null | Value::String(_)) => json::object(py, value),
        (Type::Text, other) => json::object(py, &Value::String(other.to_string())),
        _ => json::object(py, value),
    }
}

/// Imports `pyarrow`; without it, the error says how to install it.
pub fn arrow(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("pyarrow").map_err(|error| {
        if !error.is_instance_of::<PyModuleNotFoundError>(py) {
            return error;
        }
        let missing = PyModuleNotFoundError::new_err("table() needs pyarrow: pip install 'hexmate[arrow]'");
        missing.set_cause(py, Some(error));
        missing
    })
}

/// Returns the table of these rows.
pub fn of_rows<'py>(
    arrow: &Bound<'py, PyModule>,
    columns: &[Column],
    rows: &[Value],
) -> PyResult<Bound<'py, PyAny>> {
    let py = arrow.py();
    let text = arrow.call_method0("string")?;
    let (arrays, fields) = (PyDict::new(py), PyList::empty(py));
    for &(name, kind) in columns {
        let cells = rows.iter().map(|row| cell(py, kind, &row[name])).collect::<PyResult<Vec<_>>>()?;
        let kind = match kind {
            Type::Text => text.clone(),
            Type::Integer => arrow.call_method0("int64")?,
            Type::Boolean => arrow.call_method0("bool_")?,
            Type::Texts => arrow.call_method1("list_", (&text,))?,
        };
        fields.append(arrow.call_method1("field", (name, kind))?)?;
        arrays.set_item(name, cells)?;
    }
    let schema = arrow.call_method1("schema", (fields,))?;
    let named = PyDict::new(py);
    named.set_item("schema", schema)?;
    arrow.call_method("table", (arrays,), Some(&named))
}
