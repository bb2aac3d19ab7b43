//! Edits of one place that make a game legal, ranked by their likelihood.

use std::collections::BTreeMap;

use super::candidate::{Candidate, Candidates};
use super::graph::Budget;
use super::kind::EditKind;
use hexmate_core::rules::Move;
use hexmate_position::{Letters, Position, San};

/// Maximum number of edits in the result.
const MAX_EDITS: usize = 3;

/// Bits by which an edit is likelier than all others together, to be accepted.
const MARGIN: f64 = 5.0;

/// An edit of one place: written half-moves are replaced by others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Index of the first half-move that differs.
    pub ply: usize,
    /// Number of written half-moves that are replaced; 0 for an insertion.
    pub removed: usize,
    /// Slip that the edit undoes.
    pub kind: EditKind,
    /// Position before the edited half-moves.
    pub position: Position,
    /// Half-moves that replace them, each with its alternatives likeliest first. Empty for a removal.
    ///
    /// All have the same number of half-moves. If there are several, the game does not decide between them.
    pub alternatives: Vec<Vec<Move>>,
    /// Piece letters and names of cells with which the text is read.
    pub letters: Letters,
    /// All moves of the game for the likeliest alternative.
    pub line: Vec<Move>,
    /// Number of games that the edit can give.
    pub games: usize,
    /// Weight in tenths of a bit. Of two edits the one with ten less is twice as likely.
    pub weight: u32,
}

impl Edit {
    /// Returns the alternatives as SAN, each with blanks between its half-moves.
    pub fn sans(&self) -> Vec<String> {
        let sans = |moves: &Vec<Move>| {
            let mut position = self.position.clone();
            let words = moves.iter().map(|&m| {
                let san = San { position: &position, m, letters: &self.letters }.to_string();
                position.make_move_unchecked(m);
                san
            });
            words.collect::<Vec<_>>().join(" ")
        };
        self.alternatives.iter().map(sans).collect()
    }
}

/// Edits that make a game legal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edits {
    /// The likeliest edits, likeliest first.
    pub ranked: Vec<Edit>,
    /// Number of other edits.
    pub others: usize,
    /// `true` if the first edit gives one game, and all others together are much less likely.
    pub is_decided: bool,
}

/// A class of candidates that are one edit.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    ply: usize,
    removed: usize,
    inserted: usize,
    /// The new half-moves; `None` if the text does not say which.
    moves: Option<Vec<Move>>,
}

impl Key {
    /// Returns the class of a candidate; the moves of the first player have even indices, or odd ones.
    fn of(candidate: &Candidate, begins_even: bool) -> Self {
        let Candidate { kind, ply, removed, inserted, .. } = *candidate;
        if kind.exchanges_own_moves() {
            // The text does not say whether the moves of one player or of both are exchanged in two rounds.
            let is_of_second = kind == EditKind::SwappedWithOwn && ply.is_multiple_of(2) != begins_even;
            let ply = if is_of_second { ply.saturating_sub(1) } else { ply };
            return Self { ply, removed: EXCHANGED, inserted: EXCHANGED, moves: None };
        }
        let moves = (!kind.is_open()).then(|| candidate.new_moves().to_vec());
        Self { ply, removed, inserted, moves }
    }
}

/// Number of half-moves of two rounds.
const EXCHANGED: usize = 4;

/// Returns whether the likeliest game of the first class is much likelier than all others together.
fn is_decided(classes: &[(f64, Vec<Candidate>)]) -> bool {
    let [(_, class), others @ ..] = classes else { return false };
    let [first, rest @ ..] = &class[..] else { return false };
    let rivals = rest.iter().map(|candidate| candidate.bits).chain(others.iter().map(|&(bits, _)| bits));
    // Elsewhere signs alone do not decide between the games of one edit.
    (rest.is_empty() || first.kind.exchanges_own_moves()) && bits_of_sum(rivals) - first.bits >= MARGIN
}

impl Edits {
    /// Ranks candidates for a game that begins with a position.
    pub(super) fn ranked(start: &Position, candidates: Candidates, budget: &Budget) -> Self {
        let begins_even = start.move_number().is_first_of_round;
        let mut classes: BTreeMap<Key, Vec<Candidate>> = BTreeMap::new();
        for candidate in candidates.into_values() {
            classes.entry(Key::of(&candidate, begins_even)).or_default().push(candidate);
        }
        let mut classes: Vec<(f64, Vec<Candidate>)> = classes
            .into_values()
            .map(|mut class| {
                class.sort_by(|one, other| {
                    one.bits.total_cmp(&other.bits).then_with(|| one.line.cmp(&other.line))
                });
                (bits_of_sum(class.iter().map(|candidate| candidate.bits)), class)
            })
            .collect();
        classes.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let is_decided = budget.has_more() && is_decided(&classes);
        if let Some((_, class)) = classes.first_mut().filter(|_| is_decided) {
            class.truncate(1);
        }
        let others = classes.len().saturating_sub(MAX_EDITS);
        let ranked = classes.into_iter().take(MAX_EDITS).map(|(bits, class)| edit(start, bits, &class));
        Self { ranked: ranked.collect(), others, is_decided }
    }
}

impl Candidate {
    /// Returns the half-moves that replace the written ones.
    fn new_moves(&self) -> &[Move] {
        &self.line[self.ply..self.ply + self.inserted]
    }
}

/// Returns the weight of the sum of several likelihoods, in bits.
fn bits_of_sum(bits: impl Iterator<Item = f64>) -> f64 {
    -bits.map(|bits| (-bits).exp2()).sum::<f64>().log2()
}

/// Creates the edit of a class of candidates.
fn edit(start: &Position, bits: f64, class: &[Candidate]) -> Edit {
    let first = &class[0];
    // Exchanges of one class may begin and end with different half-moves.
    let ply = class.iter().map(|candidate| candidate.ply).min().unwrap_or(first.ply);
    let end = |length: fn(&Candidate) -> usize| {
        class.iter().map(|candidate| candidate.ply + length(candidate)).max().unwrap_or(ply)
    };
    let (removed_to, inserted_to) = (end(|candidate| candidate.removed), end(|candidate| candidate.inserted));
    let position = first.line[..ply].iter().fold(start.clone(), |position, &m| position.play_unchecked(m));
    let mut alternatives: Vec<Vec<Move>> = Vec::new();
    for candidate in class {
        let moves = candidate.line[ply..inserted_to].to_vec();
        // After another beginning the moves belong to another position.
        let is_here = candidate.line[..ply] == first.line[..ply];
        if is_here && !moves.is_empty() && !alternatives.contains(&moves) {
            alternatives.push(moves);
        }
    }
    Edit {
        ply,
        removed: removed_to - ply,
        kind: first.kind,
        position,
        alternatives,
        letters: first.letters,
        line: first.line.clone(),
        games: class.len(),
        weight: (10.0 * bits).round().clamp(0.0, f64::from(u32::MAX)) as u32,
    }
}
