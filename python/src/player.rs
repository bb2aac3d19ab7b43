//! Players as Python values: the class `Player` for results, and arguments that name a player.

use hexmate_core::rules::{Player, PlayerSet};
use hexmate_position::{Game, letter, player};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyString, PyTuple};

use crate::classes::class;
use crate::errors::{Problem, expected};

/// The class of players.
static PLAYER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Number of letters of players, a to z.
const LETTERS: usize = 26;

/// One object for each letter.
static PLAYERS: [PyOnceLock<Py<PyAny>>; LETTERS] = [const { PyOnceLock::new() }; LETTERS];

/// The letter of a player, in Python a `Player`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayerLetter(pub char);

impl PlayerLetter {
    /// Returns the letter of a player of a game.
    pub fn of(game: &Game, player: Player) -> Self {
        Self(letter(game, player))
    }
}

impl<'py> IntoPyObject<'py> for PlayerLetter {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let create = || class(py, &PLAYER, "Player")?.call1((self.0,));
        let number = (self.0 as usize).checked_sub('a' as usize);
        match number.and_then(|number| PLAYERS.get(number)) {
            Some(place) => Ok(place.get_or_try_init(py, || create().map(Bound::unbind))?.bind(py).clone()),
            None => create(),
        }
    }
}

/// Returns the letters of players, in turn order.
pub fn letters<'py>(py: Python<'py>, game: &Game, players: PlayerSet) -> PyResult<Bound<'py, PyTuple>> {
    let letters: Vec<PlayerLetter> = players.iter().map(|player| PlayerLetter::of(game, player)).collect();
    PyTuple::new(py, letters)
}

/// An argument that names a player: its letter, or in games for two True for White and False for Black.
pub enum PlayerLike {
    /// The letter.
    Letter(PyBackedStr),
    /// A truth value, such as `not board.turn`.
    IsWhite(bool),
}

impl<'py> FromPyObject<'_, 'py> for PlayerLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(truth) = object.cast::<PyBool>() {
            return Ok(Self::IsWhite(truth.is_true()));
        }
        let text = object.cast::<PyString>().map_err(|_| expected("the letter of a player", &object))?;
        text.extract().map(Self::Letter)
    }
}

impl PlayerLike {
    /// Returns the player of a game.
    pub fn player(&self, game: &Game) -> Result<Player, Problem> {
        match self {
            Self::Letter(text) => player_of(game, text),
            Self::IsWhite(true) if game.players == 2 => Ok(Player::WHITE),
            Self::IsWhite(false) if game.players == 2 => Ok(Player::BLACK),
            Self::IsWhite(truth) => {
                let truth = if *truth { "True" } else { "False" };
                let known: String = game.players().map(|player| letter(game, player)).collect();
                Err(Problem::option(format!(
                    "{truth} names no player of {}, which has more than two; use a letter out of {known}",
                    game.title
                )))
            }
        }
    }
}

/// Returns the player with this letter.
pub fn player_of(game: &Game, text: &str) -> Result<Player, Problem> {
    let found = match text.as_bytes() {
        &[one] => player(game, one),
        _ => None,
    };
    found.ok_or_else(|| Problem::option(format!("{} has no player {text:?}", game.title)))
}
