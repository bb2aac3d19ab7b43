//! The cells of a board: which there are, their names, and the rows of a FEN. No chess.

use super::hex::{Hex, hex};

const WIDTH: usize = 17;
const MIDDLE: i8 = 8;

/// Number of places.
pub(super) const PLACES: usize = WIDTH * WIDTH;

/// The letters of the files of a hexagon; there is no j.
const FILES: &[u8] = b"abcdefghiklmnopqr";

/// The cells of a board, each with its name.
#[derive(Debug)]
pub struct Cells {
    /// From the west to the east, each file from its top.
    all: Vec<Hex>,
    names: Vec<String>,
    /// From the highest rank down, each from left to right.
    rows: Vec<Vec<Hex>>,
    /// Index of each place in the list.
    numbers: Vec<Option<usize>>,
}

impl Cells {
    /// A regular hexagon, whose ranks are bent: 1 is White's near edge on every file.
    pub fn hexagon(radius: i8) -> Cells {
        let is_on = |&Hex { q, r }: &Hex| q.abs().max(r.abs()).max((q + r).abs()) <= radius;
        let columns = -radius..=radius;
        let places = columns.flat_map(|q| (-radius..=radius).map(move |r| hex(q, r))).filter(is_on);
        let named = |cell: Hex| {
            let file = FILES[usize::from((cell.q + radius).unsigned_abs())];
            (cell, file, radius - cell.q.max(0) - cell.r + 1)
        };
        Cells::of(&places.map(named).collect::<Vec<_>>())
    }

    /// Files from a on, each from its lowest rank to its highest; ranks are straight.
    pub fn of_files(files: &[(i8, i8)]) -> Cells {
        let middle = (files.len() as i8 / 2, files.iter().map(|&(_, last)| last).max().unwrap_or(0) / 2);
        let file = |(file, &(first, last)): (i8, &(i8, i8))| {
            let letter = b'a' + file.unsigned_abs();
            let cell = move |rank| (hex(file - middle.0, middle.1 - rank), letter, rank);
            (first..=last).rev().map(cell)
        };
        Cells::of(&(0..).zip(files).flat_map(file).collect::<Vec<_>>())
    }

    /// Returns cells with their files and ranks.
    fn of(named: &[(Hex, u8, i8)]) -> Cells {
        let ranks = named.iter().map(|&(_, _, rank)| rank).max().unwrap_or(0);
        let row = |wanted: i8| {
            let cells = named.iter().filter(|&&(_, _, rank)| rank == wanted);
            cells.map(|&(cell, ..)| cell).collect()
        };
        let mut numbers = vec![None; PLACES];
        for (number, &(cell, ..)) in named.iter().enumerate() {
            if let Some(place) = place(cell) {
                numbers[place] = Some(number);
            }
        }
        Cells {
            all: named.iter().map(|&(cell, ..)| cell).collect(),
            names: named.iter().map(|&(_, file, rank)| format!("{}{rank}", char::from(file))).collect(),
            rows: (1..=ranks).rev().map(row).collect(),
            numbers,
        }
    }

    /// Returns all cells.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.all.iter().copied()
    }

    /// Returns the ranks from the highest down, each from left to right.
    pub fn rows(&self) -> &[Vec<Hex>] {
        &self.rows
    }

    /// Returns whether the place is a cell.
    pub fn has(&self, cell: Hex) -> bool {
        self.number(cell).is_some()
    }

    /// Returns the name of the cell, such as `f6`; empty if it is none.
    pub fn name(&self, cell: Hex) -> &str {
        self.number(cell).map_or("", |number| &self.names[number])
    }

    /// Returns the cell of that name.
    pub fn by_name(&self, name: &str) -> Option<Hex> {
        let number = self.names.iter().position(|known| known == name);
        number.map(|number| self.all[number])
    }

    fn number(&self, cell: Hex) -> Option<usize> {
        place(cell).and_then(|place| self.numbers[place])
    }
}

/// Returns the number of a place; none far away from every board.
pub(super) fn place(cell: Hex) -> Option<usize> {
    let from_edge = |coordinate: i8| usize::from(coordinate.wrapping_add(MIDDLE).cast_unsigned());
    let (column, row) = (from_edge(cell.q), from_edge(cell.r));
    (column < WIDTH && row < WIDTH).then_some(column * WIDTH + row)
}

/// Returns the place with this number.
pub(super) fn hex_at(number: usize) -> Hex {
    hex((number / WIDTH) as i8 - MIDDLE, (number % WIDTH) as i8 - MIDDLE)
}
