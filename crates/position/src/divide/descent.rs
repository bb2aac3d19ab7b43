//! The way down to the position where two counts part. Asks nobody: both counts are handed in.

use super::Written;
use super::difference::{Difference, Foreign, Kind, differences};
use crate::Position;
use hexmate_core::rules::Move;

/// A position whose counts are compared, and the moves that led to it.
#[derive(Clone, Debug)]
pub struct Descent {
    position: Position,
    line: Vec<Move>,
    depth: u32,
}

/// What a comparison has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// All moves on which the two do not agree.
    pub differences: Vec<Difference>,
    /// Where to look next.
    pub next: Next,
}

/// Where to look next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Nowhere: the two agree.
    Same,
    /// After this move, at a depth less by one.
    After(Move),
    /// Here: they have other moves.
    Here,
}

impl Descent {
    /// Begins at a position with this depth, which is at least 1.
    pub fn new(position: Position, depth: u32) -> Self {
        Self { position, line: Vec::new(), depth: depth.max(1) }
    }

    /// The position that is looked at.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves that led to it.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// How deep the counts are.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Compares their counts with ours, which are of all legal moves; does not go on by itself.
    ///
    /// # Errors
    ///
    /// If nothing they write is a move here.
    pub fn compare(&self, ours: &[(Move, u64)], theirs: &Written) -> Result<Step, Foreign> {
        let differences = differences(&self.position, ours, theirs)?;
        let have_same_moves = differences.iter().all(|difference| difference.kind == Kind::Differs);
        let next = match differences.first() {
            None => Next::Same,
            Some(&Difference { m: Some(m), .. }) if have_same_moves && self.depth > 1 => Next::After(m),
            Some(_) => Next::Here,
        };
        Ok(Step { differences, next })
    }

    /// Goes on after a legal move.
    pub fn go(&mut self, m: Move) {
        self.position = self.position.play_unchecked(m);
        self.line.push(m);
        self.depth -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::Uci;

    /// The divide of a generator that does not know one move of one position.
    fn faulty(position: &Position, depth: u32, forgotten: &(String, Move)) -> Vec<(Move, u64)> {
        let moves = super::super::sorted_moves(position).into_iter();
        let known = moves.filter(|m| !(position.to_fen() == forgotten.0 && *m == forgotten.1));
        known
            .map(|m| {
                if depth == 1 {
                    return (m, 1);
                }
                let next = faulty(&position.play_unchecked(m), depth - 1, forgotten);
                (m, next.iter().map(|(_, nodes)| nodes).sum())
            })
            .collect()
    }

    #[test]
    fn the_one_move_that_is_forgotten_is_found() {
        let mut place = Position::start(Game::MINI);
        for text in ["b2b3", "b5b4", "e2e3"] {
            let m = Uci::parse(place.game().shape, text.as_bytes()).filter(|&m| place.is_legal(m));
            place = m.map_or_else(
                || place.play_unchecked(place.legal_moves().next().expect("a move")),
                |m| place.play_unchecked(m),
            );
        }
        let forgotten = (place.to_fen(), place.legal_moves().last().expect("a move"));
        let mut descent = Descent::new(Position::start(Game::MINI), 5);
        let found = loop {
            let position = descent.position();
            let line = |(m, nodes)| format!("{}: {nodes}\n", Uci(position.game().shape, m));
            let theirs: String =
                faulty(position, descent.depth(), &forgotten).into_iter().map(line).collect();
            let ours = super::super::ours(position, descent.depth(), &|at, depth| Some(at.perft(depth)));
            let ours = ours.expect("all counts");
            let step = descent.compare(&ours, &Written::read(&theirs)).expect("our moves");
            match step.next {
                Next::After(m) => descent.go(m),
                Next::Here => break step.differences,
                Next::Same => panic!("there is a fault"),
            }
        };
        assert_eq!(descent.position().to_fen(), forgotten.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].m, found[0].kind), (Some(forgotten.1), Kind::Missing));
    }
}
