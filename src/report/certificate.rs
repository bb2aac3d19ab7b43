//! Proofs as certificates: moves and positions become text. No search, no checking.

use crate::certificate::{Certificate, Next, Node, one_line};
use crate::mate::{Proof, ProofMove, ProofNode, Solution, Victim};
use crate::notation::{Uci, letter};
use crate::rules::{Position, Variant};

/// The certificate of a solution whose keys have been proved.
pub fn certificate<V: Variant>(
    id: &str,
    position: &Position<V>,
    solution: &Solution<V>,
    proof: &Proof<V>,
) -> Certificate {
    Certificate {
        program: concat!("hexmate ", env!("CARGO_PKG_VERSION")).to_owned(),
        id: one_line(id),
        game: V::NAME.to_owned(),
        position: position.to_fen(),
        moves: solution.mate_in.unwrap_or(solution.stipulation.moves),
        victim: match solution.stipulation.victim {
            Victim::Any => None,
            Victim::Named(victim) => Some(letter::<V>(victim)),
        },
        nodes: proof.nodes.iter().map(node::<V>).collect(),
        keys: proof.keys.iter().map(step::<V>).collect(),
    }
}

fn node<V: Variant>(node: &ProofNode<V::Geometry>) -> Node {
    match node {
        ProofNode::Attack(attack) => {
            let (m, next) = step::<V>(attack);
            Node::Attack(m, next)
        }
        ProofNode::Defence(replies) => {
            let mut replies: Vec<_> = replies.iter().map(step::<V>).collect();
            // Replies with the same answer stand together.
            replies.sort_by_key(|&(_, next)| next);
            Node::Defence(replies)
        }
    }
}

fn step<V: Variant>(step: &ProofMove<V::Geometry>) -> (String, Next) {
    (Uci(step.m).to_string(), step.next.map_or(Next::Mate, Next::Node))
}
