//! Proofs as certificates: moves and positions become text. No search, no checking.

use crate::certificate::{Certificate, Next, Node, one_line};
use crate::mate::{Proof, ProofMove, ProofNode, Solution, Victim};
use crate::notation::{Uci, letter};
use crate::game::{Position};

/// The certificate of a solution whose keys have been proved.
pub fn certificate(
    id: &str,
    position: &Position,
    solution: &Solution,
    proof: &Proof,
) -> Certificate {
    Certificate {
        program: concat!("hexmate ", env!("CARGO_PKG_VERSION")).to_owned(),
        id: one_line(id),
        game: game.name.to_owned(),
        position: position.to_fen(),
        moves: solution.mate_in.unwrap_or(solution.stipulation.moves),
        victim: match solution.stipulation.victim {
            Victim::Any => None,
            Victim::Named(victim) => Some(letter(victim)),
        },
        nodes: proof.nodes.iter().map(node).collect(),
        keys: proof.keys.iter().map(step).collect(),
    }
}

fn node(node: &ProofNode) -> Node {
    match node {
        ProofNode::Attack(attack) => {
            let (m, next) = step(attack);
            Node::Attack(m, next)
        }
        ProofNode::Defence(replies) => {
            let mut replies: Vec<_> = replies.iter().map(step).collect();
            // Replies with the same answer stand together.
            replies.sort_by_key(|&(_, next)| next);
            Node::Defence(replies)
        }
    }
}

fn step(step: &ProofMove) -> (String, Next) {
    (Uci(step.m).to_string(), step.next.map_or(Next::Mate, Next::Node))
}
