//! Methods of `Board` for text and pictures: FEN, moves in every notation, diagrams.

use std::fmt::Write;

use hexmate_core::rules;
use hexmate_diagram::{Marks, View, ascii, unicode};
use hexmate_position::{Dialect, Letters, Long, MoveText, Position, San, Uci};
use hexmate_problems::{Statement, quoted};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyString};

use super::{Board, State, with_nearest};
use crate::cell::CellLike;
use crate::errors::{Problem, expected};
use crate::files::fen_form;
use crate::game::{GameLike, one_of};
use crate::marked;
use crate::moves::{Move, read_uci};
use crate::picture;
use crate::piece::role_of;
use crate::statement::{of_line, operations_of};

/// Returns the piece letters of a language.
pub fn letters_of(language: &str) -> Result<Letters, Problem> {
    Letters::from_name(language).ok_or_else(|| {
        let known = Letters::ALL.map(|letters| letters.name().to_lowercase()).join(", ");
        Problem::option(format!("unknown language {language:?}; use one of {known}"))
    })
}

/// Returns the piece letters of the argument `language`, or of `letters`, its name on the command line; by default the
/// English ones.
pub fn letters_or_english(language: Option<&str>, letters: Option<&str>) -> Result<Letters, Problem> {
    Ok(either_letters(language, letters)?.unwrap_or(Letters::ENGLISH))
}

/// Returns the piece letters of the argument `language`, or of `letters`, its name on the command line.
pub fn either_letters(language: Option<&str>, letters: Option<&str>) -> Result<Option<Letters>, Problem> {
    match (language, letters) {
        (Some(_), Some(_)) => {
            Err(Problem::option("language and letters name the same option; give one of them"))
        }
        (language, letters) => language.or(letters).map(letters_of).transpose(),
    }
}

impl Board {
    fn read(&self, text: &str, letters: &Letters) -> Result<rules::Move, Problem> {
        let position = self.position()?;
        let read = MoveText::parse(text.as_bytes(), letters).map_err(|error| Problem::move_text(&error))?;
        read.resolve(position).map_err(|error| with_nearest(position, Problem::resolve(&error), &read))
    }
}

impl Board {
    /// Returns the words of an operand of EPD.
    fn operands(&self, operand: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let san = |m: &Move| -> Result<String, Problem> {
            let m = self.legal(m)?;
            Ok(San { position: self.position()?, m, letters: &Letters::ENGLISH }.to_string())
        };
        if operand.is_none() {
            return Ok(Vec::new());
        }
        if let Ok(m) = operand.cast::<Move>() {
            return Ok(vec![san(m.get())?]);
        }
        if let Ok(text) = operand.cast::<PyString>() {
            return Ok(vec![quoted(&text.extract::<String>()?)]);
        }
        if operand.cast::<PyInt>().is_ok() || operand.cast::<PyFloat>().is_ok() {
            return Ok(vec![operand.str()?.extract()?]);
        }
        let wrong = |_| expected("a text, a number, a Move or several of them", operand);
        let moves = operand.try_iter().map_err(wrong)?.map(|m| {
            let m = m?;
            let m = m.cast::<Move>().map_err(|_| expected("a Move", &m))?;
            Ok(san(m.get())?)
        });
        moves.collect()
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
        Ok(self.setup().to_fen_in(Dialect::from_name(dialect).ok_or_else(unknown)?))
    }

