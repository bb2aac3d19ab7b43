//! The size of the tree that a plain search of a problem looks through. No table, no order, no cut but the first answer.

use hexmate_core::mate::{Stipulation, Victim};
use hexmate_core::rules::{Move, Player, PlayerSet};
use hexmate_position::Position;

/// The most moves that a problem may take a plain search, so that every problem can be checked by one.
pub const MOST: u64 = 1_000_000;

/// Moves that are made until every key of a problem is known, if there are no more than `most`.
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
    /// Whether the objective is reached once this move is made; nothing if that takes too many moves.
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
