//! Positions that are one another's images: turned, or seen in a mirror. Knows the boards' symmetries; no search.

use crate::{Board, Game, Position, Setup};
use hexmate_core::geometry::{Cell, Hex, Shape};
use hexmate_core::rules::{PawnSteps, Piece, Player, Wings};

/// A number that a position shares with all its images, and with others only by a chance of about 2⁻⁶⁴.
///
/// Counters do not enter, nor does a right to take en passant that nobody on
/// turn can use.
pub fn canonical_key(position: &Position) -> u64 {
    images(position)
        .filter_map(|image| image.into_position().ok())
        .map(|image| image.repetition_key())
        .min()
        .unwrap_or_else(|| position.repetition_key()) as u64
}

/// The position and all its images, in which the same moves lead to the same ends.
///
/// The board can be turned from seat to seat, so that each player plays what the
/// neighbour did. It can be seen in a mirror where that does not turn round the
/// order of the players, where two are in, and nobody may castle: the king's way is
/// another on the other wing.
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

/// Whether left and right change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// They stay.
    Without,
    /// They do.
    With,
}

/// A way to look at the board of a game: in a mirror or not, then turned by so many seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The game.
    pub game: Game,
    /// Whether left and right change places.
    pub mirror: Mirror,
    /// How many seats it is turned by.
    pub seats: u8,
}

impl Symmetry {
    /// Where a player sits then.
    pub fn player(self, player: Player) -> Player {
        let players = self.game.players;
        Player::new((self.mirror.seat(player, players) + self.seats) % players)
    }

    /// Where a cell is then.
    ///
    /// # Panics
    ///
    /// On a cell of another board, or in a mirror that is not one of [`Mirror::of`] the game.
    pub fn cell(self, cell: Cell) -> Cell {
        let shape = self.game.shape;
        let hex = self.mirror.hex(shape, shape.hex(cell));
        let hex = self.game.seating.place(shape, hex, Player::new(self.seats), self.game.players);
        shape.cell(hex).expect("a board is its own image")
    }

    /// Who may castle then, and where.
    fn wings(self, wings: Wings) -> Wings {
        let kept = |player| (0..2).filter(move |&wing| wings.has(player, wing));
        let moved = |image: Wings, (player, wing)| image.with(self.player(player), wing);
        self.game
            .players()
            .flat_map(|player| kept(player).map(move |wing| (player, wing)))
            .fold(Wings::NONE, moved)
    }

    /// Whose a piece is then.
    pub fn piece(self, piece: Piece) -> Piece {
        Piece { owner: self.player(piece.owner), seat: self.player(piece.seat), ..piece }
    }
}

/// Of the twelve maps of the plane, the mirror image with top and bottom exchanged, then half a turn.
const LEFT_TO_RIGHT: u8 = 9;

impl Mirror {
    /// Ways to look at the boards of a game in which pieces move as they do: where pawns step
    /// aslant, or the board is not its own image, there is no mirror.
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

    /// The seat in the place of this one. The first sits on the axis of the mirror.
    fn seat(self, seat: Player, players: u8) -> u8 {
        let number = seat.index() as u8;
        match self {
            Self::Without => number,
            Self::With => players - number,
        }
    }
}

/// A setup as it looks then.
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

    /// Some position deep in a game that always plays the move of a fixed rule.
    fn played(game: Game, plies: usize) -> Position {
        (0..plies).fold(Position::start(game), |position, ply| {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() { position } else { position.play_unchecked(moves[ply * 7 % moves.len()]) }
        })
    }

    fn count_two_plies(position: &Position) -> u64 {
        position.legal_moves().map(|m| position.play_unchecked(m).count_moves()).sum()
    }

    fn images_have_the_same_moves(game: Game, expected: usize) {
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
    fn images_have_the_same_moves_and_one_key() {
        images_have_the_same_moves(Game::GLINSKI, 4);
        images_have_the_same_moves(Game::MCCOOEY, 4);
        images_have_the_same_moves(Game::MINI, 4);
        images_have_the_same_moves(Game::ECHEX3, 3);
        images_have_the_same_moves(Game::ECHEX6, 6);
        images_have_the_same_moves(Game::DEVASA, 2);
        images_have_the_same_moves(Game::BRUSKY, 2);
    }

    #[test]
    fn a_position_has_no_mirror_image_while_somebody_may_castle() {
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
    fn where_two_of_three_are_left_the_mirror_counts() {
        let fen = "1/3/5/4,wR,2/9/11/2,bPr,3,bB,2,wB,1/5,bP,5/3,bP,2,bK,4/2,bR,8/3,wK,7 b wb - 5 63";
        let position = Position::from_fen(Game::ECHEX3, fen).expect(fen);
        let moves = count_two_plies(&position);
        let all: Vec<_> = images(&position).map(|image| image.into_position().expect("legal")).collect();
        assert_eq!(all.len(), 6);
        assert!(all.iter().all(|image| count_two_plies(image) == moves));
        assert!(all.iter().all(|image| canonical_key(image) == canonical_key(&position)));
    }

    #[test]
    fn other_positions_have_other_keys() {
        let mut keys: Vec<u64> = (0..40).map(|plies| canonical_key(&played(Game::GLINSKI, plies))).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 40);
    }
}
