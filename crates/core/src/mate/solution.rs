//! Solutions as data: verdict, keys, tries, threats, variations.

use std::cmp::Ordering;

use super::{LongMate, Stipulation, Stop};
use crate::rules::Move;

/// The verdict on a problem.
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
    /// Returns the word of reports, such as `SOUND`.
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

/// Findings of the search for the solution of a problem: length and keys, and everything that its [`Scope`] asks for.
///
/// If the search was stopped, unfinished parts are empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The stipulation.
    pub stipulation: Stipulation,
    /// The computed parts.
    pub scope: Scope,
    /// The shortest length that solves the problem, in moves, if one was found.
    pub mate_in: Option<u32>,
    /// All keys of that length, in order; if stopped, those found so far.
    pub keys: Vec<Move>,
    /// Without resistance: all lines of that length, in order.
    pub lines: Vec<Line>,
    /// A mate found by the search for long ones, while the shortest length is not yet known.
    pub long_mate: Option<LongMate>,
    /// Lengths up to this one certainly have no solution.
    pub refuted: u32,
    /// `true` if length, keys and lines are complete, even if the search was stopped later.
    pub are_keys_complete: bool,
    /// Visited positions.
    pub nodes: u64,
    /// Reason why the search ended early.
    pub stopped: Option<Stop>,
    /// The keys with their trees, in order; empty without [`Scope::variations`].
    pub variations: Vec<Attack>,
    /// The tries, in order.
    pub tries: Vec<Try>,
    /// Set play: answers if the other side were to move in the diagram.
    pub set_play: Vec<Defence>,
    /// Set play without resistance: lines without the first move; empty for series.
    pub set_lines: Vec<Line>,
}

impl Findings {
    /// Returns the findings of a search that has not begun.
    pub fn unsolved(stipulation: Stipulation, scope: Scope) -> Self {
        Self {
            stipulation,
            scope,
            mate_in: None,
            keys: Vec::new(),
            lines: Vec::new(),
            long_mate: None,
            refuted: 0,
            are_keys_complete: false,
            nodes: 0,
            stopped: None,
            variations: Vec::new(),
            tries: Vec::new(),
            set_play: Vec::new(),
            set_lines: Vec::new(),
        }
    }

    /// Returns the number of solutions: lines without resistance, else keys.
    ///
    /// Lines that differ only in a last forced move are one solution.
    ///
    /// ```
    /// use hexmate_core::mate::{Budget, Stipulation, TranspositionTable, solve};
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let table = &mut TranspositionTable::with_limit(1 << 20);
    /// let solution = solve(&start, Stipulation::mate_in(1), table, Budget::default());
    /// assert_eq!((solution.count(), solution.refuted), (0, 1));
    /// ```
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

    /// Returns the verdict if one solution is intended.
    pub fn verdict(&self) -> Verdict {
        self.verdict_for(1)
    }

    /// Returns the verdict if `intended` solutions are intended.
    ///
    /// ```
    /// use hexmate_core::mate::{Budget, Stipulation, TranspositionTable, Verdict, solve};
    /// use hexmate_core::rules::{Glinski, Position};
    ///
    /// let start = Position::<Glinski>::start();
    /// let table = &mut TranspositionTable::with_limit(1 << 20);
    /// let solution = solve(&start, Stipulation::mate_in(1), table, Budget::default());
    /// assert_eq!(solution.verdict_for(2), Verdict::NoSolution);
    /// ```
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

/// A move of the attacker with everything that can follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The move.
    pub m: Move,
    /// The threat.
    pub threat: Threat,
    /// The defences, ordered by their first move; empty if the move reaches the goal.
    pub defences: Vec<Defence>,
}

/// The threat of an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threat {
    /// No threat: the attack reaches the goal, gives check, or the defender has the last move.
    None,
    /// No continuation after a pass: every move of the defender loses.
    Zugzwang,
    /// The continuations after a pass.
    Attacks(Attacks),
}

/// All attacks that reach the goal in the fewest moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attacks {
    /// The fewest moves that suffice.
    pub length: u32,
    /// The number of moves left.
    pub left: u32,
    /// The attacks, in order.
    pub attacks: Vec<Attack>,
}

/// Moves of one defender with the same answer.
///
/// In games for two, several moves are grouped only where the threats answer them all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The moves, in order; empty if all defenders lost their turn.
    pub moves: Vec<Move>,
    /// The answer to each of them.
    pub answer: Answer,
}

