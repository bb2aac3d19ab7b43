//! Values of pieces on cells, computed from the weights and the shape of the board.

use super::weights::{EvaluationTerm, STEPS, Weights};
use super::{Taper, pawns};
use hexmate_core::geometry::{Cell, CellSet, Direction, Geometry, Hex};
use hexmate_core::rules::{Piece, Player, Position, Role, TypedBoard, Variant};

/// The part of the evaluation that depends on each piece and its cell alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// White's pieces minus Black's.
    pub score: Taper,
    /// Officers on the board: knights and bishops count 1, rooks 2, queens 4.
    pub phase: i32,
}

/// Values by piece and cell, and distances on the board.
#[derive(Clone)]
pub struct Tables<V: Variant> {
    weights: Weights,
    /// Values for White, negative for Black, by piece and cell.
    cells: Vec<Taper>,
    zones: Vec<CellSet<V::Geometry>>,
    /// Centrality by cell, from 0 to 100.
    centrality: Vec<i32>,
    /// Steps to promotion by player and cell; 0 on cells from which no pawn promotes.
    steps: [Vec<u8>; 2],
    diameter: i32,
    full_phase: i32,
}

impl<V: Variant> Tables<V> {
    /// Computes the tables of a game.
    pub fn new(weights: &Weights) -> Self {
        let slots = V::Geometry::SLOTS;
        let all: Vec<Cell> = CellSet::<V::Geometry>::all().into_iter().collect();
        let places: Vec<[f64; 2]> = all.iter().map(|&cell| place(V::Geometry::hex(cell))).collect();
        let middle = middle_of(&places);
        let far = |[x, y]: [f64; 2]| (x - middle[0]).hypot(y - middle[1]);
        let radius = places.iter().map(|&place| far(place)).fold(1.0, f64::max);
        let mut centrality = vec![0; slots];
        for (&cell, &place) in all.iter().zip(&places) {
            centrality[cell.index()] = (100.0 * (1.0 - far(place) / radius)).round() as i32;
        }
        let steps = [Player::WHITE, Player::BLACK].map(pawns::steps_to_promotion::<V>);
        let mut tables = Self {
            weights: weights.clone(),
            cells: vec![Taper::ZERO; 2 * Role::ALL.len() * slots],
            zones: vec![CellSet::EMPTY; slots],
            centrality,
            steps,
            diameter: (2.0 * radius).round() as i32,
            full_phase: 0,
        };
        for &cell in &all {
            tables.zones[cell.index()] = V::Geometry::adjacent(cell) | CellSet::of(cell);
        }
        for player in [Player::WHITE, Player::BLACK] {
            let progress = progress_of::<V>(player, &all);
            let sign = if player == Player::WHITE { 1 } else { -1 };
            for role in Role::ALL {
                for &cell in &all {
                    let value = tables.value(player, role, cell, &progress);
                    tables.cells[slot::<V>(player, role, cell)] = value * sign;
                }
            }
        }
        let start = TypedBoard::<V>::start(V::Choice::default());
        tables.full_phase = start.pieces().map(|(_, piece)| phase_of(piece.role)).sum::<i32>().max(1);
        tables
    }

    /// Returns the value of a piece on a cell for its owner.
    fn value(&self, player: Player, role: Role, cell: Cell, progress: &[i32]) -> Taper {
        let [centre, forward] = self.weights.places(role);
        let steps = usize::from(self.steps[player.index()][cell.index()]);
        let pawn = match role {
            Role::Pawn => self.weights.by_steps(EvaluationTerm::Pawn1, steps),
            _ => Taper::ZERO,
        };
        self.weights.piece(role)
            + centre.share(self.centrality[cell.index()], 100)
            + forward.share(progress[cell.index()], 100)
            + pawn
    }

    /// Returns the weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the value of a piece on a cell: positive for White.
    #[inline]
    pub fn piece(&self, player: Player, role: Role, cell: Cell) -> Taper {
        self.cells[slot::<V>(player, role, cell)]
    }

    /// Counts the sums of a position.
    pub fn sums(&self, position: &Position<V>) -> Sums {
        let mut sums = Sums::default();
        for (cell, Piece { owner, role, .. }) in position.board().pieces() {
            sums.score += self.piece(owner, role, cell);
            sums.phase += phase_of(role);
        }
        sums
    }

    /// Returns a cell and those beside it.
    #[inline]
    pub(super) fn zone(&self, cell: Cell) -> CellSet<V::Geometry> {
        self.zones[cell.index()]
    }

    /// Returns how central a cell is, from 0 to 100.
    pub(super) fn centrality(&self, cell: Cell) -> i32 {
        self.centrality[cell.index()]
    }

    /// Returns the distance of two cells, from 0 to 100.
    pub(super) fn distance(&self, one: Cell, other: Cell) -> i32 {
        let [a, b] = [one, other].map(|cell| place(V::Geometry::hex(cell)));
        let far = (a[0] - b[0]).hypot(a[1] - b[1]);
        (100.0 * far / f64::from(self.diameter)).min(100.0) as i32
    }

    /// Returns the steps that a pawn needs to promote on an empty board; 0 where it cannot.
    pub(super) fn steps(&self, player: Player, cell: Cell) -> usize {
        usize::from(self.steps[player.index()][cell.index()]).min(STEPS)
    }

    /// Returns the phase of the start position.
    pub(super) fn full_phase(&self) -> i32 {
        self.full_phase
    }
}

#[inline]
fn slot<V: Variant>(player: Player, role: Role, cell: Cell) -> usize {
    (player.index() * Role::ALL.len() + role as usize) * V::Geometry::SLOTS + cell.index()
}

/// Returns the share of a role in the phase of a game.
#[inline]
pub fn phase_of(role: Role) -> i32 {
    match role {
        Role::Queen => 4,
        Role::Rook => 2,
        Role::Bishop | Role::Knight => 1,
        Role::King | Role::Pawn => 0,
    }
}

/// Returns the middle of a cell in a plane, in units of the distance between neighbours.
fn place(hex: Hex) -> [f64; 2] {
    let [q, r] = [f64::from(hex.q), f64::from(hex.r)];
    [q * 0.75_f64.sqrt(), r + q / 2.0]
}

fn middle_of(places: &[[f64; 2]]) -> [f64; 2] {
    let count = f64::from(places.len().max(1) as u32);
    [0, 1].map(|axis| places.iter().map(|place| place[axis]).sum::<f64>() / count)
}

/// Returns how far each cell is ahead for a player, from 0 to 100.
fn progress_of<V: Variant>(player: Player, all: &[Cell]) -> Vec<i32> {
    let ahead = |direction: Direction| place(direction.vector());
    let [dx, dy] = ahead(V::forward(player));
    let along = |cell: Cell| {
        let [x, y] = place(V::Geometry::hex(cell));
        x * dx + y * dy
    };
    let least = all.iter().map(|&cell| along(cell)).fold(f64::INFINITY, f64::min);
    let most = all.iter().map(|&cell| along(cell)).fold(f64::NEG_INFINITY, f64::max);
    let mut progress = vec![0; V::Geometry::SLOTS];
    for &cell in all {
        progress[cell.index()] = (100.0 * (along(cell) - least) / (most - least)).round() as i32;
    }
    progress
}
