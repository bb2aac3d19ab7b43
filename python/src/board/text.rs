//! What a board says in letters: FEN, moves in every notation, diagrams as text and as pictures.

use hexmate_diagram::{View, ascii, unicode};
use hexmate_position::Setup;
use hexmate_position::{Dialect, Letters, Long, MoveText, San, Uci};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Board;
use crate::errors::Problem;
use crate::moves::{Move, read_uci};
use crate::picture;

/// The letters of a language.
pub fn letters_of(language: &str) -> Result<Letters, Problem> {
    Letters::from_name(language).ok_or_else(|| {
        let known = Letters::ALL.map(|letters| letters.name().to_lowercase()).join(", ");
        Problem::option(format!("no language {language:?}; there are {known}"))
    })
}

impl Board {
    fn read(&self, text: &str, language: &str) -> Result<hexmate_core::rules::Move, Problem> {
        let letters = letters_of(language)?;
        let read = MoveText::parse(text.as_bytes(), &letters).map_err(|error| Problem::move_text(&error))?;
        read.resolve(&self.position).map_err(|error| self.near(Problem::resolve(&error), &read))
    }
}

#[pymethods]
impl Board {
    /// The FEN; `dialect` is the order of the cells: rank, file-down, file-up or oblique.
    #[pyo3(signature = (dialect = "rank"))]
    fn fen(&self, dialect: &str) -> Result<String, Problem> {
        let unknown = || Problem::option(format!("no order of cells is called {dialect:?}"));
        Ok(Setup::from(&self.position).to_fen_in(Dialect::from_name(dialect).ok_or_else(unknown)?))
    }

    /// A legal move as short as can be, `Nf4`, `exf6`, `f11=Q#`, with the letters of a language.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board()
    /// >>> move = hexmate.Move.from_uci("d1f4")
    /// >>> board.san(move), board.san(move, language="hungarian"), board.lan(move)
    /// ('Ndf4', 'Hdf4', 'Nd1-f4')
    #[pyo3(signature = (r#move, *, language = "english"))]
    fn san(&self, r#move: &Move, language: &str) -> Result<String, Problem> {
        let (m, letters) = (self.legal(r#move)?, &letters_of(language)?);
        Ok(San { position: &self.position, m, letters }.to_string())
    }

    /// A legal move with both cells, `Nd1-f4`, `e5xf6`.
    #[pyo3(signature = (r#move, *, language = "english"))]
    fn lan(&self, r#move: &Move, language: &str) -> Result<String, Problem> {
        let (m, letters) = (self.legal(r#move)?, &letters_of(language)?);
        Ok(Long { position: &self.position, m, letters }.to_string())
    }

    /// A legal move in UCI, `d1f4`.
    fn uci(&self, r#move: &Move) -> Result<String, Problem> {
        let m = self.legal(r#move)?;
        Ok(Uci(self.game().shape, m).to_string())
    }

    /// The legal move that a text means, in any notation that people have used.
    #[pyo3(signature = (text, *, language = "english"))]
    fn parse_san(&self, py: Python<'_>, text: &str, language: &str) -> PyResult<Py<Move>> {
        self.object(py, self.read(text, language)?)
    }

    /// The legal move that a text in UCI means.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let m = read_uci(self.game().shape, text)?;
        if self.position.is_legal(m) { self.object(py, m) } else { Err(self.illegal(m).into()) }
    }

    /// Plays the move that a text means, and returns it; see `parse_san`.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board()
    /// >>> board.push_san("Nz4")
    /// Traceback (most recent call last):
    /// hexmate.InvalidMoveError: no file has the letter 'z'
    #[pyo3(signature = (text, *, language = "english"))]
    fn push_san(&mut self, py: Python<'_>, text: &str, language: &str) -> PyResult<Py<Move>> {
        let m = self.read(text, language)?;
        self.play(m);
        self.object(py, m)
    }

    /// Plays the move that a text in UCI means, and returns it.
    fn push_uci(&mut self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let m = read_uci(self.game().shape, text)?;
        self.push_checked(m)?;
        self.object(py, m)
    }

    /// The position as a picture, an SVG; see the function `svg` for what can be asked for.
    #[pyo3(signature = (**options))]
    fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        picture::drawn(&Setup::from(&self.position), options)
    }

    /// The picture with the last move, for notebooks.
    fn _repr_svg_(&self) -> String {
        let mut marks = hexmate_diagram::Marks::of(&self.position);
        marks.last_move = self.past.last().map(|&(_, m)| m);
        picture::plain(&Setup::from(&self.position), marks)
    }

    /// The board as lines of text with chessmen.
    fn unicode(&self) -> String {
        unicode(&Setup::from(&self.position), View::default())
    }

    fn __str__(&self) -> String {
        ascii(&Setup::from(&self.position), View::default())
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.game().name, self.position.to_fen())
    }
}
