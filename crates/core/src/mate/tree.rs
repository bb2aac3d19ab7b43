//! The whole solution as data: attacks, threats, defences, tries. No search, no text.

use super::Solution;
use crate::rules::Move;

/// A move of the player who solves, and everything that can follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The move.
    pub m: Move,
    /// What it threatens.
    pub threat: Threat,
    /// What the others can do, by the first of their moves; nothing if the move ends the matter.
    pub defences: Vec<Defence>,
}

/// What an attack threatens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threat {
    /// Nothing can be said: it ends the matter, somebody is in check, or the others have the last word.
    Unasked,
    /// No continuation after a pass: whoever is to move has to make a losing move.
    Zugzwang,
    /// The continuations after a pass.
    Attacks(Attacks),
}

/// All moves that solve in the fewest moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attacks {
    /// The fewest moves.
    pub length: u32,
    /// The moves that were left.
    pub left: u32,
    /// The moves that solve in the fewest, in order.
    pub attacks: Vec<Attack>,
}

/// Moves of one defender that have the same answer.
///
/// In games for two there are several only where the threats answer them all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The moves, in order; none if everybody but the attacker has been passed over.
    pub moves: Vec<Move>,
    /// What follows each of them.
    pub answer: Answer,
}

/// What follows a defence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The attacker goes on.
    Attacks(Attacks),
    /// It parries no threat: all of them are carried out.
    Threats,
    /// Another defender is to move.
    Defences(Vec<Defence>),
    /// It reaches the objective by itself: a defender mates in a selfmate, or leaves another one mated.
    Reached,
    /// There is no answer: it refutes what was tried.
    Refutes,
}

/// A first move that fails, but not by much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Try {
    /// The move; with what it threatens and the defences that fail, if [`Scope::try_play`] asks for them.
    pub attack: Attack,
    /// All replies that refute it, in order.
    pub refutations: Vec<Move>,
}

/// Moves of all sides, one after the other.
pub type Line = Vec<Move>;

/// What is to be told of a problem besides length and keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each asks for one more thing to be told")]
pub struct Scope {
    /// The most refutations of a try; 0 for no tries.
    pub tries: u32,
    /// Whether the tree after each try is told, which takes about as long as that of a key.
    pub try_play: bool,
    /// Whether set play is told.
    pub set_play: bool,
    /// Whether the tree after each key is told.
    pub variations: bool,
    /// Whether defences that parry no threat have a tree of their own.
    pub idle_defences: bool,
}

impl Scope {
    /// Length and keys, and nothing more.
    pub const KEYS: Self =
        Self { tries: 0, try_play: false, set_play: false, variations: false, idle_defences: false };
    /// Tries with one refutation and nothing else after them, set play, threats and variations.
    pub const FULL: Self = Self { tries: 1, set_play: true, variations: true, ..Self::KEYS };
}

/// A solution with everything that its [`Scope`] asks for.
///
/// If the search was stopped, what it did not finish is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullSolution {
    /// Length, keys and lines.
    pub solution: Solution,
    /// What was asked for.
    pub scope: Scope,
    /// The keys with their trees, in order.
    pub keys: Vec<Attack>,
    /// The tries, in order.
    pub tries: Vec<Try>,
    /// Set play: answers that stand ready if the other side were to move in the diagram.
    pub set_play: Vec<Defence>,
    /// Set play where nobody resists: lines that lack the first move; none of series.
    pub set_lines: Vec<Line>,
}

impl Attacks {
    /// Whether the defence before loses faster than it need.
    pub fn is_short(&self) -> bool {
        self.length < self.left
    }

    /// Whether there are several continuations of full length; promotions of one pawn on one cell are one.
    pub fn is_dual(&self) -> bool {
        let first = |attack: &Attack| (attack.m.from, attack.m.to);
        !self.is_short() && self.attacks.iter().any(|attack| first(attack) != first(&self.attacks[0]))
    }
}

impl Attack {
    /// Leaves out defences after which the solution is shorter, everywhere.
    pub fn hide_short(&mut self) {
        hide_short(&mut self.defences);
        if let Threat::Attacks(threats) = &mut self.threat {
            threats.attacks.iter_mut().for_each(Self::hide_short);
        }
    }

    /// Leaves out all continuations of a dual but the first, everywhere.
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

impl FullSolution {
    /// Leaves out defences that lose faster than the stipulation, in every phase.
    pub fn hide_short(&mut self) {
        self.attacks().for_each(Attack::hide_short);
        hide_short(&mut self.set_play);
    }

    /// Leaves out all continuations of a dual but the first.
    pub fn hide_duals(&mut self) {
        self.attacks().for_each(Attack::hide_duals);
        hide_duals(&mut self.set_play);
    }

    fn attacks(&mut self) -> impl Iterator<Item = &mut Attack> {
        self.keys.iter_mut().chain(self.tries.iter_mut().map(|r#try| &mut r#try.attack))
    }
}
