//! Retrograde analysis: computes the scores of all positions of an ending backwards from mates and stalemates.
//!
//! The first phase finds forced wins and losses, ply by ply. In games where stalemate is worth more than a
//! draw, a second phase finds forced stalemates among the remaining positions. A position with a move to a lost
//! position is won. A position with a move to a won position is lost if all its moves lead to won positions.
//! Captures and promotions are scored by the tables of smaller endings, so some scores are known before
//! their ply is reached; they are used from that ply on.
//!
//! Threads share the table. The result does not depend on their order, since the best of several scores is kept
//! and only final scores are read.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use super::layout::Placement;
use super::links::SIDES;
use super::moves::{Flow, Moves, Successor};
use super::paths::Mask;
use super::score::{Packed, TableScore, Worth};
use hexmate_core::rules::{Role, StalemateScore};

/// Positions per unit of work of a thread.
const CHUNK: usize = 1 << 12;

/// Stop flag and progress callback of a build.
pub struct BuildProgress<'p> {
    /// Set by the caller to stop the build.
    pub stop: &'p AtomicBool,
    /// Called with the number of each ply after it is done.
    pub ply: &'p (dyn Fn(u16) + Sync),
}

/// State of a build: the scores by side to move.
struct Build<'a> {
    moves: Moves<'a>,
    stalemate: StalemateScore,
    scores: [Vec<AtomicU16>; 2],
    /// Maximum number of plies of a score so far.
    max_plies: AtomicU16,
    stop: &'a AtomicBool,
}

/// A pass over the table: the result that one side forces, for both sides.
#[derive(Clone, Copy)]
struct Phase {
    /// For the side that forces it.
    forcing: Worth,
    /// For the other side.
    forced: Worth,
}

const PHASES: [Phase; 2] = [
    Phase { forcing: Worth::Win, forced: Worth::Loss },
    Phase { forcing: Worth::Stalemating, forced: Worth::Stalemated },
];

/// State of a stopped build. An interrupted ply is repeated when the build resumes.
#[derive(Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// Phase: 0 for wins and losses, 1 for stalemates.
    pub phase: usize,
    /// First ply that is not done; `None` if even the immediate scores are incomplete.
    pub ply: Option<u16>,
    /// Packed scores by side to move and position index.
    pub scores: [Vec<u16>; 2],
}

impl fmt::Debug for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { phase, ply, scores: [scores, _] } = self;
        write!(f, "{} scores a side at ply {ply:?} of phase {phase}", scores.len())
    }
}

/// Returns the packed scores of all positions of an ending, by side to move.
///
/// `begun` is the state of a stopped build. If this build is stopped, the error is its state, or `None` if it had
/// only begun.
pub(super) fn build(
    moves: Moves<'_>,
    stalemate: StalemateScore,
    begun: Option<Unfinished>,
    progress: &BuildProgress<'_>,
) -> Result<[Vec<u16>; 2], Option<Unfinished>> {
    let size = moves.layout.size();
    let max_plies = AtomicU16::new(moves.links.max_plies() + 1);
    let is_begun = begun.is_some();
    let Unfinished { phase: first, mut ply, scores } = begun.unwrap_or_else(|| Unfinished {
        phase: 0,
        ply: None,
        scores: [(); 2].map(|()| vec![Packed::UNKNOWN.0; size]),
    });
    let scores = scores.map(|side| side.into_iter().map(AtomicU16::new).collect());
    let build = Build { moves, stalemate, scores, max_plies, stop: progress.stop };
    match is_begun {
        true => build.find_max_plies(),
        false => build.mark_invalid(),
    }
    if build.is_stopped() && !is_begun {
        return Err(None);
    }
    let before_double_steps = build.positions_before_double_steps();
    let phases = if stalemate == StalemateScore::Draw { 1 } else { 2 };
    for (index, &phase) in PHASES.iter().enumerate().take(phases).skip(first) {
        let mut next = ply.take().unwrap_or(0);
        if next == 0 {
            build.set_immediate_scores(phase);
            if build.is_stopped() {
                return Err(Some(build.unfinished(index, None)));
            }
            build.update_before_double_steps(phase, next, &before_double_steps);
        }
        while next <= build.max_plies.load(Relaxed) {
            build.propagate(phase, next);
            build.update_before_double_steps(phase, next, &before_double_steps);
            if build.is_stopped() {
                return Err(Some(build.unfinished(index, Some(next))));
            }
            (progress.ply)(next);
            next += 1;
        }
    }
    Ok(build.into_scores())
}

