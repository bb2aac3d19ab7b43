//! Methods of `Board` for text and pictures: FEN, moves in every notation, diagrams.

use hexmate_diagram::{View, ascii, unicode};
use hexmate_position::Setup;
use hexmate_position::{Dialect, Letters, Long, MoveText, San, Uci};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Board;
use crate::errors::Problem;
use crate::moves::{Move, read_uci};
use crate::picture;

/// Returns the piece letters of a language.
pub fn letters_of(language: &str) -> Result<Letters, Problem> {
    Letters::from_name(language).ok_or_else(|| {
        let known = Letters::ALL.map(|letters| letters.name().to_lowercase()).join(", ");
        Problem::option(format!("unknown language {language:?}; use one of {known}"))
    })
}

impl Board {
    fn read(&self, text: &str, language: &str) -> Result<hexmate_core::rules::Move, Problem> {
        let letters = letters_of(language)?;
        let read = MoveText::parse(text.as_bytes(), &letters).map_err(|error| Problem::move_text(&error))?;
        read.resolve(&self.position).map_err(|error| self.with_nearest(Problem::resolve(&error), &read))
    }
}

#[pymethods]
impl Board {
    /// Returns the FEN; `dialect` is the order of the cells: rank, file-down, file-up or oblique.
    #[pyo3(signature = (dialect = "rank"))]
    fn fen(&self, dialect: &str) -> Result<String, Problem> {
        let unknown = || {
            Problem::option(format!(
                "unknown FEN dialect {dialect:?}; use one of rank, file-down, file-up, oblique"
            ))
        };
        Ok(Setup::from(&self.position).to_fen_in(Dialect::from_name(dialect).ok_or_else(unknown)?))
    }

    /// Writes a legal move in SAN, such as `Nf4`, `exf6` or `f11=Q#`, with the piece letters of a language.
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

    /// Writes a legal move in long algebraic notation, such as `Nd1-f4` or `e5xf6`.
    #[pyo3(signature = (r#move, *, language = "english"))]
    fn lan(&self, r#move: &Move, language: &str) -> Result<String, Problem> {
        let (m, letters) = (self.legal(r#move)?, &letters_of(language)?);
        Ok(Long { position: &self.position, m, letters }.to_string())
    }

    /// Writes a legal move in UCI, such as `d1f4`.
    fn uci(&self, r#move: &Move) -> Result<String, Problem> {
        let m = self.legal(r#move)?;
        Ok(Uci(self.game().shape, m).to_string())
    }

    /// Parses a legal move in any common notation.
    #[pyo3(signature = (text, *, language = "english"))]
    fn parse_san(&self, py: Python<'_>, text: &str, language: &str) -> PyResult<Py<Move>> {
        self.object(py, self.read(text, language)?)
    }

    /// Parses a legal move in UCI.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let m = read_uci(self.game().shape, text)?;
        if self.position.is_legal(m) { self.object(py, m) } else { Err(self.illegal(m).into()) }
    }

    /// Parses a move as `parse_san` does, plays it and returns it.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board()
    /// >>> board.push_san("Nz4")
    /// Traceback (most recent call last):
    /// hexmate.InvalidMoveError: unknown file 'z'
    #[pyo3(signature = (text, *, language = "english"))]
    fn push_san(&mut self, py: Python<'_>, text: &str, language: &str) -> PyResult<Py<Move>> {
        let m = self.read(text, language)?;
        self.play(m);
        self.object(py, m)
    }

    /// Parses a move in UCI, plays it and returns it.
    fn push_uci(&mut self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let m = read_uci(self.game().shape, text)?;
        self.push_checked(m)?;
        self.object(py, m)
    }

    /// Returns a diagram of the position as SVG; see the function `svg` for the options.
    #[pyo3(signature = (**options))]
    fn svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        picture::draw(&Setup::from(&self.position), options)
    }

    /// Returns a diagram with the last move, for notebooks.
    fn _repr_svg_(&self) -> String {
        let mut marks = hexmate_diagram::Marks::of(&self.position);
        marks.last_move = self.past.last().map(|&(_, m)| m);
        picture::with_marks(&Setup::from(&self.position), marks)
    }

    /// Returns a text board with the chess figures of Unicode.
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
