//! Sets of cells: algebra, iteration, drawings.

use std::error::Error;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use super::{Bits, Cell, Geometry, Hex};

/// A set of cells of the board `G`.
///
/// `&`, `|`, `^`, `-` and `!` are intersection, union, symmetric difference,
/// difference and complement. `Display` draws the set, an `x` for each member,
/// and `FromStr` reads the drawing:
///
/// ```
/// use hexmate_core::geometry::{CellSet, Geometry, Hex, Hexagon37};
///
/// let seen: CellSet<Hexagon37> = "
///             .
///           .   .
///         .   x   .
///       x   .   .   x
///         x   x   x
///       .   x   x   .
///         .   .   .
///       .   x   x   .
///         x   x   x
///       x   .   .   x
///         .   x   .
///           .   .
///             x
/// ".parse()?;
/// let centre = Hexagon37::cell(Hex::CENTRE).ok_or("no centre")?;
/// let blocker = Hexagon37::cell(Hex::new(0, -2)).ok_or("no blocker")?;
/// assert_eq!(Hexagon37::slide_edges(centre, CellSet::of(blocker)), seen);
/// assert_eq!(seen.to_string().parse(), Ok(seen));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "bitboard")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet<G: Geometry>(G::Bits);

impl<G: Geometry> CellSet<G> {
    /// The empty set.
    pub const EMPTY: Self = Self(G::Bits::EMPTY);

    /// Returns the set of one cell.
    ///
    /// ```
    /// use hexmate_core::geometry::{CellSet, Geometry, Hex, Hexagon91};
    ///
    /// let centre = Hexagon91::cell(Hex::CENTRE).expect("a centre");
    /// let set = CellSet::<Hexagon91>::of(centre);
    /// assert!(set.contains(centre) && !set.is_several());
    /// ```
    #[inline]
    pub fn of(cell: Cell) -> Self {
        Self(G::Bits::single(cell.index() as u16))
    }

    /// Returns all cells of the board.
    ///
    /// ```
    /// use hexmate_core::geometry::{CellSet, Hexagon91};
    ///
    /// assert_eq!(CellSet::<Hexagon91>::all().len(), 91);
    /// ```
    #[inline]
    pub fn all() -> Self {
        G::all()
    }

    /// Returns the number of cells.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count()
    }

    /// Returns whether there is no cell.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether there are at least two cells.
    #[inline]
    pub fn is_several(self) -> bool {
        !self.0.without_lowest().is_empty()
    }

    /// Returns whether the cell is a member.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.meets(Self::of(cell))
    }

    /// Returns whether the two sets have a cell in common.
    ///
    /// ```
    /// use hexmate_core::geometry::{CellSet, Hexagon91};
    ///
    /// let all = CellSet::<Hexagon91>::all();
    /// assert!(all.meets(all) && !all.meets(!all));
    /// ```
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the member with the lowest number, if any.
    ///
    /// ```
    /// use hexmate_core::geometry::{CellSet, Hexagon91};
    ///
    /// let all = CellSet::<Hexagon91>::all();
    /// assert_eq!(all.first(), all.into_iter().next());
    /// ```
    #[inline]
    pub fn first(self) -> Option<Cell> {
        (!self.is_empty()).then(|| Cell::from_index(self.0.lowest()))
    }

    /// Removes the first member.
    #[inline]
    #[must_use]
    pub fn without_first(self) -> Self {
        Self(self.0.without_lowest())
    }

    /// Creates the set with these bits; for the tables of [`board!`](crate::board).
    #[doc(hidden)]
    #[inline]
    pub const fn from_bits(bits: G::Bits) -> Self {
        Self(bits)
    }

    /// Returns the bits; for the tables of [`board!`](crate::board).
    #[doc(hidden)]
    #[inline]
    pub const fn bits(self) -> G::Bits {
        self.0
    }

    #[inline]
    pub(super) fn span(below: Self, above: Self) -> Self {
        Self(G::Bits::span(below.0, above.0))
    }
}

