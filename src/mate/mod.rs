//! Mate problems: is there a mate in so many moves, and by which keys? No text, no threads, no files.
//!
//! The question is asked for one move, then for two, and so on up to the
//! stipulation, so that a short solution shows and "no mate in n" is a proof.
//! Nothing is cut off in the answer: every key of the shortest length is
//! found. Answers do not depend on the size of the table, because it holds
//! only what completed searches have proved.
//!
//! For more than two players a mate in n means: whatever all the others play,
//! the victim is found mated and put out at the latest on his turn after the
//! n-th own move.

mod budget;
mod one;
mod search;
mod table;
mod victims;

pub use budget::{Budget, Stop};
pub use table::Table;
pub use victims::victims;

use crate::rules::{Move, Player, PlayerSet, Position, Variant};
use search::Search;

/// What is asked: mate within so many moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// Own moves of the player on turn.
    pub moves: u32,
    /// Who is to be mated.
    pub victim: Victim,
}

/// Who is to be mated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Victim {
    /// Any opponent; the only one in games for two.
    Any,
    /// This player and no other.
    Named(Player),
}

impl Victim {
    /// The players that are meant, seen from the one on turn.
    fn among<V: Variant>(self, position: &Position<V>) -> PlayerSet {
        match self {
            Self::Named(player) => PlayerSet::EMPTY.with(player),
            Self::Any => position.living().without(position.turn()),
        }
    }
}

impl Stipulation {
    /// Mate of any opponent within `moves`.
    pub const fn mate_in(moves: u32) -> Self {
        Self { moves, victim: Victim::Any }
    }
}

/// One word for every problem, as problemists say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// One key at the stipulated length.
    Sound,
    /// Several keys at the stipulated length.
    Cooked,
    /// A mate in fewer moves than stipulated.
    ShortSolution,
    /// Proved: no mate within the stipulated length.
    NoSolution,
    /// A limit was hit before the answer was complete.
    NotFinished,
}

impl Verdict {
    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sound => "SOUND",
            Self::Cooked => "COOKED",
            Self::ShortSolution => "SHORT_SOLUTION",
            Self::NoSolution => "NO_SOLUTION",
            Self::NotFinished => "NOT_FINISHED",
        }
    }
}

/// The answer to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<V: Variant> {
    /// What was asked.
    pub stipulation: Stipulation,
    /// The shortest mate, in moves, if one was found.
    pub mate_in: Option<u32>,
    /// All keys of that length, ordered; only those found so far if stopped.
    pub keys: Vec<Move<V::Geometry>>,
    /// Lengths up to this one are certain to hold no mate.
    pub refuted: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Why the search ended before its answer was complete.
    pub stopped: Option<Stop>,
}

impl<V: Variant> Solution<V> {
    /// The word for it.
    pub fn verdict(&self) -> Verdict {
        match (self.stopped, self.mate_in, self.keys.len()) {
            (Some(_), ..) => Verdict::NotFinished,
            (None, None, _) => Verdict::NoSolution,
            (None, Some(moves), _) if moves < self.stipulation.moves => Verdict::ShortSolution,
            (None, Some(_), 1) => Verdict::Sound,
            (None, Some(_), _) => Verdict::Cooked,
        }
    }
}

/// Solves a problem: the shortest mate within the stipulation, with all its keys.
///
/// The table is emptied first, so that nothing leaks from one problem to the
/// next. Time grows by about the number of moves on the board, squared, with
/// each further move of the stipulation.
pub fn solve<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    table: &mut Table,
    budget: Budget,
) -> Solution<V> {
    table.clear();
    let aim = stipulation.victim.among(position);
    let mut search = Search::new(position, aim, table, budget);
    let mut solution =
        Solution { stipulation, mate_in: None, keys: Vec::new(), refuted: 0, nodes: 0, stopped: None };
    for moves in 1..=stipulation.moves {
        solution.stopped = search.find_keys(position, moves, &mut solution.keys).err();
        solution.nodes = search.nodes();
        if !solution.keys.is_empty() {
            solution.mate_in = Some(moves);
        }
        if solution.stopped.is_some() || solution.mate_in.is_some() {
            break;
        }
        solution.refuted = moves;
    }
    solution.keys.sort_unstable();
    solution
}

#[cfg(test)]
mod tests;
