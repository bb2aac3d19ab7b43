//! The class `Board`: a position with the moves that led to it.

mod cells;
mod edit;
mod legal;
mod outcome;
mod text;

pub use outcome::Outcome;
pub use text::{either_letters, letters_of, letters_or_english};

use hexmate_core::rules;
use hexmate_position as game;
use hexmate_position::{MoveText, Uci};
use hexmate_position::{Position, Setup};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::classes::class;
use crate::errors::Problem;
use crate::files::fen_form;
use crate::game::{Game, GameLike, game_or_default, one_of};
use crate::moves::{Move, read_uci};
use crate::player::{PlayerLetter, PlayerLike, letters};

/// A position of any game, with the moves that led to it.
///
/// `Board()` is the initial position of Gliński's game, `Board("mini")` that of another game. A FEN sets another
/// position; `moves`, in UCI, are played from it. `variant` is another name of `game`. `from_fen` is the order of cells in
/// the FEN, such as `"file-up"`, if another program wrote it.
///
/// A board changes, so it cannot be a key of a dictionary: use `board.key`, `board.epd()` or `board.fen()`.
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
/// >>> hexmate.Board(hexmate.STARTING_FEN) == board
/// True
/// >>> hexmate.Board("k/3/5/7/7/7/K6 b - 0 1", variant="mini").turn == hexmate.BLACK
/// True
#[pyclass(module = "hexmate", weakref)]
#[derive(Clone)]
pub struct Board {
    state: State,
    /// Arrangement of a board that has been edited since the last move. The position may differ from it: in games for
    /// more than two, a player who is mated in the arrangement is out.
    edited: Option<Box<Setup>>,
    /// Earlier positions, each with the move played in it.
    past: Vec<(Position, rules::Move)>,
    /// A position taken back, whose memory the next move uses.
    spare: Option<Position>,
}

/// The current position.
#[derive(Clone)]
enum State {
    /// A legal position.
    Legal(Position),
    /// An arrangement that breaks the rules, as while pieces are being set.
    Illegal(Box<Setup>),
}

impl Board {
    /// Returns a board with this position and without moves.
    pub fn of(position: Position) -> Self {
        Self { state: State::Legal(position), edited: None, past: Vec::new(), spare: None }
    }

    /// Returns the board after these moves, which must be legal.
    pub fn after(start: Position, moves: impl IntoIterator<Item = rules::Move>) -> Self {
        let mut position = start;
        let mut past = Vec::new();
        for m in moves {
            let next = position.play_unchecked(m);
            past.push((std::mem::replace(&mut position, next), m));
        }
        Self { past, ..Self::of(position) }
    }

    /// Returns the position.
    ///
    /// # Errors
    ///
    /// `InvalidFenError` with all faults if the arrangement is illegal.
    pub fn position(&self) -> Result<&Position, Problem> {
        match &self.state {
            State::Legal(position) => Ok(position),
            State::Illegal(setup) => Err(Problem::faults(&setup.game, &setup.faults())),
        }
    }

    /// Returns the arrangement of the pieces, legal or not.
    pub fn setup(&self) -> Setup {
        match &self.state {
            State::Legal(position) => Setup::from(position),
            State::Illegal(setup) => (**setup).clone(),
        }
    }

    fn play(&mut self, m: rules::Move) -> Result<(), Problem> {
        let State::Legal(position) = &mut self.state else { return self.position().map(|_| ()) };
        let next = match self.spare.take() {
            Some(mut next) => {
                next.clone_from(position);
                next.make_move_unchecked(m);
                next
            }
            None => position.play_unchecked(m),
        };
        self.past.push((std::mem::replace(position, next), m));
        if self.edited.is_some() {
            self.edited = None;
        }
        Ok(())
    }

    fn push_checked(&mut self, m: rules::Move) -> Result<(), Problem> {
        match &self.state {
            State::Legal(position) if position.is_legal(m) => self.play(m),
            _ => Err(self.illegal(m)),
        }
    }

    fn game(&self) -> game::Game {
        match &self.state {
            State::Legal(position) => position.game(),
            State::Illegal(setup) => setup.game,
        }
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
        if self.position()?.is_legal(m) { Ok(m) } else { Err(self.illegal(m)) }
    }

