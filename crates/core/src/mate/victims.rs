//! Finds the players whom a solution mates in games for more than two.

use std::collections::HashSet;

use super::objective::Objective;
use super::search::Search;
use super::table::key;
use super::{Budget, Findings, Stop, TranspositionTable};
use crate::rules::{Player, PlayerSet, Position, Variant};

/// Returns the players whom a solution mates: the named one, or everybody who is mated at the end of some line.
///
/// A line starts with a key. Then the others play any move, and the attacker any move that mates in the fewest.
/// Different defences can lead to different victims. Without a key no player is mated.
///
/// Clears the table. Where any of several opponents may be mated, the lines are searched again, which takes about
/// as long as the solution.
///
/// # Errors
///
/// If the search was stopped before all lines were followed.
pub fn victims<V: Variant>(
    position: &Position<V>,
    solution: &Findings,
    table: &mut TranspositionTable,
    budget: Budget,
) -> Result<PlayerSet, Stop> {
    let victims = solution.stipulation.victim.among(position);
    let Some(moves) = solution.mate_in else { return Ok(PlayerSet::EMPTY) };
    if victims.len() == 1 {
        return Ok(victims);
    }
    table.clear();
    let search = Search::new(Objective::new(position, solution.stipulation), table, budget);
    let attacker = position.turn();
    let mut lines =
        SolutionLines { search, attacker, victims, followed: HashSet::new(), mated: PlayerSet::EMPTY };
    for &key in &solution.keys {
        lines.follow(&position.after_move(key), moves - 1)?;
    }
    Ok(lines.mated)
}

/// A walk along the lines of a solution.
struct SolutionLines<'t, 'b> {
    search: Search<'t, 'b>,
    attacker: Player,
    /// All opponents, at least two.
    victims: PlayerSet,
    /// Visited positions with the moves left in them.
    followed: HashSet<(u128, u32)>,
    mated: PlayerSet,
}

impl SolutionLines<'_, '_> {
    /// Follows the lines from a position in which a mate within `moves` is forced.
    fn follow<V: Variant>(&mut self, position: &Position<V>, moves: u32) -> Result<(), Stop> {
        let out = self.victims.iter().filter(|&victim| !position.living().contains(victim));
        let out: PlayerSet = out.collect();
        if !out.is_empty() {
            self.mated = out.iter().fold(self.mated, PlayerSet::with);
            return Ok(());
        }
        if self.mated == self.victims || !self.followed.insert((key(position), moves)) {
            return Ok(());
        }
        if position.turn() == self.attacker {
            return self.follow_attacks(position, moves);
        }
        self.search.visit_node()?;
        for reply in position.legal_moves() {
            let child = position.after_move(reply);
            let lost = self.search.objective.is_between(position.turn(), child.turn());
            self.follow(&child, moves.saturating_sub(u32::from(lost)))?;
        }
        Ok(())
    }

    /// Follows the lines where the attacker is to move.
    fn follow_attacks<V: Variant>(&mut self, position: &Position<V>, moves: u32) -> Result<(), Stop> {
        let mut attacks = Vec::new();
        for fewest in 1..=moves {
            self.search.find_keys(position, fewest, &mut attacks)?;
            if !attacks.is_empty() {
                return attacks.iter().try_for_each(|&m| self.follow(&position.after_move(m), fewest - 1));
            }
        }
        Ok(())
    }
}
