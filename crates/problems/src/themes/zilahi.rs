//! Zilahi: pieces of the mating side that exchange their functions between two solutions.

use super::line::{Line, Step};
use hexmate_core::geometry::Cell;
use hexmate_position::Position;

/// Functions of the mating side's pieces in a solution, which are named by their cells in the diagram.
pub(super) struct Functions {
    /// The piece that makes the last move.
    mating: Cell,
    /// The pieces that the other side captures.
    captured: Vec<Cell>,
}

impl Functions {
    /// Returns the functions in a line that ends with mate.
    pub(super) fn of(line: &Line<'_>) -> Option<Self> {
        let steps = line.steps;
        let (last, m) = steps.last().and_then(|last| Some((last, last.m?)))?;
        let mating = origin(&steps[..steps.len() - 1], m.from);
        let mut captured = Vec::new();
        for (number, Step { before, m }) in steps.iter().enumerate() {
            let after = steps.get(number + 1).map_or(line.end, |next| &next.before);
            if before.turn() != last.before.turn() && m.is_some_and(|m| before.is_capture(m)) {
                let missing = cells(before, last)
                    .filter(|&cell| after.piece(cell).is_none_or(|piece| piece.owner != last.before.turn()));
                captured.extend(missing.map(|cell| origin(&steps[..number], cell)));
            }
        }
        Some(Self { mating, captured })
    }

    /// Returns whether each of two pieces mates in a solution in which the other is captured.
    pub(super) fn are_exchanged(solutions: &[Self]) -> bool {
        let is_pair = |one: &Self, other: &Self| {
            one.captured.contains(&other.mating) && other.captured.contains(&one.mating)
        };
        solutions
            .iter()
            .enumerate()
            .any(|(number, one)| solutions[number + 1..].iter().any(|other| is_pair(one, other)))
    }
}

/// Returns the cells of the side that makes the last move.
fn cells<'p>(position: &'p Position, last: &Step) -> impl Iterator<Item = Cell> + use<'p> {
    let owner = last.before.turn();
    position.pieces().into_iter().filter(move |(_, piece)| piece.owner == owner).map(|(cell, _)| cell)
}

/// Returns the cell in the diagram of the piece that is on a cell after some steps.
fn origin(steps: &[Step], cell: Cell) -> Cell {
    steps.iter().rev().fold(cell, |cell, Step { before, m }| {
        let Some(m) = *m else { return cell };
        let castled = before.castling(m).filter(|castling| castling.rook[1] == cell);
        match castled {
            Some(castling) => castling.rook[0],
            None if m.to == cell => m.from,
            None => cell,
        }
    })
}