    fn illegal(&self, m: rules::Move) -> Problem {
        let uci = Uci(self.game().shape, m);
        let text = uci.to_string();
        let letters = &hexmate_position::Letters::ENGLISH;
        match (self.position(), MoveText::parse(text.as_bytes(), letters)) {
            (Ok(position), Ok(read)) => match read.resolve(position) {
                Err(error) => with_nearest(position, Problem::resolve(&error), &read),
                Ok(_) => self.illegal_text(&uci),
            },
            (Err(problem), _) => problem,
            (Ok(_), Err(_)) => self.illegal_text(&uci),
        }
    }

    fn illegal_text(&self, uci: &Uci) -> Problem {
        let message = format!("{uci} is not a legal move of {}", self.game().title);
        Problem::new("IllegalMoveError", "no-such-move", message)
    }
}

/// Adds the legal moves that are most similar to the given one to an error.
fn with_nearest(position: &Position, problem: Problem, read: &MoveText) -> Problem {
    if problem.is_of("AmbiguousMoveError") {
        return problem;
    }
    let shape = position.game().shape;
    let nearest = read.nearest(position).into_iter().map(|m| Uci(shape, m).to_string());
    problem.with_list("nearest", nearest)
}

/// The class of lists of legal moves.
static LEGAL_MOVES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// First argument of `Board`: a game, or a FEN as in python-chess.
enum First {
    Game(GameLike),
    Fen(String),
}

impl<'py> FromPyObject<'_, 'py> for First {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(match object.extract::<GameLike>()? {
            // No name of a game has a slash, and every FEN has one.
            GameLike::Name(fen) if fen.contains('/') || fen == "start" => Self::Fen(fen),
            game => Self::Game(game),
        })
    }
}

/// The moves that a copy of a board keeps.
#[derive(Clone, Copy)]
enum Stack {
    All,
    /// This number of last moves.
    Last(usize),
}

impl<'py> FromPyObject<'_, 'py> for Stack {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<bool>() {
            Ok(true) => Ok(Self::All),
            Ok(false) => Ok(Self::Last(0)),
            Err(_) => object.extract().map(Self::Last),
        }
    }
}

