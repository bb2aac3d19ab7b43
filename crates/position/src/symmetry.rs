//! Rotations and reflections of positions, and a key that is the same for all of them.

use crate::{Board, Game, Position, Setup};
use hexmate_core::geometry::{Cell, Hex, Shape};
use hexmate_core::rules::{PawnSteps, Piece, Player, Wings};

/// Returns a key that a position shares with all its images; two other positions collide with a chance of about
/// 2⁻⁶⁴.
///
/// Ignores the counters and en passant rights that no legal move uses.
pub fn canonical_key(position: &Position) -> u64 {
    images(position)
        .filter_map(|image| image.into_position().ok())
        .map(|image| image.repetition_key())
        .min()
        .unwrap_or_else(|| position.repetition_key()) as u64
}

/// Returns the position and all its images, which have the same game tree.
///
/// Rotations move each player to the place of another seat. Reflections count only while two players are in the
/// game, since they reverse the order of turns of three, and while no player has a castling right, since the two
/// wings differ.
pub fn images(position: &Position) -> impl Iterator<Item = Setup> {
    let setup = Setup::from(position);
    let is_even = setup.living.len() == 2 && setup.wings == Wings::NONE;
    let mirrors = if is_even { Mirror::of(setup.game) } else { &[Mirror::Without] };
    mirrors.iter().flat_map(move |&mirror| {
        let setup = setup.clone();
        let game = setup.game;
        (0..game.players).map(move |seats| image(&setup, Symmetry { game, mirror, seats }))
    })
}

/// Reflection that exchanges left and right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// No reflection.
    Without,
    /// Left and right exchanged.
    With,
}

/// A symmetry of the board: a reflection or none, then a rotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The game.
    pub game: Game,
    /// The reflection.
    pub mirror: Mirror,
    /// Rotation, in seats.
    pub seats: u8,
}

impl Symmetry {
    /// Returns the image of a player.
    pub fn player(self, player: Player) -> Player {
        let players = self.game.players;
        Player::new((self.mirror.seat(player, players) + self.seats) % players)
    }

    /// Returns the image of a cell.
    ///
    /// # Panics
    ///
    /// If the cell is of another board, or the mirror is not one of [`Mirror::of`] the game.
    pub fn cell(self, cell: Cell) -> Cell {
        let shape = self.game.shape;
        let hex = self.mirror.hex(shape, shape.hex(cell));
        let hex = self.game.seating.place(shape, hex, Player::new(self.seats), self.game.players);
        shape.cell(hex).expect("a board is its own image")
    }

    /// Returns the image of castling rights.
    fn wings(self, wings: Wings) -> Wings {
        let kept = |player| (0..2).filter(move |&wing| wings.has(player, wing));
        let moved = |image: Wings, (player, wing)| image.with(self.player(player), wing);
        self.game
            .players()
            .flat_map(|player| kept(player).map(move |wing| (player, wing)))
            .fold(Wings::NONE, moved)
    }

    /// Returns the image of a piece, with its new owner and seat.
    pub fn piece(self, piece: Piece) -> Piece {
        Piece { owner: self.player(piece.owner), seat: self.player(piece.seat), ..piece }
    }
}

/// Number of the map of [`Shape::image`] that exchanges left and right.
const LEFT_TO_RIGHT: u8 = 9;

impl Mirror {
    /// Returns the reflections under which the pieces of a game move alike: none if pawns step in two directions or the
    /// board is not symmetric.
    pub fn of(game: Game) -> &'static [Self] {
        match game.pawns.steps == PawnSteps::Straight && game.shape.is_symmetry(LEFT_TO_RIGHT) {
            true => &[Self::Without, Self::With],
            false => &[Self::Without],
        }
    }

    fn hex(self, shape: Shape, hex: Hex) -> Hex {
        match self {
            Self::Without => hex,
            Self::With => shape.image(hex, LEFT_TO_RIGHT),
        }
    }

    /// Returns the image of a seat. The first seat is on the axis of reflection.
    fn seat(self, seat: Player, players: u8) -> u8 {
        let number = seat.index() as u8;
        match self {
            Self::Without => number,
            Self::With => players - number,
        }
    }
}

