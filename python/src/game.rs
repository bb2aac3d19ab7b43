//! The class `Game`: name, players and board of a game.

use hexmate_core::rules::StalemateScore;
use hexmate_position as game;
use hexmate_position::{Position, UnknownGame};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{Problem, expected};
use crate::player::letters;

/// A game: its name, its players and its board.
///
/// Functions that take a game also accept its name.
///
/// >>> import hexmate
/// >>> game = hexmate.Game("echex3")
/// >>> game.players, len(game.cells()), game.title
/// (('w', 'r', 'b'), 91, 'Echex for three')
#[pyclass(frozen, eq, hash, module = "hexmate")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game(pub game::Game);

/// An argument that names a game.
#[derive(Clone)]
pub enum GameLike {
    /// A `Game` object.
    Game(Game),
    /// The name of a game.
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for GameLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(game) = object.cast::<Game>() {
            return Ok(Self::Game(*game.get()));
        }
        let name = object.cast::<PyString>().map_err(|_| expected("a Game or its name", &object))?;
        name.extract().map(Self::Name)
    }
}

impl GameLike {
    /// Returns the game.
    pub fn game(self) -> Result<game::Game, Problem> {
        match self {
            Self::Game(Game(game)) => Ok(game),
            Self::Name(name) => game::Game::from_name(&name).ok_or_else(|| UnknownGame(name).into()),
        }
    }
}

/// Returns the game, by default Gliński's.
pub fn game_or_default(game: Option<GameLike>) -> Result<game::Game, Problem> {
    game.map_or(Ok(game::Game::default()), GameLike::game)
}

/// Returns the argument `game`, or else `variant`, its name on the command line.
pub fn one_of(game: Option<GameLike>, variant: Option<GameLike>) -> Result<Option<GameLike>, Problem> {
    match (game, variant) {
        (Some(_), Some(_)) => Err(Problem::option("game and variant name the same option; give one of them")),
        (game, variant) => Ok(game.or(variant)),
    }
}

#[pymethods]
impl Game {
    /// Returns the game with this name; upper and lower case are equivalent.
    #[new]
    #[pyo3(signature = (name = "glinski"))]
    fn new(name: &str) -> Result<Self, Problem> {
        GameLike::Name(name.to_owned()).game().map(Self)
    }

    /// The name on the command line and in files.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// The name in print.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title
    }

    /// The letters of the players, in turn order.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        letters(py, &self.0, self.0.everybody())
    }

    /// FEN of the initial position.
    #[getter]
    fn starting_fen(&self) -> String {
        Position::start(self.0).to_fen()
    }

    /// Number of steps from the centre of the board to a corner; None if the board is not a hexagon.
    #[getter]
    fn radius(&self) -> Option<i8> {
        self.0.shape.radius()
    }

    /// Score of a stalemate for the player who gives it: 0.75 or 0.5.
    #[getter]
    fn stalemate(&self) -> f64 {
        match self.0.stalemate_score() {
            StalemateScore::ThreeQuarters => 0.75,
            StalemateScore::Draw => 0.5,
        }
    }

    /// Names of the roles to which a pawn may promote.
    #[getter]
    fn promotions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.promotions.iter().map(|role| role.name()))
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.0.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (&'static str,)) {
        (py.get_type::<Self>(), (self.0.name,))
    }
}
