//! Ends of games and their scores.

use super::{Player, Position, Role, StalemateScore, Variant};

/// End of a game in which the player to move has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Checkmate: the other player wins.
    Mate {
        /// The winner.
        winner: Player,
    },
    /// Stalemate of one of the last two players.
    Stalemate {
        /// The other, who moved last.
        mover: Player,
    },
    /// More than two players are left and none of them can move: a draw.
    NobodyMoves,
}

/// Score of a finished game for two, in quarters of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// Quarters for White.
    pub white: u8,
    /// Quarters for Black.
    pub black: u8,
}

impl<V: Variant> Position<V> {
    /// Returns how the game has ended, if it has.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.outcome(), None);
    /// ```
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

    /// Classifies the remaining material; for games for two.
    ///
    /// ```
    /// use hexmate_core::rules::{Glinski, Position, Material};
    ///
    /// let start = Position::<Glinski>::start();
    /// assert_eq!(start.material(), Material::Enough);
    /// ```
    pub fn material(&self) -> Material {
        let count = |role| self.board().by_role(role).len();
        let heavy = count(Role::Pawn) + count(Role::Rook) + count(Role::Queen);
        let one_side = V::players().filter(|&player| self.board().by_owner(player).is_several()).count() == 1;
        match (heavy, count(Role::Bishop), count(Role::Knight)) {
            (0, 0, 0 | 1) | (0, 1, 0) if V::PLAYERS == 2 => Material::CannotForceMate,
            (0, 2, 0) | (0, 0, 2) if V::PLAYERS == 2 && one_side => Material::DependsOnPosition,
            _ => Material::Enough,
        }
    }
}

/// Material on the board, by the mates it allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Material {
    /// Enough for a mate.
    Enough,
    /// Two kings, and two bishops or two knights on one side: some positions are won.
    DependsOnPosition,
    /// Two kings, and at most one bishop or knight: drawn, by decision of the project.
    CannotForceMate,
}

impl Outcome {
    /// Returns the score of a game for two, by the stalemate rule given.
    ///
    /// ```
    /// # use hexmate_core::rules as hexmate;
    /// use hexmate::{Outcome, Player, Score, StalemateScore};
    ///
    /// let stalemate = Outcome::Stalemate { mover: Player::WHITE };
    /// assert_eq!(stalemate.score(StalemateScore::ThreeQuarters), Score { white: 3, black: 1 });
    /// ```
    pub fn score(self, stalemate: StalemateScore) -> Score {
        let share = |player, quarters| match player {
            Player::WHITE => Score { white: quarters, black: 4 - quarters },
            _ => Score { white: 4 - quarters, black: quarters },
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
