//! How a game ends, and what each end is worth. No clocks but those of the rules.

use super::{Player, Position, Role, StalemateScore, Variant};

/// How a position without a move ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The player on turn is in check and cannot move; the other wins.
    Mate {
        /// The player left.
        winner: Player,
    },
    /// Of two players left the one on turn is not in check and cannot move.
    Stalemate {
        /// The other, who moved last.
        mover: Player,
    },
    /// More than two are in and none of them can move: a draw.
    NobodyMoves,
}

/// What a finished game brings, in quarters of a point, for the player named and the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// Quarters for the first player of the game.
    pub first: u8,
    /// Quarters for the second.
    pub second: u8,
}

impl<V: Variant> Position<V> {
    /// How the game has ended, if the player on turn has no move.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.has_moves() {
            return None;
        }
        Some(match (self.is_check(), self.living().len()) {
            (true, _) => Outcome::Mate { winner: self.next_player() },
            (false, 2) => Outcome::Stalemate { mover: self.next_player() },
            (false, _) => Outcome::NobodyMoves,
        })
    }

    /// Whether the player on turn is mated.
    pub fn is_mate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// Whether the men left can force no mate: two kings, and at most one bishop or knight more.
    ///
    /// Just these by decision of the project; only for two players.
    pub fn is_bare(&self) -> bool {
        let minor = self.board().by_role(Role::Bishop) | self.board().by_role(Role::Knight);
        let others = self.board().occupied() - self.board().by_role(Role::King);
        V::PLAYERS == 2 && (others - minor).is_empty() && !others.is_several()
    }
}

impl Outcome {
    /// The score of a game for two, by the stalemate rule given.
    pub fn score(self, stalemate: StalemateScore) -> Score {
        let share = |player, quarters| match player {
            Player::WHITE => Score { first: quarters, second: 4 - quarters },
            _ => Score { first: 4 - quarters, second: quarters },
        };
        match (self, stalemate) {
            (Self::Mate { winner }, _) => share(winner, 4),
            (Self::Stalemate { mover }, StalemateScore::ThreeQuarters) => share(mover, 3),
            (Self::Stalemate { .. }, StalemateScore::Draw) | (Self::NobodyMoves, _) => {
                share(Player::WHITE, 2)
            }
        }
    }
}
