//! Retrograde analysis: the scores of all positions of an ending, from its mates and stalemates back.
//!
//! Forced wins and losses are found first, ply by ply; then, where a stalemate is worth more than a
//! draw, forced stalemates among what is left. A position that can move into one that is lost is
//! won. One from which the other side may have moved into a won position is looked at: it is lost
//! if all its moves lead into won ones. What captures and promotions are worth the smaller endings
//! say, so that a score may be known before its turn; it counts from its turn on.
//!
//! Threads share the table and write what does not depend on their order: of several scores the
//! least stays, and only what is final is read.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use super::layout::Placement;
use super::links::SIDES;
use super::moves::{Arrival, Flow, Moves};
use super::paths::Mask;
use super::score::{Packed, Score, Worth};
use hexmate_core::rules::{Role, StalemateScore};

/// Positions that a thread takes at once.
const CHUNK: usize = 1 << 12;

/// What a build is told, and tells.
pub struct BuildProgress<'p> {
    /// Set from outside: the build is to stop.
    pub stop: &'p AtomicBool,
    /// Called after each ply with its number.
    pub ply: &'p (dyn Fn(u16) + Sync),
}

/// The scores of an ending by side to move, while they are found.
struct Build<'a> {
    moves: Moves<'a>,
    stalemate: StalemateScore,
    scores: [Vec<AtomicU16>; 2],
    /// The most plies of a score so far.
    deepest: AtomicU16,
    stop: &'a AtomicBool,
}

/// What is found in one go: a worth, and the same to the other side.
#[derive(Clone, Copy)]
struct Phase {
    gained: Worth,
    suffered: Worth,
}

const PHASES: [Phase; 2] = [
    Phase { gained: Worth::Win, suffered: Worth::Loss },
    Phase { gained: Worth::Stalemating, suffered: Worth::Stalemated },
];

/// How far a build had come that was stopped: what it has done of a ply it may do again.
#[derive(Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// What it was at: 0 for wins and losses, 1 for stalemates.
    pub phase: usize,
    /// The ply that is not done; none if positions that are decided at once are still to be found.
    pub ply: Option<u16>,
    /// By side to move and number, the scores as they are packed.
    pub scores: [Vec<u16>; 2],
}

impl fmt::Debug for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { phase, ply, scores: [scores, _] } = self;
        write!(f, "{} scores a side at ply {ply:?} of phase {phase}", scores.len())
    }
}

/// The scores of all positions of an ending, by side to move, from the beginning or from where it was stopped.
///
/// If it is stopped, how far it has come, unless it had hardly begun.
pub(super) fn build(
    moves: Moves<'_>,
    stalemate: StalemateScore,
    begun: Option<Unfinished>,
    progress: &BuildProgress<'_>,
) -> Result<[Vec<u16>; 2], Option<Unfinished>> {
    let size = moves.layout.size();
    let deepest = AtomicU16::new(moves.links.deepest() + 1);
    let is_begun = begun.is_some();
    let Unfinished { phase: first, mut ply, scores } = begun.unwrap_or_else(|| Unfinished {
        phase: 0,
        ply: None,
        scores: [(); 2].map(|()| vec![Packed::UNKNOWN.0; size]),
    });
    let scores = scores.map(|side| side.into_iter().map(AtomicU16::new).collect());
    let build = Build { moves, stalemate, scores, deepest, stop: progress.stop };
    match is_begun {
        true => build.find_deepest(),
        false => build.mark_what_is_no_position(),
    }
    if build.is_stopped() && !is_begun {
        return Err(None);
    }
    let passing = build.positions_before_passing();
    let phases = if stalemate == StalemateScore::Draw { 1 } else { 2 };
    for (number, &phase) in PHASES.iter().enumerate().take(phases).skip(first) {
        let mut next = ply.take().unwrap_or(0);
        if next == 0 {
            build.seed(phase);
            if build.is_stopped() {
                return Err(Some(build.unfinished(number, None)));
            }
            build.look_at_passing(phase, next, &passing);
        }
        while next <= build.deepest.load(Relaxed) {
            build.spread(phase, next);
            build.look_at_passing(phase, next, &passing);
            if build.is_stopped() {
                return Err(Some(build.unfinished(number, Some(next))));
            }
            (progress.ply)(next);
            next += 1;
        }
    }
    Ok(build.into_scores())
}