impl<G: Geometry> Default for CellSet<G> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<G: Geometry> BitAnd for CellSet<G> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<G: Geometry> BitOr for CellSet<G> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<G: Geometry> BitXor for CellSet<G> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<G: Geometry> Sub for CellSet<G> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<G: Geometry> Not for CellSet<G> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        G::all() - self
    }
}

impl<G: Geometry> BitAndAssign for CellSet<G> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<G: Geometry> BitOrAssign for CellSet<G> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<G: Geometry> BitXorAssign for CellSet<G> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<G: Geometry> SubAssign for CellSet<G> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<G: Geometry> FromIterator<Cell> for CellSet<G> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::of(cell))
    }
}

/// The members of a [`CellSet`] in the order of [`Cell`].
#[derive(Clone, Debug)]
pub struct Cells<G: Geometry>(CellSet<G>);

impl<G: Geometry> Iterator for Cells<G> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let first = self.0.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }
}

impl<G: Geometry> IntoIterator for CellSet<G> {
    type Item = Cell;
    type IntoIter = Cells<G>;

    #[inline]
    fn into_iter(self) -> Cells<G> {
        Cells(self)
    }
}

impl<G: Geometry> fmt::Display for CellSet<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, last] = G::SHAPE.lines_of_text();
        let margin = G::SHAPE.cells().map(|cell| G::SHAPE.place_in_text(G::hex(cell)).0).min().unwrap_or(0);
        for line in first..=last {
            let mut drawn = String::new();
            for hex in G::SHAPE.columns().filter_map(|q| G::SHAPE.hex_in_text(q, line)) {
                let column = (G::SHAPE.place_in_text(hex).0 - margin) as usize;
                drawn.extend(std::iter::repeat_n(' ', column - drawn.len()));
                drawn.push(if G::cell(hex).is_some_and(|cell| self.contains(cell)) { 'x' } else { '.' });
            }
            if !drawn.is_empty() {
                writeln!(f, "{drawn}")?;
            }
        }
        Ok(())
    }
}

impl<G: Geometry> fmt::Debug for CellSet<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

/// Error of parsing a drawing of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseDrawingError {
    /// A character that is neither `.`, `x` nor white space.
    UnknownCharacter(char),
    /// The drawing has not as many cells as the board.
    CellCount {
        /// Cells of the board.
        expected: usize,
        /// Cells drawn.
        found: usize,
    },
}

impl fmt::Display for ParseDrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCharacter(found) => write!(f, "expected . or x, found {found:?}"),
            Self::CellCount { expected, found } => {
                write!(f, "drawing has {found} cells, expected {expected}")
            }
        }
    }
}

impl Error for ParseDrawingError {}

impl<G: Geometry> FromStr for CellSet<G> {
    type Err = ParseDrawingError;

    /// Parses a drawing line by line; only the order of the cells matters, not their indentation.
    fn from_str(drawing: &str) -> Result<Self, ParseDrawingError> {
        let mut hexes: Vec<Hex> = Self::all().into_iter().map(G::hex).collect();
        hexes.sort_by_key(|&hex| {
            let (column, line) = G::SHAPE.place_in_text(hex);
            (line, column)
        });
        let mut set = Self::EMPTY;
        let mut found = 0;
        for character in drawing.chars().filter(|character| !character.is_whitespace()) {
            match character {
                'x' => {
                    if let Some(cell) = hexes.get(found).and_then(|&hex| G::cell(hex)) {
                        set |= Self::of(cell);
                    }
                }
                '.' => {}
                other => return Err(ParseDrawingError::UnknownCharacter(other)),
            }
            found += 1;
        }
        match found == G::SHAPE.count() {
            true => Ok(set),
            false => Err(ParseDrawingError::CellCount { expected: G::SHAPE.count(), found }),
        }
    }
}
