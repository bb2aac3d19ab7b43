//! Pawn structures: passed, doubled and guarded pawns.

use super::Tables;
use super::taper::Taper;
use super::weights::EvaluationTerm;
use hexmate_core::geometry::{CellSet, Geometry};
use hexmate_core::rules::{Player, Variant, pawn_attacks};
use std::hash::BuildHasher;

/// Number of structures that are remembered.
const SLOTS: usize = 1 << 12;

/// Evaluation of one pawn structure.
#[derive(Clone, Copy)]
pub struct Structure<V: Variant> {
    pawns: [CellSet<V::Geometry>; 2],
    /// White's pawns minus Black's.
    pub score: Taper,
    /// Passed pawns of both sides.
    pub passed: [CellSet<V::Geometry>; 2],
    /// Cells that pawns of both sides attack.
    pub takes: [CellSet<V::Geometry>; 2],
    /// Cells that pawns of both sides attack or can come to attack.
    pub reaches: [CellSet<V::Geometry>; 2],
}

/// Memory of pawn structures, compared by their cells.
#[derive(Clone)]
pub struct PawnCache<V: Variant> {
    slots: Vec<Structure<V>>,
    hasher: foldhash::fast::FixedState,
}

impl<V: Variant> PawnCache<V> {
    /// Creates an empty memory: it knows the structure without pawns.
    pub fn new() -> Self {
        let empty = [CellSet::EMPTY; 2];
        let slots =
            vec![
                Structure { pawns: empty, score: Taper::ZERO, passed: empty, takes: empty, reaches: empty };
                SLOTS
            ];
        Self { slots, hasher: foldhash::fast::FixedState::default() }
    }

    /// Returns the evaluation of a structure.
    #[inline]
    pub(super) fn probe(
        &mut self,
        tables: &Tables<V>,
        white: CellSet<V::Geometry>,
        black: CellSet<V::Geometry>,
    ) -> Structure<V> {
        let pawns = [white, black];
        let slot = self.hasher.hash_one(pawns) as usize % SLOTS;
        let [old_white, old_black] = self.slots[slot].pawns;
        if old_white != white || old_black != black {
            self.slots[slot] = evaluate(tables, pawns);
        }
        self.slots[slot]
    }
}

impl<V: Variant> Default for PawnCache<V> {
    fn default() -> Self {
        Self::new()
    }
}

pub(super) fn step<V: Variant>(player: Player, cells: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
    V::pawn_steps(player).fold(CellSet::EMPTY, |next, way| next | V::Geometry::shift(cells, way))
}

fn step_back<V: Variant>(player: Player, cells: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
    V::pawn_steps(player).fold(CellSet::EMPTY, |next, way| next | V::Geometry::shift(cells, way.opposite()))
}

/// Returns the cells that pawns can reach by steps on an empty board.
pub(super) fn way<V: Variant>(player: Player, pawns: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
    flood(pawns, |cells| step::<V>(player, cells))
}

/// Returns all cells that are reached by repeating a step, without the first ones unless they are reached too.
fn flood<G: Geometry>(first: CellSet<G>, next: impl Fn(CellSet<G>) -> CellSet<G>) -> CellSet<G> {
    let mut reached = CellSet::EMPTY;
    let mut edge = next(first);
    while !edge.is_empty() {
        reached |= edge;
        edge = next(edge) - reached;
    }
    reached
}

fn evaluate<V: Variant>(tables: &Tables<V>, pawns: [CellSet<V::Geometry>; 2]) -> Structure<V> {
    let [white, black] = pawns;
    let takes = [pawn_attacks::<V>(Player::WHITE, white), pawn_attacks::<V>(Player::BLACK, black)];
    let ways = [way::<V>(Player::WHITE, white), way::<V>(Player::BLACK, black)];
    let reaches = [
        pawn_attacks::<V>(Player::WHITE, white | ways[0]),
        pawn_attacks::<V>(Player::BLACK, black | ways[1]),
    ];
    let mut structure = Structure { pawns, score: Taper::ZERO, passed: [CellSet::EMPTY; 2], takes, reaches };
    let weights = tables.weights();
    for player in [Player::WHITE, Player::BLACK] {
        let us = player.index();
        let [ours, theirs] = [pawns[us], pawns[1 - us]];
        let stoppers = theirs | reaches[1 - us];
        let stopped = flood(stoppers, |cells| step_back::<V>(player, cells));
        let passed = ours - stopped;
        structure.passed[us] = passed;
        let behind = flood(ours, |cells| step_back::<V>(player, cells)) & ours;
        let mut score = weights.get(EvaluationTerm::Doubled) * behind.len() as i32;
        score += weights.get(EvaluationTerm::Guarded) * (structure.takes[us] & ours).len() as i32;
        score += weights.get(EvaluationTerm::Isolated) * (ours - reaches[us]).len() as i32;
        score += weights.get(EvaluationTerm::PassedGuarded) * (passed & takes[us]).len() as i32;
        for pawn in passed {
            score += weights.by_steps(EvaluationTerm::Passed1, tables.steps(player, pawn));
        }
        structure.score += if us == 0 { score } else { -score };
    }
    structure
}

/// Returns for each cell the fewest steps of a pawn to promotion on an empty board; 0 where it cannot promote.
pub(super) fn steps_to_promotion<V: Variant>(player: Player) -> Vec<u8> {
    let mut steps = vec![0; V::Geometry::SLOTS];
    let goal = V::promotion_cells(player);
    let mut reached = goal;
    let mut edge = goal;
    let mut count = 0;
    loop {
        edge = step_back::<V>(player, edge) - reached;
        count += 1;
        if edge.is_empty() {
            return steps;
        }
        for cell in edge {
            steps[cell.index()] = count;
        }
        reached |= edge;
    }
}
