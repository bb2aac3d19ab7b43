//! The board as it is seen: which seat is at the bottom, which labels stand where. No pixels.

use hexmate_core::geometry::{Cell, Direction, Hex, Shape};
use hexmate_core::rules::{Player, VariantTable};
use hexmate_position::Coordinate;

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
    pub(super) fn turned(self, game: &VariantTable) -> TurnedBoard {
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
        self.shape.turned(self.shape.hex(cell), self.sixths)
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

/// All labels around a board: each file once, at its first cell, and each rank at both its ends.
///
/// On a hexagon a rank bends at the middle file: to the west it runs north-west, to the east
/// north-east. So all ends of all lines lie on different sides of the board's
/// rim, and no two labels meet. Straight ranks may end where a file begins: such an end has no number.
pub(super) fn labels(coordinates: Coordinates, board: TurnedBoard) -> Vec<Label> {
    if coordinates != Coordinates::Edge {
        return Vec::new();
    }
    let shape = board.shape;
    let last_side = if shape.has_straight_ranks() { Direction::SE } else { Direction::NE };
    let mut ends = Vec::new();
    for q in shape.columns() {
        let file = shape.cells().filter(|&cell| shape.hex(cell).q == q);
        let first = file.min_by_key(|&cell| Coordinate(shape, cell).rank());
        ends.extend(first.map(|cell| (cell, Direction::S)));
    }
    let beyond = |(cell, side): (Cell, Direction)| shape.hex(cell) + side.vector();
    let below: Vec<Hex> = ends.iter().copied().map(beyond).collect();
    for number in 1..=shape.ranks() {
        let rank = || shape.cells().filter(|&cell| Coordinate(shape, cell).rank() == number);
        let file = |&cell: &Cell| shape.hex(cell).q;
        let [first, last] = [rank().min_by_key(file), rank().max_by_key(file)];
        let both =
            first.map(|cell| (cell, Direction::NW)).into_iter().chain(last.map(|cell| (cell, last_side)));
        ends.extend(both.filter(|&end| !below.contains(&beyond(end))));
    }
    // By cells, so that what stands close together is written close together.
    ends.sort_by_key(|&(cell, _)| cell);
    let label = |(cell, side)| {
        let name = Coordinate(shape, cell);
        let name = if side == Direction::S { name.file().to_string() } else { name.rank().to_string() };
        Label { hex: board.hex(cell), side: board.direction(side), name }
    };
    ends.into_iter().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::SHAPES;
    use hexmate_position::{Game, Position};

    #[test]
    fn the_seat_at_the_bottom_has_its_king_there_and_its_pawns_go_up() {
        for &game in Game::ALL {
            let start = Position::start(game);
            for player in game.players() {
                let board = View::of(player).turned(&game);
                let line = |cell| game.shape.place_in_text(board.hex(cell)).1;
                let lowest = game.shape.cells().map(line).max();
                let own = start.pieces().into_iter().filter(|(_, piece)| piece.owner == player);
                assert_eq!(own.map(|(cell, _)| line(cell)).max(), lowest, "{game:?} {player:?}");
                for way in game.pawn_steps(player) {
                    let next = board.direction(way).vector();
                    assert!(game.shape.place_in_text(next).1 < 0, "{game:?} {player:?}");
                }
                assert_eq!(board.direction(game.forward(player)), game.forward(Player::WHITE));
            }
        }
    }

    #[test]
    fn a_board_that_is_turned_lies_where_it_lay() {
        for shape in SHAPES {
            let seen = |sixths| {
                let board = TurnedBoard { shape, sixths };
                shape.cells().map(|cell| board.hex(cell)).collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(seen(3), seen(0), "{shape:?}");
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
        }
    }

    #[test]
    fn a_straight_rank_has_no_number_where_a_file_begins() {
        let told = SHAPES[3..].iter().map(|&shape| {
            let labels = labels(Coordinates::Edge, TurnedBoard { shape, sixths: 0 });
            let on = |side| {
                let names = labels.iter().filter(|label| label.side == side).map(|label| label.name.as_str());
                let mut names: Vec<&str> = names.collect();
                names.sort_by_key(|name| name.parse::<u8>().ok());
                names.join(" ")
            };
            [Direction::S, Direction::NW, Direction::SE].map(on)
        });
        let expected = [
            ["a b c d e f g h i", "1 2 3 4 5 6 7 8 9 10", "5 6 7 8 9 10"],
            ["a b c d e f g h i", "1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 8 9"],
            ["a b c d e f g h i j k l", "1 2 3 4 5 6 7 8", "4 5 6 7 8"],
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn no_two_labels_stand_on_one_hex_and_none_on_the_board() {
        for (shape, sixths) in SHAPES.into_iter().flat_map(|shape| [(shape, 0), (shape, 3)]) {
            let labels = labels(Coordinates::Edge, TurnedBoard { shape, sixths });
            let places: Vec<Hex> = labels.iter().map(|label| label.hex + label.side.vector()).collect();
            for (number, &place) in places.iter().enumerate() {
                assert!(!shape.has(place) && !places[..number].contains(&place), "{:?}", labels[number]);
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
