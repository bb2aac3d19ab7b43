//! Whether a version of a problem is sound, and how good its play is. Makes no changes.

use std::sync::atomic::{AtomicBool, Ordering};

use super::change::Version;
use crate::Problem;
use crate::themes::{Merits, merits};
use hexmate_core::mate::{
    Answer, Attack, Attacks, Budget, FullSolution, Scope, Solution, Stipulation, Threat, TranspositionTable,
    Verdict,
};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// Solves versions, one after the other.
pub struct Judge<'a> {
    table: TranspositionTable,
    /// The most positions that the search of one version may look at.
    nodes: Option<u64>,
    stop: &'a AtomicBool,
    /// How many solutions are intended.
    solutions: usize,
    /// The twins, which must be sound too; empty if there are none.
    twins: &'a str,
    /// Versions solved, or given up.
    pub(super) tried: usize,
    /// Those of them that were given up.
    pub(super) unfinished: usize,
}

/// What a version is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// No position of the game, or one in which nobody can move.
    Illegal,
    /// The search hit its limit.
    Unfinished,
    /// Not sound: its verdict and its keys.
    Unsound(Verdict, Vec<Move>),
    /// Sound, but one of its twins is not: the verdict of the twin, and the keys of the diagram.
    UnsoundTwin(Verdict, Vec<Move>),
    /// Sound.
    Sound(SoundVersion),
}

/// A version that is sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SoundVersion {
    /// The diagram.
    pub position: Position,
    /// What is asked.
    pub stipulation: Stipulation,
    /// Its keys: one, but where nobody resists.
    pub keys: Vec<Move>,
}

/// What can be counted in the play of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Play {
    /// Defences that have several answers of full length.
    pub duals: usize,
    /// Different answers of full length to defences, threats among them.
    pub answers: usize,
}

impl<'a> Judge<'a> {
    /// The memory for the table of one search.
    const TABLE: usize = 8 << 20;

    /// A judge of problems that are meant to have so many solutions.
    pub fn new(solutions: usize, nodes: Option<u64>, stop: &'a AtomicBool) -> Self {
        let table = TranspositionTable::with_limit(Self::TABLE);
        Self { table, nodes, stop, solutions, twins: "", tried: 0, unfinished: 0 }
    }

    /// The same judge of problems with these twins, of which each must be sound.
    pub fn with_twins(self, twins: &'a str) -> Self {
        Self { twins, ..self }
    }

    /// Whether the end is asked for.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn budget(&self) -> Budget<'a> {
        Budget { nodes: self.nodes, interrupt: Some(self.stop), ..Budget::default() }
    }

    fn solved(&mut self, position: &Position, asked: Stipulation) -> Solution {
        let budget = self.budget();
        position.solve(asked, &mut self.table, budget)
    }

    /// Solves a version.
    pub fn judge(&mut self, version: &Version) -> Soundness {
        let Ok(position) = version.setup.clone().into_position() else { return Soundness::Illegal };
        if !position.has_moves() {
            return Soundness::Illegal;
        }
        self.tried += 1;
        let solution = self.solved(&position, version.stipulation);
        match solution.verdict_for(self.solutions) {
            Verdict::NotFinished => {
                self.unfinished += 1;
                Soundness::Unfinished
            }
            Verdict::Sound => {
                let Solution { stipulation, keys, .. } = solution;
                let sound = SoundVersion { position, stipulation, keys };
                self.unsound_twin(&sound).unwrap_or(Soundness::Sound(sound))
            }
            verdict => Soundness::Unsound(verdict, solution.keys),
        }
    }

    /// Judgement of a sound version of which one twin is not sound.
    fn unsound_twin(&mut self, sound: &SoundVersion) -> Option<Soundness> {
        let SoundVersion { position, stipulation, keys } = sound;
        for twin in Problem::bare(position.clone(), *stipulation).twins(self.twins) {
            let Some(twin) = twin.problem.ok().filter(|twin| twin.position.has_moves()) else {
                return Some(Soundness::Illegal);
            };
            match self.solved(&twin.position, twin.stipulation).verdict_for(self.solutions) {
                Verdict::Sound => {}
                Verdict::NotFinished => {
                    self.unfinished += 1;
                    return Some(Soundness::Unfinished);
                }
                verdict => return Some(Soundness::UnsoundTwin(verdict, keys.clone())),
            }
        }
        None
    }

    /// The defences that refute a first move: those after which a direct mate is not forced in time.
    ///
    /// `None` if the search hit its limit.
    pub fn refutations(&mut self, position: &Position, m: Move, asked: Stipulation) -> Option<Vec<Move>> {
        let after = position.play(m).ok()?;
        let left = asked.with_moves(asked.moves.checked_sub(1)?);
        let mut refutations = Vec::new();
        for defence in after.legal_moves() {
            let next = after.play_unchecked(defence);
            let solution = self.solved(&next, left);
            if solution.stopped.is_some() {
                return None;
            }
            if solution.mate_in.is_none() {
                refutations.push(defence);
            }
        }
        Some(refutations)
    }

    /// The keys, with as much of the play as the scope has.
    pub fn solved_fully(&mut self, position: &Position, asked: Stipulation, scope: Scope) -> FullSolution {
        let budget = self.budget();
        position.solve_fully(asked, scope, &mut self.table, budget)
    }

    /// What it shows; `None` if the search hit its limit.
    pub fn merits(&mut self, sound: &SoundVersion) -> Option<Merits> {
        let budget = self.budget();
        let full = sound.position.solve_fully(sound.stipulation, Scope::FULL, &mut self.table, budget);
        merits(&sound.position, &full, self.solutions)
    }

    /// What its play has; nothing if the search hit its limit.
    pub fn play(&mut self, sound: &SoundVersion) -> Play {
        let scope = Scope { variations: true, ..Scope::KEYS };
        let full = self.solved_fully(&sound.position, sound.stipulation, scope);
        let mut counted = Counted::default();
        full.keys.iter().for_each(|key| counted.attack(key));
        counted.answers.sort_unstable();
        counted.answers.dedup();
        Play { duals: counted.duals, answers: counted.answers.len() }
    }
}

#[derive(Default)]
struct Counted {
    duals: usize,
    answers: Vec<Move>,
}

impl Counted {
    fn attack(&mut self, attack: &Attack) {
        if let Threat::Attacks(threats) = &attack.threat {
            self.attacks(threats);
        }
        for defence in &attack.defences {
            if let Answer::Attacks(attacks) = &defence.answer {
                self.duals += usize::from(attacks.is_dual());
                self.attacks(attacks);
            }
        }
    }

    fn attacks(&mut self, attacks: &Attacks) {
        if attacks.is_short() {
            return;
        }
        self.answers.extend(attacks.attacks.iter().map(|attack| attack.m));
        attacks.attacks.iter().for_each(|attack| self.attack(attack));
    }
}
