//! The view of a board: the seat at the bottom, and the labels of files and ranks.

use hexmate_core::geometry::{Cell, Direction, Hex, Shape};
use hexmate_core::rules::{Player, VariantTable};
use hexmate_position::Coordinate;

/// Placement of the names of files, ranks and cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coordinates {
    /// Letters of files and numbers of ranks around the board, at the ends of their lines.
    #[default]
    Edge,
    /// Labels around the board in larger type, for boards that are printed small.
    Large,
    /// The name of each cell inside the cell.
    Inside,
    /// No names.
    Hidden,
}

/// Seat at the bottom and labels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Player whose seat is at the bottom. The board is rotated, never mirrored.
    pub bottom: Player,
    /// Labels, which rotate with the board.
    pub coordinates: Coordinates,
}

impl Default for View {
    fn default() -> Self {
        Self { bottom: Player::WHITE, coordinates: Coordinates::Edge }
    }
}

impl View {
    /// Returns the view of a player, with labels around the board.
    pub fn of(bottom: Player) -> Self {
        Self { bottom, ..Self::default() }
    }

    /// Returns the board of a game, rotated for this view.
    pub(super) fn turned(self, game: &VariantTable) -> TurnedBoard {
        let seat = self.bottom.index() as u8 % game.players;
        TurnedBoard { shape: game.shape, sixths: (game.players - seat) * (6 / game.players) % 6 }
    }
}

/// A board rotated clockwise by sixths of a full turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TurnedBoard {
    pub(super) shape: Shape,
    sixths: u8,
}

impl TurnedBoard {
    /// Returns the hex at which a cell is displayed.
    pub(super) fn hex(self, cell: Cell) -> Hex {
        self.shape.turned(self.shape.hex(cell), self.sixths)
    }

    /// Returns a direction as displayed.
    pub(super) fn direction(self, direction: Direction) -> Direction {
        direction.turn(2 * self.sixths)
    }
}

/// The label of a file or rank, next to one of its ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    /// Hex at which the last cell of the line is displayed.
    pub(super) hex: Hex,
    /// Direction from that cell to the label, across an edge.
    pub(super) side: Direction,
    /// Letter of the file or number of the rank.
    pub(super) name: String,
}

/// Returns all labels around a board: each file once, at its first cell, and each rank at both ends.
///
/// On a hexagonal board a rank bends at the middle file: its west end runs north-west, its east end
/// north-east. All ends of lines are therefore on different sides of the rim, and no two labels
/// meet. A straight rank may end where a file begins; that end has no number.
pub(super) fn labels(coordinates: Coordinates, board: TurnedBoard) -> Vec<Label> {
    if !matches!(coordinates, Coordinates::Edge | Coordinates::Large) {
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
    let outside = |(cell, side): (Cell, Direction)| shape.hex(cell) + side.vector();
    let below: Vec<Hex> = ends.iter().copied().map(outside).collect();
    for number in 1..=shape.ranks() {
        let rank = || shape.cells().filter(|&cell| Coordinate(shape, cell).rank() == number);
        let file = |&cell: &Cell| shape.hex(cell).q;
        let [first, last] = [rank().min_by_key(file), rank().max_by_key(file)];
        let both =
            first.map(|cell| (cell, Direction::NW)).into_iter().chain(last.map(|cell| (cell, last_side)));
        ends.extend(both.filter(|&end| !below.contains(&outside(end))));
    }
    // Order by cell, so that neighbouring labels are adjacent in the output.
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
    fn bottom_seat_moves_upwards() {
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
    fn rotation_keeps_the_hexes() {
        for shape in SHAPES {
            let seen = |sixths| {
                let board = TurnedBoard { shape, sixths };
                shape.cells().map(|cell| board.hex(cell)).collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(seen(3), seen(0), "{shape:?}");
        }
    }

    #[test]
    fn hexagon_labels_files_once_ranks_twice() {
        for radius in [3, 5, 8] {
            let shape = Shape::hexagon(radius);
            let labels = labels(Coordinates::Edge, TurnedBoard { shape, sixths: 0 });
            let lines = 2 * radius as usize + 1;
            let files = labels.iter().filter(|label| label.name.starts_with(char::is_alphabetic)).count();
            assert_eq!((files, labels.len() - files), (lines, 2 * lines));
        }
    }

    #[test]
    fn file_labels_replace_rank_numbers() {
        let names = SHAPES[3..].iter().map(|&shape| {
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
        assert_eq!(names.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn labels_have_separate_hexes() {
        for (shape, sixths) in SHAPES.into_iter().flat_map(|shape| [(shape, 0), (shape, 3)]) {
            let labels = labels(Coordinates::Edge, TurnedBoard { shape, sixths });
            let places: Vec<Hex> = labels.iter().map(|label| label.hex + label.side.vector()).collect();
            for (number, &place) in places.iter().enumerate() {
                assert!(!shape.has(place) && !places[..number].contains(&place), "{:?}", labels[number]);
            }
        }
    }

    #[test]
    fn other_coordinates_have_no_labels() {
        let board = View::default().turned(&Game::GLINSKI);
        for coordinates in [Coordinates::Inside, Coordinates::Hidden] {
            assert_eq!(labels(coordinates, board), []);
        }
    }
}
