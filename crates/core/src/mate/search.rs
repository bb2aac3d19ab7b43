//! Searches the tree of attacks and defences for proofs.

use super::budget::{Meter, Prospect};
use super::long_mate::{LongMate, find_long_mate};
use super::mate_in_one::{CheckCells, check_candidates, checks, has_mate_in_one};
use super::objective::{GoalStatus, Objective};
use super::pruning::Pruning;
use super::table::{LayeredTable, RecentAnswers, key, key_with_moves};
use super::{Budget, Play, Stop, TranspositionTable};
use crate::rules::{Move, Position, Variant};

/// Number of checks tried against an attack before any other defence.
const CHECKS: usize = 2;

/// A search for what one player can force.
pub(super) struct Search<'t, 'b> {
    pub(super) objective: Objective,
    pub(super) table: LayeredTable<'t>,
    pub(super) meter: Meter<'b>,
    /// Killer moves of the defenders.
    pub(super) refutations: Refutations,
    /// Defender moves that refute most attacks before the last two moves.
    pub(super) pruning: Pruning,
    /// Latest answers where one move is left.
    pub(super) recent: RecentAnswers,
    /// `true` for the root search.
    pub(super) is_root: bool,
}

impl<'t, 'b> Search<'t, 'b> {
    pub(super) fn new(objective: Objective, table: &'t mut TranspositionTable, budget: Budget<'b>) -> Self {
        let table = LayeredTable { own: table, shared: None };
        Self {
            objective,
            table,
            meter: Meter::new(budget, 0),
            refutations: Refutations::new(),
            pruning: Pruning::new(),
            recent: RecentAnswers::default(),
            is_root: true,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.nodes
    }

    /// Adds to `keys` every attacker move that reaches the objective within `moves`.
    pub(super) fn find_keys<V: Variant>(
        &mut self,
        position: &Position<V>,
        moves: u32,
        keys: &mut Vec<Move>,
    ) -> Result<(), Stop> {
        let attacks: Vec<_> = self.ordered_attacks(position, moves).collect();
        let (are_keys, ended) = self.each(moves, attacks.len(), &|search, number| {
            search.is_won_after(position, &attacks[number].1, moves)
        });
        keys.extend(attacks.iter().zip(are_keys).filter_map(|(&(m, _), is_key)| is_key.then_some(m)));
        ended
    }

    /// Searches for a mate within `most` moves by forcing attacks only; see [`find_long_mate`].
    pub(super) fn find_long<V: Variant>(
        &mut self,
        position: &Position<V>,
        most: u32,
    ) -> Result<Option<LongMate>, Stop> {
        find_long_mate(position, most, self.table.own.spare(), &mut self.meter)
    }

    /// Returns the fewest moves, up to `most`, in which the attacker, to move, reaches the objective.
    pub(super) fn shortest<V: Variant>(
        &mut self,
        position: &Position<V>,
        most: u32,
    ) -> Result<Option<u32>, Stop> {
        let least = if self.objective.play == Play::Exact { most } else { 1 };
        for moves in least..=most {
            if self.can_win(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Returns whether the attacker, to move, reaches the objective within `moves`.
    pub(super) fn can_win<V: Variant>(&mut self, position: &Position<V>, moves: u32) -> Result<bool, Stop> {
        if moves == 0 {
            return Ok(false);
        }
        self.visit_node()?;
        if let Some(answer) = self.known(position, moves) {
            return Ok(answer);
        }
        if moves == 1 && self.objective.is_plain_mate() {
            return Ok(self.has_mate_in_one(position));
        }
        if self.objective.is_plain_mate() {
            self.recent.open();
        }
        let (key, length) = self.table_key(position, moves);
        if let Some(answer) = self.table.bounds(key).answer(length) {
            return Ok(answer);
        }
        let mut found = false;
        for (_, child) in self.ordered_attacks(position, moves) {
            if self.is_won_after(position, &child, moves)? {
                found = true;
                break;
            }
        }
        self.table.store(key, length, found);
        Ok(found)
    }

    /// Returns whether the attacker, to move, mates at once.
    fn has_mate_in_one<V: Variant>(&mut self, position: &Position<V>) -> bool {
        let key = key(position);
        if let Some(answer) = self.recent.answer(key) {
            return answer;
        }
        let mut tried = 0;
        let found = has_mate_in_one(position, &mut tried);
        self.meter.add_tried(tried);
        self.recent.store(key, found);
        found
    }

    /// Returns whether the attacker mates with at most `left` own moves, if [`KnownMates`](super::KnownMates) knows it.
    pub(super) fn known<V: Variant>(&self, position: &Position<V>, left: u32) -> Option<bool> {
        let known = self.meter.budget.known.filter(|_| self.objective.is_mate_within())?;
        let is_small = position.board().occupied().len() <= known.most_pieces();
        if !is_small || !position.wings().is_empty() || !position.crossed().is_empty() {
            return None;
        }
        let pieces: Vec<_> = position.board().pieces().collect();
        let is_attacker = position.turn() == self.objective.attacker;
        Some(match known.prospect(&pieces, position.turn())? {
            Prospect::Mates(plies) => is_attacker && plies < 2 * left,
            Prospect::IsMated(plies) => !is_attacker && plies <= 2 * left,
            Prospect::NoMate => false,
        })
    }

    /// Returns whether all moves of the defender to move lose, with `left` attacker moves left.
    ///
    /// `attack` identifies the move before.
    fn is_forced<V: Variant>(
        &mut self,
        position: &Position<V>,
        attack: u64,
        left: u32,
    ) -> Result<bool, Stop> {
        if position.turn() == self.objective.attacker {
            return self.can_win(position, left);
        }
        self.visit_node()?;
        if let Some(answer) = self.known(position, left) {
            return Ok(answer);
        }
        if left == 0
            && let Some(answer) = self.objective.is_forced_at_last(position)
        {
            return Ok(answer);
        }
        if left == 0 || !self.objective.is_plain_mate() {
            return self.is_won_against_all(position, attack, left);
        }
        let (key, length) = self.table_key(position, left);
        let known = match left {
            1 => self.recent.answer(key),
            _ => self.table.bounds(key).answer(length),
        };
        if let Some(answer) = known {
            return Ok(answer);
        }
        let answer = self.is_won_against_all(position, attack, left)?;
        match left {
            1 => self.recent.store(key, answer),
            _ => self.table.store(key, length, answer),
        }
        Ok(answer)
    }

    /// Returns whether every defence loses; there may be none.
    fn is_won_against_all<V: Variant>(
        &mut self,
        position: &Position<V>,
        attack: u64,
        left: u32,
    ) -> Result<bool, Stop> {
        if left >= 2 && self.objective.is_plain_mate() && !position.is_check() {
            for reply in checks(position).into_iter().take(CHECKS) {
                if !self.is_won_after(position, &position.after_move(reply), left)? {
                    return Ok(false);
                }
            }
        }
        if !matches!(self.objective.play, Play::Reflex | Play::SemiReflex)
            && self.is_refuted_again(position, attack, left)?
        {
            return Ok(false);
        }
        if left == 1 && self.objective.can_be_avoided(position) {
            return Ok(false);
        }
        let replies = self.objective.moves(position);
        if replies.is_empty() {
            // Only a plain mate gets here without a test for legal moves.
            return Ok(self.objective.is_mate_within() && position.is_check());
        }
        for reply in replies {
            if !self.is_won_after(position, &position.after_move(reply), left)? {
                self.refutations.store(attack, left, reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether a defence that refuted another attack refutes this one as well.
    fn is_refuted_again<V: Variant>(
        &mut self,
        position: &Position<V>,
        attack: u64,
        left: u32,
    ) -> Result<bool, Stop> {
        for reply in self.refutations.of(attack, left) {
            if position.is_legal(reply) && !self.is_won_after(position, &position.after_move(reply), left)? {
                self.refutations.store(attack, left, reply);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the attacker reaches the objective after a move of either side, before which `left` attacker
    /// moves were left.
    pub(super) fn is_won_after<V: Variant>(
        &mut self,
        before: &Position<V>,
        after: &Position<V>,
        left: u32,
    ) -> Result<bool, Stop> {
        let status = match self.objective.is_plain_mate() {
            // The search of the defences finds out whether there is one.
            true if before.turn() != self.objective.attacker => GoalStatus::Open(left),
            true if left > 1 => GoalStatus::Open(left - 1),
            _ => self.objective.status(before, after, left),
        };
        match status {
            GoalStatus::Reached => Ok(true),
            GoalStatus::Missed => Ok(false),
            GoalStatus::Open(left) => self.is_forced(after, (before.key() ^ after.key()) as u64, left),
        }
    }

    /// Returns the key and the length under which the table stores an answer.
    ///
    /// An exact length bounds no other length, so each has its own entry.
    fn table_key<V: Variant>(&self, position: &Position<V>, moves: u32) -> (u128, u32) {
        match self.objective.play {
            Play::Exact => (key_with_moves(position, moves), 1),
            _ => (key(position), moves),
        }
    }

    /// Lists all defences: checks and killer moves first.
    pub(super) fn likely_first<V: Variant>(&self, position: &Position<V>, left: u32) -> Vec<Move> {
        let mut replies = self.objective.moves(position);
        if self.objective.is_plain_mate() && left >= 2 {
            let mut likely = checks(position);
            likely.extend(self.refutations.latest(left));
            put_first(&mut replies, &likely);
        }
        replies
    }

    pub(super) fn visit_node(&mut self) -> Result<(), Stop> {
        self.meter.visit()
    }

    /// Orders the attacks, with the positions after them: checks first, then by number of replies.
    ///
    /// The last move of a plain mate has to be a check. At the move before it nearly all attacks fail, and
    /// counting the replies to quiet ones costs more than it saves.
    fn ordered_attacks<V: Variant>(
        &mut self,
        position: &Position<V>,
        moves: u32,
    ) -> impl Iterator<Item = (Move, Position<V>)> + use<V> {
        let is_plain = self.objective.is_plain_mate();
        let attacks = match moves {
            1 if is_plain => check_candidates(position),
            2 if is_plain => self.pruning.attacks(position),
            1 => self.objective.last_moves(position),
            _ => self.objective.moves(position),
        };
        self.meter.add_work(attacks.len());
        let mut children = Vec::with_capacity(attacks.len());
        let mut ranks = Vec::with_capacity(attacks.len());
        let cells = CheckCells::of_opponent(position);
        for m in attacks {
            let child = position.after_move(m);
            let may_check = cells.as_ref().is_none_or(|cells| cells.may_be_reached(position, m));
            let is_quiet = !may_check || !child.is_check();
            if is_quiet && is_plain && moves == 1 {
                continue;
            }
            let is_counted = match is_plain {
                true => moves > 2 || !is_quiet,
                false => moves > 2 || V::PLAYERS > 2 && !self.objective.has_last_word(),
            };
            let replies = if is_counted { child.count_moves() } else { u64::MAX };
            ranks.push((is_quiet, replies, children.len()));
            children.push((m, child));
        }
        // Sorting numbers compiles the sort once for all games and moves no positions.
        ranks.sort_unstable();
        ranks.into_iter().map(move |(.., number)| children[number])
    }
}

/// Killer moves: the latest refutation of each attack.
#[derive(Clone, Debug)]
pub(super) struct Refutations {
    /// By hash of attack and moves left.
    by_attack: Vec<Option<Move>>,
    /// By moves left.
    latest: Vec<Option<Move>>,
}

impl Refutations {
    const PLACES: usize = 1 << 10;

    pub(super) fn new() -> Self {
        Self { by_attack: vec![None; Self::PLACES], latest: Vec::new() }
    }

    /// Returns the defences to try first.
    pub(super) fn of(&self, attack: u64, left: u32) -> impl Iterator<Item = Move> + use<> {
        let latest = self.latest(left);
        let by_attack = self.by_attack[Self::place(attack, left)];
        by_attack.into_iter().chain(latest.filter(|_| latest != by_attack))
    }

    /// Returns the latest refutation of any attack.
    pub(super) fn latest(&self, left: u32) -> Option<Move> {
        self.latest.get(left as usize).copied().flatten()
    }

    pub(super) fn store(&mut self, attack: u64, left: u32, reply: Move) {
        self.by_attack[Self::place(attack, left)] = Some(reply);
        let left = left as usize;
        if self.latest.len() <= left {
            self.latest.resize(left + 1, None);
        }
        self.latest[left] = Some(reply);
    }

    fn place(attack: u64, left: u32) -> usize {
        (attack ^ u64::from(left).wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize % Self::PLACES
    }
}

/// Puts the likely moves first, in their order. Not generic, so that the sort is compiled once.
fn put_first(moves: &mut [Move], likely: &[Move]) {
    moves.sort_by_key(|m| likely.iter().position(|likely| likely == m).unwrap_or(usize::MAX));
}
