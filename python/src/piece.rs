//! The class `Piece`: a piece with its role, owner and seat.

use hexmate_core::rules;
use hexmate_core::rules::{Player, Role};
use hexmate_position as game;
use hexmate_position::letter;
use hexmate_position::read_piece;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyString, PyType};

use crate::classes::word;
use crate::errors::{Problem, expected};
use crate::game::{GameLike, game_or_default, one_of};
use crate::player::{PlayerLetter, PlayerLike, player_of};

/// Returns the role with this name or English letter.
pub fn role_of(text: &str) -> Result<Role, Problem> {
    let matches = |role: &Role| {
        role.name().eq_ignore_ascii_case(text)
            || text.len() == 1 && text.chars().all(|only| only.eq_ignore_ascii_case(&role.letter()))
    };
    Role::ALL.into_iter().find(matches).ok_or_else(|| {
        Problem::option(format!("unknown role {text:?}; use one of king, queen, rook, bishop, knight, pawn"))
    })
}

/// A piece: its role, its owner, and for a pawn the seat that determines its direction.
///
/// >>> import hexmate
/// >>> piece = hexmate.Board().piece_at("g1")
/// >>> piece.role, piece.owner, piece.symbol
/// ('king', 'w', 'K')
/// >>> piece == hexmate.Piece("king", "w")
/// True
#[pyclass(frozen, eq, hash, module = "hexmate")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Game of the piece.
    pub game: game::Game,
    /// Role, owner and seat.
    pub piece: rules::Piece,
}

impl Piece {
    fn text(self) -> String {
        hexmate_position::piece_text(&self.game, self.piece)
    }

    fn letter(self, player: Player) -> char {
        letter(&self.game, player)
    }
}

/// Returns the piece of a symbol as in a FEN.
fn of_symbol(game: &game::Game, symbol: &str) -> Result<rules::Piece, Problem> {
    match read_piece(game, symbol.as_bytes()) {
        Some((piece, length)) if length == symbol.len() => Ok(piece),
        _ => Err(Problem::option(format!("{} has no piece {symbol:?}", game.title))),
    }
}

/// An argument that names a piece.
pub enum PieceLike {
    /// A `Piece` object.
    Piece(Piece),
    /// A symbol as in a FEN.
    Symbol(PyBackedStr),
}

impl<'py> FromPyObject<'_, 'py> for PieceLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(piece) = object.cast::<Piece>() {
            return Ok(Self::Piece(*piece.get()));
        }
        let symbol = object.cast::<PyString>().map_err(|_| expected("a Piece or its symbol", &object))?;
        symbol.extract().map(Self::Symbol)
    }
}

impl PieceLike {
    /// Returns the piece in a game. A piece of another game names the one with the same role and letters.
    pub fn piece(&self, game: &game::Game) -> Result<rules::Piece, Problem> {
        match self {
            Self::Piece(Piece { game: own, piece }) if own == game => Ok(*piece),
            Self::Piece(other) => {
                let player = |player| player_of(game, other.letter(player).encode_utf8(&mut [0; 4]));
                let (owner, seat) = (player(other.piece.owner)?, player(other.piece.seat)?);
                Ok(rules::Piece { owner, role: other.piece.role, seat })
            }
            Self::Symbol(symbol) => of_symbol(game, symbol),
        }
    }
}

#[pymethods]
impl Piece {
    /// Returns a piece by the name or letter of its role, `"king"` or `"K"`, and the letter of its owner.
    #[new]
    #[pyo3(signature = (role, owner, game = None, seat = None, *, variant = None))]
    fn new(
        role: &str,
        owner: PlayerLike,
        game: Option<GameLike>,
        seat: Option<PlayerLike>,
        variant: Option<GameLike>,
    ) -> Result<Self, Problem> {
        let game = game_or_default(one_of(game, variant)?)?;
        let owner = owner.player(&game)?;
        let role = role_of(role)?;
        let seat = seat.map_or(Ok(owner), |seat| seat.player(&game))?;
        if seat != owner && role != Role::Pawn {
            return Err(Problem::option("seat: only a pawn can have a seat other than its owner's"));
        }
        Ok(Self { game, piece: rules::Piece { owner, role, seat } })
    }

    /// Returns the piece of a symbol as in a FEN: `K` or `k`, in games for more than two `rK`.
    #[staticmethod]
    #[pyo3(signature = (symbol, game = None, *, variant = None))]
    fn from_symbol(symbol: &str, game: Option<GameLike>, variant: Option<GameLike>) -> Result<Self, Problem> {
        let game = game_or_default(one_of(game, variant)?)?;
        let piece = of_symbol(&game, symbol)?;
        Ok(Self { game, piece })
    }

    /// Name of the role: king, queen, rook, bishop, knight or pawn.
    #[getter]
    fn role(&self) -> &'static str {
        self.piece.role.name()
    }

    /// Letter of the player who moves it.
    #[getter]
    fn owner(&self) -> PlayerLetter {
        PlayerLetter(self.letter(self.piece.owner))
    }

    /// Another name of `role`, as in python-chess.
    #[getter]
    fn piece_type(&self) -> &'static str {
        self.role()
    }

    /// Another name of `owner`, as in python-chess.
    #[getter]
    fn color(&self) -> PlayerLetter {
        self.owner()
    }

    /// Letter of the player whose seat determines its direction; for a pawn that changed owners not the owner.
    #[getter]
    fn seat(&self) -> PlayerLetter {
        PlayerLetter(self.letter(self.piece.seat))
    }

    /// The piece as in a FEN: `K`, `k`, and in games for more than two `rK`. `piece.symbol()` is the same.
    #[getter]
    fn symbol<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        word(py, &self.text())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyType>, (&'static str, char, &'static str, char)) {
        (py.get_type::<Self>(), (self.role(), self.owner().0, self.game.name, self.seat().0))
    }

    fn __repr__(&self) -> String {
        let game = if self.game == game::Game::default() {
            String::new()
        } else {
            format!(", '{}'", self.game.name)
        };
        let (owner, seat) = (self.owner().0, self.seat().0);
        let seat = if seat == owner { String::new() } else { format!(", seat='{seat}'") };
        format!("Piece('{}', '{owner}'{game}{seat})", self.role())
    }
}