impl<'py> IntoPyObject<'py> for Stack {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::All => true.into_bound_py_any(py),
            Self::Last(count) => count.into_bound_py_any(py),
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game = None, fen = None, moves = None, *, variant = None, from_fen = None))]
    fn new(
        game: Option<First>,
        fen: Option<&str>,
        moves: Option<Vec<String>>,
        variant: Option<GameLike>,
        from_fen: Option<&str>,
    ) -> Result<Self, Problem> {
        let form = fen_form(from_fen, None)?;
        let (game, fen) = match (&game, fen) {
            (Some(First::Fen(first)), None) => (None, Some(&**first)),
            (Some(First::Fen(_)), Some(_)) => {
                let message = "fen: given twice; write Board(FEN, variant=\"mini\") or Board(\"mini\", FEN)";
                return Err(Problem::option(message));
            }
            (Some(First::Game(game)), fen) => (Some(game.clone()), fen),
            (None, fen) => (None, fen),
        };
        let game = game_or_default(one_of(game, variant)?)?;
        let position = match fen {
            None | Some("start") => Position::start(game),
            Some(fen) => {
                Position::from_fen_in(game, fen, form).map_err(|error| Problem::fen(&game, &error))?
            }
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
        letters(py, &self.game(), self.setup().living)
    }

    /// The letter of the player to move. True in a condition only for White, the first player.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board(moves=["e4e6"])
    /// >>> board.turn, board.turn == hexmate.BLACK, "White" if board.turn else "Black"
    /// ('b', True, 'Black')
    #[getter]
    fn turn(&self) -> PlayerLetter {
        let turn = match &self.state {
            State::Legal(position) => position.turn(),
            State::Illegal(setup) => setup.turn,
        };
        PlayerLetter::of(&self.game(), turn)
    }

    #[setter]
    fn set_turn(&mut self, player: PlayerLike) -> Result<(), Problem> {
        let turn = player.player(&self.game())?;
        self.edit(|setup| {
            // A right to capture en passant belongs to the player who was to move.
            if setup.turn != turn {
                (setup.crossed, setup.landed) = (Vec::new(), None);
            }
            setup.turn = turn;
        });
        Ok(())
    }

    /// Number of plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        match &self.state {
            State::Legal(position) => position.halfmoves(),
            State::Illegal(setup) => setup.halfmoves,
        }
    }

    #[setter]
    fn set_halfmove_clock(&mut self, plies: u32) {
        self.edit(|setup| setup.halfmoves = plies);
    }

    /// Move number as in a FEN, from 1; one number covers a move of each player.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        match &self.state {
            State::Legal(position) => position.fullmoves(),
            State::Illegal(setup) => setup.fullmoves,
        }
    }

    #[setter]
    fn set_fullmove_number(&mut self, number: u32) {
        self.edit(|setup| setup.fullmoves = number.max(1));
    }

    /// Hash key of the pieces, the turn and the en passant rights; the same on every machine.
    #[getter]
    fn key(&self) -> Result<u64, Problem> {
        Ok(self.position()?.key() as u64)
    }

    /// A list of the legal moves; `legal_moves.count()` is their number.
    ///
    /// >>> import hexmate
    /// >>> board = hexmate.Board("mini")
    /// >>> len(board.legal_moves), hexmate.Move.from_uci("d2d3", "mini") in board.legal_moves
    /// (9, False)
    /// >>> board.legal_moves.count()
    /// 9
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let position = self.position()?;
        let moves = Move::list(py, position.game().shape, position.legal_moves())?;
        class(py, &LEGAL_MOVES, "LegalMoves")?.call1((moves,))
    }

    /// Returns the number of legal moves, without creating objects.
    fn count_moves(&self) -> Result<u64, Problem> {
        Ok(self.position()?.count_moves())
    }

    /// Returns True if the move is legal.
    #[pyo3(name = "is_legal")]
    fn allows(&self, r#move: &Move) -> bool {
        matches!(&self.state, State::Legal(position)
            if position.game().shape == r#move.shape && position.is_legal(r#move.m))
    }

    /// Returns True if the move is a capture, including en passant.
    ///
    /// Raises `IllegalMoveError` if the move is illegal, as do the next four methods.
    fn is_capture(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position()?.is_capture(self.legal(r#move)?))
    }

    /// Returns True if the move is an en passant capture.
    fn is_en_passant(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position()?.is_en_passant(self.legal(r#move)?))
    }

    /// Returns True if the move is a capture or a pawn move, which set the half-move clock to 0.
    fn is_zeroing(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position()?.play_unchecked(self.legal(r#move)?).halfmoves() == 0)
    }

    /// Returns True if the move is castling.
    fn is_castling(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position()?.castling(self.legal(r#move)?).is_some())
    }

    /// Returns True if the next player is in check after the move.
    fn gives_check(&self, r#move: &Move) -> Result<bool, Problem> {
        Ok(self.position()?.check_status_after(self.legal(r#move)?) != hexmate_position::CheckStatus::None)
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
        self.edited = None;
        match &mut self.state {
            State::Legal(position) => self.spare = Some(std::mem::replace(position, before)),
            State::Illegal(_) => self.state = State::Legal(before),
        }
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
        match self.past.first() {
            Some((first, _)) => Self::of(first.clone()),
            None => self.clone(),
        }
    }

    /// Returns a copy of the board: with all moves that led to it, without them if `stack` is False, or with the last
    /// `stack` of them.
    #[pyo3(name = "copy", signature = (*, stack = Stack::All), text_signature = "($self, *, stack=True)")]
    fn copy_with(&self, stack: Stack) -> Self {
        let kept = match stack {
            Stack::All => self.past.len(),
            Stack::Last(count) => count.min(self.past.len()),
        };
        let past = self.past[self.past.len() - kept..].to_vec();
        Self { state: self.state.clone(), edited: self.edited.clone(), past, spare: None }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Compares positions and counters; the moves that led to them do not matter.
    fn __eq__(&self, other: &Self) -> bool {
        match (&self.state, &other.state) {
            (State::Legal(one), State::Legal(other)) => one.game() == other.game() && one == other,
            (State::Illegal(one), State::Illegal(other)) => one == other,
            _ => false,
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (class, game) = (py.get_type::<Self>(), self.game());
        if let State::Illegal(setup) = &self.state {
            return Ok((class.getattr("unchecked")?, (setup.to_fen(), game.name).into_pyobject(py)?));
        }
        let moves: Vec<String> = self.past.iter().map(|&(_, m)| Uci(game.shape, m).to_string()).collect();
        Ok((class.into_any(), (game.name, self.root().setup().to_fen(), moves).into_pyobject(py)?))
    }
}
