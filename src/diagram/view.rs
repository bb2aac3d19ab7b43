//! The board as it is seen: which seat is at the bottom, which labels stand where. No pixels.

use std::fmt;

use crate::geometry::{Cell, CellSet, Direction, Hex};
use crate::notation::Coordinate;
use crate::rules::{Player};

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

    /// How far this view turns the board of a game.
    pub(super) fn turn(self) -> Turn {
        let seat = self.bottom.index() as u8 % game.players;
        Turn { sixths: (game.players - seat) * (6 / game.players) % 6 }
    }
}

/// A turn of the whole board, clockwise by sixths of a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    sixths: u8,
}

impl Turn {
    /// Where a cell is seen.
    pub(super) fn hex(self, cell: Cell) -> Hex {
        cell.hex().turned(self.sixths)
    }

    /// Whither a direction is seen to point.
    pub(super) fn direction(self, direction: Direction) -> Direction {
        direction.turn(2 * self.sixths)
    }
}

/// The name of a line of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name {
    File(char),
    Rank(u8),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(letter) => write!(f, "{letter}"),
            Self::Rank(number) => write!(f, "{number}"),
        }
    }
}

/// The name of a line, beyond one end of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label {
    /// Where the last cell of the line is seen.
    pub(super) hex: Hex,
    /// On which side of that cell the line would go on; one that crosses an edge.
    pub(super) side: Direction,
    pub(super) name: Name,
}

/// All labels of a board: each file once, at rank 1, and each rank at both its ends.
///
/// A rank bends at the middle file: to the west it runs north-west, to the east
/// north-east. So all ends of all lines lie on different sides of the board's
/// rim, and no two labels meet.
pub(super) fn labels(coordinates: Coordinates, turn: Turn) -> Vec<Label> {
    let labels_of = |cell: Cell| {
        let (q, name) = (cell.hex().q, Coordinate(cell));
        [
            (true, Direction::S, Name::File(name.file())),
            (q <= 0, Direction::NW, Name::Rank(name.rank())),
            (q >= 0, Direction::NE, Name::Rank(name.rank())),
        ]
        .into_iter()
        .filter(move |&(in_line, side, _)| in_line && cell.step(side).is_none())
        .map(move |(_, side, name)| Label { hex: turn.hex(cell), side: turn.direction(side), name })
    };
    match coordinates {
        Coordinates::Edge => CellSet::all().into_iter().flat_map(labels_of).collect(),
        Coordinates::Inside | Coordinates::Hidden => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Hexagon37, Hexagon91, Hexagon217};
    use crate::game::{Board};
    use crate::rules::{Echex3, Echex6, Glinski};

    fn every_player_can_sit_at_the_bottom() {
        let array = |player| Board::start().by_owner(player).into_iter();
        let corner = Cell::at(Hex::new(0, V::Geometry::RADIUS)).expect("the corner is a cell");
        for player in game.players() {
            let turn = View::of(player).turn();
            assert!(array(player).any(|cell| turn.hex(cell) == corner.hex()), "{player:?}");
            assert_eq!(turn.direction(game.forward(player)), Direction::N, "{player:?}");
        }
    }

    #[test]
    fn the_seat_at_the_bottom_has_its_corner_there_and_its_pawns_go_up() {
        every_player_can_sit_at_the_bottom::<Glinski>();
        every_player_can_sit_at_the_bottom::<Echex3>();
        every_player_can_sit_at_the_bottom::<Echex6>();
    }

    fn each_line_is_named_at_its_ends() {
        let labels = labels(Coordinates::Edge, Turn { sixths: 0 });
        let lines = 2 * G::RADIUS as usize + 1;
        let files = labels.iter().filter(|label| matches!(label.name, Name::File(_))).count();
        assert_eq!((files, labels.len() - files), (lines, 2 * lines));
        for label in &labels {
            let beyond = label.hex + label.side.vector();
            assert_eq!(Cell::at(beyond), None, "{label:?} stands on the board");
        }
    }

    #[test]
    fn each_file_has_one_label_and_each_rank_two_and_all_stand_beyond_the_board() {
        each_line_is_named_at_its_ends::<Hexagon37>();
        each_line_is_named_at_its_ends::<Hexagon91>();
        each_line_is_named_at_its_ends::<Hexagon217>();
    }

    #[test]
    fn only_coordinates_at_the_edge_have_labels() {
        for coordinates in [Coordinates::Inside, Coordinates::Hidden] {
            assert_eq!(labels::<Hexagon91>(coordinates, Turn { sixths: 0 }), []);
        }
    }
}
