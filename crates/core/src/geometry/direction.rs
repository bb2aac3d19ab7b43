//! Twelve directions, named by the clock. Knows vectors; no board, no edge.

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

    /// The direction this many hours later, each 30 degrees clockwise.
    #[inline]
    pub const fn turn(self, hours: u8) -> Self {
        Self::ALL[((self as u8 + hours) % 12) as usize]
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Self {
        const OPPOSITES: [Direction; 12] = [S, SSW, SW, W, NW, NNW, N, NNE, NE, E, SE, SSE];
        OPPOSITES[self as usize]
    }

    /// Whether a step crosses an edge, as a rook's does.
    pub const fn is_edge(self) -> bool {
        (self as u8).is_multiple_of(2)
    }

    /// The displacement of one step.
    pub const fn vector(self) -> Hex {
        let first = if self.is_edge() { Hex::new(0, -1) } else { Hex::new(1, -2) };
        first.turned(self as u8 / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_are_those_of_the_rules() {
        let vectors = Direction::ALL.map(|direction| (direction.vector().q, direction.vector().r));
        let [edges, vertices] = [0, 1].map(|odd| [0, 2, 4, 6, 8, 10].map(|hour| vectors[hour + odd]));
        assert_eq!(edges, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]);
        assert_eq!(vertices, [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)]);
    }

    #[test]
    fn a_step_there_and_a_step_back_is_no_step() {
        for direction in Direction::ALL {
            assert_eq!(direction.vector() + direction.opposite().vector(), Hex::CENTRE);
            assert_eq!(direction.opposite(), direction.turn(6));
        }
    }
}
