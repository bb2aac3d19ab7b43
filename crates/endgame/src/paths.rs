//! Precomputed tables of one board: rays, steps, lines, pawn moves and the symmetries of the game.

use hexmate_core::geometry::{Cell, Direction, Shape};
use hexmate_core::rules::{Player, Role};
use hexmate_position::Game;

/// Number of a cell in the order of the board's cells, without gaps.
pub(super) type Number = u8;

/// A set of cells by number.
pub(super) type Mask = u128;

/// Precomputed tables of one game.
pub(super) struct Paths {
    /// Cells by number.
    pub(super) cells: Vec<Cell>,
    /// Numbers by cell index.
    numbers: Vec<Option<Number>>,
    /// Cells in each of the twelve directions from each cell, from near to far.
    rays: Vec<[Vec<Number>; 12]>,
    /// King steps from each cell.
    pub(super) adjacent: Vec<Mask>,
    /// Knight leaps from each cell.
    pub(super) leaps: Vec<Mask>,
    /// Cells in line with each cell, across edges and across vertices.
    lines: [Vec<Mask>; 2],
    /// Cells strictly between two cells of a line, by `from * cells + to`.
    between: Vec<Mask>,
    /// Pawn moves by side.
    pub(super) pawns: [PawnPaths; 2],
    /// Symmetries of the board as maps of cells; the first is the identity.
    maps: Vec<Vec<Number>>,
    /// Indices of the symmetries that preserve pawn moves.
    with_pawns: Vec<usize>,
    /// A symmetry that exchanges the sides.
    pub(super) exchange: Vec<Number>,
}

/// Pawn moves of one side.
pub(super) struct PawnPaths {
    ahead: Vec<Direction>,
    /// Capture targets from each cell.
    pub(super) takes: Vec<Mask>,
    /// En passant targets from each cell.
    pub(super) takes_en_passant: Vec<Mask>,
    /// Cells on which an enemy blocks every step, for each cell.
    pub(super) stopped_by: Vec<Mask>,
    /// Cells that allow a step of two cells, and cells that allow a step of three.
    long_steps: [Mask; 2],
    /// Promotion cells.
    pub(super) promotes: Mask,
}

