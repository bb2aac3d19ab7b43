//! The tree of attacks and defences. Knows moves and proofs; no verdicts.

use super::one::has_mate_in_one;
use super::{Budget, Stop, Table};
use crate::rules::{Move, Player, PlayerSet, Position, Variant};

/// A search for mates by one player.
pub(super) struct Search<'t, 'b, V: Variant> {
    attacker: Player,
    victims: PlayerSet,
    table: &'t mut Table,
    budget: Budget<'b>,
    nodes: u64,
    /// By moves left: the reply that refuted the last attack there.
    refutations: Vec<Option<Move<V::Geometry>>>,
}

impl<'t, 'b, V: Variant> Search<'t, 'b, V> {
    pub(super) fn new(
        position: &Position<V>,
        victims: PlayerSet,
        table: &'t mut Table,
        budget: Budget<'b>,
    ) -> Self {
        let attacker = position.turn();
        Self { attacker, victims, table, budget, nodes: 0, refutations: Vec::new() }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds every move that mates within `moves` to `keys`.
    pub(super) fn find_keys(
        &mut self,
        position: &Position<V>,
        moves: u32,
        keys: &mut Vec<Move<V::Geometry>>,
    ) -> Result<(), Stop> {
        for (m, child) in ordered_attacks(position, moves) {
            if self.is_forced(&child, moves - 1)? {
                keys.push(m);
            }
        }
        Ok(())
    }

    /// Whether the attacker, who is on turn, mates within `moves`.
    fn can_mate(&mut self, position: &Position<V>, moves: u32) -> Result<bool, Stop> {
        if moves == 0 {
            return Ok(false);
        }
        self.visit_node()?;
        if moves == 1 && V::PLAYERS == 2 {
            let mut tried = 0;
            let found = has_mate_in_one(position, || tried += 1);
            self.nodes += tried;
            return Ok(found);
        }
        let key = position.key();
        if let Some(answer) = self.table.bounds(key).answer(moves) {
            return Ok(answer);
        }
        let mut found = false;
        for (_, child) in ordered_attacks(position, moves) {
            if self.is_forced(&child, moves - 1)? {
                found = true;
                break;
            }
        }
        self.table.note(key, moves, found);
        Ok(found)
    }

    /// Whether a victim is mated whatever the others do, with so many own moves left.
    fn is_forced(&mut self, position: &Position<V>, moves: u32) -> Result<bool, Stop> {
        if !self.victims.iter().all(|victim| position.living().contains(victim)) {
            return Ok(true);
        }
        if position.turn() == self.attacker {
            return self.can_mate(position, moves);
        }
        self.visit_node()?;
        if !position.living().contains(self.attacker) {
            return Ok(false);
        }
        if moves == 0 && self.victims == PlayerSet::EMPTY.with(position.turn()) {
            return Ok(position.is_mate());
        }
        if let Some(reply) = self.refutation(moves).filter(|&reply| position.is_legal(reply))
            && !self.is_answered(position, reply, moves)?
        {
            return Ok(false);
        }
        let replies = position.legal_moves();
        if replies.len() == 0 {
            return Ok(position.is_check() && self.victims.contains(position.turn()));
        }
        for reply in replies {
            if !self.is_answered(position, reply, moves)? {
                self.remember_refutation(moves, reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a victim is mated after this reply.
    ///
    /// A turn that the attacker loses because he cannot move counts as one of
    /// his moves: otherwise a mate might be put off for ever.
    fn is_answered(
        &mut self,
        position: &Position<V>,
        reply: Move<V::Geometry>,
        moves: u32,
    ) -> Result<bool, Stop> {
        let child = position.after(reply);
        if V::PLAYERS > 2 && self.has_lost_turn(position.turn(), child.turn()) {
            return match moves.checked_sub(1) {
                Some(left) => self.is_forced(&child, left),
                None => Ok(!self.victims.iter().all(|victim| child.living().contains(victim))),
            };
        }
        self.is_forced(&child, moves)
    }

    /// Whether the turn has gone past the attacker on its way from one player to another.
    pub(super) fn has_lost_turn(&self, from: Player, to: Player) -> bool {
        from.after(V::PLAYERS).take_while(|&player| player != to).any(|player| player == self.attacker)
    }

    fn refutation(&self, moves: u32) -> Option<Move<V::Geometry>> {
        self.refutations.get(moves as usize).copied().flatten()
    }

    fn remember_refutation(&mut self, moves: u32, reply: Move<V::Geometry>) {
        let index = moves as usize;
        if self.refutations.len() <= index {
            self.refutations.resize(index + 1, None);
        }
        self.refutations[index] = Some(reply);
    }

    pub(super) fn visit_node(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        self.budget.check(self.nodes)
    }
}

/// The attacker's moves with the positions after them: checks first, then the fewest replies.
///
/// Before the last move only checks can mate in games for two.
fn ordered_attacks<V: Variant>(
    position: &Position<V>,
    moves: u32,
) -> impl Iterator<Item = (Move<V::Geometry>, Position<V>)> + use<V> {
    let mut attacks: Vec<_> = position
        .legal_moves()
        .map(|m| (m, position.after(m)))
        .map(|(m, child)| (!child.is_check(), child.count_moves(), m, child))
        .filter(|&(quiet, ..)| !(quiet && moves == 1 && V::PLAYERS == 2))
        .collect();
    attacks.sort_by_key(|&(quiet, replies, ..)| (quiet, replies));
    attacks.into_iter().map(|(_, _, m, child)| (m, child))
}
