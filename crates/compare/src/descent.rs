//! Descent to the first position where two move generators disagree.

use hexmate_core::rules::Move;
use hexmate_position::Position;

use crate::ParsedDivide;
use crate::difference::{Difference, ForeignMoves, differences, has_same_moves};
use crate::mirrored::BoardImage;

/// A position whose divides are compared, and the moves that lead to it.
#[derive(Clone, Debug)]
pub struct Descent {
    origin: Position,
    position: Position,
    line: Vec<Move>,
    /// Number of moves from the origin to the first position that is compared.
    first: usize,
    depth: u32,
}

/// Result of comparing the divides of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescentStep {
    /// The moves on which the two divides differ.
    pub differences: Vec<Difference>,
    /// The next position to compare.
    pub next: Next,
}

/// Position to compare next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// None: the divides agree.
    Agree,
    /// The position after this move, with the depth reduced by one.
    After(Move),
    /// None: the generators differ in this position's own moves, or the depth is 1.
    Here,
}

impl Descent {
    /// Starts at a position; a depth of 0 counts as 1.
    pub fn new(position: Position, depth: u32) -> Self {
        Self { origin: position.clone(), position, line: Vec::new(), first: 0, depth: depth.max(1) }
    }

    /// Starts at the position after some legal moves, for a program that counts after moves from there; a depth of 0 counts as 1.
    pub fn after(origin: Position, moves: &[Move], depth: u32) -> Self {
        let position = moves.iter().fold(origin.clone(), |position, &m| position.play_unchecked(m));
        Self { origin, position, line: moves.to_vec(), first: moves.len(), depth: depth.max(1) }
    }

    /// Returns whether the position is the first one that is compared.
    pub fn is_first(&self) -> bool {
        self.line.len() == self.first
    }

    /// Returns the moves from the first position that is compared to this one.
    pub fn steps(&self) -> &[Move] {
        &self.line[self.first..]
    }

    /// Returns the position at which the descent started.
    pub fn origin(&self) -> &Position {
        &self.origin
    }

    /// Returns the last move, and the position before it.
    pub fn last_move(&self) -> Option<(Position, Move)> {
        let (&last, line) = self.line.split_last()?;
        let before = line.iter().fold(self.origin.clone(), |position, &m| position.play_unchecked(m));
        Some((before, last))
    }

    /// Returns the position to compare.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves that lead from the origin to the position.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Returns the depth of the divide, in plies.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Compares our counts, of all legal moves, with those of another program. Stays at this position.
    ///
    /// # Errors
    ///
    /// If none of their moves is legal here.
    pub fn compare(&self, ours: &[(Move, u64)], theirs: &ParsedDivide) -> Result<DescentStep, ForeignMoves> {
        let differences = differences(&self.position, ours, theirs)?;
        let next = match differences.first() {
            None => Next::Agree,
            // Nothing is learned from moves on another board.
            _ if BoardImage::of_differences(&self.position, &differences).is_some() => Next::Here,
            Some(&Difference { m: Some(m), .. }) if has_same_moves(&differences) && self.depth > 1 => {
                Next::After(m)
            }
            Some(_) => Next::Here,
        };
        Ok(DescentStep { differences, next })
    }

    /// Moves on to the position after a legal move.
    pub fn descend(&mut self, m: Move) {
        self.position = self.position.play_unchecked(m);
        self.line.push(m);
        self.depth -= 1;
    }
}

#[cfg(test)]
mod tests {
    use hexmate_position::divide::{node_counts, sorted_moves};
    use hexmate_position::{Game, Uci};

    use super::*;
    use crate::DifferenceKind;

    /// Returns the divide of a generator that misses one move of one position.
    fn faulty(position: &Position, depth: u32, missing: &(String, Move)) -> Vec<(Move, u64)> {
        let moves = sorted_moves(position).into_iter();
        let known = moves.filter(|m| !(position.to_fen() == missing.0 && *m == missing.1));
        known
            .map(|m| {
                if depth == 1 {
                    return (m, 1);
                }
                let next = faulty(&position.play_unchecked(m), depth - 1, missing);
                (m, next.iter().map(|(_, nodes)| nodes).sum())
            })
            .collect()
    }

    #[test]
    fn descent_finds_one_missing_move() {
        let mut place = Position::start(Game::MINI);
        for text in ["b2b3", "b5b4", "e2e3"] {
            let m = Uci::parse(place.game().shape, text.as_bytes()).filter(|&m| place.is_legal(m));
            place = m.map_or_else(
                || place.play_unchecked(place.legal_moves().next().expect("a move")),
                |m| place.play_unchecked(m),
            );
        }
        let missing = (place.to_fen(), place.legal_moves().last().expect("a move"));
        let mut descent = Descent::new(Position::start(Game::MINI), 5);
        let found = loop {
            let position = descent.position();
            let line = |(m, nodes)| format!("{}: {nodes}\n", Uci(position.game().shape, m));
            let theirs: String = faulty(position, descent.depth(), &missing).into_iter().map(line).collect();
            let ours = node_counts(position, descent.depth(), &|at, depth| Some(at.perft(depth)));
            let ours = ours.expect("all counts");
            let step = descent.compare(&ours, &ParsedDivide::parse(&theirs)).expect("our moves");
            match step.next {
                Next::After(m) => descent.descend(m),
                Next::Here => break step.differences,
                Next::Agree => panic!("the divides differ"),
            }
        };
        assert_eq!(descent.position().to_fen(), missing.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].m, found[0].kind), (Some(missing.1), DifferenceKind::Missing));
    }
}
