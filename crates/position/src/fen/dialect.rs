//! FEN dialects: the orders in which programs list the cells of a board.

use std::fmt;

use crate::{Game, Position, Setup};
use hexmate_core::geometry::{Cell, Hex, Shape};

/// Order of the cells in a FEN.
///
/// The canonical one is [`Dialect::Rank`], recognizable by the widths of its rows (1, 3, 5 … on the board of 91
/// cells). The rows of the other three have the same widths, so the caller must name the dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// All dialects.
    pub const ALL: [Self; 4] = [Self::Rank, Self::FileDown, Self::FileUp, Self::Oblique];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::FileDown => "file-down",
            Self::FileUp => "file-up",
            Self::Oblique => "oblique",
        }
    }

    /// Returns the dialects in which a text parses.
    pub fn fitting(game: Game, text: &str) -> Vec<Self> {
        let fits = |dialect: &Self| Setup::read_in(game, text, *dialect).is_ok();
        Self::ALL.into_iter().filter(fits).collect()
    }

    /// Returns the dialect with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// Returns the rows of a board in order, each with its number for error messages.
    pub(super) fn rows(self, shape: Shape) -> Vec<(usize, Vec<Cell>)> {
        let (columns, rows, ranks) = (shape.columns(), shape.rows(), 1..=shape.ranks());
        let on_rank = |q, rank| shape.at(q, rank).and_then(|hex| shape.cell(hex));
        let rank = |rank| columns.clone().filter_map(move |q| on_rank(q, rank)).collect();
        let file_down = |q| ranks.clone().rev().filter_map(move |rank| on_rank(q, rank)).collect();
        let file_up = |q| ranks.clone().filter_map(move |rank| on_rank(q, rank)).collect();
        let oblique = |sum| columns.clone().filter_map(move |q| shape.cell(Hex::new(q, sum - q))).collect();
        let sums = columns.start + rows.start..=columns.end + rows.end - 2;
        let mut cells: Vec<Vec<Cell>> = match self {
            Self::Rank => ranks.clone().rev().map(rank).collect(),
            Self::FileDown => columns.clone().map(file_down).collect(),
            Self::FileUp => columns.clone().map(file_up).collect(),
            Self::Oblique => sums.map(oblique).collect(),
        };
        cells.retain(|row| !row.is_empty());
        let count = cells.len();
        let number = |index| if self == Self::Rank { count - index } else { index + 1 };
        cells.into_iter().enumerate().map(|(index, row)| (number(index), row)).collect()
    }
}

/// Dialects in which a text parses that failed in another dialect.
///
/// Displays as advice, or as the empty text if there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OtherDialects([bool; 4]);

impl OtherDialects {
    /// Returns the dialects other than `tried` in which the text is the start position; if none, those in which it is
    /// legal; if none, those in which it parses.
    pub(super) fn of(game: Game, text: &str, tried: Dialect) -> Self {
        let read = Dialect::ALL
            .map(|other| (other != tried).then(|| Setup::read_in(game, text, other).ok()).flatten());
        let has_castling = read.iter().any(Option::is_some) && has_castling(text);
        let start = Setup::from(&Position::start(game)).board;
        let is_start = read.each_ref().map(|setup| setup.as_ref().is_some_and(|setup| setup.board == start));
        let is_read = read.each_ref().map(Option::is_some);
        let is_legal = read.map(|setup| setup.is_some_and(|setup| setup.into_position().is_ok()));
        let found = [is_start, is_legal].into_iter().find(|fits| fits.contains(&true));
        let likely = found.unwrap_or(is_read);
        // Of the programs that use these dialects, only those of file-down write a field for castling.
        let [_, is_file_down, ..] = likely;
        Self(if has_castling && is_file_down { [false, true, false, false] } else { likely })
    }

    /// Returns the dialects in the order of [`Dialect::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Dialect> {
        Dialect::ALL.into_iter().zip(self.0).filter(|&(_, fits)| fits).map(|(dialect, _)| dialect)
    }
}

/// Returns whether both fields after the turn are `-`.
fn has_castling(text: &str) -> bool {
    let mut fields = text.split_ascii_whitespace().skip(2);
    [fields.next(), fields.next()] == [Some("-"); 2]
}

impl fmt::Display for OtherDialects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Dialect::name).collect();
        match names.as_slice() {
            [] => Ok(()),
            [only] => write!(f, "this is a FEN in dialect {only}; use --from-fen {only}"),
            [first @ .., last] => {
                write!(
                    f,
                    "this is a FEN in dialect {} or {last}; choose one with --from-fen",
                    first.join(", ")
                )
            }
        }
    }
}