/// Returns the image of a setup.
fn image(setup: &Setup, symmetry: Symmetry) -> Setup {
    let mut image = Setup { board: Board::empty(setup.game.shape), ..setup.clone() };
    for (place, piece) in setup.board.pieces() {
        image.board.put(symmetry.cell(place), symmetry.piece(piece));
    }
    image.turn = symmetry.player(setup.turn);
    image.living = setup.living.iter().map(|player| symmetry.player(player)).collect();
    image.crossed = setup.crossed.iter().map(|&crossed| symmetry.cell(crossed)).collect();
    image.landed = setup.landed.map(|landed| symmetry.cell(landed));
    image.wings = symmetry.wings(setup.wings);
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position after `plies` moves, chosen by a fixed rule.
    fn played(game: Game, plies: usize) -> Position {
        (0..plies).fold(Position::start(game), |position, ply| {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() { position } else { position.play_unchecked(moves[ply * 7 % moves.len()]) }
        })
    }

    fn count_two_plies(position: &Position) -> u64 {
        position.legal_moves().map(|m| position.play_unchecked(m).count_moves()).sum()
    }

    fn check_images(game: Game, expected: usize) {
        for plies in [0, 5, 20, 60] {
            let position = played(game, plies);
            let moves = count_two_plies(&position);
            let mut found = 0;
            for image in images(&position) {
                let image = image.into_position().expect("an image of a legal position is legal");
                assert_eq!(count_two_plies(&image), moves, "{} {}", position.to_fen(), image.to_fen());
                assert_eq!(canonical_key(&image), canonical_key(&position), "{}", image.to_fen());
                found += 1;
            }
            assert_eq!(found, expected, "{}", position.to_fen());
        }
    }

    #[test]
    fn images_have_same_moves_and_key() {
        check_images(Game::GLINSKI, 4);
        check_images(Game::MCCOOEY, 4);
        check_images(Game::MINI, 4);
        check_images(Game::ECHEX3, 3);
        check_images(Game::ECHEX6, 6);
        check_images(Game::DEVASA, 2);
        check_images(Game::BRUSKY, 2);
    }

    #[test]
    fn castling_rights_exclude_reflections() {
        for (field, expected) in [("QBqb", 2), ("b", 2), ("-", 4)] {
            let fen = format!("k3r/6/7/5p2/r8/8R/2p5/1P5/6/R3K w {field} - 0 1");
            let position = Position::from_fen(Game::SHAFRAN, &fen).expect("a sound position");
            let all: Vec<_> = images(&position).map(|image| image.into_position().expect("legal")).collect();
            assert_eq!(all.len(), expected, "{fen}");
            let moves = count_two_plies(&position);
            assert!(all.iter().all(|image| count_two_plies(image) == moves), "{fen}");
        }
    }

    #[test]
    fn two_of_three_players_allow_reflections() {
        let fen = "1/3/5/4,wR,2/9/11/2,bPr,3,bB,2,wB,1/5,bP,5/3,bP,2,bK,4/2,bR,8/3,wK,7 b wb - 5 63";
        let position = Position::from_fen(Game::ECHEX3, fen).expect(fen);
        let moves = count_two_plies(&position);
        let all: Vec<_> = images(&position).map(|image| image.into_position().expect("legal")).collect();
        assert_eq!(all.len(), 6);
        assert!(all.iter().all(|image| count_two_plies(image) == moves));
        assert!(all.iter().all(|image| canonical_key(image) == canonical_key(&position)));
    }

    #[test]
    fn different_positions_have_different_keys() {
        let mut keys: Vec<u64> = (0..40).map(|plies| canonical_key(&played(Game::GLINSKI, plies))).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 40);
    }
}
