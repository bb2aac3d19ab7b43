//! Lines of moves in UCI.

use hexmate_core::rules::Move;
use hexmate_position::{CellNames, Position};

/// Returns the moves that lead to a position in UCI, separated by blanks.
pub fn uci_line(position: &Position, line: &[Move]) -> String {
    line_in(CellNames::Standard, position, line)
}

/// Returns the moves that lead to a position in UCI with these names of cells.
pub(crate) fn line_in(names: CellNames, position: &Position, line: &[Move]) -> String {
    let shape = position.game().shape;
    line.iter().map(|&m| names.uci(shape, m).to_string()).collect::<Vec<_>>().join(" ")
}
