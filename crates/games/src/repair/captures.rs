//! Captures that the players of a game leave undone, as a weight in bits.
//!
//! A wrong move often puts a piece where it can be taken, or leaves it there, and the moves after it do not take it.

use std::collections::HashMap;

use super::candidate::{Candidate, Candidates};
use super::graph::Budget;
use crate::play::value;
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;

/// Weight of each half-move that leaves a piece.
const LEFT: f64 = 1.5;

/// Greatest weight, so that captures alone do not decide.
const MOST: f64 = 4.0;

/// Least gain that a player hardly leaves, in pawns.
const PIECE: i32 = 2;

/// Number of half-moves after the last edit that are compared.
const REACH: usize = 8;

/// Greatest number of candidates that are compared.
const COMPARED: usize = 64;

/// Adds the weight of captures left undone to the likeliest candidates, compared with the one that leaves fewest.
pub(super) fn weigh(start: &Position, candidates: &mut Candidates, budget: &mut Budget) {
    let mut likeliest: Vec<&mut Candidate> = candidates.values_mut().collect();
    likeliest.sort_by(|one, other| one.bits.total_cmp(&other.bits).then_with(|| one.line.cmp(&other.line)));
    likeliest.truncate(COMPARED);
    let begin = likeliest.iter().map(|candidate| candidate.ply).min().unwrap_or(0);
    let end = likeliest.iter().map(|candidate| candidate.ply + candidate.inserted).max().unwrap_or(0) + REACH;
    let mut gains = Gains::default();
    let weights: Vec<f64> =
        likeliest.iter().map(|candidate| gains.bits(start, &candidate.line, begin..end, budget)).collect();
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    for (candidate, weight) in likeliest.into_iter().zip(weights) {
        candidate.bits += weight - least;
    }
}

/// The greatest gain of a capture in each position, in pawns.
#[derive(Default)]
struct Gains(HashMap<u128, i32>);

impl Gains {
    /// Returns the weight of the half-moves of a line within a range.
    fn bits(
        &mut self,
        start: &Position,
        line: &[Move],
        range: std::ops::Range<usize>,
        budget: &mut Budget,
    ) -> f64 {
        let mut position = start.clone();
        let mut bits: f64 = 0.0;
        for (ply, &m) in line.iter().enumerate().take(range.end) {
            if range.contains(&ply) && bits < MOST {
                let best = *self.0.entry(position.key()).or_insert_with(|| {
                    budget.take();
                    position.legal_moves().map(|m| gain(&position, m)).max().unwrap_or(0)
                });
                bits += if best >= gain(&position, m) + PIECE { LEFT } else { 0.0 };
            }
            position.make_move_unchecked(m);
        }
        bits.min(MOST)
    }
}

/// Returns what a move wins by its capture, in pawns, if a defender takes back.
fn gain(position: &Position, m: Move) -> i32 {
    if !position.is_capture(m) {
        return 0;
    }
    let taken = position.piece(m.to);
    let role = position.piece(m.from).map_or(Role::Pawn, |piece| piece.role);
    let is_defended = taken.is_some_and(|piece| !position.attackers(m.to, piece.owner).is_empty());
    let taken = taken.map_or(Role::Pawn, |piece| piece.role);
    value(taken) - if is_defended { value(role) } else { 0 }
}
