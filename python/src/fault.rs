//! What is wrong with a game, and where. Judges nothing.

use hexmate_games::validate;
use hexmate_position::Place;
use pyo3::prelude::*;

/// What is wrong with a game: a code that stays the same, a place, and words.
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
    status: &'static str,
    code: &'static str,
    message: String,
    place: Place,
    token: Option<String>,
    nearest: Vec<String>,
}

impl Fault {
    /// A fault of a game, with the legal moves that are most like the one at fault.
    pub fn of(fault: &validate::Fault, nearest: Vec<String>) -> Self {
        Self {
            status: fault.kind.status().word(),
            code: fault.kind.code(),
            message: fault.kind.to_string(),
            place: fault.place,
            token: fault.kind.token().map(|token| token.text.clone()),
            nearest,
        }
    }

    /// Its code, its words and its place.
    pub fn parts(&self) -> (&'static str, String, Place) {
        (self.code, self.message.clone(), self.place)
    }

    /// The place, what is wrong, and its code.
    pub fn told(&self) -> String {
        format!("{}: {} [{}]", self.place, self.message, self.code)
    }

    /// One of a record that is no game.
    pub fn of_record(code: &'static str, message: String, place: Place) -> Self {
        Self { status: "syntax", code, message, place, token: None, nearest: Vec::new() }
    }
}

#[pymethods]
impl Fault {
    /// illegal, ambiguous, syntax or invalid.
    #[getter]
    pub fn status(&self) -> &'static str {
        self.status
    }

    /// A name that stays the same, for filters.
    #[getter]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// What is wrong, in words.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    /// The line of the file, from 1.
    #[getter]
    pub fn line(&self) -> u64 {
        self.place.line
    }

    /// The column, from 1.
    #[getter]
    fn column(&self) -> u64 {
        self.place.column
    }

    /// Bytes of the file before it.
    #[getter]
    fn offset(&self) -> u64 {
        self.place.offset
    }

    /// The move at fault as it is written, if it is a move.
    #[getter]
    fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Legal moves that are most like it, as short as can be.
    #[getter]
    fn nearest(&self) -> Vec<String> {
        self.nearest.clone()
    }

    fn __str__(&self) -> String {
        self.told()
    }

    fn __repr__(&self) -> String {
        format!("<Fault {} at {}: {}>", self.code, self.place, self.message)
    }
}
