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

use pawns::Structure;
use weights::STEPS;

use hexmate_core::geometry::{Cell, CellSet, Geometry};
use hexmate_core::rules::{Player, Position, Role, Variant, pawn_attacks};

/// Cap of the weighted attacks on a king.
const MOST_DANGER: i32 = 60;

/// Divisor of the squared attacks on a king.
const DANGER_SHARE: i32 = 64;

/// Factor of the chase of a king without other pieces, where the chase is the only term.
const ALONE: i32 = 3;

/// Terms for which the cells that all officers attack are counted.
const REACHING: [EvaluationTerm; 9] = [
    EvaluationTerm::QueenMobility,
    EvaluationTerm::RookMobility,
    EvaluationTerm::BishopMobility,
    EvaluationTerm::KnightMobility,
    EvaluationTerm::Loose,
    EvaluationTerm::HangingOfficer,
    EvaluationTerm::HangingPawn,
    EvaluationTerm::SafeCheck,
    EvaluationTerm::WeakZone,
];

/// Evaluation of one game for two, with memory for pawn structures.
#[derive(Clone)]
pub struct Evaluator<V: Variant> {
    tables: Tables<V>,
    cache: PawnCache<V>,
    /// Any term of [`REACHING`] has a weight.
    counts_reach: bool,
}

/// One side of a position during its evaluation.
struct Side<V: Variant> {
    player: Player,
    ours: CellSet<V::Geometry>,
    theirs: CellSet<V::Geometry>,
    king: Option<Cell>,
    enemy_king: Option<Cell>,
    /// The enemy king's cell and those beside it.
    zone: CellSet<V::Geometry>,
}

/// Attacks of the officers of one side.
struct Attacks<V: Variant> {
    /// Cells by role: knights, bishops, rooks, queens.
    roles: [CellSet<V::Geometry>; 4],
    all: CellSet<V::Geometry>,
    /// Value of the activity of the officers.
    score: Taper,
}

impl<V: Variant> Evaluator<V> {
    /// Creates the evaluation of a game.
    pub fn new(weights: &Weights) -> Self {
        let counts_reach = REACHING.iter().any(|&term| weights.get(term) != Taper::ZERO);
        Self { tables: Tables::new(weights), cache: PawnCache::new(), counts_reach }
    }

    /// Returns the tables of pieces and cells.
    pub fn tables(&self) -> &Tables<V> {
        &self.tables
    }

    /// Returns the value for the side to move in centipawns; `sums` must be those of the position.
    #[inline]
    pub fn evaluate(&mut self, position: &Position<V>, sums: &Sums) -> i32 {
        self.taper(position, sums).mix(sums.phase, self.tables.full_phase())
    }

    /// Returns the value for the side to move in both phases.
    pub fn taper(&mut self, position: &Position<V>, sums: &Sums) -> Taper {
        let board = position.board();
        let [white, black] = [Player::WHITE, Player::BLACK].map(|player| board.by_owner(player));
        let pawns = board.by_role(Role::Pawn);
        let kings = [Player::WHITE, Player::BLACK].map(|player| position.king(player));
        let structure = self.cache.probe(&self.tables, pawns & white, pawns & black);
        let side = |player: Player, ours, theirs| {
            let [king, enemy_king] = [kings[player.index()], kings[1 - player.index()]];
            let zone = enemy_king.map_or(CellSet::EMPTY, |king| self.tables.zone(king));
            Side { player, ours, theirs, king, enemy_king, zone }
        };
        let sides = [side(Player::WHITE, white, black), side(Player::BLACK, black, white)];
        let attacks =
            [self.attacks(position, &sides[0], &structure), self.attacks(position, &sides[1], &structure)];
        let mut score = sums.score + structure.score;
        score += self.own(position, &sides[0], &attacks, &structure);
        score -= self.own(position, &sides[1], &attacks, &structure);
        let tempo = self.tables.weights().get(EvaluationTerm::Tempo);
        if position.turn() == Player::WHITE { score + tempo } else { tempo - score }
    }

