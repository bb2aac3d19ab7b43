//! Where pieces step and slide on one board, as small tables, and the symmetries of the game. No positions.

use hexmate_core::geometry::{Cell, Direction, Shape};
use hexmate_core::rules::{Player, Role};
use hexmate_position::Game;

/// The number of a cell in the order of the board's cells, without gaps.
pub(super) type Number = u8;

/// A set of cells by number.
pub(super) type Mask = u128;

/// The tables of one game.
pub(super) struct Paths {
    pub(super) cells: Vec<Cell>,
    numbers: Vec<Option<Number>>,
    /// By cell and hour of the clock, the cells beyond.
    rays: Vec<[Vec<Number>; 12]>,
    /// By cell, what a king and a knight reach.
    pub(super) adjacent: Vec<Mask>,
    pub(super) leaps: Vec<Mask>,
    /// By cell, the cells in line over edges and over vertices.
    lines: [Vec<Mask>; 2],
    /// By two cells of one line, the cells strictly between.
    between: Vec<Mask>,
    /// By side.
    pub(super) pawns: [PawnPaths; 2],
    /// Each symmetry of the board as a map of cells; the first changes nothing.
    maps: Vec<Vec<Number>>,
    /// Those that change nothing about pawns.
    with_pawns: Vec<usize>,
    /// The one that exchanges the sides.
    pub(super) exchange: Vec<Number>,
}

/// Where the pawns of one side go.
pub(super) struct PawnPaths {
    ahead: Vec<Direction>,
    /// By cell, the cells where one takes.
    pub(super) takes: Vec<Mask>,
    /// By cell, the cells where one takes en passant.
    pub(super) takes_passing: Vec<Mask>,
    /// By cell, the cells on which an enemy stops every step.
    pub(super) stopped_by: Vec<Mask>,
    /// The cells from which one may step twice or further, and those from which three times.
    long_steps: [Mask; 2],
    /// The cells on which one promotes.
    pub(super) promotes: Mask,
}

impl Paths {
    /// The tables of a game for two on a board of at most 128 cells; none of others.
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
                takes_passing: by_cell(&|cell| near(cell, &mut game.pawn_takes(side).into_iter())),
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

    /// Number of cells.
    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    /// The cells where a piece of a side may be: pawns are not where they promote.
    pub(super) fn allowed(&self, side: usize, role: Role) -> Mask {
        let board = Mask::MAX >> (Mask::BITS as usize - self.count());
        match role {
            Role::Pawn => board & !self.pawns[side].promotes,
            _ => board,
        }
    }

    /// The number of a cell of this board.
    pub(super) fn number(&self, cell: Cell) -> Option<Number> {
        self.numbers.get(cell.index()).copied().flatten()
    }

    /// The symmetries that leave every rule as it is, with pawns on the board or without.
    pub(super) fn symmetries(&self, pawns: bool) -> Vec<&[Number]> {
        let kept = |map: &usize| !pawns || self.with_pawns.contains(map);
        (0..self.maps.len()).filter(kept).map(|map| self.maps[map].as_slice()).collect()
    }

    /// The lines of a slider from a cell, each from near to far; none of other roles.
    pub(super) fn slides(&self, role: Role, from: Number) -> impl Iterator<Item = &[Number]> {
        let hours = match role {
            Role::Queen => (0, 1),
            Role::Rook => (0, 2),
            Role::Bishop => (1, 2),
            _ => (12, 1),
        };
        self.rays[usize::from(from)].iter().skip(hours.0).step_by(hours.1).map(Vec::as_slice)
    }

    /// The cells before a pawn, from near to far, to the edge, each way that it steps.
    pub(super) fn ahead(&self, side: usize, from: Number) -> impl Iterator<Item = &[Number]> {
        let rays = &self.rays[usize::from(from)];
        self.pawns[side].ahead.iter().map(|&way| rays[way as usize].as_slice())
    }

    /// The cells behind a pawn, from near to far, to the edge, each way that it may have come.
    pub(super) fn behind(&self, side: usize, from: Number) -> impl Iterator<Item = &[Number]> {
        let rays = &self.rays[usize::from(from)];
        self.pawns[side].ahead.iter().map(|&way| rays[way.opposite() as usize].as_slice())
    }

    /// Whether a piece of a side attacks a cell.
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
    /// By how many cells at most one may step from a cell.
    pub(super) fn longest_step(&self, from: Number) -> usize {
        1 + self.long_steps.iter().filter(|&&cells| cells >> from & 1 == 1).count()
    }

    /// Whether a map makes these pawns' ways those of `other`.
    fn is_mapped(&self, other: &Self, map: &[Number]) -> bool {
        let mapped =
            |mask: Mask| members(mask).fold(0, |image: Mask, cell| image | 1 << map[usize::from(cell)]);
        let is_each_mapped = |these: &[Mask], those: &[Mask]| {
            these.iter().zip(map).all(|(&mask, &to)| mapped(mask) == those[usize::from(to)])
        };
        self.long_steps.map(mapped) == other.long_steps
            && mapped(self.promotes) == other.promotes
            && is_each_mapped(&self.takes, &other.takes)
            && is_each_mapped(&self.takes_passing, &other.takes_passing)
            && is_each_mapped(&self.stopped_by, &other.stopped_by)
    }
}

/// The members of a set in order.
pub(super) fn members(mut mask: Mask) -> impl Iterator<Item = Number> {
    std::iter::from_fn(move || {
        let first = (mask != 0).then(|| mask.trailing_zeros() as Number)?;
        mask &= mask - 1;
        Some(first)
    })
}

/// The symmetries of a board as maps of its cells.
fn maps(shape: Shape, cells: &[Cell], number: &dyn Fn(Cell) -> Number) -> Vec<Vec<Number>> {
    let image = |way, &cell: &Cell| shape.cell(shape.image(shape.hex(cell), way)).map(number);
    (0..12).filter_map(|way| cells.iter().map(|cell| image(way, cell)).collect()).collect()
}
