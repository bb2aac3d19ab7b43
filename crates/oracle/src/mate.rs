//! Solves mates by trying every move (solving.md).

use std::collections::BTreeSet;

use super::moves::Move;
use super::piece::Player;
use super::position::{Event, Position};

/// An attacker and the player to be mated.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// The player who mates.
    pub attacker: Player,
    /// The player to be mated; any other player if `None`.
    pub victim: Option<Player>,
}

/// Status of the goal after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalStatus {
    /// The player to be mated is mated.
    Reached,
    /// There will be no mate in time.
    Missed,
    /// Undecided; the attacker has this many moves left.
    Open(u32),
}

impl Position {
    /// Returns whether the player to move can mate somebody in at most `n` own moves.
    pub fn mates_in(&self, n: u32) -> bool {
        self.objective(None).is_forced(self, n)
    }

    /// Returns the first moves that force mate of somebody in at most `n` moves.
    pub fn keys(&self, n: u32) -> Vec<Move> {
        self.objective(None).keys(self, n)
    }

    /// Returns whether the player to move can mate this opponent in at most `n` moves.
    pub fn mates_player_in(&self, victim: Player, n: u32) -> bool {
        self.objective(Some(victim)).is_forced(self, n)
    }

    /// Returns the first moves that force mate of this opponent in at most `n` moves.
    pub fn keys_against(&self, victim: Player, n: u32) -> Vec<Move> {
        self.objective(Some(victim)).keys(self, n)
    }

    /// Returns all players who are mated at the end of a line that begins with a key of a mate in `n`.
    pub fn victims(&self, n: u32) -> BTreeSet<Player> {
        let objective = self.objective(None);
        let keys = objective.keys(self, n);
        keys.iter().flat_map(|key| objective.victims_after(self, key, n - 1)).collect()
    }

    fn objective(&self, victim: Option<Player>) -> Objective {
        Objective { attacker: self.turn, victim }
    }
}

impl Objective {
    fn keys(self, position: &Position, n: u32) -> Vec<Move> {
        let mut moves = position.legal_moves();
        moves.retain(|m| n > 0 && self.is_forced_after(position, m, n - 1));
        moves
    }

    /// Returns whether the objective is reached whatever the others play, `n` own moves being left.
    fn is_forced(self, position: &Position, n: u32) -> bool {
        let moves = position.legal_moves();
        if position.turn == self.attacker {
            n > 0 && moves.iter().any(|m| self.is_forced_after(position, m, n - 1))
        } else {
            moves.iter().all(|m| self.is_forced_after(position, m, n))
        }
    }

    /// Returns whether the objective is reached after a move, with `n` attacker moves left after it.
    fn is_forced_after(self, position: &Position, m: &Move, n: u32) -> bool {
        let (next, events) = position.play_with_events(m);
        match self.status(&next, &events, n) {
            GoalStatus::Reached => true,
            GoalStatus::Missed => false,
            GoalStatus::Open(n) => self.is_forced(&next, n),
        }
    }

    /// Follows every defence, and every move of the attacker that mates in the fewest.
    fn victims_after(self, position: &Position, m: &Move, n: u32) -> BTreeSet<Player> {
        let (next, events) = position.play_with_events(m);
        match self.status(&next, &events, n) {
            GoalStatus::Missed => panic!("a line without a mate: {}", next.to_fen()),
            GoalStatus::Reached => {
                let out = |event: &Event| match *event {
                    Event::Out(player, _) => Some(player),
                    Event::Skipped(_) => None,
                };
                let out: BTreeSet<Player> = events.iter().filter_map(out).collect();
                if out.is_empty() { BTreeSet::from([next.turn]) } else { out }
            }
            GoalStatus::Open(n) if next.turn == self.attacker => {
                let fewest = (1..=n).find(|&n| self.is_forced(&next, n)).expect("a mate");
                let keys = self.keys(&next, fewest);
                keys.iter().flat_map(|m| self.victims_after(&next, m, fewest - 1)).collect()
            }
            GoalStatus::Open(n) => {
                let moves = next.legal_moves();
                moves.iter().flat_map(|m| self.victims_after(&next, m, n)).collect()
            }
        }
    }

    /// Returns the status of the goal after a move, with `n` attacker moves left.
    ///
    /// Goes through what happened in order, then looks at the position. A turn
    /// that the attacker loses by stalemate counts as one of these moves.
    pub fn status(self, position: &Position, events: &[Event], mut n: u32) -> GoalStatus {
        for &event in events {
            match event {
                Event::Out(player, _) if player == self.attacker => return GoalStatus::Missed,
                Event::Out(player, _) if self.is_victim(player) => return GoalStatus::Reached,
                Event::Out(..) => {}
                Event::Skipped(player) if player != self.attacker => {}
                Event::Skipped(_) if n == 0 => return GoalStatus::Missed,
                Event::Skipped(_) => n -= 1,
            }
        }
        if position.is_mate() && self.is_victim(position.turn) {
            return GoalStatus::Reached;
        }
        // The last chance is gone when the game is over, when the attacker is
        // to move again without a move left, and when only one opponent is left
        // who was not found mated after the attacker's last move.
        let is_late = position.turn == self.attacker || position.living.len() == 2;
        if position.end.is_some() || (n == 0 && is_late) {
            return GoalStatus::Missed;
        }
        GoalStatus::Open(n)
    }

    fn is_victim(self, player: Player) -> bool {
        player != self.attacker && self.victim.is_none_or(|victim| victim == player)
    }
}
