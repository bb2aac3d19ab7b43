//! A number for each cell, summed over sets at once. No chess.

use crate::geometry::{CellSet, Geometry};

/// A number below 16 for each cell, kept as binary digits: of each the set of the cells that have it.
pub(super) struct Tally<G: Geometry>([CellSet<G>; 4]);

impl<G: Geometry> Tally<G> {
    /// Nothing anywhere.
    pub(super) const ZERO: Self = Self([CellSet::EMPTY; 4]);

    /// Adds one on each of the cells.
    #[inline]
    pub(super) fn add(&mut self, cells: CellSet<G>) {
        let mut carry = cells;
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            if carry.is_empty() {
                break;
            }
        }
    }

    /// The sum of the numbers on these cells.
    #[inline]
    pub(super) fn sum(&self, cells: CellSet<G>) -> i64 {
        let digits = self.0.iter().zip(0..).filter(|(digit, _)| !digit.is_empty());
        digits.map(|(&digit, place)| i64::from((digit & cells).len()) << place).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Hexagon37;

    #[test]
    fn a_sum_adds_what_each_cell_has() {
        let cells: Vec<_> = CellSet::<Hexagon37>::all().into_iter().collect();
        let mut tally = Tally::<Hexagon37>::ZERO;
        for twelve in 0..12 {
            tally.add(cells[twelve..].iter().copied().collect());
        }
        for (index, &cell) in cells.iter().enumerate() {
            assert_eq!(tally.sum(CellSet::of(cell)), (index as i64 + 1).min(12));
        }
        assert_eq!(tally.sum(CellSet::all()), (1..=12).sum::<i64>() + 12 * 25);
    }
}
