//! A piece with its owner. No place.

use hexmate_core::rules;
use hexmate_core::rules::{Player, Role};
use hexmate_position as game;
use hexmate_position::letter;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::Problem;
use crate::game::{GameLike, game_or_default, player_of};

/// The role with this name or English letter.
pub fn role_of(text: &str) -> Result<Role, Problem> {
    let is_meant = |role: &Role| {
        role.name().eq_ignore_ascii_case(text)
            || text.len() == 1 && text.chars().all(|only| only.eq_ignore_ascii_case(&role.letter()))
    };
    Role::ALL.into_iter().find(is_meant).ok_or_else(|| Problem::option(format!("{text:?} is no role")))
}

/// A piece: its role, its owner, and for a pawn the seat whose direction it keeps.
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
    /// Of which game.
    pub game: game::Game,
    /// The piece itself.
    pub piece: rules::Piece,
}

impl Piece {
    fn letter(self, player: Player) -> char {
        letter(&self.game, player)
    }
}

#[pymethods]
impl Piece {
    /// A piece by the name of its role, `"king"` or `"K"`, and the letter of its owner.
    #[new]
    #[pyo3(signature = (role, owner, game = None, seat = None))]
    fn new(role: &str, owner: &str, game: Option<GameLike>, seat: Option<&str>) -> Result<Self, Problem> {
        let game = game_or_default(game)?;
        let owner = player_of(&game, owner)?;
        let role = role_of(role)?;
        let seat = seat.map_or(Ok(owner), |seat| player_of(&game, seat))?;
        if seat != owner && role != Role::Pawn {
            return Err(Problem::option("only pawns keep the direction of another seat"));
        }
        Ok(Self { game, piece: rules::Piece { owner, role, seat } })
    }

    /// The name of the role: king, queen, rook, bishop, knight or pawn.
    #[getter]
    fn role(&self) -> &'static str {
        self.piece.role.name()
    }

    /// The letter of the player who moves it.
    #[getter]
    fn owner(&self) -> char {
        self.letter(self.piece.owner)
    }

    /// The letter of the player in whose direction it goes: another than the owner for a pawn taken over.
    #[getter]
    fn seat(&self) -> char {
        self.letter(self.piece.seat)
    }

    /// How a FEN has it: `K`, `k`, and with more players than two `rK`.
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
