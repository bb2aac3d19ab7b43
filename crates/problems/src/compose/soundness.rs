//! Tests the soundness of versions of a problem and measures their play.

use std::sync::atomic::{AtomicBool, Ordering};

use super::change::Version;
use crate::themes::{Merits, Term, rated};
use crate::{Problem, Twin};
use hexmate_core::mate::{
    Answer, Attack, Attacks, Budget, Findings, Scope, Stipulation, Threat, TranspositionTable, Verdict,
};
use hexmate_core::rules::Move;
use hexmate_position::Position;

/// Tester of the soundness of versions, with one transposition table.
pub struct SoundnessChecker<'a> {
    table: TranspositionTable,
    /// Maximum number of nodes of one search.
    nodes: Option<u64>,
    stop: &'a AtomicBool,
    /// Intended number of solutions.
    solutions: usize,
    /// The twins, which must be sound too, as text; empty if there are none.
    twins: &'a str,
    /// Number of versions searched.
    pub(super) tried: usize,
    /// Number of searches that a limit stopped.
    pub(super) unfinished: usize,
}

/// Soundness of a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Soundness {
    /// The position is illegal or has no legal move.
    Illegal,
    /// A limit stopped the search.
    Unfinished,
    /// The problem is not sound; contains its verdict and keys.
    Unsound(Verdict, Vec<Move>),
    /// The diagram is sound but a twin is not; contains the twin's verdict and the diagram's keys.
    UnsoundTwin(Verdict, Vec<Move>),
    /// The problem and its twins are sound.
    Sound(SoundVersion),
}

/// A sound version of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SoundVersion {
    /// The diagram, from which all twins are made.
    pub diagram: Version,
    /// The position of the first problem: the diagram, or twin a) if the diagram is not a problem.
    pub position: Position,
    /// The stipulation of the first problem.
    pub stipulation: Stipulation,
    /// The keys: as many as intended, or the first moves of the lines in help and series play.
    pub keys: Vec<Move>,
}

/// Counts of the play of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayCounts {
    /// Number of defences with several answers of full length.
    pub duals: usize,
    /// Number of different answers of full length to defences, including threats.
    pub answers: usize,
}

impl<'a> SoundnessChecker<'a> {
    /// Memory of the transposition table, in bytes.
    const TABLE_BYTES: usize = 8 << 20;

    /// Creates a checker of problems with an intended number of solutions.
    pub fn new(solutions: usize, nodes: Option<u64>, stop: &'a AtomicBool) -> Self {
        let table = TranspositionTable::with_limit(Self::TABLE_BYTES);
        Self { table, nodes, stop, solutions, twins: "", tried: 0, unfinished: 0 }
    }

    /// Requires that these twins are sound too.
    pub fn with_twins(self, twins: &'a str) -> Self {
        Self { twins, ..self }
    }

    /// Returns whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn budget(&self) -> Budget<'a> {
        Budget { nodes: self.nodes, interrupt: Some(self.stop), ..Budget::default() }
    }

    fn solve(&mut self, position: &Position, stipulation: Stipulation) -> Findings {
        let budget = self.budget();
        position.solve(stipulation, &mut self.table, budget)
    }

    /// Tests the soundness of a version.
    pub fn check(&mut self, version: &Version) -> Soundness {
        let Some((Problem { position, stipulation, .. }, twins)) = version.split_twins(self.twins) else {
            return Soundness::Illegal;
        };
        if !position.has_moves() {
            return Soundness::Illegal;
        }
        self.tried += 1;
        let solution = self.solve(&position, stipulation);
        match solution.verdict_for(self.solutions) {
            Verdict::NotFinished => {
                self.unfinished += 1;
                Soundness::Unfinished
            }
            Verdict::Sound => {
                let Findings { stipulation, keys, .. } = solution;
                let sound = SoundVersion { diagram: version.clone(), position, stipulation, keys };
                self.unsound_twin(&sound, twins).unwrap_or(Soundness::Sound(sound))
            }
            verdict => Soundness::Unsound(verdict, solution.keys),
        }
    }

    /// Returns the result for a sound version if one of its further twins is not sound.
    fn unsound_twin(&mut self, sound: &SoundVersion, twins: Vec<Twin>) -> Option<Soundness> {
        let keys = &sound.keys;
        for twin in twins {
            let Some(twin) = twin.problem.ok().filter(|twin| twin.position.has_moves()) else {
                return Some(Soundness::Illegal);
            };
            match self.solve(&twin.position, twin.stipulation).verdict_for(self.solutions) {
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

    /// Returns the defences that refute a first move, after which a direct mate is not forced in time.
    ///
    /// Returns `None` if a limit stopped the search.
    pub fn refutations(
        &mut self,
        position: &Position,
        m: Move,
        stipulation: Stipulation,
    ) -> Option<Vec<Move>> {
        let after = position.play(m).ok()?;
        let left = stipulation.with_moves(stipulation.moves.checked_sub(1)?);
        let mut refutations = Vec::new();
        for defence in after.legal_moves() {
            let next = after.play_unchecked(defence);
            let solution = self.solve(&next, left);
            if solution.stopped.is_some() {
                return None;
            }
            if solution.mate_in.is_none() {
                refutations.push(defence);
            }
        }
        Some(refutations)
    }

    /// Solves a problem with the play of a scope.
    pub fn solve_fully(&mut self, position: &Position, stipulation: Stipulation, scope: Scope) -> Findings {
        let budget = self.budget();
        position.solve_fully(stipulation, scope, &mut self.table, budget)
    }

    /// Returns themes, ratings and terms of quality of a sound version, or `None` if a limit stopped the search.
    pub fn rated(&mut self, sound: &SoundVersion) -> Option<(Merits, Vec<(Term, usize)>)> {
        let budget = self.budget();
        let full = sound.position.solve_fully(sound.stipulation, Scope::FULL, &mut self.table, budget);
        rated(&sound.position, &full, self.solutions)
    }

    /// Returns the counts of a sound version's play, all 0 if a limit stopped the search.
    pub fn play(&mut self, sound: &SoundVersion) -> PlayCounts {
        let scope = Scope { variations: true, ..Scope::KEYS };
        let full = self.solve_fully(&sound.position, sound.stipulation, scope);
        let mut counter = PlayCounter::default();
        full.variations.iter().for_each(|key| counter.attack(key));
        counter.answers.sort_unstable();
        counter.answers.dedup();
        PlayCounts { duals: counter.duals, answers: counter.answers.len() }
    }
}

#[derive(Default)]
struct PlayCounter {
    duals: usize,
    answers: Vec<Move>,
}

impl PlayCounter {
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
