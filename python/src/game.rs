//! A game by its rules: what its table says. No positions.

use hexmate_core::rules::{Player, PlayerSet, StalemateScore};
use hexmate_position as game;
use hexmate_position::UnknownGame;
use hexmate_position::{letter, player};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::cell::Cell;
use crate::errors::{Problem, expected};

/// A game: its name, its players, its board.
///
/// Wherever a game is asked for, its name does as well.
///
/// >>> import hexmate
/// >>> game = hexmate.Game("echex3")
/// >>> game.players, len(game.cells()), game.title
/// (('w', 'r', 'b'), 91, 'Echex for three')
#[pyclass(frozen, eq, hash, module = "hexmate")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game(pub game::Game);

/// A game as Python says it.
pub enum GameLike {
    /// The object.
    Game(Game),
    /// Its name.
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
    /// The game that is meant.
    pub fn game(self) -> Result<game::Game, Problem> {
        match self {
            Self::Game(Game(game)) => Ok(game),
            Self::Name(name) => game::Game::from_name(&name).ok_or_else(|| UnknownGame(name).into()),
        }
    }
}

/// The game that is meant, or Glinski's.
pub fn game_or_default(game: Option<GameLike>) -> Result<game::Game, Problem> {
    game.map_or(Ok(game::Game::default()), GameLike::game)
}

/// The player with this letter.
pub fn player_of(game: &game::Game, text: &str) -> Result<Player, Problem> {
    let found = match text.as_bytes() {
        &[one] => player(game, one),
        _ => None,
    };
    found.ok_or_else(|| Problem::option(format!("{text:?} is no player of {}", game.title)))
}

/// The letters of players, in turn order.
pub fn letters<'py>(py: Python<'py>, game: &game::Game, players: PlayerSet) -> PyResult<Bound<'py, PyTuple>> {
    let letters: Vec<char> = players.iter().map(|player| letter(game, player)).collect();
    PyTuple::new(py, letters)
}

#[pymethods]
impl Game {
    /// The game with this name, in either case.
    #[new]
    #[pyo3(signature = (name = "glinski"))]
    fn new(name: &str) -> Result<Self, Problem> {
        GameLike::Name(name.to_owned()).game().map(Self)
    }

    /// How the game is called on the command line and in files.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// How the game is called in print.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title
    }

    /// The letters of the players, in turn order.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        letters(py, &self.0, self.0.everybody())
    }

    /// Steps from the centre of the board to a corner; None if the board is no hexagon.
    #[getter]
    fn radius(&self) -> Option<i8> {
        self.0.shape.radius()
    }

    /// What a stalemate is worth to the player who gives it: 0.75 or 0.5.
    #[getter]
    fn stalemate(&self) -> f64 {
        match self.0.stalemate_score() {
            StalemateScore::ThreeQuarters => 0.75,
            StalemateScore::Draw => 0.5,
        }
    }

    /// The names of the roles that a pawn may become.
    #[getter]
    fn promotions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.promotions.iter().map(|role| role.name()))
    }

    /// All cells of the board, by columns from west to east and from north to south.
    fn cells(&self) -> Vec<Cell> {
        let shape = self.0.shape;
        shape.cells().map(|cell| Cell { shape, cell }).collect()
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
