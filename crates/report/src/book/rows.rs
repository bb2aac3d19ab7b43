//! Rows of diagrams on the pages of a book: boards of one size, and as many rows on a page as fit.

/// Greatest height of a diagram, for one as wide as high.
pub(crate) const BOARD_RATIO: f32 = 1.16;
/// Width of the boards for which a book may take fewer pages, as a part of the greatest width.
const LEAST_PART: f32 = 0.875;
/// Step between widths that are compared, in points.
const STEP: f32 = 1.;
/// Points of a millimetre.
pub(crate) const MILLIMETRE: f32 = 72. / 25.4;

/// Columns of diagrams.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Grid {
    /// Number of diagrams side by side.
    pub(crate) columns: u8,
    /// Width of a column, in points.
    pub(crate) column: f32,
    /// Width of the boards if it is given, in points.
    board: Option<f32>,
}

impl Grid {
    /// Creates as many columns as are asked for, or fewer if boards of a given width need it.
    pub(crate) fn new(columns: u8, board: Option<f32>, width: f32, gap: f32) -> Self {
        let column = |columns: u8| (width - f32::from(columns - 1) * gap) / f32::from(columns);
        let fits = |&columns: &u8| board.is_none_or(|board| board <= column(columns));
        let columns = (1..=columns.max(1)).rev().find(fits).unwrap_or(1);
        Self { columns, column: column(columns), board: board.map(|board| board.min(column(columns))) }
    }

    /// Returns the number of diagrams side by side.
    pub(crate) fn across(&self) -> usize {
        usize::from(self.columns)
    }

    /// Returns the width of all boards of a book: the given one, else the greatest with the fewest pages. The rows are
    /// those of each chapter, which begins a page.
    pub(crate) fn board(&self, chapters: &[Rows]) -> f32 {
        let most = self.column;
        let least = LEAST_PART * most;
        let widths = || {
            std::iter::successors(Some(most), |width| Some(width - STEP)).take_while(|&width| width >= least)
        };
        let pages =
            |width: f32| chapters.iter().map(|rows| rows.pages(BOARD_RATIO * width).len()).sum::<usize>();
        let greatest = || {
            // Boards that fit beside all captions, but for those that would make all boards small.
            let fits = |width: &f32| {
                chapters.iter().all(|rows| rows.all_fit(BOARD_RATIO * width, BOARD_RATIO * least))
            };
            let fewest = widths().filter(fits).map(pages).min();
            widths().filter(fits).find(|&width| Some(pages(width)) == fewest).unwrap_or(least)
        };
        self.board.unwrap_or_else(greatest)
    }
}

/// Rows of diagrams, without their boards.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rows {
    /// Height of the captions of each row, with the gaps around board and row, in points.
    pub(crate) captions: Vec<f32>,
    /// Height of the first page and of the other pages between their margins, in points.
    pub(crate) free: [f32; 2],
}

impl Rows {
    /// Returns the number of rows of each page, given the height of the boards.
    pub(crate) fn pages(&self, board: f32) -> Vec<usize> {
        let mut pages = Vec::new();
        let (mut rows, mut taken) = (0, 0.);
        for captions in &self.captions {
            let free = self.free(pages.len());
            if rows > 0 && taken + captions + board > free {
                pages.push(rows);
                (rows, taken) = (0, 0.);
            }
            rows += 1;
            taken += captions + board;
        }
        pages.extend(Some(rows).filter(|&rows| rows > 0));
        pages
    }

    /// Returns whether every row fits on a page with boards of this height, unless it does not even fit with the `least`.
    fn all_fit(&self, board: f32, least: f32) -> bool {
        self.captions.iter().enumerate().all(|(row, captions)| {
            let room = self.free(row) - captions;
            room >= board || room < least
        })
    }

    /// Returns the height between the margins of a page, counted from 0.
    pub(crate) const fn free(&self, page: usize) -> f32 {
        if page == 0 { self.free[0] } else { self.free[1] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_as_large_as_allowed() {
        for (columns, low, high) in [(1, 457., 524.), (2, 222., 254.), (3, 143., 165.)] {
            let grid = Grid::new(columns, None, 523., 16.);
            for captions in [20., 60., 90.] {
                let rows = Rows { captions: vec![captions; 9], free: [740., 770.] };
                let board = grid.board(std::slice::from_ref(&rows));
                assert!((low..high).contains(&board), "{columns} columns, {captions}: {board}");
                let pages = rows.pages(BOARD_RATIO * board);
                assert!(rows.all_fit(BOARD_RATIO * board, 0.));
                assert_eq!(pages.iter().sum::<usize>(), 9);
                assert!(pages.len() <= rows.pages(BOARD_RATIO * grid.column).len());
            }
        }
    }

    #[test]
    fn given_board_decides_the_columns() {
        let sizes = [(40., 3), (58., 2), (60., 2), (90., 1), (180., 1)];
        for (millimetres, columns) in sizes {
            let grid = Grid::new(3, Some(millimetres * MILLIMETRE), 523., 16.);
            let rows = Rows { captions: vec![40.; 7], free: [740., 770.] };
            assert_eq!((grid.columns, grid.board(&[rows])), (columns, millimetres * MILLIMETRE));
        }
    }
}