impl Build<'_> {
    /// Visits each position whose score is `wanted`, with side to move and index, in all threads.
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
                    let index = chunk * CHUNK + place;
                    if wanted(Packed(score.load(Relaxed)))
                        && let Some((at, occupied)) = self.moves.layout.placement(index)
                    {
                        visit(side, index, at, occupied);
                    }
                }
            });
        }
    }

    /// Marks indices without a position, and positions in which the side not to move is in check.
    fn mark_invalid(&self) {
        for (side, _) in SIDES {
            self.scores[side].par_chunks(CHUNK).enumerate().for_each(|(chunk, scores)| {
                if self.stop.load(Relaxed) {
                    return;
                }
                for (place, score) in scores.iter().enumerate() {
                    let placement = self.moves.layout.placement(chunk * CHUNK + place);
                    if placement.is_none_or(|(at, occupied)| self.moves.is_attacked(1 - side, at, occupied)) {
                        score.store(Packed::NONE.0, Relaxed);
                    }
                }
            });
        }
    }

    /// Sets the scores of mates, stalemates and positions decided by captures and promotions alone.
    fn set_immediate_scores(&self, phase: Phase) {
        self.each(
            |score| score == Packed::UNKNOWN,
            |side, index, at, occupied| {
                if let Some(score) = self.immediate_score(phase, side, at, occupied) {
                    self.set(side, index, score);
                }
            },
        );
    }

    fn immediate_score(
        &self,
        phase: Phase,
        side: usize,
        at: Placement,
        occupied: Mask,
    ) -> Option<TableScore> {
        let mut has_move = false;
        let mut best: Option<TableScore> = None;
        let _ = self.moves.visit(side, at, occupied, &mut |successor| {
            let there = match successor {
                Successor::Smaller(packed) => packed,
                Successor::Same(index) | Successor::DoubleStep { index, .. } => {
                    has_move |= self.load(1 - side, index) != Packed::NONE;
                    return Flow::Continue(());
                }
            };
            let score = there.score().map(TableScore::before);
            has_move |= score.is_some();
            best = best.into_iter().chain(score.filter(|score| score.worth == phase.forcing)).min();
            Flow::Continue(())
        });
        match has_move {
            true => best.or_else(|| self.forced_score(phase, side, at, occupied, 0)),
            false if self.moves.is_attacked(side, at, occupied) => {
                Some(TableScore { worth: Worth::Loss, plies: 0 })
            }
            false if self.stalemate == StalemateScore::ThreeQuarters => {
                Some(TableScore { worth: Worth::Stalemated, plies: 0 })
            }
            false => None,
        }
    }

    /// Updates the predecessors of all positions with scores of `ply` plies.
    fn propagate(&self, phase: Phase, ply: u16) {
        let here = |worth| Packed::new(TableScore { worth, plies: ply });
        // Scores of the forcing side have an odd number of plies, those of the forced side an even one.
        if ply.is_multiple_of(2) {
            let forcing = TableScore { worth: phase.forcing, plies: ply + 1 };
            self.each(
                |score| score == here(phase.forced),
                |side, _, at, occupied| {
                    self.moves.visit_back(side, at, occupied, &mut |before, _, _| {
                        if self.load(1 - side, before) != Packed::NONE {
                            self.set(1 - side, before, forcing);
                        }
                    });
                },
            );
        } else {
            self.each(
                |score| score == here(phase.forcing),
                |side, _, at, occupied| {
                    self.moves.visit_back(side, at, occupied, &mut |before, there, occupied| {
                        if self.load(1 - side, before) == Packed::UNKNOWN
                            && let Some(score) = self.forced_score(phase, 1 - side, there, occupied, ply)
                        {
                            self.set(1 - side, before, score);
                        }
                    });
                },
            );
        }
    }

    /// Returns the score of a position in which every move lets the other side force the result, as known after
    /// `ply` plies; `None` if some move does not.
    fn forced_score(
        &self,
        phase: Phase,
        side: usize,
        at: Placement,
        occupied: Mask,
        ply: u16,
    ) -> Option<TableScore> {
        let mut longest = None;
        let every = self.moves.visit(side, at, occupied, &mut |successor| {
            let (there, from_now) = match successor {
                Successor::Smaller(packed) => (packed.score(), u16::MAX),
                Successor::Same(index) => (self.load(1 - side, index).score(), ply),
                Successor::DoubleStep { .. } => (self.score_after_double_step(side, successor), ply),
            };
            let Some(there) = there else { return Flow::Continue(()) };
            // Within the same ending, a score with more plies than `ply` is not final.
            if there.worth == phase.forcing && there.plies <= from_now {
                longest = longest.max(Some(there.plies + 1));
                return Flow::Continue(());
            }
            match there.worth < phase.forcing {
                true => Flow::Continue(()),
                false => Flow::Break(()),
            }
        });
        match every {
            ControlFlow::Continue(()) => longest.map(|plies| TableScore { worth: phase.forced, plies }),
            ControlFlow::Break(()) => None,
        }
    }

    /// Returns the score for the other side after a double step that it can capture en passant; `None` if the step is
    /// illegal.
    fn score_after_double_step(&self, side: usize, successor: Successor) -> Option<TableScore> {
        let Successor::DoubleStep { index, en_passant, is_forced } = successor else { return None };
        let without = self.load(1 - side, index).score()?;
        Some(if is_forced { en_passant } else { without.min(en_passant) })
    }

    /// Returns the positions, as side to move and index, with a double step that can be captured en passant.
    fn positions_before_double_steps(&self) -> Vec<(usize, usize)> {
        let pawns = |side| move |slot: &super::layout::Slot| slot.side == side && slot.role == Role::Pawn;
        let slots = &self.moves.layout.slots;
        if !SIDES.iter().all(|&(side, _)| slots.iter().any(pawns(side))) {
            return Vec::new();
        }
        let of = |side: usize| {
            self.scores[side].par_iter().enumerate().filter_map(move |(index, score)| {
                let is_wanted = score.load(Relaxed) != Packed::NONE.0 && !self.stop.load(Relaxed);
                let (at, occupied) = self.moves.layout.placement(index).filter(|_| is_wanted)?;
                let stop_at_passing = |successor| match successor {
                    Successor::DoubleStep { .. } => Flow::Break(()),
                    _ => Flow::Continue(()),
                };
                let found = self.moves.visit(side, at, occupied, &mut { stop_at_passing });
                found.is_break().then_some((side, index))
            })
        };
        of(0).chain(of(1)).collect()
    }

    /// Updates positions before double steps, which [`Moves::visit_back`] does not reach.
    fn update_before_double_steps(&self, phase: Phase, ply: u16, before_double_steps: &[(usize, usize)]) {
        before_double_steps.par_iter().for_each(|&(side, index)| {
            let packed = self.load(side, index);
            let is_open =
                packed == Packed::UNKNOWN || packed.score().is_some_and(|score| score.worth == phase.forcing);
            let Some((at, occupied)) = self.moves.layout.placement(index).filter(|_| is_open) else {
                return;
            };
            let mut best = None;
            let _ = self.moves.visit(side, at, occupied, &mut |successor| {
                let score = self.score_after_double_step(side, successor).map(TableScore::before);
                best = best.into_iter().chain(score.filter(|score| score.worth == phase.forcing)).min();
                Flow::Continue(())
            });
            let forced = || {
                (packed == Packed::UNKNOWN)
                    .then(|| self.forced_score(phase, side, at, occupied, ply))
                    .flatten()
            };
            if let Some(score) = best.or_else(forced) {
                self.set(side, index, score);
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

    /// Initialises the maximum number of plies from the existing scores.
    fn find_max_plies(&self) {
        let plies = |score: &AtomicU16| Packed(score.load(Relaxed)).score().map(|score| score.plies);
        let max_plies = self.scores.iter().flatten().filter_map(plies).max();
        self.max_plies.fetch_max(max_plies.unwrap_or_default(), Relaxed);
    }

    fn load(&self, side: usize, index: usize) -> Packed {
        Packed(self.scores[side][index].load(Relaxed))
    }

    /// Stores a score. A score of the forcing side replaces a known one only if it is better.
    fn set(&self, side: usize, index: usize, score: TableScore) {
        let packed = Packed::new(score).0;
        match score.worth {
            Worth::Win | Worth::Stalemating => self.scores[side][index].fetch_min(packed, Relaxed),
            _ => self.scores[side][index].swap(packed, Relaxed),
        };
        self.max_plies.fetch_max(score.plies, Relaxed);
    }
}
