//! Knight leaps as vectors.

use super::{Direction, Hex};

/// Returns the vector of a leap: two steps across an edge, then one after a turn of 60 degrees.
#[doc(hidden)]
pub const fn leap(index: usize) -> Hex {
    let ahead = Direction::EDGES[index / 2];
    let aside = if index.is_multiple_of(2) { ahead.turn(2) } else { ahead.turn(10) };
    ahead.vector().plus(ahead.vector()).plus(aside.vector())
}
