//! FEN dialects: the orders in which programs list the cells of a board.

use std::fmt;

use crate::{CellNames, Game, Position, Setup};
use hexmate_core::geometry::{Cell, Hex, Shape};

/// Order of the cells in a FEN.
///
/// The canonical one is [`Dialect::Rank`], recognizable by the widths of its rows (1, 3, 5 … on the board of 91
/// cells), as are [`Dialect::Lines`] and, by its walls, [`Dialect::Fairy`]. The rows of most others have the same
/// widths, so the caller must name the dialect. A dialect whose name ends in `reversed` is read from right to left:
/// each of its rows, or its files from the last to the first.
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
    /// The rows of [`Dialect::Oblique`] from the last to the first.
    ObliqueUp,
    /// The rows of [`Dialect::Oblique`] in a rectangle, with a wall, `*`, for each cell beside the board, as
    /// Fairy-Stockfish writes them.
    Fairy,
    /// Ranks from 1 up.
    RankUp,
    /// Rows along the 4 o'clock direction, the highest first.
    Falling,
    /// The rows of [`Dialect::Falling`] from the last to the first.
    FallingUp,
    /// Horizontal lines of the page from the top down; each second file has a cell in it.
    Lines,
    /// [`Dialect::Rank`] from right to left.
    RankReversed,
    /// [`Dialect::FileDown`] from right to left.
    FileDownReversed,
    /// [`Dialect::FileUp`] from right to left.
    FileUpReversed,
    /// [`Dialect::Oblique`] from right to left.
    ObliqueReversed,
    /// [`Dialect::ObliqueUp`] from right to left.
    ObliqueUpReversed,
    /// [`Dialect::RankUp`] from right to left.
    RankUpReversed,
    /// [`Dialect::Falling`] from right to left.
    FallingReversed,
    /// [`Dialect::FallingUp`] from right to left.
    FallingUpReversed,
}

/// Lines of cells that are the rows of a dialect.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    Ranks,
    Files,
    /// Along the 2 o'clock direction.
    Rising,
    /// Along the 4 o'clock direction.
    Falling,
    Horizontal,
}

/// A row: its number for error messages, and its cells; `None` is a wall.
pub(super) type Row = (usize, Vec<Option<Cell>>);

impl Dialect {
    /// All dialects, those of [`Dialect::USUAL`] first.
    pub const ALL: [Self; 18] = [
        Self::Rank,
        Self::FileDown,
        Self::FileUp,
        Self::Oblique,
        Self::ObliqueUp,
        Self::Fairy,
        Self::RankUp,
        Self::Falling,
        Self::FallingUp,
        Self::Lines,
        Self::RankReversed,
        Self::FileDownReversed,
        Self::FileUpReversed,
        Self::ObliqueReversed,
        Self::ObliqueUpReversed,
        Self::RankUpReversed,
        Self::FallingReversed,
        Self::FallingUpReversed,
    ];

    /// The dialects that are known from programs.
    pub const USUAL: [Self; 6] =
        [Self::Rank, Self::FileDown, Self::FileUp, Self::Oblique, Self::ObliqueUp, Self::Fairy];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::FileDown => "file-down",
            Self::FileUp => "file-up",
            Self::Oblique => "oblique",
            Self::ObliqueUp => "oblique-up",
            Self::Fairy => "fairy",
            Self::RankUp => "rank-up",
            Self::Falling => "falling",
            Self::FallingUp => "falling-up",
            Self::Lines => "lines",
            Self::RankReversed => "rank-reversed",
            Self::FileDownReversed => "file-down-reversed",
            Self::FileUpReversed => "file-up-reversed",
            Self::ObliqueReversed => "oblique-reversed",
            Self::ObliqueUpReversed => "oblique-up-reversed",
            Self::RankUpReversed => "rank-up-reversed",
            Self::FallingReversed => "falling-reversed",
            Self::FallingUpReversed => "falling-up-reversed",
        }
    }

    /// Returns the dialects in which a text parses.
    pub fn fitting(game: Game, text: &str) -> Vec<Self> {
        let fits = |dialect: &Self| Setup::read_in(game, text, (*dialect).into()).is_ok();
        Self::ALL.into_iter().filter(fits).collect()
    }

    /// Returns the dialect with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }

    /// Returns the name of a game in UCI (`UCI_Variant`): for [`Dialect::Fairy`] that in Fairy-Stockfish, if it has one.
    pub fn uci_name(self, game: Game) -> &'static str {
        let fairy = [
            (Game::GLINSKI, "glinski-chess"),
            (Game::MCCOOEY, "mccooey-chess"),
            (Game::MINI, "minihexchess"),
        ];
        let named = fairy.into_iter().find(|(own, _)| own.name == game.name && self == Self::Fairy);
        named.map_or(game.name, |(_, name)| name)
    }

    /// Returns whether games for two without castling have a field `-` for it in this dialect.
    pub(super) const fn has_castling_field(self) -> bool {
        matches!(self, Self::FileDown | Self::Fairy)
    }

    /// Returns the lines of cells, whether the last of them comes first, and whether each begins at its end.
    const fn parts(self) -> (Lines, bool, bool) {
        match self {
            Self::Rank => (Lines::Ranks, true, false),
            Self::RankReversed => (Lines::Ranks, true, true),
            Self::RankUp => (Lines::Ranks, false, false),
            Self::RankUpReversed => (Lines::Ranks, false, true),
            Self::FileDown => (Lines::Files, false, true),
            Self::FileDownReversed => (Lines::Files, true, true),
            Self::FileUp => (Lines::Files, false, false),
            Self::FileUpReversed => (Lines::Files, true, false),
            Self::Oblique | Self::Fairy => (Lines::Rising, false, false),
            Self::ObliqueReversed => (Lines::Rising, false, true),
            Self::ObliqueUp => (Lines::Rising, true, false),
            Self::ObliqueUpReversed => (Lines::Rising, true, true),
            Self::Falling => (Lines::Falling, false, false),
            Self::FallingReversed => (Lines::Falling, false, true),
            Self::FallingUp => (Lines::Falling, true, false),
            Self::FallingUpReversed => (Lines::Falling, true, true),
            Self::Lines => (Lines::Horizontal, false, false),
        }
    }

    /// Returns the rows of a board in order.
    pub(super) fn rows(self, shape: Shape) -> Vec<Row> {
        let (lines, is_last_first, is_from_end) = self.parts();
        let mut rows = lines.of(shape);
        if self == Self::Fairy {
            rows = rows.iter().map(|row| with_walls(shape, row)).collect();
        }
        if is_from_end {
            for row in &mut rows {
                row.reverse();
            }
        }
        let mut numbered: Vec<Row> = (1..).zip(rows).collect();
        if is_last_first {
            numbered.reverse();
        }
        if lines != Lines::Ranks {
            (1..).zip(&mut numbered).for_each(|(number, row)| row.0 = number);
        }
        numbered
    }
}

