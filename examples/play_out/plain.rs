//! The size of the tree of a plain search: without table, move ordering or pruning beyond the first refutation.

use hexmate_core::mate::{Stipulation, Victim};
use hexmate_core::rules::{Move, Player, PlayerSet};
use hexmate_position::Position;

/// Largest number of moves that a plain search may make on a problem of the collections.
pub const MAX_MOVES: u64 = 1_000_000;

/// Returns the number of moves that a plain search makes to find all keys of a problem, or `None` if it exceeds `most`.
pub fn count_moves_made(position: &Position, stipulation: Stipulation, most: u64) -> Option<u64> {
    let victims = match stipulation.victim {
        Victim::Named(victim) => PlayerSet::EMPTY.with(victim),
        Victim::Any => position.living().without(position.turn()),
    };
    let mut plain = Plain { attacker: position.turn(), victims, left: most };
    for m in position.legal_moves() {
        plain.is_forced_after(position, m, stipulation.moves - 1)?;
    }
    Some(most - plain.left)
}

struct Plain {
    attacker: Player,
    victims: PlayerSet,
    left: u64,
}

impl Plain {
    /// Returns whether the goal is forced after a move; `None` if the limit is exceeded.
    fn is_forced_after(&mut self, position: &Position, m: Move, moves: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        self.is_forced(&position.play_unchecked(m), moves)
    }

    fn is_forced(&mut self, position: &Position, moves: u32) -> Option<bool> {
        let is_own = position.turn() == self.attacker;
        if !self.victims.iter().all(|victim| position.living().contains(victim)) {
            return Some(true);
        }
        if !position.has_moves() {
            return Some(position.is_mate() && self.victims.contains(position.turn()));
        }
        let is_late = is_own || position.living().len() == 2;
        if !position.living().contains(self.attacker) || moves == 0 && is_late {
            return Some(false);
        }
        for m in position.legal_moves() {
            let forced = self.is_forced_after(position, m, moves - u32::from(is_own))?;
            if forced == is_own {
                return Some(forced);
            }
        }
        Some(!is_own)
    }
}
