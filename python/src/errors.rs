//! Conversion of library errors into Python exceptions with code, position and message.

use std::borrow::Cow;
use std::fmt::Write;

use hexmate::rules::VariantTable;
use hexmate::{
    FaultList, Faults, MoveTextError, PositionError, ProblemError, ResolveError, Uci, UnknownGame,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;
use serde_json::Value;

static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// An exception of this module, before it is raised.
#[derive(Clone, Debug)]
pub struct Problem {
    class: &'static str,
    code: Cow<'static, str>,
    message: String,
    offset: Option<usize>,
    list: Option<(&'static str, Vec<String>)>,
}

impl Problem {
    /// Returns an error of a class of `hexmate._errors`.
    pub fn new(class: &'static str, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { class, code: code.into(), message: message.into(), offset: None, list: None }
    }

    /// Returns the error for an invalid value of an option.
    pub fn option(message: impl Into<String>) -> Self {
        Self::new("InvalidOptionError", "invalid-option", message)
    }

    /// Returns the error for a cell that is not on the board.
    pub fn cell(game: &VariantTable, text: &str) -> Self {
        Self::new("InvalidCellError", "no-such-cell", format!("{} has no cell {text:?}", game.title))
    }

    /// Returns the error for a text that is not the FEN of a legal position.
    pub fn fen(game: &VariantTable, error: &PositionError) -> Self {
        match error {
            PositionError::Fen(error) => Self {
                offset: Some(error.offset),
                ..Self::new("InvalidFenError", error.kind.code(), in_python(&error.kind.to_string()))
            },
            PositionError::Faults(faults) => Self::faults(game, faults),
        }
    }

    /// Returns the error for an illegal position, with all its faults.
    pub fn faults(game: &VariantTable, faults: &Faults) -> Self {
        let codes: Vec<&str> = faults.as_slice().iter().map(|fault| fault.code()).collect();
        let code = codes.first().copied().unwrap_or("illegal");
        Self::new("InvalidFenError", code, FaultList(game, faults).to_string())
            .with_list("faults", codes.into_iter().map(str::to_owned))
    }

    /// Returns the error for a problem that cannot be read.
    pub fn statement(game: &hexmate::Game, error: &ProblemError) -> Self {
        let stipulation = |message| Self::new("InvalidStipulationError", error.code(), message);
        match error {
            ProblemError::Fen(error) => Self::fen(game, &(*error).into()),
            ProblemError::Faults(game, faults) => Self::faults(game, faults),
            ProblemError::UnknownStipulation(text) => {
                stipulation(format!("unknown stipulation {text:?} for {}; write for example #2", game.title))
            }
            ProblemError::NoStipulation => stipulation(in_python(&error.to_string())),
            _ => Self::new("HexmateError", error.code(), in_python(&error.to_string())),
        }
    }

    /// Returns the error for a text that is not a move in any notation.
    pub fn move_text(error: &MoveTextError) -> Self {
        Self {
            offset: Some(error.offset),
            ..Self::new("InvalidMoveError", error.kind.code(), error.kind.to_string())
        }
    }

    /// Returns the error for an illegal or ambiguous move.
    pub fn resolve(error: &ResolveError) -> Self {
        match error {
            ResolveError::Ambiguous(moves) => {
                Self::new("AmbiguousMoveError", error.code(), error.to_string())
                    .with_list("candidates", moves.iter().map(Uci::to_string))
            }
            _ => Self::new("IllegalMoveError", error.code(), error.to_string()),
        }
    }

    /// Adds an attribute with a list of words to the exception.
    pub fn with_list(self, name: &'static str, words: impl IntoIterator<Item = String>) -> Self {
        Self { list: Some((name, words.into_iter().collect())), ..self }
    }

    /// Returns whether the exception has this class.
    pub fn is_of(&self, class: &str) -> bool {
        self.class == class
    }

    fn raised(&self, py: Python<'_>) -> PyResult<PyErr> {
        let import = || py.import("hexmate._errors").map(Bound::unbind);
        let classes = CLASSES.get_or_try_init(py, import)?.bind(py);
        let error = classes.getattr(self.class)?.call1((&self.message,))?;
        error.setattr("code", &*self.code)?;
        if let Some(offset) = self.offset {
            error.setattr("offset", offset)?;
        }
        if let Some((name, words)) = &self.list {
            error.setattr(*name, pyo3::types::PyTuple::new(py, words)?)?;
        }
        Ok(PyErr::from_value(error))
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> Self {
        Python::attach(|py| problem.raised(py).unwrap_or_else(|error| error))
    }
}

impl From<UnknownGame> for Problem {
    fn from(error: UnknownGame) -> Self {
        Self::new("UnknownGameError", UnknownGame::CODE, error.to_string())
    }
}

/// Returns the `TypeError` for an argument of a wrong type.
pub fn expected(what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {what}, not {kind}"))
}

/// Returns a message of the library with the names of arguments in place of options of the command line.
///
/// `use --from-fen file-up` becomes `use from_fen="file-up"`.
pub fn in_python(message: &str) -> String {
    let mut written = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find("--") {
        let (before, option) = (&rest[..at], &rest[at + 2..]);
        let end = |text: &str| {
            let is_inside = |c: char| c.is_ascii_lowercase() || c == '-';
            text.find(|c| !is_inside(c)).unwrap_or(text.len())
        };
        let length = end(option);
        let is_option = option.starts_with(|c: char| c.is_ascii_lowercase()) && !before.ends_with('-');
        written.push_str(before);
        if !is_option {
            written.push_str("--");
            rest = option;
            continue;
        }
        let (name, after) = option.split_at(length);
        written.push_str(&match name {
            "mate" => "stipulation".to_owned(),
            name => name.replace('-', "_"),
        });
        rest = after;
        // A value follows only `use --name`.
        if let Some(value) = after.strip_prefix(' ').filter(|_| before.ends_with("use ")) {
            let length = end(value);
            if length > 0 {
                let _ = write!(written, "={:?}", &value[..length]);
                rest = &value[length..];
            }
        }
    }
    written + rest
}

/// Replaces options of the command line in the message of a row by arguments.
pub fn with_message_in_python(mut row: Value) -> Value {
    if let Some(Value::String(message)) = row.get_mut("message") {
        *message = in_python(message);
    }
    row
}