impl Build<'_> {
    /// Does something for each position of a table with its number, in all threads.
    fn each(
        &self,
        wanted: impl Fn(Packed) -> bool + Sync,
        visit: impl Fn(usize, usize, Placement, Mask) + Sync,
    ) {
        for (side, _) in SIDES {
            self.scores[side].par_chunks(CHUNK).enumerate().for_each(|(chunk, scores)| {
                if self.stop.load(Relaxed) {
                    return;
                }
                for (place, score) in scores.iter().enumerate() {
                    let number = chunk * CHUNK + place;
                    if wanted(Packed(score.load(Relaxed)))
                        && let Some((at, occupied)) = self.moves.layout.placement(number)
                    {
                        visit(side, number, at, occupied);
                    }
                }
            });
        }
    }

    /// Numbers that are no positions, and positions in which the side not to move is in check.
    fn mark_what_is_no_position(&self) {
        for (side, _) in SIDES {
            self.scores[side].par_chunks(CHUNK).enumerate().for_each(|(chunk, scores)| {
                if self.stop.load(Relaxed) {
                    return;
                }
                for (place, score) in scores.iter().enumerate() {
                    let stands = self.moves.layout.placement(chunk * CHUNK + place);
                    if stands.is_none_or(|(at, occupied)| self.moves.is_attacked(1 - side, at, occupied)) {
                        score.store(Packed::NONE.0, Relaxed);
                    }
                }
            });
        }
    }

    /// Mates or stalemates, and what captures and promotions alone decide.
    fn seed(&self, phase: Phase) {
        self.each(
            |score| score == Packed::UNKNOWN,
            |side, number, at, occupied| {
                if let Some(score) = self.seen_at_once(phase, side, at, occupied) {
                    self.set(side, number, score);
                }
            },
        );
    }

    fn seen_at_once(&self, phase: Phase, side: usize, at: Placement, occupied: Mask) -> Option<Score> {
        let mut has_move = false;
        let mut best: Option<Score> = None;
        let _ = self.moves.visit(side, at, occupied, &mut |arrival| {
            let there = match arrival {
                Arrival::Smaller(packed) => packed,
                Arrival::Same(number) | Arrival::Passed { number, .. } => {
                    has_move |= self.load(1 - side, number) != Packed::NONE;
                    return Flow::Continue(());
                }
            };
            let score = there.score().map(Score::before);
            has_move |= score.is_some();
            best = best.into_iter().chain(score.filter(|score| score.worth == phase.gained)).min();
            Flow::Continue(())
        });
        match has_move {
            true => best.or_else(|| self.suffers(phase, side, at, occupied, 0)),
            false if self.moves.is_attacked(side, at, occupied) => {
                Some(Score { worth: Worth::Loss, plies: 0 })
            }
            false if self.stalemate == StalemateScore::ThreeQuarters => {
                Some(Score { worth: Worth::Stalemated, plies: 0 })
            }
            false => None,
        }
    }

    /// From all scores of this many plies to the positions before them.
    fn spread(&self, phase: Phase, ply: u16) {
        let here = |worth| Packed::new(Score { worth, plies: ply });
        // Who gains does so after an odd number of plies, who suffers after an even one.
        if ply.is_multiple_of(2) {
            let gained = Score { worth: phase.gained, plies: ply + 1 };
            self.each(
                |score| score == here(phase.suffered),
                |side, _, at, occupied| {
                    self.moves.visit_back(side, at, occupied, &mut |before, _, _| {
                        if self.load(1 - side, before) != Packed::NONE {
                            self.set(1 - side, before, gained);
                        }
                    });
                },
            );
        } else {
            self.each(
                |score| score == here(phase.gained),
                |side, _, at, occupied| {
                    self.moves.visit_back(side, at, occupied, &mut |before, there, occupied| {
                        if self.load(1 - side, before) == Packed::UNKNOWN
                            && let Some(score) = self.suffers(phase, 1 - side, there, occupied, ply)
                        {
                            self.set(1 - side, before, score);
                        }
                    });
                },
            );
        }
    }

    /// The score of a position all whose moves let the other side gain, as far as is known after so many plies.
    fn suffers(&self, phase: Phase, side: usize, at: Placement, occupied: Mask, ply: u16) -> Option<Score> {
        let mut longest = None;
        let every = self.moves.visit(side, at, occupied, &mut |arrival| {
            let (there, from_now) = match arrival {
                Arrival::Smaller(packed) => (packed.score(), u16::MAX),
                Arrival::Same(number) => (self.load(1 - side, number).score(), ply),
                Arrival::Passed { .. } => (self.passed(side, arrival), ply),
            };
            let Some(there) = there else { return Flow::Continue(()) };
            // A score of the same ending may still become a shorter one until its ply has come.
            if there.worth == phase.gained && there.plies <= from_now {
                longest = longest.max(Some(there.plies + 1));
                return Flow::Continue(());
            }
            match there.worth < phase.gained {
                true => Flow::Continue(()),
                false => Flow::Break(()),
            }
        });
        match every {
            ControlFlow::Continue(()) => longest.map(|plies| Score { worth: phase.suffered, plies }),
            ControlFlow::Break(()) => None,
        }
    }

    /// What the other side has after a double step that it may answer en passant; none if the step is illegal.
    fn passed(&self, side: usize, arrival: Arrival) -> Option<Score> {
        let Arrival::Passed { number, en_passant, is_forced } = arrival else { return None };
        let without = self.load(1 - side, number).score()?;
        Some(if is_forced { en_passant } else { without.min(en_passant) })
    }

    /// Positions with a double step that may be answered en passant, by side to move.
    fn positions_before_passing(&self) -> Vec<(usize, usize)> {
        let pawns = |side| move |slot: &super::layout::Slot| slot.side == side && slot.role == Role::Pawn;
        let slots = &self.moves.layout.slots;
        if !SIDES.iter().all(|&(side, _)| slots.iter().any(pawns(side))) {
            return Vec::new();
        }
        let of = |side: usize| {
            self.scores[side].par_iter().enumerate().filter_map(move |(number, score)| {
                let is_wanted = score.load(Relaxed) != Packed::NONE.0 && !self.stop.load(Relaxed);
                let (at, occupied) = self.moves.layout.placement(number).filter(|_| is_wanted)?;
                let stop_at_passing = |arrival| match arrival {
                    Arrival::Passed { .. } => Flow::Break(()),
                    _ => Flow::Continue(()),
                };
                let found = self.moves.visit(side, at, occupied, &mut { stop_at_passing });
                found.is_break().then_some((side, number))
            })
        };
        of(0).chain(of(1)).collect()
    }

    /// The same as [`Self::spread`] for positions that no step backwards finds.
    fn look_at_passing(&self, phase: Phase, ply: u16, passing: &[(usize, usize)]) {
        passing.par_iter().for_each(|&(side, number)| {
            let packed = self.load(side, number);
            let is_open =
                packed == Packed::UNKNOWN || packed.score().is_some_and(|score| score.worth == phase.gained);
            let Some((at, occupied)) = self.moves.layout.placement(number).filter(|_| is_open) else {
                return;
            };
            let mut best = None;
            let _ = self.moves.visit(side, at, occupied, &mut |arrival| {
                let score = self.passed(side, arrival).map(Score::before);
                best = best.into_iter().chain(score.filter(|score| score.worth == phase.gained)).min();
                Flow::Continue(())
            });
            let suffered = || {
                (packed == Packed::UNKNOWN).then(|| self.suffers(phase, side, at, occupied, ply)).flatten()
            };
            if let Some(score) = best.or_else(suffered) {
                self.set(side, number, score);
            }
        });
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn unfinished(self, phase: usize, ply: Option<u16>) -> Unfinished {
        Unfinished { phase, ply, scores: self.into_scores() }
    }

    fn into_scores(self) -> [Vec<u16>; 2] {
        self.scores.map(|scores| scores.into_iter().map(AtomicU16::into_inner).collect())
    }

    /// Looks for the deepest of the scores that are there.
    fn find_deepest(&self) {
        let plies = |score: &AtomicU16| Packed(score.load(Relaxed)).score().map(|score| score.plies);
        let deepest = self.scores.iter().flatten().filter_map(plies).max();
        self.deepest.fetch_max(deepest.unwrap_or_default(), Relaxed);
    }

    fn load(&self, side: usize, number: usize) -> Packed {
        Packed(self.scores[side][number].load(Relaxed))
    }

    /// Notes a score, unless a better one is known.
    fn set(&self, side: usize, number: usize, score: Score) {
        let packed = Packed::new(score).0;
        match score.worth {
            Worth::Win | Worth::Stalemating => self.scores[side][number].fetch_min(packed, Relaxed),
            _ => self.scores[side][number].swap(packed, Relaxed),
        };
        self.deepest.fetch_max(score.plies, Relaxed);
    }
}
