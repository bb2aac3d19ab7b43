//! Value of a position without search.
//!
//! The value is a sum of [`EvaluationTerm`]s, each counted for both sides and multiplied by its [`Taper`]ed weight. Terms that
//! depend on one piece and its cell are kept up to date by the search ([`Sums`]); pawn structures are
//! remembered ([`PawnCache`]); the rest is counted here. All terms are symmetric: a position and its image with
//! exchanged sides have the same value for the side to move.

mod board_tables;
mod pawns;
mod taper;
mod weights;

pub use board_tables::{Sums, Tables, phase_of};
pub use pawns::PawnCache;
pub use taper::Taper;
pub use weights::{EvaluationTerm, TERMS, Weights};

use hexmate_core::geometry::{Cell, CellSet, Geometry};
use hexmate_core::rules::{Player, Position, Role, Variant, pawn_attacks};

/// Cap of the weighted attacks on a king.
const MOST_DANGER: i32 = 60;

/// Divisor of the squared attacks on a king.
const DANGER_SHARE: i32 = 64;

/// Evaluation of one game for two, with memory for pawn structures.
#[derive(Clone)]
pub struct Evaluator<V: Variant> {
    tables: Tables<V>,
    cache: PawnCache<V>,
}

/// One side of a position during its evaluation.
struct Side<V: Variant> {
    ours: CellSet<V::Geometry>,
    /// Cells that enemy pawns attack.
    guarded: CellSet<V::Geometry>,
    /// The enemy king's cell and those beside it.
    zone: CellSet<V::Geometry>,
    /// Enemy rooks and queens.
    heavy: CellSet<V::Geometry>,
}

impl<V: Variant> Evaluator<V> {
    /// Creates the evaluation of a game.
    pub fn new(weights: &Weights) -> Self {
        Self { tables: Tables::new(weights), cache: PawnCache::new() }
    }

    /// Returns the tables of pieces and cells.
    pub fn tables(&self) -> &Tables<V> {
        &self.tables
    }

    /// Returns the value for the side to move in centipawns; `sums` must be those of the position.
    pub fn evaluate(&mut self, position: &Position<V>, sums: &Sums) -> i32 {
        let board = position.board();
        let [white, black] = [Player::WHITE, Player::BLACK].map(|player| board.by_owner(player));
        let pawns = board.by_role(Role::Pawn);
        let occupied = white | black;
        let kings = [Player::WHITE, Player::BLACK].map(|player| position.king(player));
        let structure = self.cache.probe(&self.tables, pawns & white, pawns & black);
        let weights = self.tables.weights();
        let mut score = sums.score + structure.score;
        let heavy = board.by_role(Role::Rook) | board.by_role(Role::Queen);
        let cover = structure.takes;
        for (player, ours, theirs) in [(Player::WHITE, white, black), (Player::BLACK, black, white)] {
            let us = player.index();
            let them = 1 - us;
            let side = Side {
                ours,
                guarded: cover[them],
                zone: kings[them].map_or(CellSet::EMPTY, |king| self.tables.zone(king)),
                heavy: heavy & theirs,
            };
            let mut own = self.activity(position, occupied, &side);
            let threatened = cover[us] & (theirs - pawns);
            // Counting is slow where the processor has no instruction for it.
            if !threatened.is_empty() {
                own += weights.get(EvaluationTerm::PawnThreat) * threatened.len() as i32;
            }
            if let Some(king) = kings[us] {
                own += weights.get(EvaluationTerm::Shield)
                    * (self.tables.zone(king) & pawns & ours).len() as i32;
            }
            let passed = structure.passed[us];
            if !passed.is_empty() {
                let stopped = V::pawn_steps(player)
                    .fold(passed, |stopped, way| stopped & V::Geometry::shift(theirs, way.opposite()));
                if !stopped.is_empty() {
                    own += weights.get(EvaluationTerm::PassedBlocked) * stopped.len() as i32;
                }
            }
            if !(theirs - pawns).is_several()
                && let [Some(king), Some(prey)] = [kings[us], kings[them]]
            {
                own += self.chase(position, ours, king, prey);
            }
            if us == 0 {
                score += own;
            } else {
                score -= own;
            }
        }
        let sign = if position.turn() == Player::WHITE { 1 } else { -1 };
        let tempo = weights.get(EvaluationTerm::Tempo);
        (score * sign + tempo).mix(sums.phase, self.tables.full_phase())
    }

