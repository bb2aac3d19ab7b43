//! Names of cells: the standard ones, and those of other programs.

use std::fmt;

use hexmate_core::geometry::{Cell, Coordinate, Hex, Shape};
use hexmate_core::rules::Move;

use crate::Letters;
use crate::MoveText;

/// Names of the cells of a board.
///
/// Boards with straight ranks (Shafran, De Vasa, Brusky) have a file j, so that the first two are the same there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellNames {
    /// Files without j on regular hexagons: a to l on 91 cells.
    #[default]
    Standard,
    /// Files with j: a to k on 91 cells. Ranks are the standard ones.
    WithJ,
    /// Files and ranks of the rectangle of [`Dialect::Fairy`](crate::Dialect::Fairy), as in Fairy-Stockfish.
    Fairy,
}

impl CellNames {
    /// All names.
    pub const ALL: [Self; 3] = [Self::Standard, Self::WithJ, Self::Fairy];

    /// Returns the name on the command line: the files of the board of 91 cells.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "a-l",
            Self::WithJ => "a-k",
            Self::Fairy => "fairy",
        }
    }

    /// Returns the names with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|names| names.name() == name)
    }

    /// Returns the letter of a cell's file and the number of its rank.
    pub fn file_and_rank(self, shape: Shape, cell: Cell) -> (u8, u8) {
        let coordinate = Coordinate(shape, cell);
        match self {
            Self::Standard => (coordinate.file() as u8, coordinate.rank()),
            Self::WithJ => (b'a' + (shape.hex(cell).q - shape.columns().start) as u8, coordinate.rank()),
            Self::Fairy => {
                let (hex, last) = (shape.hex(cell), last_row_and_sum(shape));
                (b'a' + (last.0 - hex.r) as u8, (last.1 - hex.q - hex.r) as u8 + 1)
            }
        }
    }

    /// Returns the cell with this file and rank, if the board has it.
    pub fn cell(self, shape: Shape, file: u8, rank: u8) -> Option<Cell> {
        match self {
            Self::Standard => Coordinate::at(shape, shape.file_column(file)?, rank),
            Self::WithJ => {
                let q = shape.columns().start.checked_add_unsigned(file.checked_sub(b'a')?)?;
                shape.columns().contains(&q).then(|| Coordinate::at(shape, q, rank))?
            }
            Self::Fairy => {
                let last = last_row_and_sum(shape);
                let r = last.0.checked_sub_unsigned(file.checked_sub(b'a')?)?;
                let sum = last.1.checked_sub_unsigned(rank.checked_sub(1)?)?;
                shape.cell(Hex::new(sum.checked_sub(r)?, r))
            }
        }
    }

    /// Parses a name that is the whole text.
    pub fn parse(self, shape: Shape, text: &[u8]) -> Option<Cell> {
        self.parse_prefix(shape, text).filter(|&(_, length)| length == text.len()).map(|(cell, _)| cell)
    }

    /// Parses a name at the start of a text; also returns its length, in bytes. A rank takes all digits that follow.
    pub fn parse_prefix(self, shape: Shape, text: &[u8]) -> Option<(Cell, usize)> {
        let (&file, rest) = text.split_first()?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(1..=2).contains(&digits) || rest[0] == b'0' {
            return None;
        }
        let rank = rest[..digits].iter().fold(0, |rank, digit| rank * 10 + digit - b'0');
        Some((self.cell(shape, file, rank)?, 1 + digits))
    }

    /// Displays a cell by its name.
    pub fn display(self, shape: Shape, cell: Cell) -> impl fmt::Display {
        let (file, rank) = self.file_and_rank(shape, cell);
        fmt::from_fn(move |f| write!(f, "{}{rank}", char::from(file)))
    }

    /// Displays a move as UCI: two cells and a promotion letter.
    pub fn uci(self, shape: Shape, m: Move) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            write!(f, "{}{}", self.display(shape, m.from), self.display(shape, m.to))?;
            m.promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter().to_ascii_lowercase()))
        })
    }

    /// Returns the names that some moves use: [`WithJ`](Self::WithJ) if a cell or file exists only with j and none only
    /// without it, otherwise the standard ones.
    pub fn detect<'t>(shape: Shape, moves: impl IntoIterator<Item = &'t [u8]>) -> Self {
        let mut has_j = false;
        for text in moves {
            let Ok(written) = MoveText::parse(text, &Letters::ENGLISH) else { continue };
            for cell in [written.origin, written.target] {
                let Some(file) = cell.file else { continue };
                let exists = |names: Self| match cell.rank {
                    Some(rank) => names.cell(shape, file, rank).is_some(),
                    None => names.cell(shape, file, shape.ranks() / 2 + 1).is_some(),
                };
                match (exists(Self::Standard), exists(Self::WithJ)) {
                    (true, false) => return Self::Standard,
                    (false, true) => has_j = true,
                    _ => {}
                }
            }
        }
        if has_j { Self::WithJ } else { Self::Standard }
    }
}

/// Returns the largest row of a board's cells and the largest sum of column and row: the lower edges of the rectangle.
fn last_row_and_sum(shape: Shape) -> (i8, i8) {
    let lowest = |q| shape.rows().rev().map(|r| Hex::new(q, r)).find(|&hex| shape.has(hex));
    let sums = shape.columns().filter_map(lowest).map(|hex| hex.q + hex.r);
    (shape.rows().end - 1, sums.max().unwrap_or_default())
}
