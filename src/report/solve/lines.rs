//! Lines in which nobody resists: where each move is played, and the numbers before them. No layout.

use crate::game::Position;
use crate::mate::{Line, Stipulation};
use crate::report::moves::san;

/// Whether lines begin with the move of the diagram, or lack it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Actual,
    SetPlay,
}

/// The moves of a line as short as can be, with something between them.
pub(super) fn sans(start: &Position, line: &Line, asked: Stipulation, between: &str) -> String {
    let moves = start.along_line(line, asked);
    moves.iter().map(|(position, m)| san(position, *m)).collect::<Vec<_>>().join(between)
}

/// The number before a move of a line, if it needs one; `dots` stand behind that of a second move of a round.
pub(super) fn number(index: usize, length: usize, asked: Stipulation, phase: Phase, dots: &str) -> String {
    if asked.is_series() {
        let is_in_series = index == 0 || asked.other_side_passes((length - index) as u32);
        return if is_in_series { format!("{}.", index + 1) } else { String::new() };
    }
    // A line of an odd number of moves begins within its round, so that it ends with a whole one.
    let offset = match phase {
        Phase::Actual => length % 2,
        Phase::SetPlay => 1,
    };
    let ply = index + offset;
    match (ply % 2, index) {
        (0, _) => format!("{}.", ply / 2 + 1),
        (_, 0) => format!("{}{dots}", ply / 2 + 1),
        _ => String::new(),
    }
}
