//! Algorithms for the cells attacked by a slider; the library uses the first.
//!
//! The results are compared on every cell before they are measured.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hexmate_core::geometry::{Cell, CellSet, Direction, Geometry, Hexagon91};

type Set = CellSet<Hexagon91>;

/// Obstruction difference on the six lines through a cell.
fn obstruction_difference(from: Cell, occupied: Set) -> Set {
    Hexagon91::slide_edges(from, occupied) | Hexagon91::slide_vertices(from, occupied)
}

/// Twelve rays, each cut behind its nearest piece.
fn nearest_blockers(from: Cell, occupied: Set) -> Set {
    Direction::ALL.into_iter().fold(Set::EMPTY, |seen, direction| {
        let ray = Hexagon91::ray(from, direction);
        let blockers = ray & occupied;
        // Cell numbers increase in these directions and decrease in the others.
        let nearest =
            if direction as u8 >= 1 && (direction as u8) < 7 { blockers.first() } else { last(blockers) };
        seen | nearest.map_or(ray, |blocker| ray - Hexagon91::ray(blocker, direction))
    })
}

fn last(mut set: Set) -> Option<Cell> {
    let mut last = None;
    while let Some(first) = set.first() {
        last = Some(first);
        set = set.without_first();
    }
    last
}

/// Single steps in twelve directions.
fn steps(from: Cell, occupied: Set) -> Set {
    let mut seen = Set::EMPTY;
    for direction in Direction::ALL {
        let mut next = Hexagon91::step(from, direction);
        while let Some(cell) = next {
            seen |= Set::of(cell);
            next = if occupied.contains(cell) { None } else { Hexagon91::step(cell, direction) };
        }
    }
    seen
}

/// A line of at most eleven cells with a table of attacks by occupancy.
struct Line {
    /// Cells of the line in the order of the occupancy bits.
    cells: Vec<Cell>,
    /// Attacked cells, indexed by occupancy.
    seen: Vec<Set>,
}

/// The six lines of each cell.
struct LineTables(Vec<Option<[Line; 6]>>);

impl LineTables {
    fn new() -> Self {
        let mut tables: Vec<Option<[Line; 6]>> = (0..Hexagon91::SLOTS).map(|_| None).collect();
        for cell in Set::all() {
            let line = |hour: usize| {
                let direction = Direction::ALL[hour];
                let mask = Hexagon91::ray(cell, direction) | Hexagon91::ray(cell, direction.opposite());
                let cells: Vec<_> = mask.into_iter().collect();
                let seen = (0..1_usize << cells.len()).map(|occupancy| {
                    let pieces = cells.iter().enumerate().filter(|(bit, _)| occupancy >> bit & 1 == 1);
                    steps(cell, pieces.map(|(_, &cell)| cell).collect()) & mask
                });
                Line { seen: seen.collect(), cells }
            };
            tables[cell.index()] = Some([0, 1, 2, 3, 4, 5].map(line));
        }
        Self(tables)
    }

    /// Gathers the occupancies bit by bit, as without a special instruction.
    fn seen(&self, from: Cell, occupied: Set) -> Set {
        let lines = self.0[from.index()].as_ref().expect("a cell of the board");
        lines.iter().fold(Set::EMPTY, |seen, line| {
            let gather = |number: usize, cell: &Cell| number << 1 | usize::from(occupied.contains(*cell));
            seen | line.seen[line.cells.iter().rev().fold(0, gather)]
        })
    }

    /// Looks up known occupancies, as if they were updated by each move.
    fn looked_up(&self, from: Cell, occupancies: &[usize; 6]) -> Set {
        let lines = self.0[from.index()].as_ref().expect("a cell of the board");
        lines.iter().zip(occupancies).fold(Set::EMPTY, |seen, (line, &occupancy)| seen | line.seen[occupancy])
    }

    fn occupancies(&self, from: Cell, occupied: Set) -> [usize; 6] {
        let lines = self.0[from.index()].as_ref().expect("a cell of the board");
        lines.each_ref().map(|line| {
            line.cells
                .iter()
                .rev()
                .fold(0, |number, cell| number << 1 | usize::from(occupied.contains(*cell)))
        })
    }
}

/// Returns boards with a third of the cells occupied.
fn boards() -> Vec<Set> {
    let mut state = 1_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..32).map(|_| Set::all().into_iter().filter(|_| random() % 3 == 0).collect()).collect()
}

fn sliders(criterion: &mut Criterion) {
    let tables = LineTables::new();
    let questions: Vec<(Cell, Set)> = boards()
        .into_iter()
        .flat_map(|board| Set::all().into_iter().map(move |cell| (cell, board)))
        .collect();
    let known: Vec<_> =
        questions.iter().map(|&(cell, board)| (cell, tables.occupancies(cell, board))).collect();
    for (&(cell, board), (_, occupancies)) in questions.iter().zip(&known) {
        let seen = obstruction_difference(cell, board);
        assert_eq!(nearest_blockers(cell, board), seen);
        assert_eq!(steps(cell, board), seen);
        assert_eq!(tables.seen(cell, board), seen);
        assert_eq!(tables.looked_up(cell, occupancies), seen);
    }
    let mut group = criterion.benchmark_group("queen");
    group.sample_size(20).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(questions.len() as u64));
    let mut bench = |name: &str, seen: &dyn Fn(Cell, Set) -> Set| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                questions.iter().fold(Set::EMPTY, |all, &(cell, board)| all ^ seen(cell, black_box(board)))
            });
        });
    };
    bench("obstruction difference", &obstruction_difference);
    bench("nearest blockers", &nearest_blockers);
    bench("line tables, gathered", &|cell, board| tables.seen(cell, board));
    bench("steps", &steps);
    group.bench_function("line tables, looked up only", |bencher| {
        bencher.iter(|| {
            known.iter().fold(Set::EMPTY, |all, (cell, occupancies)| {
                all ^ tables.looked_up(*cell, black_box(occupancies))
            })
        });
    });
    group.finish();
}

criterion_group!(benches, sliders);
criterion_main!(benches);