    /// Mobility of officers, their attacks on the enemy king, and those of the lighter ones on heavy pieces.
    fn activity(&self, position: &Position<V>, occupied: CellSet<V::Geometry>, side: &Side<V>) -> Taper {
        let board = position.board();
        let weights = self.tables.weights();
        let free = !(side.ours | side.guarded);
        let mut score = Taper::ZERO;
        let mut attack = 0;
        let mut attackers = 0;
        for (role, term, force) in [
            (Role::Knight, EvaluationTerm::KnightMobility, 3),
            (Role::Bishop, EvaluationTerm::BishopMobility, 3),
            (Role::Rook, EvaluationTerm::RookMobility, 4),
            (Role::Queen, EvaluationTerm::QueenMobility, 6),
        ] {
            let mobility = weights.get(term);
            // In Gliński's game mobility has no weight.
            let counts = mobility != Taper::ZERO;
            let mut cells = 0;
            let heavy = if matches!(role, Role::Knight | Role::Bishop) { side.heavy } else { CellSet::EMPTY };
            let aims = side.zone | heavy;
            for from in board.by_role(role) & side.ours {
                if !counts && !lines::<V>(role, from).meets(aims) {
                    continue;
                }
                let reach = reach::<V>(role, from, occupied);
                if counts {
                    cells += (reach & free).len() as i32;
                }
                if reach.meets(side.zone) {
                    attackers += 1;
                    attack += force * (reach & side.zone).len() as i32;
                }
                if reach.meets(heavy) {
                    score += weights.get(EvaluationTerm::MinorThreat);
                }
            }
            score += mobility * cells;
        }
        if attackers > 1 {
            let attack = attack.min(MOST_DANGER);
            score += weights.get(EvaluationTerm::Danger).share(attack * attack, DANGER_SHARE);
        }
        score
    }

    /// Drives a king without officers to the edge, and the other king after it.
    fn chase(&self, position: &Position<V>, ours: CellSet<V::Geometry>, king: Cell, prey: Cell) -> Taper {
        let board = position.board();
        let force = (board.by_role(Role::Queen) | board.by_role(Role::Rook)) & ours;
        if force.is_empty() {
            return Taper::ZERO;
        }
        let weights = self.tables.weights();
        weights.get(EvaluationTerm::BareEdge).share(100 - self.tables.centrality(prey), 100)
            + weights.get(EvaluationTerm::BareClose).share(100 - self.tables.distance(king, prey), 100)
    }
}

/// Returns the cells that a player attacks.
pub(crate) fn attacked_by<V: Variant>(position: &Position<V>, player: Player) -> CellSet<V::Geometry> {
    let board = position.board();
    let ours = board.by_owner(player);
    let free = board.not_attacked_by_officers(CellSet::all(), ours, board.occupied());
    !free | pawn_attacks::<V>(player, board.by_role(Role::Pawn) & ours)
}

/// Returns the cells that an officer attacks on an empty board.
#[inline]
fn lines<V: Variant>(role: Role, from: Cell) -> CellSet<V::Geometry> {
    match role {
        Role::Knight => V::Geometry::leaps(from),
        Role::Bishop => V::Geometry::vertex_lines(from),
        Role::Rook => V::Geometry::edge_lines(from),
        _ => V::Geometry::vertex_lines(from) | V::Geometry::edge_lines(from),
    }
}

/// Returns the cells that an officer attacks.
#[inline]
fn reach<V: Variant>(role: Role, from: Cell, occupied: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
    match role {
        Role::Knight => V::Geometry::leaps(from),
        Role::Bishop => V::Geometry::slide_vertices(from, occupied),
        Role::Rook => V::Geometry::slide_edges(from, occupied),
        _ => V::Geometry::slide_vertices(from, occupied) | V::Geometry::slide_edges(from, occupied),
    }
}