    /// Returns the first field of the FEN: the pieces.
    fn board_fen(&self) -> String {
        let fen = self.setup().to_fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Returns the position as a line of EPD: the FEN without its counters, and operations.
    ///
    /// An operand is a text, a number, a legal move, several of them, or None for an operation without operand. A board of
    /// another game than Gliński's has the operation `variant`. `read_problems` and `solve_many` read such lines.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board("1/k2/5/7/9/11/11/11/11/11/K10 w - 3 9")
    /// >>> board.epd()
    /// '1/k2/5/7/9/11/11/11/11/11/K10 w -'
    /// >>> board.epd(bm=hexmate.Move.from_uci("a1a2"), id="one", dm=2)
    /// '1/k2/5/7/9/11/11/11/11/11/K10 w - bm Ka2; id "one"; dm 2;'
    #[pyo3(signature = (**operations))]
    fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let (fen, game) = (self.setup().to_fen(), self.game());
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields.truncate(fields.len().saturating_sub(2));
        let mut line = fields.join(" ");
        if game != hexmate_position::Game::default() {
            let _ = write!(line, " variant {};", game.name);
        }
        for (name, operand) in operations.into_iter().flatten() {
            let name: String = name.extract()?;
            let is_opcode = name.starts_with(|first: char| first.is_ascii_alphabetic());
            if !is_opcode || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return Err(Problem::option(format!("epd: {name:?} is not the name of an operation")).into());
            }
            let _ = write!(line, " {name}");
            for word in self.operands(&operand)? {
                let _ = write!(line, " {word}");
            }
            line.push(';');
        }
        Ok(line)
    }

    /// Returns the board of a line of EPD, and its operations as a dictionary of texts.
    ///
    /// >>> import hexmate
    /// >>> board, operations = hexmate.Board.from_epd('1/k2/5/7/9/11/11/11/11/11/K10 w - id "one"; dm 2;')
    /// >>> board.turn, operations
    /// ('w', {'id': 'one', 'dm': '2'})
    #[staticmethod]
    #[pyo3(signature = (epd, game = None, *, variant = None, from_fen = None))]
    fn from_epd<'py>(
        py: Python<'py>,
        epd: &str,
        game: Option<GameLike>,
        variant: Option<GameLike>,
        from_fen: Option<&str>,
    ) -> PyResult<(Self, Bound<'py, PyDict>)> {
        let form = fen_form(from_fen, None)?;
        let statement = Statement { form, ..of_line(epd)? };
        let asked = one_of(game, variant)?.map(GameLike::game).transpose()?;
        let game = statement.game(asked).map_err(Problem::from)?;
        if let Some(fault) = &statement.fault {
            let message = format!("cannot read the operations: {fault}");
            return Err(Problem::new("HexmateError", fault.code(), message).into());
        }
        let position = Position::from_fen_in(game, &statement.fen, form);
        let board = Self::of(position.map_err(|error| Problem::fen(&game, &error))?);
        let operations = PyDict::new(py);
        for (name, value) in operations_of(&statement) {
            operations.set_item(name, value)?;
        }
        Ok((board, operations))
    }

    /// Writes a legal move in SAN, such as `Nf4`, `exf6` or `f11=Q#`, with the piece letters of a language.
    ///
    /// `letters` is another name of `language`, here and below.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board()
    /// >>> move = hexmate.Move.from_uci("d1f4")
    /// >>> board.san(move), board.san(move, language="hungarian"), board.lan(move)
    /// ('Ndf4', 'Hdf4', 'Nd1-f4')
    #[pyo3(signature = (r#move, *, language = None, letters = None))]
    fn san(&self, r#move: &Move, language: Option<&str>, letters: Option<&str>) -> Result<String, Problem> {
        let (m, letters) = (self.legal(r#move)?, &letters_or_english(language, letters)?);
        Ok(San { position: self.position()?, m, letters }.to_string())
    }

    /// Writes a legal move in long algebraic notation, such as `Nd1-f4` or `e5xf6`.
    #[pyo3(signature = (r#move, *, language = None, letters = None))]
    fn lan(&self, r#move: &Move, language: Option<&str>, letters: Option<&str>) -> Result<String, Problem> {
        let (m, letters) = (self.legal(r#move)?, &letters_or_english(language, letters)?);
        Ok(Long { position: self.position()?, m, letters }.to_string())
    }

    /// Writes a legal move in UCI, such as `d1f4`.
    fn uci(&self, r#move: &Move) -> Result<String, Problem> {
        let m = self.legal(r#move)?;
        Ok(Uci(self.game().shape, m).to_string())
    }

    /// Parses a legal move in any common notation.
    #[pyo3(signature = (text, *, language = None, letters = None))]
    fn parse_san(
        &self,
        py: Python<'_>,
        text: &str,
        language: Option<&str>,
        letters: Option<&str>,
    ) -> PyResult<Py<Move>> {
        self.object(py, self.read(text, &letters_or_english(language, letters)?)?)
    }

    /// Parses a legal move in UCI.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Py<Move>> {
        let m = read_uci(self.game().shape, text)?;
        if self.position()?.is_legal(m) { self.object(py, m) } else { Err(self.illegal(m).into()) }
    }

    /// Returns the legal move between two cells; raises `IllegalMoveError` if there is none.
    ///
    /// A pawn that reaches its last cell without `promotion` becomes a queen, in Mini Hexchess a rook.
    #[pyo3(signature = (from_cell, to_cell, promotion = None))]
    fn find_move(
        &self,
        py: Python<'_>,
        from_cell: CellLike,
        to_cell: CellLike,
        promotion: Option<&str>,
    ) -> PyResult<Py<Move>> {
        let (game, position) = (self.game(), self.position()?);
        let (from, to) = (from_cell.cell(&game)?, to_cell.cell(&game)?);
        let promotion = promotion.map(role_of).transpose()?;
        let plain = rules::Move { from, to, promotion };
        let promoted = game.promotions.iter().map(|&role| rules::Move { promotion: Some(role), ..plain });
        let mut candidates = std::iter::once(plain).chain(promoted.filter(|_| promotion.is_none()));
        let found = candidates.find(|&m| position.is_legal(m));
        self.object(py, found.ok_or_else(|| self.illegal(plain))?)
    }

    /// Writes a line of moves from this position in SAN with move numbers, such as `1. Ndf4 e6 2. b2`.
    #[pyo3(signature = (moves, *, language = None, letters = None))]
    fn variation_san(
        &self,
        moves: &Bound<'_, PyAny>,
        language: Option<&str>,
        letters: Option<&str>,
    ) -> PyResult<String> {
        let letters = &letters_or_english(language, letters)?;
        let mut board = Self::of(self.position()?.clone());
        let mut words = Vec::new();
        for m in moves.try_iter()? {
            let m = m?;
            let m = m.cast::<Move>().map_err(|_| expected("a Move", &m))?;
            let (m, position) = (board.legal(m.get())?, board.position()?);
            let number = position.move_number();
            if words.is_empty() || number.is_first_of_round {
                words.push(number.to_string());
            }
            words.push(San { position, m, letters }.to_string());
            board.play(m)?;
        }
        Ok(words.join(" "))
    }

    /// Parses a move as `parse_san` does, plays it and returns it.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board()
    /// >>> board.push_san("Nz4")
    /// Traceback (most recent call last):
    /// hexmate.InvalidMoveError: unknown file 'z'
    #[pyo3(signature = (text, *, language = None, letters = None))]
    fn push_san(
        &mut self,
        py: Python<'_>,
        text: &str,
        language: Option<&str>,
        letters: Option<&str>,
    ) -> PyResult<Py<Move>> {
        let m = self.read(text, &letters_or_english(language, letters)?)?;
        self.play(m)?;
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
    fn svg<'py>(&self, py: Python<'py>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        picture::draw(py, &self.setup(), options)
    }

    /// Returns a diagram with the last move, for notebooks.
    fn _repr_svg_(&self) -> String {
        let mut marks = match &self.state {
            State::Legal(position) => Marks::of(position),
            State::Illegal(_) => Marks::default(),
        };
        marks.last_move = self.past.last().map(|&(_, m)| m);
        marked::with_marks(&self.setup(), marks)
    }

    /// Returns a text board with the chess figures of Unicode.
    fn unicode(&self) -> String {
        unicode(&self.setup(), View::default())
    }

    fn __str__(&self) -> String {
        ascii(&self.setup(), View::default())
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.game().name, self.setup().to_fen())
    }
}