impl Paths {
    /// Computes the tables of a game; `None` for more than two players or more than 128 cells.
    pub(super) fn of(game: Game) -> Option<Self> {
        let shape = game.shape;
        let cells: Vec<Cell> = shape.cells().collect();
        if game.players != 2 || cells.len() > Mask::BITS as usize {
            return None;
        }
        let mut numbers = vec![None; shape.slots()];
        for (number, cell) in cells.iter().enumerate() {
            numbers[cell.index()] = Some(number as Number);
        }
        let number = |cell: Cell| numbers[cell.index()].unwrap_or_default();
        let mask = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(0, |mask: Mask, cell| mask | 1 << number(cell))
        };
        let rays: Vec<[Vec<Number>; 12]> = cells
            .iter()
            .map(|&cell| Direction::ALL.map(|direction| shape.ray(cell, direction).map(number).collect()))
            .collect();
        let lines = [Direction::EDGES, Direction::VERTICES].map(|directions| {
            let line = |rays: &[Vec<Number>; 12]| {
                directions
                    .iter()
                    .flat_map(|&hour| &rays[hour as usize])
                    .fold(0, |mask: Mask, &cell| mask | 1 << cell)
            };
            rays.iter().map(line).collect()
        });
        let mut between = vec![0; cells.len() * cells.len()];
        for (from, rays) in rays.iter().enumerate() {
            for ray in rays {
                let mut passed: Mask = 0;
                for &to in ray {
                    between[from * cells.len() + usize::from(to)] = passed;
                    passed |= 1 << to;
                }
            }
        }
        let pawns = [Player::WHITE, Player::BLACK].map(|side| {
            let ahead: Vec<Direction> = game.pawn_steps(side).collect();
            let near = |cell: Cell, ways: &mut dyn Iterator<Item = Direction>| {
                mask(&mut ways.filter_map(|way| shape.step(cell, way)))
            };
            let by_cell =
                |near: &dyn Fn(Cell) -> Mask| -> Vec<Mask> { cells.iter().map(|&cell| near(cell)).collect() };
            let long_steps = [2, 3].map(|steps| mask(&mut game.long_step_cells(side, steps)));
            PawnPaths {
                takes: by_cell(&|cell| near(cell, &mut game.pawn_takes_from(side, cell))),
                takes_en_passant: by_cell(&|cell| near(cell, &mut game.pawn_takes(side).into_iter())),
                stopped_by: by_cell(&|cell| match game.pawns.is_stopped_by_enemy_ahead {
                    true => near(cell, &mut ahead.iter().copied()),
                    false => 0,
                }),
                promotes: mask(&mut cells.iter().copied().filter(|&cell| game.is_promotion_cell(side, cell))),
                ahead,
                long_steps,
            }
        });
        let step = |cell: Cell| mask(&mut Direction::ALL.into_iter().filter_map(|way| shape.step(cell, way)));
        let adjacent = cells.iter().map(|&cell| step(cell)).collect();
        let leaps = cells.iter().map(|&cell| mask(&mut shape.leaps(cell))).collect();
        let maps = maps(shape, &cells, &number);
        let mut paths = Self {
            cells,
            numbers,
            rays,
            adjacent,
            leaps,
            lines,
            between,
            pawns,
            maps,
            with_pawns: Vec::new(),
            exchange: Vec::new(),
        };
        let [white, black] = &paths.pawns;
        paths.with_pawns = (0..paths.maps.len())
            .filter(|&map| {
                white.is_mapped(white, &paths.maps[map]) && black.is_mapped(black, &paths.maps[map])
            })
            .collect();
        paths.exchange =
            paths.maps.iter().find(|map| white.is_mapped(black, map) && black.is_mapped(white, map))?.clone();
        Some(paths)
    }

    /// Returns the number of cells.
    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the cells allowed for a piece: for pawns, all but the promotion cells.
    pub(super) fn allowed(&self, side: usize, role: Role) -> Mask {
        let board = Mask::MAX >> (Mask::BITS as usize - self.count());
        match role {
            Role::Pawn => board & !self.pawns[side].promotes,
            _ => board,
        }
    }

    /// Returns the number of a cell; `None` if it is not on this board.
    pub(super) fn number(&self, cell: Cell) -> Option<Number> {
        self.numbers.get(cell.index()).copied().flatten()
    }

    /// Returns the symmetries that preserve the rules, with or without pawns on the board.
    pub(super) fn symmetries(&self, pawns: bool) -> Vec<&[Number]> {
        let kept = |map: &usize| !pawns || self.with_pawns.contains(map);
        (0..self.maps.len()).filter(kept).map(|map| self.maps[map].as_slice()).collect()
    }

    /// Returns the lines of a slider from a cell, each from near to far; none for other roles.
    pub(super) fn slides(&self, role: Role, from: Number) -> impl Iterator<Item = &[Number]> {
        let hours = match role {
            Role::Queen => (0, 1),
            Role::Rook => (0, 2),
            Role::Bishop => (1, 2),
            _ => (12, 1),
        };
        self.rays[usize::from(from)].iter().skip(hours.0).step_by(hours.1).map(Vec::as_slice)
    }

    /// Returns the cells in each forward direction of a pawn, from near to far, up to the edge.
    pub(super) fn ahead(&self, side: usize, from: Number) -> impl Iterator<Item = &[Number]> {
        let rays = &self.rays[usize::from(from)];
        self.pawns[side].ahead.iter().map(|&way| rays[way as usize].as_slice())
    }

    /// Returns the cells opposite to each forward direction of a pawn, from near to far, up to the edge.
    pub(super) fn behind(&self, side: usize, from: Number) -> impl Iterator<Item = &[Number]> {
        let rays = &self.rays[usize::from(from)];
        self.pawns[side].ahead.iter().map(|&way| rays[way.opposite() as usize].as_slice())
    }

    /// Returns whether a piece attacks a cell.
    pub(super) fn attacks(
        &self,
        side: usize,
        role: Role,
        from: Number,
        target: Number,
        occupied: Mask,
    ) -> bool {
        let from_index = usize::from(from);
        let here: Mask = 1 << target;
        let along = |line: usize| {
            self.lines[line][from_index] & here != 0
                && self.between[from_index * self.count() + usize::from(target)] & occupied == 0
        };
        match role {
            Role::King => self.adjacent[from_index] & here != 0,
            Role::Knight => self.leaps[from_index] & here != 0,
            Role::Pawn => self.pawns[side].takes[from_index] & here != 0,
            Role::Rook => along(0),
            Role::Bishop => along(1),
            Role::Queen => along(0) || along(1),
        }
    }
}

impl PawnPaths {
    /// Returns the length of the longest step from a cell.
    pub(super) fn longest_step(&self, from: Number) -> usize {
        1 + self.long_steps.iter().filter(|&&cells| cells >> from & 1 == 1).count()
    }

    /// Returns whether a symmetry maps these pawn moves to those of `other`.
    fn is_mapped(&self, other: &Self, map: &[Number]) -> bool {
        let mapped =
            |mask: Mask| members(mask).fold(0, |image: Mask, cell| image | 1 << map[usize::from(cell)]);
        let is_each_mapped = |these: &[Mask], those: &[Mask]| {
            these.iter().zip(map).all(|(&mask, &to)| mapped(mask) == those[usize::from(to)])
        };
        self.long_steps.map(mapped) == other.long_steps
            && mapped(self.promotes) == other.promotes
            && is_each_mapped(&self.takes, &other.takes)
            && is_each_mapped(&self.takes_en_passant, &other.takes_en_passant)
            && is_each_mapped(&self.stopped_by, &other.stopped_by)
    }
}

/// Returns the members of a set in ascending order.
pub(super) fn members(mut mask: Mask) -> impl Iterator<Item = Number> {
    std::iter::from_fn(move || {
        let first = (mask != 0).then(|| mask.trailing_zeros() as Number)?;
        mask &= mask - 1;
        Some(first)
    })
}

/// Returns the symmetries of a board as maps of its cells.
fn maps(shape: Shape, cells: &[Cell], number: &dyn Fn(Cell) -> Number) -> Vec<Vec<Number>> {
    let image = |way, &cell: &Cell| shape.cell(shape.image(shape.hex(cell), way)).map(number);
    (0..12).filter_map(|way| cells.iter().map(|cell| image(way, cell)).collect()).collect()
}
