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
    /// Numbers of places by player and cell.
    places: [Vec<usize>; 2],
    /// Cells that a pawn can reach by steps, by player and cell.
    ways: [Vec<CellSet<V::Geometry>>; 2],
    /// Steps across edges between cells.
    apart: Vec<u8>,
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
            places: places_of::<V>(&all, &places, middle),
            ways: [Player::WHITE, Player::BLACK].map(|player| ways_of::<V>(player, &all)),
            apart: vec![0; slots * slots],
            centrality,
            steps,
            diameter: (2.0 * radius).round() as i32,
            full_phase: 0,
        };
        for &cell in &all {
            tables.zones[cell.index()] = V::Geometry::adjacent(cell) | CellSet::of(cell);
            for &other in &all {
                let steps = (V::Geometry::hex(cell) - V::Geometry::hex(other)).length();
                tables.apart[cell.index() * slots + other.index()] = steps.unsigned_abs();
            }
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
            + self.weights.place(role, self.place(player, cell))
    }

    /// Returns the number of the place of a cell: cells that mirror each other, and cells of the two players that are
    /// opposite each other, have the same.
    pub fn place(&self, player: Player, cell: Cell) -> usize {
        self.places[player.index()][cell.index()]
    }

    /// Returns the number of places.
    pub fn count_places(&self) -> usize {
        self.places[0].iter().max().map_or(0, |most| most + 1)
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

    /// Returns the steps across edges between two cells.
    #[inline]
    pub(super) fn apart(&self, one: Cell, other: Cell) -> i32 {
        self.apart[one.index() * V::Geometry::SLOTS + other.index()].into()
    }

    /// Returns the cells that a pawn of a player can reach by steps on an empty board.
    #[inline]
    pub(super) fn way(&self, player: Player, cell: Cell) -> CellSet<V::Geometry> {
        self.ways[player.index()][cell.index()]
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

/// Returns the cells that a pawn can reach from each cell by steps.
fn ways_of<V: Variant>(player: Player, all: &[Cell]) -> Vec<CellSet<V::Geometry>> {
    let mut ways = vec![CellSet::EMPTY; V::Geometry::SLOTS];
    for &cell in all {
        ways[cell.index()] = pawns::way::<V>(player, CellSet::of(cell));
    }
    ways
}

/// Numbers the places of both players: White's cells in their order, with their images in the mirror along the way of
/// pawns if the board is its own image; for Black the opposite cells.
fn places_of<V: Variant>(all: &[Cell], points: &[[f64; 2]], middle: [f64; 2]) -> [Vec<usize>; 2] {
    let [dx, dy] = place(V::forward(Player::WHITE).vector());
    let length = dx.hypot(dy);
    let [dx, dy] = [dx / length, dy / length];
    let at = |[x, y]: [f64; 2]| points.iter().position(|point| (point[0] - x).hypot(point[1] - y) < 0.1);
    let mirrored = |[x, y]: [f64; 2]| {
        let [x, y] = [x - middle[0], y - middle[1]];
        let along = x * dx + y * dy;
        at([middle[0] + 2.0 * along * dx - x, middle[1] + 2.0 * along * dy - y])
    };
    let images: Option<Vec<usize>> = points.iter().map(|&point| mirrored(point)).collect();
    let mut numbers: Vec<Option<usize>> = vec![None; all.len()];
    let mut count = 0;
    for index in 0..all.len() {
        let image = images.as_ref().map_or(index, |images| images[index]);
        numbers[index] = numbers[image].or_else(|| {
            count += 1;
            Some(count - 1)
        });
    }
    let mut places = [vec![0; V::Geometry::SLOTS], vec![0; V::Geometry::SLOTS]];
    for (index, (&cell, &[x, y])) in all.iter().zip(points).enumerate() {
        let opposite = at([2.0 * middle[0] - x, 2.0 * middle[1] - y]).unwrap_or(index);
        places[0][cell.index()] = numbers[index].unwrap_or_default();
        places[1][cell.index()] = numbers[opposite].unwrap_or_default();
    }
    places
}
