//! The class `Fault`: an error in a game and its position in the file.

use hexmate_games::validate;
use hexmate_text::Place;
use pyo3::prelude::*;

use crate::errors::in_python;

/// An error in a game: a stable code, a message and the position in the file.
///
/// >>> import hexmate, io
/// >>> game = next(hexmate.read_games(io.StringIO("1. Ndf4 e6 2. Nf9 *")))
/// >>> game.fault
/// <Fault no-such-move at 1:15: no knight can go to f9>
/// >>> game.fault.token, game.fault.nearest
/// ('Nf9', [])
#[pyclass(frozen, eq, module = "hexmate")]
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    status: String,
    code: String,
    message: String,
    place: Place,
    token: Option<String>,
    nearest: Vec<String>,
}

/// Plain values: status, code, message, line, column, offset, token and nearest moves.
pub type Parts = (String, String, String, u64, u64, u64, Option<String>, Vec<String>);

impl Fault {
    /// Returns the fault of a game, with the legal moves that are most similar to the faulty one.
    pub fn of(fault: &validate::GameFault, nearest: Vec<String>) -> Self {
        Self {
            status: fault.kind.status().word().to_owned(),
            code: fault.kind.code().to_owned(),
            message: in_python(&fault.kind.to_string()),
            place: fault.place,
            token: fault.kind.token().map(|token| token.text.clone()),
            nearest,
        }
    }

    /// Returns the code, the message and the position.
    pub fn parts(&self) -> (String, String, Place) {
        (self.code.clone(), self.message.clone(), self.place)
    }

    /// Returns the position, the message and the code as one line.
    pub fn to_line(&self) -> String {
        format!("{}: {} [{}]", self.place, self.message, self.code)
    }

    /// Returns the fault of a record that is not a game.
    pub fn of_record(code: &'static str, message: String, place: Place) -> Self {
        let (status, code) = ("syntax".to_owned(), code.to_owned());
        Self { status, code, message, place, token: None, nearest: Vec::new() }
    }

    /// Returns all parts as plain values.
    pub fn all_parts(&self) -> Parts {
        let Self { status, code, message, place, token, nearest } = self.clone();
        (status, code, message, place.line, place.column, place.offset, token, nearest)
    }

    /// Creates the fault with these parts.
    pub fn of_parts((status, code, message, line, column, offset, token, nearest): Parts) -> Self {
        Self { status, code, message, place: Place { line, column, offset }, token, nearest }
    }
}

#[pymethods]
impl Fault {
    /// The kind of error: illegal, ambiguous, syntax or invalid.
    #[getter]
    pub fn status(&self) -> &str {
        &self.status
    }

    /// The stable error code.
    #[getter]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The message.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    /// Line in the file, from 1.
    #[getter]
    pub fn line(&self) -> u64 {
        self.place.line
    }

    /// Column in the line, from 1.
    #[getter]
    fn column(&self) -> u64 {
        self.place.column
    }

    /// Offset in the file, in bytes.
    #[getter]
    fn offset(&self) -> u64 {
        self.place.offset
    }

    /// The faulty move as written; None if the fault is not in a move.
    #[getter]
    fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The most similar legal moves, in SAN.
    #[getter]
    fn nearest(&self) -> Vec<String> {
        self.nearest.clone()
    }

    fn __str__(&self) -> String {
        self.to_line()
    }

    fn __repr__(&self) -> String {
        format!("<Fault {} at {}: {}>", self.code, self.place, self.message)
    }
}