/// The answer to a defence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The attacker's continuations.
    Attacks(Attacks),
    /// The defence parries no threat: all threats are carried out.
    Threats,
    /// Another defender is to move.
    Defences(Vec<Defence>),
    /// The defence itself reaches the goal: the defender mates in a selfmate, or leaves another player mated.
    Reached,
    /// There is no answer: the defence refutes the try.
    Refutes,
}

/// A first move that fails to few refutations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The move; with threat and failing defences if [`Scope::try_play`] asks for them.
    pub attack: Attack,
    /// All refutations, in order.
    pub refutations: Vec<Move>,
}

/// A sequence of moves of all sides.
pub type Line = Vec<Move>;

/// The parts of a solution to compute besides length and keys.
///
/// ```
/// use hexmate_core::mate::Scope;
///
/// let scope = Scope { tries: 2, ..Scope::FULL };
/// assert!(scope.variations && !scope.try_play);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct Scope {
    /// The most refutations of a try; 0 for no tries.
    pub tries: u32,
    /// `true` to compute the tree after each try, which takes about as long as that of a key.
    pub try_play: bool,
    /// `true` to compute set play.
    pub set_play: bool,
    /// `true` to compute the tree after each key.
    pub variations: bool,
    /// `true` to compute the tree of defences that parry no threat.
    #[serde(rename = "idle_defences")]
    pub every_defence: bool,
}

impl Scope {
    /// Length and keys only.
    pub const KEYS: Self =
        Self { tries: 0, try_play: false, set_play: false, variations: false, every_defence: false };
    /// Tries with one refutation, without their play; set play, threats and variations.
    pub const FULL: Self = Self { tries: 1, set_play: true, variations: true, ..Self::KEYS };
}

impl Attacks {
    /// Returns whether the defence before loses faster than necessary.
    pub fn is_short(&self) -> bool {
        self.length < self.left
    }

    /// Returns whether there are several continuations of full length; promotions of one pawn on one cell count once.
    pub fn is_dual(&self) -> bool {
        let first = |attack: &Attack| (attack.m.from, attack.m.to);
        !self.is_short() && self.attacks.iter().any(|attack| first(attack) != first(&self.attacks[0]))
    }
}

impl Attack {
    /// Removes defences after which the solution is shorter, at all depths.
    pub fn hide_short(&mut self) {
        hide_short(&mut self.defences);
        if let Threat::Attacks(threats) = &mut self.threat {
            threats.attacks.iter_mut().for_each(Self::hide_short);
        }
    }

    /// Removes all continuations of a dual but the first, at all depths.
    pub fn hide_duals(&mut self) {
        hide_duals(&mut self.defences);
        if let Threat::Attacks(threats) = &mut self.threat {
            threats.attacks.iter_mut().for_each(Self::hide_duals);
        }
    }
}

fn hide_short(defences: &mut Vec<Defence>) {
    defences.retain_mut(|defence| match &mut defence.answer {
        Answer::Attacks(attacks) if attacks.is_short() => false,
        Answer::Attacks(attacks) => {
            attacks.attacks.iter_mut().for_each(Attack::hide_short);
            true
        }
        Answer::Defences(defences) => {
            hide_short(defences);
            !defences.is_empty()
        }
        Answer::Threats | Answer::Reached | Answer::Refutes => true,
    });
}

fn hide_duals(defences: &mut [Defence]) {
    for defence in defences {
        match &mut defence.answer {
            Answer::Attacks(attacks) => {
                if attacks.is_dual() {
                    let first = &attacks.attacks[0];
                    let (from, to) = (first.m.from, first.m.to);
                    attacks.attacks.retain(|attack| (attack.m.from, attack.m.to) == (from, to));
                }
                attacks.attacks.iter_mut().for_each(Attack::hide_duals);
            }
            Answer::Defences(defences) => hide_duals(defences),
            Answer::Threats | Answer::Reached | Answer::Refutes => {}
        }
    }
}

impl Findings {
    /// Removes defences that lose faster than the stipulation, in every phase.
    pub fn hide_short(&mut self) {
        self.attacks().for_each(Attack::hide_short);
        hide_short(&mut self.set_play);
    }

    /// Removes all continuations of a dual but the first.
    pub fn hide_duals(&mut self) {
        self.attacks().for_each(Attack::hide_duals);
        hide_duals(&mut self.set_play);
    }

    fn attacks(&mut self) -> impl Iterator<Item = &mut Attack> {
        self.variations.iter_mut().chain(self.tries.iter_mut().map(|r#try| &mut r#try.attack))
    }
}
