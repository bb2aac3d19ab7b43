//! What the array of a game can leave on the board. Knows no play: only which pieces there are, and whence pawns come.

use std::collections::HashMap;

use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, PawnOrigins, Setup};

/// Pieces of which there are so many: for bishops, those on cells of one colour.
type Kind = (Player, Role, u8);

/// The pieces of an array.
#[derive(Clone, Debug)]
pub struct ArrayPieces {
    game: Game,
    counts: HashMap<Kind, usize>,
    origins: PawnOrigins,
}

impl ArrayPieces {
    /// The pieces that all players of a game begin with.
    pub fn of(game: Game) -> Self {
        let mut array = Self { game, counts: HashMap::new(), origins: PawnOrigins::of(game) };
        for player in game.players() {
            for piece in game.array.pieces() {
                let hex = game.seating.place(game.shape, piece.hex, player, game.players);
                if let Some(cell) = game.shape.cell(hex) {
                    let kind = array.kind((cell, Piece::new(player, piece.role)));
                    *array.counts.entry(kind).or_default() += 1;
                }
            }
        }
        array
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    fn kind(&self, (cell, Piece { owner, role, .. }): (Cell, Piece)) -> Kind {
        let colour = if role == Role::Bishop { self.game.shape.hex(cell).colour() } else { 0 };
        (owner, role, colour)
    }

    /// Whether all pieces of a diagram could be those of the array, wherever they are: no more of a kind.
    pub fn include(&self, setup: &Setup) -> bool {
        let kinds = || setup.board.pieces().map(|piece| self.kind(piece));
        kinds().all(|kind| {
            let count = kinds().filter(|other| *other == kind).count();
            self.counts.get(&kind).is_some_and(|&most| count <= most)
        })
    }

    /// Whether they could, and each pawn could come from a cell of its own to where it is.
    pub fn lead_to(&self, setup: &Setup) -> bool {
        let pawns = setup.board.pieces().filter(|(_, piece)| piece.role == Role::Pawn);
        self.include(setup) && self.origins.allow(pawns.map(|(cell, piece)| (piece.seat, cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Position;

    #[test]
    fn an_array_leaves_no_second_queen_and_no_pawn_behind_it() {
        let array = ArrayPieces::of(Game::GLINSKI);
        let told = |text: &str| {
            let setup = Setup::from(&Position::from_fen(Game::GLINSKI, text).expect("a position"));
            (array.include(&setup), array.lead_to(&setup))
        };
        assert_eq!(told("1/3/5/7/9/4k6/5P5/11/11/5Q5/5K5 w - 0 1"), (true, true));
        assert_eq!(told("1/3/5/7/9/4k6/11/11/5Q5/5Q5/5K5 w - 0 1"), (false, false));
        assert_eq!(told("1/3/5/7/9/4k6/11/5P5/11/5Q5/5K5 w - 0 1"), (true, false), "f4");
        assert_eq!(told("1/3/5/7/9/4k6/11/11/5Q5/5B5/4BK5 w - 0 1"), (true, true), "bishops of two colours");
        assert!(!told("1/3/5/7/9/4k6/11/5B5/11/11/5BK4 w - 0 1").0, "and of one");
    }
}
