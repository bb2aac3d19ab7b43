//! Converts proofs to certificates: moves and positions become text.

use super::moves::uci;
use hexmate_core::mate::{Findings, Proof, ProofMove, ProofNode, Victim};
use hexmate_position::Position;
use hexmate_position::letter;
use hexmate_problems::certificate::{Certificate, Node, Successor, one_line};

/// Returns the certificate of a solution whose keys are proved.
pub fn certificate(id: &str, position: &Position, solution: &Findings, proof: &Proof) -> Certificate {
    let game = position.game();
    let step = |step: &ProofMove| (uci(position, step.m), step.next.map_or(Successor::Mate, Successor::Node));
    let node = |node: &ProofNode| match node {
        ProofNode::Attack(attack) => {
            let (m, next) = step(attack);
            Node::Attack(m, next)
        }
        ProofNode::Defence(replies) => {
            let mut replies: Vec<_> = replies.iter().map(step).collect();
            // Groups replies with the same answer.
            replies.sort_by_key(|&(_, next)| next);
            Node::Defence(replies)
        }
    };
    Certificate {
        program: concat!("hexmate ", env!("CARGO_PKG_VERSION")).to_owned(),
        id: one_line(id),
        game: game.name.to_owned(),
        position: position.to_fen(),
        moves: solution.mate_in.unwrap_or(solution.stipulation.moves),
        victim: match solution.stipulation.victim {
            Victim::Any => None,
            Victim::Named(victim) => Some(letter(&game, victim)),
        },
        nodes: proof.nodes.iter().map(node).collect(),
        keys: proof.keys.iter().map(step).collect(),
    }
}
