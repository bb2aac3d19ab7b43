//! The board as it is seen: which seat is at the bottom, which labels stand where. No pixels.

use crate::geometry::{Cell, Direction, Hex, Shape};
use crate::notation::Coordinate;
use crate::rules::{Player, Table};

/// Where letters of files and numbers of ranks stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// Around the board, at the ends of the lines that they name.
    #[default]
    Edge,
    /// The name of each cell inside it.
    Inside,
    /// Nowhere.
    Hidden,
}

/// From where the board is seen, and with which labels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The player who sits at the bottom. The board is turned, never mirrored.
    pub bottom: Player,
    /// The labels; they turn with the board.
    pub coordinates: Coordinates,
}

impl Default for View {
    fn default() -> Self {
        Self { bottom: Player::WHITE, coordinates: Coordinates::Edge }
    }
}

impl View {
    /// The view of a player, with labels around the board.
    pub fn of(bottom: Player) -> Self {
        Self { bottom, ..Self::default() }
    }

    /// The board of a game, turned for this view.
    pub(super) fn turned(self, game: &Table) -> TurnedBoard {
        let seat = self.bottom.index() as u8 % game.players;
        TurnedBoard { shape: game.shape, sixths: (game.players - seat) * (6 / game.players) % 6 }
    }
}

/// A board that is seen turned, clockwise by sixths of a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TurnedBoard {
    pub(super) shape: Shape,
    sixths: u8,
}

impl TurnedBoard {
    /// Where a cell is seen.
    pub(super) fn hex(self, cell: Cell) -> Hex {
        self.shape.hex(cell).turned(self.sixths)
    }

    /// Where a direction is seen to point.
    pub(super) fn direction(self, direction: Direction) -> Direction {
        direction.turn(2 * self.sixths)
    }
}

/// The name of a line, beyond one end of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    /// Where the last cell of the line is seen.
    pub(super) hex: Hex,
    /// On which side of that cell the line would go on; one that crosses an edge.
    pub(super) side: Direction,
    /// The letter of a file or the number of a rank.
    pub(super) name: String,
}

/// All labels around a board: each file once, at rank 1, and each rank at both its ends.
///
/// A rank bends at the middle file: to the west it runs north-west, to the east
/// north-east. So all ends of all lines lie on different sides of the board's
/// rim, and no two labels meet.
pub(super) fn labels(coordinates: Coordinates, board: TurnedBoard) -> Vec<Label> {
    if coordinates != Coordinates::Edge {
        return Vec::new();
    }
    let shape = board.shape;
    let labels_of = |cell| {
        let (q, name) = (shape.hex(cell).q, Coordinate(shape, cell));
        [
            (true, Direction::S, name.file().to_string()),
            (q <= 0, Direction::NW, name.rank().to_string()),
            (q >= 0, Direction::NE, name.rank().to_string()),
        ]
        .into_iter()
        .filter(move |(in_line, side, _)| *in_line && shape.step(cell, *side).is_none())
        .map(move |(_, side, name)| Label {
            hex: board.hex(cell),
            side: board.direction(side),
            name,
        })
    };
    shape.cells().flat_map(labels_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Position};
    use crate::rules::Piece;

    #[test]
    fn the_seat_at_the_bottom_has_its_corner_there_and_its_pawns_go_up() {
        for &game in Game::ALL {
            let start = Position::start(game).pieces();
            let corner = Hex::new(0, game.shape.radius());
            for player in game.players() {
                let board = View::of(player).turned(&game);
                let is_there =
                    |&(cell, piece): &(Cell, Piece)| piece.owner == player && board.hex(cell) == corner;
                assert!(start.iter().any(is_there), "{game:?} {player:?}");
                assert_eq!(board.direction(game.forward(player)), Direction::N, "{game:?} {player:?}");
            }
        }
    }

    #[test]
    fn each_file_has_one_label_and_each_rank_two_and_all_stand_beyond_the_board() {
        for radius in [3, 5, 8] {
            let shape = Shape::hexagon(radius);
            let labels = labels(Coordinates::Edge, TurnedBoard { shape, sixths: 0 });
            let lines = 2 * radius as usize + 1;
            let files = labels.iter().filter(|label| label.name.starts_with(char::is_alphabetic)).count();
            assert_eq!((files, labels.len() - files), (lines, 2 * lines));
            for label in &labels {
                assert!(!shape.has(label.hex + label.side.vector()), "{label:?} stands on the board");
            }
        }
    }

    #[test]
    fn only_coordinates_at_the_edge_have_labels() {
        let board = View::default().turned(&Game::GLINSKI);
        for coordinates in [Coordinates::Inside, Coordinates::Hidden] {
            assert_eq!(labels(coordinates, board), []);
        }
    }
}
