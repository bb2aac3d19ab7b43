//! A board: a position with the moves that have led to it. What the rules say, the library says.

mod cells;
mod ends;
mod text;

pub use ends::Outcome;
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

/// A position of any game, and the moves that have led to it.
///
/// `Board()` is the start of Glinski's game. `fen` gives another position, `moves` in UCI are
/// played from there.
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
    /// The positions before it, each with the move that was played in it.
    past: Vec<(Position, rules::Move)>,
}

impl Board {
    /// A board with this position and nothing before it.
    pub fn of(position: Position) -> Self {
        Self { position, past: Vec::new() }
    }

    /// A board on which these moves, which must be legal, have been played.
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

    /// The move, if it is one of this board's cells.
    fn own(&self, m: &Move) -> Result<rules::Move, Problem> {
        if m.shape == self.game().shape { Ok(m.m) } else { Err(self.illegal_text(&Uci(m.shape, m.m))) }
    }

    /// The move, if it is legal.
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
                Err(error) => self.near(Problem::resolve(&error), &read),
                Ok(_) => self.illegal_text(&uci),
            },
            Err(_) => self.illegal_text(&uci),
        }
    }

    fn illegal_text(&self, uci: &Uci) -> Problem {
        let message = format!("{uci} is no legal move of {}", self.game().title);
        Problem::new("IllegalMoveError", "no-such-move", message)
    }

    /// The error with the legal moves that are most like the one written.
    fn near(&self, problem: Problem, read: &MoveText) -> Problem {
        if problem.is_of("AmbiguousMoveError") {
            return problem;
        }
        let shape = self.game().shape;
        let nearest = read.nearest(&self.position).into_iter().map(|m| Uci(shape, m).to_string());
        problem.listing("nearest", nearest)
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

    /// The game that is played.
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

    /// The letters of the players who still have their king, in turn order.
    #[getter]
    fn living<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        letters(py, &self.game(), self.position.living())
    }

    /// The letter of the player who is to move.
    #[getter]
    fn turn(&self) -> char {
        letter(&self.game(), self.position.turn())
    }

    /// Moves of single players since a piece was taken or a pawn moved.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmoves()
    }

    /// The number of the round, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmoves()
    }

    /// Key of the pieces, the turn and every right to take en passant: the same for the same, on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key() as u64
    }

    /// The legal moves, as a list.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board("mini")
    /// >>> len(board.legal_moves), hexmate.Move.from_uci("d2d3", "mini") in board.legal_moves
    /// (9, False)
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        Move::objects(py, self.game().shape, self.position.legal_moves())
    }

    /// Number of legal moves, without making objects of them.
    fn count_moves(&self) -> u64 {
        self.position.count_moves()
    }

    /// Whether the rules allow the move.
    #[pyo3(name = "is_legal")]
    fn allows(&self, r#move: &Move) -> bool {
        r#move.shape == self.game().shape && self.position.is_legal(r#move.m)
    }

    /// Whether the move takes a piece, also en passant.
    ///
    /// Of this and the three below it, only moves that the rules allow can be asked.
    fn is_capture(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.is_capture(self.legal(r#move)?))
    }

    /// Whether the move takes a pawn that stands beside the cell it goes to.
    fn is_en_passant(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.is_en_passant(self.legal(r#move)?))
    }

    /// Whether the king castles with the move.
    fn is_castling(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.castling(self.legal(r#move)?).is_some())
    }

    /// Whether the move attacks the king of the player who is to move after it.
    fn gives_check(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position.check_status_after(self.legal(r#move)?) != hexmate_position::CheckStatus::None)
    }

    /// Plays a move.
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

    /// Takes the last move back, and returns it.
    fn pop(&mut self, py: Python<'_>) -> PyResult<Py<Move>> {
        let (before, m) = self.past.pop().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        self.position = before;
        self.object(py, m)
    }

    /// The last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        let (_, m) = self.past.last().ok_or_else(|| PyIndexError::new_err("no move has been played"))?;
        self.object(py, *m)
    }

    /// The moves that have been played.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        Move::objects(py, self.game().shape, self.past.iter().map(|&(_, m)| m))
    }

    /// How many moves have been played.
    fn ply(&self) -> usize {
        self.past.len()
    }

    /// The board before the first move.
    fn root(&self) -> Self {
        Self::of(self.past.first().map_or(&self.position, |(first, _)| first).clone())
    }

    /// A board of its own; without the moves that have led to it, if `stack` is false.
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

    /// Whether it is the same position with the same counters; what was played before does not matter.
    fn __eq__(&self, other: &Self) -> bool {
        self.game() == other.game() && self.position == other.position
    }

    /// That of the position now: a board that is a key must not be moved on.
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
