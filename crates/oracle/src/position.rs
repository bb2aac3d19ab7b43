//! Positions: pieces, turn, rights and counters. Knows no move.

use super::board::Board;
use super::game::{Game, Rules};
use super::hex::Hex;
use super::piece::{Kind, Piece, Player};
use super::wings::Wing;

/// Pieces, turn, rights and counters; the player to move can move or the game is over.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) rules: &'static Rules,
    pub(super) board: Board,
    pub(super) turn: Player,
    /// The players who still have a king, in turn order.
    pub(super) living: Vec<Player>,
    /// Ordered by the stepping player.
    pub(super) rights: Vec<Right>,
    /// The numbers of the wings on which king and rook have not moved, in their order.
    pub(super) wings: Vec<usize>,
    pub(super) half_moves: u32,
    pub(super) full_moves: u32,
    pub(super) end: Option<End>,
}

/// The en passant right after a double step, open to all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// The player who stepped; the right ends when that turn comes again.
    pub stepper: Player,
    /// The crossed cells, the first that was crossed first.
    pub crossed: Vec<Hex>,
    /// The cell of the pawn.
    pub pawn: Hex,
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Of the last two players, the one to move is mated.
    Mate,
    /// Of the last two players, the one to move is stalemated.
    Stalemate,
    /// More than two players are in, and none of them can move.
    Blocked,
}

/// Event of a player who lost the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A stalemated player lost the turn.
    Skipped(Player),
    /// The first player was mated; the second took over the pieces.
    Out(Player, Player),
}

impl Position {
    /// Returns the position before the first move.
    pub fn start(game: Game) -> Position {
        let rules = game.rules();
        let mut board = Board::empty();
        for owner in 0..rules.count() {
            for &(cell, kind) in &rules.seat(owner).array {
                board.set(cell, Some(Piece { owner, seat: owner, kind }));
            }
        }
        Position {
            rules,
            board,
            turn: 0,
            living: (0..rules.count()).collect(),
            rights: Vec::new(),
            wings: (0..rules.wings.len()).collect(),
            half_moves: 0,
            full_moves: 1,
            end: None,
        }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Returns the pieces on the cells.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the player to move; at the end of a game, the one who cannot move.
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Returns the players still in, in turn order from White.
    pub fn living(&self) -> &[Player] {
        &self.living
    }

    /// Returns whether king and rook of the wing are where they begin.
    pub(super) fn is_home(&self, wing: &Wing) -> bool {
        let is = |cell, kind| {
            self.board.at(cell).is_some_and(|piece| piece.kind == kind && piece.owner == wing.owner)
        };
        is(wing.king, Kind::King) && is(wing.rook, Kind::Rook)
    }

    /// Returns the position without castling rights and without the kings of some players, who are never in check.
    pub fn without_kings(&self, players: &[Player]) -> Position {
        let mut position = Position { wings: Vec::new(), ..self.clone() };
        for &player in players {
            if let Some(king) = self.board.king(player) {
                position.board.set(king, None);
            }
        }
        position.settle();
        position
    }

    /// Returns how the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Returns whether the king of the player to move is attacked.
    pub fn in_check(&self) -> bool {
        self.board.is_in_check(self.rules, self.turn)
    }

    /// Returns the number of pieces that attack the king of the player to move.
    pub fn count_checkers(&self) -> usize {
        let king = self.board.king(self.turn);
        king.map_or(0, |king| self.board.attackers(self.rules, king, self.turn).count())
    }

    /// Returns whether the game is over and the player to move is mated.
    pub fn is_mate(&self) -> bool {
        self.end == Some(End::Mate)
    }

    /// Returns whether the game is over because there was no move and no check.
    pub fn is_stalemate(&self) -> bool {
        matches!(self.end, Some(End::Stalemate | End::Blocked))
    }
}
