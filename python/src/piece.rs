//! The class `Piece`: a piece with its role, owner and seat.

use hexmate_core::rules;
use hexmate_core::rules::{Player, Role};
use hexmate_position as game;
use hexmate_position::letter;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::Problem;
use crate::game::{GameLike, game_or_default, player_of};

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
    fn letter(self, player: Player) -> char {
        letter(&self.game, player)
    }
}

#[pymethods]
impl Piece {
    /// Returns a piece by the name or letter of its role, `"king"` or `"K"`, and the letter of its owner.
    #[new]
    #[pyo3(signature = (role, owner, game = None, seat = None))]
    fn new(role: &str, owner: &str, game: Option<GameLike>, seat: Option<&str>) -> Result<Self, Problem> {
        let game = game_or_default(game)?;
        let owner = player_of(&game, owner)?;
        let role = role_of(role)?;
        let seat = seat.map_or(Ok(owner), |seat| player_of(&game, seat))?;
        if seat != owner && role != Role::Pawn {
            return Err(Problem::option("seat: only a pawn can have a seat other than its owner's"));
        }
        Ok(Self { game, piece: rules::Piece { owner, role, seat } })
    }

    /// Name of the role: king, queen, rook, bishop, knight or pawn.
    #[getter]
    fn role(&self) -> &'static str {
        self.piece.role.name()
    }

    /// Letter of the player who moves it.
    #[getter]
    fn owner(&self) -> char {
        self.letter(self.piece.owner)
    }

    /// Letter of the player whose seat determines its direction; for a pawn that changed owners not the owner.
    #[getter]
    fn seat(&self) -> char {
        self.letter(self.piece.seat)
    }

    /// The piece as in a FEN: `K`, `k`, and in games for more than two `rK`.
    #[getter]
    fn symbol(&self) -> String {
        hexmate_position::piece_text(&self.game, self.piece)
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyType>, (&'static str, char, &'static str, char)) {
        (py.get_type::<Self>(), (self.role(), self.owner(), self.game.name, self.seat()))
    }

    fn __repr__(&self) -> String {
        let game = if self.game == game::Game::default() {
            String::new()
        } else {
            format!(", '{}'", self.game.name)
        };
        let seat =
            if self.seat() == self.owner() { String::new() } else { format!(", seat='{}'", self.seat()) };
        format!("Piece('{}', '{}'{game}{seat})", self.role(), self.owner())
    }
}
