//! Points with whole-number coordinates, and short SVG paths through them.

use std::fmt::{self, Write};

/// A point of the picture, in board units or fractions of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Point {
    /// The centre of the board.
    pub(super) const ORIGIN: Self = Self { x: 0, y: 0 };

    pub(super) const fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }

    /// Converts to a smaller unit, `factor` of which make one of the old.
    pub(super) const fn times(self, factor: i32) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

/// Writes the attributes `x` and `y`; a zero is omitted.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in [("x", self.x), ("y", self.y)] {
            if value != 0 {
                write!(f, r#" {name}="{value}""#)?;
            }
        }
        Ok(())
    }
}

/// Returns the path of a closed polygon, with the shortest commands.
pub(super) fn polygon(corners: &[Point]) -> String {
    let gap = |number| if number < 0 { "" } else { " " };
    let mut path = String::new();
    let mut last: Option<Point> = None;
    let mut is_straight = false;
    for &Point { x, y } in corners {
        let _ = match last {
            None => write!(path, "M{x}{}{y}", gap(y)),
            Some(last) if last.x == x => write!(path, "V{y}"),
            Some(last) if last.y == y => write!(path, "H{x}"),
            Some(_) if is_straight => write!(path, "L{x}{}{y}", gap(y)),
            Some(_) => write!(path, "{}{x}{}{y}", gap(x), gap(y)),
        };
        is_straight = last.is_some_and(|last| last.x == x || last.y == y);
        last = Some(Point { x, y });
    }
    path + "z"
}

/// Divides and rounds to the nearest whole number; the divisor must be positive.
pub(super) fn rounded(dividend: i64, divisor: i64) -> i32 {
    (2 * dividend + divisor).div_euclid(2 * divisor) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_round_to_the_nearest() {
        assert_eq!([7, 8, -7, -8].map(|dividend| rounded(dividend, 5)), [1, 2, -1, -2]);
    }

    #[test]
    fn polygon_paths_are_short() {
        let corners = [(-5, 0), (3, -2), (3, 4), (0, 4), (-1, 1)].map(|(x, y)| Point { x, y });
        assert_eq!(polygon(&corners), "M-5 0 3-2V4H0L-1 1z");
    }
}