impl Lines {
    /// Returns the lines of a board: ranks from 1, files from the first, others from the top; each from the left, files
    /// from rank 1.
    fn of(self, shape: Shape) -> Vec<Vec<Option<Cell>>> {
        let (columns, rows) = (shape.columns(), shape.rows());
        let [columns_start, rows_start] = [columns.start, rows.start].map(i16::from);
        let first = match self {
            Self::Ranks => 1,
            Self::Files => columns_start,
            Self::Rising => columns_start + rows_start,
            Self::Falling => rows_start,
            Self::Horizontal => shape.lines_of_text()[0],
        };
        let line = |hex: Hex, rank: u8| match self {
            Self::Ranks => i16::from(rank),
            Self::Files => hex.q.into(),
            Self::Rising => i16::from(hex.q) + i16::from(hex.r),
            Self::Falling => hex.r.into(),
            Self::Horizontal => shape.place_in_text(hex).1,
        };
        let mut lines: Vec<Vec<Option<Cell>>> = Vec::new();
        for q in columns {
            for rank in 1..=shape.ranks() {
                let Some(hex) = shape.at(q, rank) else { continue };
                let Some(cell) = shape.cell(hex) else { continue };
                let at = usize::try_from(line(hex, rank) - first).unwrap_or_default();
                if lines.len() <= at {
                    lines.resize_with(at + 1, Vec::new);
                }
                lines[at].push(Some(cell));
            }
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// Returns a rising row with a wall for each cell of its rectangle that the board does not have.
fn with_walls(shape: Shape, row: &[Option<Cell>]) -> Vec<Option<Cell>> {
    let at = |r| row.iter().copied().flatten().find(|&cell| shape.hex(cell).r == r);
    // The files of the rectangle are the rows of the board, from the last.
    shape.rows().rev().map(at).collect()
}

/// Order of the cells in a FEN, and the names of cells in its field for en passant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct FenForm {
    /// The order of the cells.
    pub order: Dialect,
    /// The names of cells; if `None`, those of the order, or when reading others that alone name a cell of the board.
    pub cells: Option<CellNames>,
}

impl FenForm {
    /// Returns the names of cells: those chosen, else those of the order.
    pub fn names(self) -> CellNames {
        self.certain_names().unwrap_or_default()
    }

    /// Returns the names of cells unless they are open, so that the text decides.
    pub fn certain_names(self) -> Option<CellNames> {
        self.cells.or((self.order == Dialect::Fairy).then_some(CellNames::Fairy))
    }
}

impl From<Dialect> for FenForm {
    fn from(order: Dialect) -> Self {
        Self { order, cells: None }
    }
}

/// Dialects that a text may be written in, which failed in another dialect.
///
/// Displays as advice, or as the empty text if there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OtherDialects([bool; Dialect::ALL.len()]);

impl OtherDialects {
    /// Returns the dialects other than `tried` in which the text is the start position; if none, those in which it is
    /// legal, of which the usual ones have precedence.
    pub(super) fn of(game: Game, text: &str, tried: Dialect) -> Self {
        let read = Dialect::ALL.map(|other| {
            let other = Some(other).filter(|&other| other != tried);
            other.and_then(|other| Setup::read_in(game, text, other.into()).ok().map(|(setup, _)| setup))
        });
        let start = Setup::from(&Position::start(game)).board;
        let is_start = read.each_ref().map(|setup| setup.as_ref().is_some_and(|setup| setup.board == start));
        if is_start.contains(&true) {
            return Self(is_start);
        }
        let mut likely = read.map(|setup| setup.is_some_and(|setup| setup.into_position().is_ok()));
        // Of the programs that use these dialects, only those of file-down write a field for castling without walls.
        let is_file_down = likely[1] && has_castling(text);
        let (usual, others) = likely.split_at_mut(Dialect::USUAL.len());
        if usual.contains(&true) {
            others.fill(false);
        }
        Self(if is_file_down { Dialect::ALL.map(|dialect| dialect == Dialect::FileDown) } else { likely })
    }

    /// Returns whether there are none.
    pub fn is_empty(self) -> bool {
        self == Self::default()
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
