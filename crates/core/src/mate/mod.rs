//! Problems: is there a mate in so many moves, by which keys, and how does it go? No text, no files.
//!
//! The question is asked for one move, then for two, and so on up to the
//! stipulation, so that a short solution shows and "no mate in n" is a proof.
//! Nothing is cut off in the answer: every key of the shortest length is
//! found. Answers do not depend on the size of the table, because it holds
//! only what completed searches have proved. It knows positions by 112 bits of
//! their keys: the chance of one wrong entry in 10⁹ positions is below 10⁻¹⁶.
//!
//! Most of the tree is never entered. Before the last two moves one reply is seen to refute
//! nearly all attacks at once (`reply`), without a move being made; before longer mates replies that give check
//! come first, as they leave the attacker few moves. Nothing is given up for it: an attack is passed over only
//! where a legal reply is known after which no mate can follow. Both are for plain mates in games for two;
//! among several players, in other stipulations, and while the attacker is in check, every attack is tried.
//!
//! Before a mate in six or more is asked for, long mates are looked for in another
//! way, which finds and never denies: when a limit ends the search, the two claims
//! "mate in so many is there" and "none in so many" stand side by side.
//!
//! [`solve`] tells length and keys, [`solve_fully`] the [`FullSolution`]: tries with
//! their refutations, set play, and after each key threats and variations down
//! to the mate. Continuations are all moves of the fewest moves that suffice:
//! a defence after which fewer than the stipulation suffice is short, and
//! several continuations of full length are a dual. A defence after which all
//! threats still work parries nothing; such defences stand together, as in
//! Popeye's solutions, where they are passed over.
//!
//! Where nobody resists, lines are looked for with an aim (`aim`): moves are made only if the king can still
//! be robbed of all its flights, and attacked, by what the moves that are left can guard, block and open. For
//! the last two moves this is nearly exact: which reply blocks, opens a line or removes a defender, and which
//! last move mates, is found with sets of cells. Before three it tells on which cells the king can be mated.
//! What it cannot judge (a move that takes en passant, more than three moves, other goals) is searched in full.
//!
//! For more than two players a mate in n means: whatever all the others play,
//! the victim is found mated and put out at the latest on the turn after the
//! n-th own move. The tree then has the replies of the others in turn order;
//! those moves of one of them which lead to the very same go together. A
//! threat is what follows if all the others pass. Only direct mates are asked
//! for in these games.

mod aim;
mod budget;
mod full;
mod key;
mod known;
mod lines;
mod long;
mod objective;
mod one;
mod proof;
mod recent;
mod refutations;
mod reply;
mod search;
mod split;
mod stipulation;
mod table;
mod threads;
mod tree;
mod two;
mod victims;

pub use budget::{Budget, Stop};
pub use full::{after_pass, solve_fully};
pub use known::{KnownMates, Prospect};
pub use long::LongMate;
pub use proof::{Proof, ProofMove, ProofNode, Unproved, prove};
pub use stipulation::{Goal, Play, Stipulation, Victim};
pub use table::TranspositionTable;
pub use threads::{BusyThreads, IdleThreads};
pub use tree::{Answer, Attack, Attacks, Defence, FullSolution, Line, Scope, Threat, Try};
pub use victims::victims;

use std::cmp::Ordering;

use crate::rules::{Move, Position, Variant};

/// One word for every problem, as problemists say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// One key at the stipulated length.
    Sound,
    /// More solutions at the stipulated length than intended.
    Cooked,
    /// Fewer solutions at the stipulated length than intended, but at least one.
    FewerSolutions,
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
            Self::FewerSolutions => "FEWER_SOLUTIONS",
            Self::ShortSolution => "SHORT_SOLUTION",
            Self::NoSolution => "NO_SOLUTION",
            Self::NotFinished => "NOT_FINISHED",
        }
    }
}

/// The answer to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What was asked.
    pub stipulation: Stipulation,
    /// The shortest length in which the problem is solved, in moves, if one was found.
    pub mate_in: Option<u32>,
    /// All keys of that length, ordered; only those found so far if stopped.
    pub keys: Vec<Move>,
    /// Where nobody resists: all lines of that length, ordered.
    pub lines: Vec<Line>,
    /// A mate that a search for long ones has found before the shortest length is known.
    pub long_mate: Option<LongMate>,
    /// Lengths up to this one are certain to hold no solution.
    pub refuted: u32,
    /// Whether length, keys and lines are certain, also if the search was stopped later.
    pub are_keys_complete: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// Why the search ended before its answer was complete.
    pub stopped: Option<Stop>,
}

impl Solution {
    fn unsolved(stipulation: Stipulation) -> Self {
        Self {
            stipulation,
            mate_in: None,
            keys: Vec::new(),
            lines: Vec::new(),
            long_mate: None,
            refuted: 0,
            are_keys_complete: false,
            nodes: 0,
            stopped: None,
        }
    }

    /// How many solutions there are: lines where nobody resists, else keys.
    ///
    /// Lines that differ in a last forced move alone are one solution.
    pub fn count(&self) -> usize {
        match self.stipulation {
            stipulation if stipulation.ends_forced() => {
                let is_same = |a: &Line, b: &Line| a[..a.len() - 1] == b[..b.len() - 1];
                self.lines.chunk_by(is_same).count()
            }
            stipulation if stipulation.has_lines() => self.lines.len(),
            _ => self.keys.len(),
        }
    }

    /// The word for it, if one solution is intended.
    pub fn verdict(&self) -> Verdict {
        self.verdict_for(1)
    }

    /// Verdict where `intended` solutions are intended: keys, or lines where nobody resists.
    pub fn verdict_for(&self, intended: usize) -> Verdict {
        match (self.stopped, self.mate_in) {
            (Some(_), _) => Verdict::NotFinished,
            (None, None) => Verdict::NoSolution,
            (None, Some(moves)) if moves < self.stipulation.moves => Verdict::ShortSolution,
            (None, Some(_)) => match self.count().cmp(&intended) {
                Ordering::Less => Verdict::FewerSolutions,
                Ordering::Equal => Verdict::Sound,
                Ordering::Greater => Verdict::Cooked,
            },
        }
    }
}

/// Solves a problem: the shortest length within the stipulation, with all its keys or lines.
///
/// The table is emptied first, so that nothing leaks from one problem to the
/// next. Time grows by about the number of moves on the board, squared, with
/// each further move of the stipulation.
pub fn solve<V: Variant>(
    position: &Position<V>,
    stipulation: Stipulation,
    table: &mut TranspositionTable,
    budget: Budget,
) -> Solution {
    solve_fully(position, stipulation, Scope::KEYS, table, budget).solution
}

#[cfg(test)]
mod tests;
