//! Exceptions: from the errors of the library to those of Python, with code, place and message.

use hexmate_core::rules::{Faults, VariantTable};
use hexmate_position::UnknownGame;
use hexmate_position::{FaultList, MoveTextError, PositionError, ResolveError, Uci};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// An exception of this module that is to be raised.
#[derive(Clone, Debug)]
pub struct Problem {
    class: &'static str,
    code: &'static str,
    message: String,
    offset: Option<usize>,
    list: Option<(&'static str, Vec<String>)>,
}

impl Problem {
    /// An error of this class of `hexmate._errors`.
    pub fn new(class: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self { class, code, message: message.into(), offset: None, list: None }
    }

    /// An option that has a value which it cannot have.
    pub fn option(message: impl Into<String>) -> Self {
        Self::new("InvalidOptionError", "invalid-option", message)
    }

    /// A cell that is not there.
    pub fn cell(game: &VariantTable, text: &str) -> Self {
        Self::new("InvalidCellError", "no-such-cell", format!("{text:?} is no cell of {}", game.title))
    }

    /// A text that is no FEN of a legal position.
    pub fn fen(game: &VariantTable, error: &PositionError) -> Self {
        match error {
            PositionError::Fen(error) => Self {
                offset: Some(error.offset),
                ..Self::new("InvalidFenError", error.kind.code(), error.kind.to_string())
            },
            PositionError::Faults(faults) => Self::faults(game, faults),
        }
    }

    fn faults(game: &VariantTable, faults: &Faults) -> Self {
        let codes: Vec<&str> = faults.as_slice().iter().map(|fault| fault.code()).collect();
        let code = codes.first().copied().unwrap_or("illegal");
        Self::new("InvalidFenError", code, FaultList(game, faults).to_string())
            .listing("faults", codes.into_iter().map(str::to_owned))
    }

    /// A text that is no move in any notation.
    pub fn move_text(error: &MoveTextError) -> Self {
        Self {
            offset: Some(error.offset),
            ..Self::new("InvalidMoveError", error.kind.code(), error.kind.to_string())
        }
    }

    /// A text that is no move of a position.
    pub fn resolve(error: &ResolveError) -> Self {
        match error {
            ResolveError::Ambiguous(moves) => {
                Self::new("AmbiguousMoveError", error.code(), error.to_string())
                    .listing("candidates", moves.iter().map(Uci::to_string))
            }
            _ => Self::new("IllegalMoveError", error.code(), error.to_string()),
        }
    }

    /// The same with a list of words that the exception has besides.
    pub fn listing(self, name: &'static str, words: impl IntoIterator<Item = String>) -> Self {
        Self { list: Some((name, words.into_iter().collect())), ..self }
    }

    /// Whether it is of this class.
    pub fn is_of(&self, class: &str) -> bool {
        self.class == class
    }

    fn raised(&self, py: Python<'_>) -> PyResult<PyErr> {
        let import = || py.import("hexmate._errors").map(Bound::unbind);
        let classes = CLASSES.get_or_try_init(py, import)?.bind(py);
        let error = classes.getattr(self.class)?.call1((&self.message,))?;
        error.setattr("code", self.code)?;
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

/// The error of an argument that is of no kind that is taken.
pub fn expected(what: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {what}, not {kind}"))
}
