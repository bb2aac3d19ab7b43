//! The class `Board`: a position with the moves that led to it.

mod cells;
mod outcome;
mod text;

pub use outcome::Outcome;
pub use text::letters_of;

use std::hash::{DefaultHasher, Hash, Hasher};

use hexmate_core::rules;
use hexmate_position as game;
use hexmate_position::Position;
use hexmate_position::{MoveText, Uci, letter};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::errors::Problem;
use crate::game::{Game, GameLike, game_or_default, letters};
use crate::moves::{Move, read_uci};

/// A position of any game, with the moves that led to it.
///
/// `Board()` is the initial position of Gliński's game. `fen` sets another position; `moves`, in UCI, are
/// played from it.
///
/// >>> import hexmate
/// >>> board = hexmate.Board()
/// >>> len(board.legal_moves)
/// 51
/// >>> board.push_san("Ndf4")
/// Move.from_uci('d1f4')
/// >>> board.turn, board.pop().uci(), board.turn
/// ('b', 'd1f4', 'w')
/// >>> hexmate.Board("echex3").players
/// ('w', 'r', 'b')
#[pyclass(module = "hexmate", weakref)]
#[derive(Clone)]
pub struct Board {
    pub(crate) position: Position,
    /// Earlier positions, each with the move played in it.
    past: Vec<(Position, rules::Move)>,
}

impl Board {
    /// Returns a board with this position and without moves.
    pub fn of(position: Position) -> Self {
        Self { position, past: Vec::new() }
    }

    /// Returns the board after these moves, which must be legal.
    pub fn after(start: Position, moves: impl IntoIterator<Item = rules::Move>) -> Self {
        let mut board = Self::of(start);
        for m in moves {
            board.play(m);
        }
        board
    }

    fn play(&mut self, m: rules::Move) {
        let next = self.position.play_unchecked(m);
        self.past.push((std::mem::replace(&mut self.position, next), m));
    }

    fn push_checked(&mut self, m: rules::Move) -> Result<(), Problem> {
        if !self.position.is_legal(m) {
            return Err(self.illegal(m));
        }
        self.play(m);
        Ok(())
    }

    fn game(&self) -> game::Game {
        self.position.game()
    }

    fn object(&self, py: Python<'_>, m: rules::Move) -> PyResult<Py<Move>> {
        Move::object(py, self.game().shape, m)
    }

    /// Returns the move if its cells are on this board.
    fn own(&self, m: &Move) -> Result<rules::Move, Problem> {
        if m.shape == self.game().shape { Ok(m.m) } else { Err(self.illegal_text(&Uci(m.shape, m.m))) }
    }

    /// Returns the move if it is legal.
    fn legal(&self, m: &Move) -> Result<rules::Move, Problem> {
        let m = self.own(m)?;
        if self.position.is_legal(m) { Ok(m) } else { Err(self.illegal(m)) }
    }

    fn illegal(&self, m: rules::Move) -> Problem {
        let uci = Uci(self.game().shape, m);
        let text = uci.to_string();
        let letters = &hexmate_position::Letters::ENGLISH;
        match MoveText::parse(text.as_bytes(), letters) {
            Ok(read) => match read.resolve(&self.position) {
                Err(error) => self.with_nearest(Problem::resolve(&error), &read),
                Ok(_) => self.illegal_text(&uci),
            },
            Err(_) => self.illegal_text(&uci),
        }
    }

    fn illegal_text(&self, uci: &Uci) -> Problem {
        let message = format!("{uci} is not a legal move of {}", self.game().title);
        Problem::new("IllegalMoveError", "no-such-move", message)
    }

