//! Twelve directions, named by the clock.

use super::Hex;

/// One of twelve directions; the discriminant is the hour, 0 for twelve.
///
/// ```text
///            N
///    NNW   _____   NNE        even hours cross an edge, as a rook does;
///   NW    /     \    NE       odd hours leave by a vertex, as a bishop does
///     W  (       )  E
///   SW    \_____/    SE
///    SSW           SSE
///            S
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Twelve o'clock.
    N,
    /// One o'clock.
    NNE,
    /// Two o'clock.
    NE,
    /// Three o'clock.
    E,
    /// Four o'clock.
    SE,
    /// Five o'clock.
    SSE,
    /// Six o'clock.
    S,
    /// Seven o'clock.
    SSW,
    /// Eight o'clock.
    SW,
    /// Nine o'clock.
    W,
    /// Ten o'clock.
    NW,
    /// Eleven o'clock.
    NNW,
}

use Direction::{E, N, NE, NNE, NNW, NW, S, SE, SSE, SSW, SW, W};

impl Direction {
    /// All directions, clockwise from twelve o'clock.
    pub const ALL: [Self; 12] = [N, NNE, NE, E, SE, SSE, S, SSW, SW, W, NW, NNW];

    /// The six that cross an edge: a rook's.
    pub const EDGES: [Self; 6] = [N, NE, SE, S, SW, NW];

    /// The six that leave by a vertex: a bishop's.
    pub const VERTICES: [Self; 6] = [NNE, E, SSE, SSW, W, NNW];

    /// Turns the direction clockwise by `hours`, 30 degrees each.
    #[inline]
    pub const fn turn(self, hours: u8) -> Self {
        Self::ALL[((self as u8 + hours) % 12) as usize]
    }

    /// Returns the opposite direction.
    ///
    /// ```
    /// use hexmate_core::geometry::Direction;
    ///
    /// assert_eq!(Direction::N.opposite(), Direction::S);
    /// assert_eq!(Direction::N.turn(2), Direction::NE);
    /// ```
    #[inline]
    pub const fn opposite(self) -> Self {
        const OPPOSITES: [Direction; 12] = [S, SSW, SW, W, NW, NNW, N, NNE, NE, E, SE, SSE];
        OPPOSITES[self as usize]
    }

    /// Returns whether a step crosses an edge, as a rook's does.
    pub const fn is_edge(self) -> bool {
        (self as u8).is_multiple_of(2)
    }

    /// Returns the displacement of one step.
    pub const fn vector(self) -> Hex {
        let first = if self.is_edge() { Hex::new(0, -1) } else { Hex::new(1, -2) };
        first.turned(self as u8 / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_agree_with_rules() {
        let vectors = Direction::ALL.map(|direction| (direction.vector().q, direction.vector().r));
        let [edges, vertices] = [0, 1].map(|odd| [0, 2, 4, 6, 8, 10].map(|hour| vectors[hour + odd]));
        assert_eq!(edges, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]);
        assert_eq!(vertices, [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)]);
    }

    #[test]
    fn opposite_steps_cancel() {
        for direction in Direction::ALL {
            assert_eq!(direction.vector() + direction.opposite().vector(), Hex::CENTRE);
            assert_eq!(direction.opposite(), direction.turn(6));
        }
    }
}
