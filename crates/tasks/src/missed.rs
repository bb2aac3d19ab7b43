//! Mates of a game that the solver of problems proves: whether a move was a key, mates later, or missed the mate.

use hexmate_batch::StopFlag;
use hexmate_core::mate::{Budget, KnownMates, Stipulation, TranspositionTable};
use hexmate_core::rules::Move;
use hexmate_player::{ScoredLine, SearchScore};
use hexmate_position::Position;
use hexmate_report::Missed;

/// Nodes of the solver for the proof of one mate, and again for a later mate of the move that was played.
const PROOF_NODES: u64 = 1_000_000;

/// Size of the table of the solver, in bytes.
const PROOF_TABLE: usize = 16 << 20;

/// Solver that compares the moves of a game with proved mates.
pub struct MateProofs<'a> {
    /// Results of endgame tables.
    pub known: Option<&'a dyn KnownMates>,
    /// Flag that ends the proofs.
    pub stop: &'a StopFlag,
}

impl MateProofs<'_> {
    /// Returns the mates that moves missed, each with the number of its move; `lines` are those of `positions`, one
    /// after each of `moves`.
    ///
    /// A mate is missed if the search has found it before the move, the solver proves its length and all its keys, the
    /// move is not one of them, and no mate is found after the move: neither by the search, nor by the solver in one
    /// move more. Where the solver finds a mate after the move, the line of that position gets its score, and the next
    /// position at least its key, so that evaluations agree with what is proved.
    pub fn missed(
        &self,
        positions: &[Position],
        moves: &[Move],
        lines: &mut [ScoredLine],
    ) -> Vec<(usize, Missed)> {
        let mut missed = Vec::new();
        // Moves in which the side to move after the next move certainly mates.
        let mut certain: Option<u32> = None;
        for (at, &played) in moves.iter().enumerate() {
            if let Some(moves) = certain.take() {
                // The opponent is to move here; the reply is known.
                self.extend_mate(&positions[at + 1], moves, &mut lines[at + 1]);
            }
            let Some(longest) = lines[at].score.mates_in().filter(|&moves| moves > 0) else { continue };
            if lines[at + 1].score.opposite().mates_in().is_some() {
                continue;
            }
            match self.compare(&positions[at], played, &lines[at], longest) {
                Judgement::Mates(left) if !is_drawn(&positions[..at + 2]) => {
                    lines[at + 1].score = SearchScore::IsMated { plies: 2 * left };
                    certain = Some(left).filter(|&left| left > 0);
                }
                Judgement::Mates(_) | Judgement::Unknown => {}
                Judgement::Missed(shortest) => missed.push((at + 1, Missed::Mate(shortest))),
            }
        }
        missed
    }

    /// Compares a move with the keys of the shortest mate in a position in which the search has found a mate.
    fn compare(&self, position: &Position, played: Move, line: &ScoredLine, longest: u32) -> Judgement {
        // The search has refuted every defence to its best move.
        if line.moves.first() == Some(&played) {
            return Judgement::Mates(longest - 1);
        }
        let table = &mut TranspositionTable::with_limit(PROOF_TABLE);
        let solution = position.solve(Stipulation::mate_in(longest), table, self.budget(PROOF_NODES));
        match solution.mate_in {
            Some(shortest) if solution.keys.contains(&played) => Judgement::Mates(shortest - 1),
            Some(shortest) if solution.are_keys_complete => {
                let later = self.mate_after(&position.play_unchecked(played), longest.max(shortest + 1) - 1);
                later.map_or(Judgement::Missed(shortest), Judgement::Mates)
            }
            // Not every key is known.
            _ => Judgement::Unknown,
        }
    }

    /// Returns the number of further moves in which the side that has moved mates against every defence, at most
    /// `longest`; `None` if the solver does not prove it.
    fn mate_after(&self, position: &Position, longest: u32) -> Option<u32> {
        let table = &mut TranspositionTable::with_limit(PROOF_TABLE);
        let (mut nodes, mut most) = (PROOF_NODES, 0);
        for reply in position.legal_moves() {
            let after = position.play_unchecked(reply);
            let solution = after.solve(Stipulation::mate_in(longest), table, self.budget(nodes));
            most = most.max(solution.mate_in?);
            nodes = nodes.saturating_sub(solution.nodes);
        }
        // Without a reply there is no mate either: the search would have found it.
        Some(most).filter(|&most| most > 0)
    }

    /// Gives a position in which the side to move certainly mates in at most `longest` moves a key, unless its line is
    /// a mate that is no longer.
    fn extend_mate(&self, position: &Position, longest: u32, line: &mut ScoredLine) {
        if line.score.mates_in().is_some_and(|moves| moves <= longest) {
            return;
        }
        let table = &mut TranspositionTable::with_limit(PROOF_TABLE);
        let solution = position.solve(Stipulation::mate_in(longest), table, self.budget(PROOF_NODES));
        if let (Some(moves), Some(&key)) = (solution.mate_in, solution.keys.first()) {
            *line = ScoredLine { score: SearchScore::Mates { plies: 2 * moves - 1 }, moves: vec![key] };
        }
    }

    fn budget(&self, nodes: u64) -> Budget<'_> {
        Budget {
            nodes: Some(nodes),
            interrupt: Some(self.stop.flag()),
            known: self.known,
            ..Budget::default()
        }
    }
}

/// Result of comparing a move with a proved mate.
enum Judgement {
    /// The move mates; this number of moves follows it.
    Mates(u32),
    /// The solver has not proved enough.
    Unknown,
    /// The move missed a mate in this number of moves.
    Missed(u32),
}

/// Returns whether the game could be claimed a draw in its last position, so that a mate does not count.
fn is_drawn(positions: &[Position]) -> bool {
    let Some((last, earlier)) = positions.split_last() else { return false };
    last.halfmoves() >= 100 || earlier.iter().filter(|position| position.key() == last.key()).count() >= 2
}