    /// Adds the legal moves that are most similar to the given one to an error.
    fn with_nearest(&self, problem: Problem, read: &MoveText) -> Problem {
        if problem.is_of("AmbiguousMoveError") {
            return problem;
        }
        let shape = self.game().shape;
        let nearest = read.nearest(&self.position).into_iter().map(|m| Uci(shape, m).to_string());
        problem.with_list("nearest", nearest)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game = None, fen = None, moves = None))]
    fn new(game: Option<GameLike>, fen: Option<&str>, moves: Option<Vec<String>>) -> Result<Self, Problem> {
        let game = game_or_default(game)?;
        let position = match fen {
            None | Some("start") => Position::start(game),
            Some(fen) => Position::from_fen(game, fen).map_err(|error| Problem::fen(&game, &error))?,
        };
        let mut board = Self::of(position);
        for text in moves.unwrap_or_default() {
            board.push_checked(read_uci(game.shape, &text)?)?;
        }
        Ok(board)
    }

    /// The game of the board.
    #[getter]
    #[pyo3(name = "game")]
    fn game_object(&self) -> Game {
        Game(self.game())
    }

    /// The letters of all players, in turn order.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        letters(py, &self.game(), self.game().everybody())
    }

    /// The letters of the players who are not eliminated, in turn order.
    #[getter]
    fn living<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        letters(py, &self.game(), self.position.living())
    }

    /// The letter of the player to move.
    #[getter]
    fn turn(&self) -> char {
        letter(&self.game(), self.position.turn())
    }

    /// Number of plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmoves()
    }

    /// Move number as in a FEN, from 1; one number covers a move of each player.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmoves()
    }

    /// Hash key of the pieces, the turn and the en passant rights; the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key() as u64
    }

    /// A list of the legal moves.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board("mini")
    /// >>> len(board.legal_moves), hexmate.Move.from_uci("d2d3", "mini") in board.legal_moves
    /// (9, False)
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        Move::objects(py, self.game().shape, self.position.legal_moves())
    }

    /// Returns the number of legal moves, without creating objects.
    fn count_moves(&self) -> u64 {
        self.position.count_moves()
    }

    /// Returns True if the move is legal.
    #[pyo3(name = "is_legal")]
    fn allows(&self, r#move: &Move) -> bool {
        r#move.shape == self.game().shape && self.position.is_legal(r#move.m)
    }

    /// Returns True if the move is a capture, including en passant.
    ///
    /// Raises `IllegalMoveError` if the move is illegal, as do the next three methods.
    fn is_capture(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.is_capture(self.legal(r#move)?))
    }

    /// Returns True if the move is an en passant capture.
    fn is_en_passant(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.is_en_passant(self.legal(r#move)?))
    }

    /// Returns True if the move is castling.
    fn is_castling(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.castling(self.legal(r#move)?).is_some())
    }

    /// Returns True if the next player is in check after the move.
    fn gives_check(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.check_status_after(self.legal(r#move)?) != hexmate_position::CheckStatus::None)
    }

    /// Plays a move; raises `IllegalMoveError` if it is illegal.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board()
    /// >>> board.push(board.legal_moves[0])
    /// >>> len(board.move_stack)
    /// 1
    /// >>> board.push(hexmate.Move.from_uci("a1a2"))
    /// Traceback (most recent call last):
    /// hexmate.IllegalMoveError: the side to move has no piece on a1
    fn push(&mut self, r#move: &Move) -> Result<(), Problem> {
        let m = self.own(r#move)?;
        self.push_checked(m)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let (before, m) = self.past.pop().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        self.position = before;
        self.object(py, m)
    }

    /// Returns the last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let (_, m) = self.past.last().ok_or_else(|| PyIndexError::new_err("no move has been played"))?;
        self.object(py, *m)
    }

    /// The moves played so far.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        Move::objects(py, self.game().shape, self.past.iter().map(|&(_, m)| m))
    }

    /// Returns the number of moves played so far.
    fn ply(&self) -> usize {
        self.past.len()
    }

    /// Returns the board before the first move.
    fn root(&self) -> Self {
        Self::of(self.past.first().map_or(&self.position, |(first, _)| first).clone())
    }

    /// Returns a copy of the board; without the moves that led to it if `stack` is false.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Self {
        if stack { self.clone() } else { Self::of(self.position.clone()) }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Compares positions and counters; the moves that led to them do not matter.
    fn __eq__(&self, other: &Self) -> bool {
        self.game() == other.game() && self.position == other.position
    }

    /// Returns a hash of the current position: do not play moves on a board used as a dictionary key.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&'static str, String, Vec<String>)) {
        let shape = self.game().shape;
        let moves = self.past.iter().map(|&(_, m)| Uci(shape, m).to_string()).collect();
        (py.get_type::<Self>(), (self.game().name, self.root().position.to_fen(), moves))
    }
}
