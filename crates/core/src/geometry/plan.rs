//! Boards that are not hexagons, read from a drawing at compile time.

use super::Hex;

/// Orientation of a board on the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// Flat sides face the players: files are vertical, as in Gliński's game.
    FlatTop,
    /// Corners face the players: ranks lie level, and all is seen turned by 30 degrees against the clock.
    ///
    /// A file, [`Direction::N`](super::Direction::N), runs to eleven o'clock and
    /// [`Direction::NE`](super::Direction::NE) to one.
    PointyTop,
}

/// The most columns that a plan has.
const COLUMNS: usize = 26;

/// The most rows that a plan has: the bits of a column.
const ROWS: usize = 32;

/// The hexes of a drawn board, and its orientation.
///
/// The column `q` is the number of the file from 0, and `-r` the number of the rank from 1:
/// ranks are straight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    orientation: Orientation,
    /// By file, a bit for each row from the highest rank down.
    columns: [u32; COLUMNS],
    width: u8,
    height: u8,
    /// Displacement after each of the twelve symmetries that gives the image the same corner.
    offsets: [Hex; 12],
    /// Bits of the symmetries that map the board to itself.
    symmetries: u16,
}

impl Plan {
    /// Parses a drawing: each character other than a blank is a cell at its place.
    ///
    /// Files are two characters apart. With corners up, each line is a rank, half a cell (one
    /// character) beside the next; with flat sides up, neighbouring files are one line apart, so
    /// that a cell and the next of its file have one line between them.
    ///
    /// # Panics
    ///
    /// At compile time: if a character is where no cell can be, if there is none, or
    /// if there are more than 26 files or 32 ranks.
    pub const fn drawn(drawing: &str, orientation: Orientation) -> Self {
        let (left, top) = corner(drawing, orientation);
        let mut plan = Self {
            orientation,
            columns: [0; COLUMNS],
            width: 0,
            height: 0,
            offsets: [Hex::CENTRE; 12],
            symmetries: 0,
        };
        let mut rest = Scan::new(drawing);
        while let Some((x, y)) = rest.next_cell() {
            let (twice, row) = skewed(x, y, orientation);
            let q = halved(twice - left);
            let row = match orientation {
                Orientation::PointyTop => row - top,
                Orientation::FlatTop => halved(row - top),
            };
            assert!((q as usize) < COLUMNS && (row as usize) < ROWS, "the board is too large");
            plan.columns[q as usize] |= 1 << row;
            plan.width = if q as u8 >= plan.width { q as u8 + 1 } else { plan.width };
            plan.height = if row as u8 >= plan.height { row as u8 + 1 } else { plan.height };
        }
        let corner = plan.corner_of(0);
        let mut way = 0;
        while way < 12 {
            let from = plan.corner_of(way);
            plan.offsets[way as usize] = Hex::new(corner.q - from.q, corner.r - from.r);
            plan.symmetries |= (plan.is_kept(way) as u16) << way;
            way += 1;
        }
        plan
    }

    /// Returns the orientation on the page.
    pub const fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Returns the number of files.
    pub const fn width(&self) -> i8 {
        self.width as i8
    }

    /// Returns the number of ranks.
    pub const fn height(&self) -> i8 {
        self.height as i8
    }

    /// Returns whether the board has this hex.
    pub const fn has(&self, hex: Hex) -> bool {
        let row = hex.r + self.height as i8;
        hex.q >= 0
            && hex.q < self.width as i8
            && row >= 0
            && row < self.height as i8
            && self.columns[hex.q as usize] >> row & 1 == 1
    }

    /// Returns the number of cells.
    pub const fn count(&self) -> usize {
        let mut count = 0;
        let mut column = 0;
        while column < COLUMNS {
            count += self.columns[column].count_ones() as usize;
            column += 1;
        }
        count
    }

    /// Rows of the first file above its first cell.
    pub(super) const fn base(&self) -> i16 {
        self.columns[0].trailing_zeros() as i16
    }

    /// Rows of the last file down to its last cell, that cell included.
    pub(super) const fn depth(&self) -> i16 {
        32 - self.columns[self.width as usize - 1].leading_zeros() as i16
    }

    /// Returns the image of a hex under a symmetry ([`Hex::image`]), with the image of the board laid over the board.
    pub(super) const fn image(&self, hex: Hex, way: u8) -> Hex {
        hex.image(way).plus(self.offsets[way as usize])
    }

    /// Returns whether one of the twelve maps takes the board to itself.
    pub(super) const fn is_symmetry(&self, way: u8) -> bool {
        self.symmetries >> way & 1 == 1
    }

    const fn is_kept(&self, way: u8) -> bool {
        let mut cells = Cells { plan: self, number: 0 };
        while let Some(hex) = cells.next() {
            if !self.has(self.image(hex, way)) {
                return false;
            }
        }
        true
    }

    /// Returns the least column and row of the image of the board.
    const fn corner_of(&self, way: u8) -> Hex {
        let mut corner = Hex::new(i8::MAX, i8::MAX);
        let mut cells = Cells { plan: self, number: 0 };
        while let Some(hex) = cells.next() {
            let image = hex.image(way);
            corner.q = if image.q < corner.q { image.q } else { corner.q };
            corner.r = if image.r < corner.r { image.r } else { corner.r };
        }
        corner
    }
}

/// An iterator over the cells of a board for constants.
struct Cells<'p> {
    plan: &'p Plan,
    /// Number of places visited.
    number: usize,
}

impl Cells<'_> {
    const fn next(&mut self) -> Option<Hex> {
        while self.number < COLUMNS * ROWS {
            let row = (self.number % ROWS) as i8 - self.plan.height as i8;
            let hex = Hex::new((self.number / ROWS) as i8, row);
            self.number += 1;
            if self.plan.has(hex) {
                return Some(hex);
            }
        }
        None
    }
}

/// Twice the file and the row of a character, but for what all cells of the drawing have in common;
/// with flat sides up it is twice the row too.
const fn skewed(x: i16, y: i16, orientation: Orientation) -> (i16, i16) {
    match orientation {
        Orientation::PointyTop => (x - y, y),
        // Files are two characters apart and one line lower each.
        Orientation::FlatTop => (x, y - x / 2),
    }
}

const fn halved(twice: i16) -> i16 {
    assert!(twice % 2 == 0, "a character is between the cells");
    twice / 2
}

/// Returns the least of both numbers that the characters have.
const fn corner(drawing: &str, orientation: Orientation) -> (i16, i16) {
    let (mut left, mut top) = (i16::MAX, i16::MAX);
    let mut rest = Scan::new(drawing);
    while let Some((x, y)) = rest.next_cell() {
        let (file, row) = skewed(x, y, orientation);
        left = if file < left { file } else { left };
        top = if row < top { row } else { top };
    }
    assert!(left < i16::MAX, "no cell is drawn");
    (left, top)
}

/// An iterator over column and line of each cell of a drawing.
struct Scan<'d> {
    bytes: &'d [u8],
    at: usize,
    x: i16,
    y: i16,
}

impl<'d> Scan<'d> {
    const fn new(drawing: &'d str) -> Self {
        Self { bytes: drawing.as_bytes(), at: 0, x: 0, y: 0 }
    }

    const fn next_cell(&mut self) -> Option<(i16, i16)> {
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            self.at += 1;
            if byte == b'\n' {
                self.x = 0;
                self.y += 1;
                continue;
            }
            self.x += 1;
            assert!(byte == b' ' || !byte.is_ascii_whitespace(), "blanks and line ends only");
            if byte != b' ' {
                return Some((self.x - 1, self.y));
            }
        }
        None
    }
}
