//! Maps of a board to itself, with an exchange of players.

use std::fmt;

use hexmate_core::geometry::{Hex, Shape};
use hexmate_core::rules::{Player, Role, Wings};
use hexmate_position::symmetry::{Mirror, Symmetry};
use hexmate_position::{Board, Game, Setup};

/// Freedom of a position to be turned without changing its play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Freedom {
    /// Without pawns and castling rights: every symmetry of the board, with each exchange of players.
    Full,
    /// With pawns or castling rights: the symmetries that keep the directions of pawns.
    Pawns,
}

impl Freedom {
    /// Returns the freedom of a position.
    pub fn of(setup: &Setup) -> Self {
        let has_pawns = setup.board.pieces().any(|(_, piece)| piece.role == Role::Pawn);
        if has_pawns || setup.wings != Wings::NONE { Self::Pawns } else { Self::Full }
    }
}

/// Maximum number of players.
const PLAYERS: usize = 6;

/// A map of the board to itself, with an exchange of players.
///
/// Displays in words, such as `mirrored left to right, colours exchanged`; the identity displays as the empty text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardMotion {
    /// Number of the map; see [`Shape::image`].
    way: u8,
    /// Seat of the image of each player.
    seats: [u8; PLAYERS],
}

/// Number of the map that exchanges left and right.
const LEFT_TO_RIGHT: u8 = 9;

/// Number of the map that exchanges top and bottom.
const TOP_TO_BOTTOM: u8 = 6;

impl BoardMotion {
    /// The map of each cell and player to itself.
    pub const IDENTITY: Self = Self { way: 0, seats: [0, 1, 2, 3, 4, 5] };

    /// Returns the motions of a game, the identity first.
    pub fn all(game: Game, freedom: Freedom) -> Vec<Self> {
        let seats = |player: &dyn Fn(u8) -> u8| {
            let mut seats = Self::IDENTITY.seats;
            (0..game.players).for_each(|seat| seats[usize::from(seat)] = player(seat));
            seats
        };
        let rotations = 0..game.players;
        match freedom {
            Freedom::Full => {
                let ways = (0..12).filter(|&way| game.shape.is_symmetry(way));
                let players = |by: u8| seats(&|seat| (seat + by) % game.players);
                rotations
                    .flat_map(|by| ways.clone().map(move |way| (way, by)))
                    .map(|(way, by)| Self { way, seats: players(by) })
                    .collect()
            }
            Freedom::Pawns => {
                let mirrors = Mirror::of(game).iter();
                let symmetries = mirrors
                    .flat_map(|&mirror| (0..game.players).map(move |seats| Symmetry { game, mirror, seats }));
                let motion = |symmetry: Symmetry| {
                    let image = |seat| symmetry.player(Player::new(seat)).index() as u8;
                    Some(Self { way: way(symmetry)?, seats: seats(&image) })
                };
                symmetries.filter_map(motion).collect()
            }
        }
    }

    /// Returns the image of a hex.
    pub(super) const fn hex(self, shape: Shape, hex: Hex) -> Hex {
        shape.image(hex, self.way)
    }

    /// Returns the image of a seat.
    pub(super) const fn seat(self, seat: u8) -> u8 {
        self.seats[seat as usize % PLAYERS]
    }

    fn player(self, player: Player) -> Player {
        Player::new(self.seat(player.index() as u8))
    }

    /// Returns the image of a position without pawns and castling rights.
    pub(super) fn image(self, setup: &Setup) -> Setup {
        let shape = setup.game.shape;
        let mut board = Board::empty(shape);
        for (cell, piece) in setup.board.pieces() {
            if let Some(cell) = shape.cell(self.hex(shape, shape.hex(cell))) {
                let (owner, seat) = (self.player(piece.owner), self.player(piece.seat));
                board.put(cell, hexmate_core::rules::Piece { owner, seat, ..piece });
            }
        }
        let living = setup.living.iter().map(|player| self.player(player)).collect();
        Setup {
            board,
            turn: self.player(setup.turn),
            living,
            crossed: Vec::new(),
            landed: None,
            ..setup.clone()
        }
    }
}

/// Returns the number of the map of a symmetry.
fn way(symmetry: Symmetry) -> Option<u8> {
    let shape = symmetry.game.shape;
    let is_equal = |&way: &u8| {
        shape.cells().all(|cell| shape.image(shape.hex(cell), way) == shape.hex(symmetry.cell(cell)))
    };
    (0..12).find(is_equal)
}

impl fmt::Display for BoardMotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = match self.way {
            0 => String::new(),
            way @ 1..TOP_TO_BOTTOM => format!("turned by {}°", 60 * u32::from(way)),
            TOP_TO_BOTTOM => "mirrored top to bottom".to_owned(),
            LEFT_TO_RIGHT => "mirrored left to right".to_owned(),
            way => format!("mirrored left to right and turned by {}°", 60 * ((u32::from(way) + 3) % 6)),
        };
        let players = if self.seats == Self::IDENTITY.seats { "" } else { "colours exchanged" };
        let words: Vec<&str> =
            [map.as_str(), players].into_iter().filter(|words| !words.is_empty()).collect();
        f.write_str(&words.join(", "))
    }
}
