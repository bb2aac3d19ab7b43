//! The orders in which programs write the cells of a board. Geometry and names only.

use crate::game::{Game, Setup};
use crate::geometry::{Cell, Shape};

/// In what order a FEN has the cells.
///
/// The canonical one is [`Dialect::Rank`]; it shows itself by the widths of its rows
/// (1, 3, 5 … on the board of 91 cells). The other three have the same widths, so
/// that it must be said which one is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// Ranks from the highest down, each bent rank from left to right.
    #[default]
    Rank,
    /// Files from left to right, each from its top cell.
    FileDown,
    /// Files from left to right, each from rank 1.
    FileUp,
    /// Rows along the 2 o'clock direction, the one through the left corner first.
    Oblique,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rank, Self::FileDown, Self::FileUp, Self::Oblique];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::FileDown => "file-down",
            Self::FileUp => "file-up",
            Self::Oblique => "oblique",
        }
    }

    /// The dialects in which a text can be read.
    pub fn fitting(game: Game, text: &[u8]) -> Vec<Self> {
        let fits = |dialect: &Self| Setup::from_fen_in(game, text, *dialect).is_ok();
        Self::ALL.into_iter().filter(fits).collect()
    }

    /// The rows of a board in their order, each with a number for complaints.
    pub(super) fn rows(self, shape: Shape) -> Vec<(usize, Vec<Cell>)> {
        let mut cells: Vec<(i16, i16, Cell)> = shape
            .cells()
            .map(|cell| {
                let hex = shape.hex(cell);
                let [q, r] = [hex.q, hex.r].map(i16::from);
                let rank = i16::from(shape.rank(hex));
                match self {
                    Self::Rank => (-rank, q, cell),
                    Self::FileDown => (q, -rank, cell),
                    Self::FileUp => (q, rank, cell),
                    Self::Oblique => (q + r, q, cell),
                }
            })
            .collect();
        cells.sort_unstable_by_key(|&(row, column, _)| (row, column));
        let rows = cells.chunk_by(|one, next| one.0 == next.0);
        let numbered = rows.enumerate().map(|(index, row)| {
            let number = if self == Self::Rank { row[0].0.unsigned_abs().into() } else { index + 1 };
            (number, row.iter().map(|&(_, _, cell)| cell).collect())
        });
        numbered.collect()
    }
}
