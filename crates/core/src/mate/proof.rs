//! Proof trees: after each key every defence with one answer, down to the mates.

use std::collections::HashMap;

use super::objective::{GoalStatus, Objective};
use super::search::Search;
use super::table::key;
use super::{Budget, Findings, Goal, Play, Stop, TranspositionTable};
use crate::rules::{Move, Position, Variant};

/// A proof that a mate is forced; equal subtrees are stored once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The nodes; each refers only to earlier ones.
    pub nodes: Vec<ProofNode>,
    /// The keys, in order.
    pub keys: Vec<ProofMove>,
}

/// The moves of a position in a proof.
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
    /// Index of the node after it; `None` if it mates.
    pub next: Option<usize>,
}

/// Reason why there is no proof.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Unproved {
    /// The solution has no key, or is not one of a direct mate.
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
/// Clears the table. Takes about as long as finding the keys, plus a search for one answer to each defence. The
/// tree grows by about the number of replies with each further move.
///
/// # Errors
///
/// [`Unproved::NoMate`] if there is nothing to prove, [`Unproved::Stopped`] if the budget is spent.
///
/// ```
/// use hexmate_core::mate::{Budget, Stipulation, TranspositionTable, Unproved, prove, solve};
/// use hexmate_core::rules::{Mini, Position};
///
/// let start = Position::<Mini>::start();
/// let table = &mut TranspositionTable::with_limit(1 << 20);
/// let solution = solve(&start, Stipulation::mate_in(1), table, Budget::default());
/// assert_eq!(prove(&start, &solution, table, Budget::default()), Err(Unproved::NoMate));
/// ```
pub fn prove<V: Variant>(
    position: &Position<V>,
    solution: &Findings,
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
    /// Index of each node.
    numbers: HashMap<ProofNode, usize>,
    /// Node by position and moves left.
    known: HashMap<(u128, u32), usize>,
}

impl Prover<'_, '_> {
    /// Proves the position after a move, before which the attacker had `left` moves left.
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

    /// Finds the quickest mate; of several, the one that leaves the fewest replies, for a small tree.
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