    /// Terms of one side that need the attacks of both.
    fn own(
        &self,
        position: &Position<V>,
        side: &Side<V>,
        attacks: &[Attacks<V>; 2],
        structure: &Structure<V>,
    ) -> Taper {
        let board = position.board();
        let weights = self.tables.weights();
        let &Side { player, ours, theirs, king, enemy_king, zone } = side;
        let us = player.index();
        let them = 1 - us;
        let [own, other] = [&attacks[us], &attacks[them]];
        let pawns = board.by_role(Role::Pawn);
        let officers = !(pawns | board.by_role(Role::King));
        if !theirs.is_several()
            && let [Some(king), Some(prey)] = [king, enemy_king]
        {
            // Other terms would keep the pieces where they are.
            return self.chase(position, ours, king, prey) * ALONE;
        }
        let home = king.map_or(CellSet::EMPTY, |king| self.tables.zone(king));
        let mut score = own.score;
        // Counting is slow where the processor has no instruction for it.
        let mut count = |term: EvaluationTerm, cells: CellSet<V::Geometry>| {
            if !cells.is_empty() {
                score += weights.get(term) * cells.len() as i32;
            }
        };
        count(EvaluationTerm::PawnThreat, structure.takes[us] & theirs & !pawns);
        count(EvaluationTerm::Shield, home & pawns & ours);
        let occupied = ours | theirs;
        let pushed = pawns::step::<V>(player, pawns & ours) - (occupied | structure.takes[them]);
        count(EvaluationTerm::PushThreat, pawn_attacks::<V>(player, pushed) & theirs & officers);
        let safe = (ours & structure.takes[us]) - structure.reaches[them];
        count(EvaluationTerm::KnightOutpost, safe & board.by_role(Role::Knight));
        count(EvaluationTerm::BishopOutpost, safe & board.by_role(Role::Bishop));
        let stopped = |cells, by: CellSet<V::Geometry>| {
            V::pawn_steps(player).fold(cells, |stopped, way| stopped & V::Geometry::shift(by, way.opposite()))
        };
        count(EvaluationTerm::Stopped, stopped(ours & pawns, occupied));
        let passed = structure.passed[us];
        if !passed.is_empty() {
            count(EvaluationTerm::PassedBlocked, stopped(passed, theirs));
        }
        if self.counts_reach {
            let guards = structure.takes[us] | own.all | home;
            let enemy_guards = structure.takes[them] | other.all | zone;
            count(EvaluationTerm::Loose, (ours & officers) - guards);
            let hanging = (theirs & (own.all | home)) - enemy_guards;
            count(EvaluationTerm::HangingOfficer, hanging & officers);
            count(EvaluationTerm::HangingPawn, hanging & pawns);
            count(EvaluationTerm::WeakZone, (zone & own.all) - (structure.takes[them] | other.all));
            if let Some(enemy_king) = enemy_king {
                let straight = V::Geometry::slide_edges(enemy_king, occupied);
                let diagonal = V::Geometry::slide_vertices(enemy_king, occupied);
                let leaps = V::Geometry::leaps(enemy_king);
                let free = !(ours | enemy_guards);
                for (&cells, from) in own.roles.iter().zip([leaps, diagonal, straight, straight | diagonal]) {
                    count(EvaluationTerm::SafeCheck, cells & from & free);
                }
            }
        }
        for pawn in passed {
            let way = self.tables.way(player, pawn);
            if !way.meets(theirs) {
                score += weights.get(EvaluationTerm::PassedClear);
            }
            let progress = (STEPS - self.tables.steps(player, pawn)) as i32;
            for (king, term) in
                [(king, EvaluationTerm::PassedKing), (enemy_king, EvaluationTerm::PassedEnemyKing)]
            {
                if let Some(king) = king {
                    score += weights.get(term) * (progress * self.tables.apart(king, pawn));
                }
            }
        }
        if !(theirs - pawns).is_several()
            && let [Some(king), Some(prey)] = [king, enemy_king]
        {
            score += self.chase(position, ours, king, prey);
        }
        score
    }

    /// Attacks of officers, their mobility, and their attacks on heavier pieces.
    fn attacks(&self, position: &Position<V>, side: &Side<V>, structure: &Structure<V>) -> Attacks<V> {
        let board = position.board();
        let weights = self.tables.weights();
        let &Side { player, ours, theirs, enemy_king, zone, .. } = side;
        let us = player.index();
        let occupied = ours | theirs;
        let free = !(ours | structure.takes[1 - us]);
        let queens = board.by_role(Role::Queen) & theirs;
        let heavy = (board.by_role(Role::Rook) & theirs) | queens;
        let pawns = board.by_role(Role::Pawn);
        let is_counted = self.counts_reach;
        let mut found = Attacks { roles: [CellSet::EMPTY; 4], all: CellSet::EMPTY, score: Taper::ZERO };
        let [mut far, mut attack, mut attackers] = [0; 3];
        for (index, (role, term, force)) in [
            (Role::Knight, EvaluationTerm::KnightMobility, 3),
            (Role::Bishop, EvaluationTerm::BishopMobility, 3),
            (Role::Rook, EvaluationTerm::RookMobility, 4),
            (Role::Queen, EvaluationTerm::QueenMobility, 6),
        ]
        .into_iter()
        .enumerate()
        {
            let mut cells = 0;
            let (prey, threat) = match role {
                Role::Rook => (queens, EvaluationTerm::RookThreat),
                Role::Queen => (CellSet::EMPTY, EvaluationTerm::RookThreat),
                _ => (heavy, EvaluationTerm::MinorThreat),
            };
            let mut union = CellSet::EMPTY;
            let aims = zone | prey;
            let mobility = weights.get(term);
            let has_mobility = mobility != Taper::ZERO;
            for from in board.by_role(role) & ours {
                if is_counted || lines::<V>(role, from).meets(aims) {
                    let reach = reach::<V>(role, from, occupied);
                    union |= reach;
                    if has_mobility {
                        cells += (reach & free).len() as i32;
                    }
                    if reach.meets(zone) {
                        attackers += 1;
                        attack += force * (reach & zone).len() as i32;
                    }
                    if reach.meets(prey) {
                        found.score += weights.get(threat);
                    }
                }
                if role == Role::Rook {
                    let way = self.tables.way(player, from);
                    if !way.meets(pawns & ours) {
                        found.score += weights.get(EvaluationTerm::RookOpen);
                        if !way.meets(pawns) {
                            found.score += weights.get(EvaluationTerm::RookFree);
                        }
                    }
                }
                if let Some(king) = enemy_king {
                    far += self.tables.apart(from, king);
                }
            }
            found.roles[index] = union;
            found.all |= union;
            found.score += mobility * cells;
        }
        found.score += weights.get(EvaluationTerm::Tropism) * far;
        if attackers > 1 {
            let attack = attack.min(MOST_DANGER);
            found.score += weights.get(EvaluationTerm::Danger).share(attack * attack, DANGER_SHARE);
        }
        found
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
