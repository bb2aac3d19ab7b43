//! Proof trees: after each key every reply with one answer, down to the mates. No text, no other keys.

use std::collections::HashMap;

use super::key::key;
use super::objective::{GoalStatus, Objective};
use super::search::Search;
use super::{Budget, Goal, Play, Solution, Stop, TranspositionTable};
use crate::rules::{Move, Position, Variant};

/// Why a mate is forced: what is the same in several places is there once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What follows moves; each names only earlier ones.
    pub nodes: Vec<ProofNode>,
    /// The keys in order, with what follows each.
    pub keys: Vec<ProofMove>,
}

/// What can be played in a position of a proof.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ProofNode {
    /// One move of the attacker.
    Attack(ProofMove),
    /// All moves of another player, in order.
    Defence(Vec<ProofMove>),
}

/// A move of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProofMove {
    /// The move.
    pub m: Move,
    /// The index of the node after it; nothing if a victim is mated.
    pub next: Option<usize>,
}

/// Why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unproved {
    /// No solution was found, or it is not one of a direct mate.
    NoMate,
    /// The search was stopped.
    Stopped(Stop),
}

impl From<Stop> for Unproved {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Proves that each key of a direct mate mates in the length of the solution.
///
/// The table is emptied first. The time is that of finding the keys over again,
/// and in addition one answer is sought for each defence; the tree grows by
/// about the number of replies with each further move.
///
/// # Errors
///
/// If there is nothing to prove, or the search was stopped.
pub fn prove<V: Variant>(
    position: &Position<V>,
    solution: &Solution,
    table: &mut TranspositionTable,
    budget: Budget,
) -> Result<Proof, Unproved> {
    let stipulation = solution.stipulation;
    let is_direct = (stipulation.play, stipulation.goal) == (Play::Direct, Goal::Mate);
    let moves = solution.mate_in.filter(|_| is_direct).ok_or(Unproved::NoMate)?;
    table.clear();
    let search = Search::new(Objective::new(position, stipulation), table, budget);
    let mut prover = Prover { search, nodes: Vec::new(), numbers: HashMap::new(), known: HashMap::new() };
    let keys = solution.keys.iter().map(|&m| prover.follow(position, m, moves));
    let keys = keys.collect::<Result<_, _>>()?;
    Ok(Proof { nodes: prover.nodes, keys })
}

struct Prover<'t, 'b> {
    search: Search<'t, 'b>,
    nodes: Vec<ProofNode>,
    /// The number of each node.
    numbers: HashMap<ProofNode, usize>,
    /// By position and moves left: the node.
    known: HashMap<(u128, u32), usize>,
}

impl Prover<'_, '_> {
    /// What follows a move, before which the attacker had so many moves left.
    fn follow<V: Variant>(
        &mut self,
        before: &Position<V>,
        m: Move,
        left: u32,
    ) -> Result<ProofMove, Unproved> {
        let after = before.after_move(m);
        let next = match self.search.objective.status(before, &after, left) {
            GoalStatus::Reached => None,
            GoalStatus::Open(left) => Some(self.node(&after, left)?),
            GoalStatus::Missed => return Err(Unproved::NoMate),
        };
        Ok(ProofMove { m, next })
    }

    fn node<V: Variant>(&mut self, position: &Position<V>, left: u32) -> Result<usize, Unproved> {
        if let Some(&known) = self.known.get(&(key(position), left)) {
            return Ok(known);
        }
        self.search.visit_node()?;
        let node = if position.turn() == self.search.objective.attacker {
            self.attack(position, left)?
        } else {
            let mut replies: Vec<_> = position.legal_moves().collect();
            replies.sort_unstable();
            let replies = replies.into_iter().map(|m| self.follow(position, m, left));
            ProofNode::Defence(replies.collect::<Result<_, _>>()?)
        };
        let number = *self.numbers.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            self.nodes.len() - 1
        });
        self.known.insert((key(position), left), number);
        Ok(number)
    }

    /// The quickest mate; of several the one that leaves the fewest replies, for a small tree.
    fn attack<V: Variant>(&mut self, position: &Position<V>, left: u32) -> Result<ProofNode, Unproved> {
        let length = self.search.shortest(position, left)?.ok_or(Unproved::NoMate)?;
        let mut attacks: Vec<_> =
            position.legal_moves().map(|m| (position.after_move(m).count_moves(), m)).collect();
        attacks.sort_unstable();
        for (_, m) in attacks {
            if self.search.is_won_after(position, &position.after_move(m), length)? {
                return Ok(ProofNode::Attack(self.follow(position, m, length)?));
            }
        }
        Err(Unproved::NoMate)
    }
}
