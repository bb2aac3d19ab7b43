//! Functions of the mating side's pieces that are exchanged between two solutions: Zilahi and exchanged moves.

use super::line::{Line, Step};
use hexmate_core::geometry::Cell;
use hexmate_position::Position;

/// Functions of the mating side's pieces in a solution, which are named by their cells in the diagram.
pub(super) struct Functions {
    /// The piece that makes the last move.
    mating: Cell,
    /// The pieces that the other side captures.
    captured: Vec<Cell>,
    /// The pieces that make the moves before the last one.
    preparing: Vec<Cell>,
}

impl Functions {
    /// Returns the functions in a line that ends with mate.
    pub(super) fn of(line: &Line<'_>) -> Option<Self> {
        let steps = line.steps;
        let (last, m) = steps.last().and_then(|last| Some((last, last.m?)))?;
        let mating = origin(&steps[..steps.len() - 1], m.from);
        let [mut captured, mut preparing] = [Vec::new(), Vec::new()];
        for (number, Step { before, m }) in steps.iter().enumerate() {
            let after = steps.get(number + 1).map_or(line.end, |next| &next.before);
            if let Some(m) = m.filter(|_| before.turn() == last.before.turn() && number + 1 < steps.len()) {
                preparing.push(origin(&steps[..number], m.from));
            }
            if before.turn() != last.before.turn() && m.is_some_and(|m| before.is_capture(m)) {
                let missing = cells(before, last)
                    .filter(|&cell| after.piece(cell).is_none_or(|piece| piece.owner != last.before.turn()));
                captured.extend(missing.map(|cell| origin(&steps[..number], cell)));
            }
        }
        Some(Self { mating, captured, preparing })
    }

    /// Returns whether each of two pieces mates in a solution in which the other is captured.
    pub(super) fn are_exchanged(solutions: &[Self]) -> bool {
        pairs(solutions)
            .any(|(one, other)| one.captured.contains(&other.mating) && other.captured.contains(&one.mating))
    }

    /// Returns the number of pairs of solutions in which each of two pieces mates and the other moves before.
    pub(super) fn exchanged_moves(solutions: &[Self]) -> usize {
        let is_exchange = |(one, other): &(&Self, &Self)| {
            one.mating != other.mating
                && one.preparing.contains(&other.mating)
                && other.preparing.contains(&one.mating)
        };
        pairs(solutions).filter(is_exchange).count()
    }

    /// Returns the number of pieces that mate in one solution and are captured in another.
    pub(super) fn captured_mating_pieces(solutions: &[Self]) -> usize {
        let is_captured = |cell: &Cell| solutions.iter().any(|other| other.captured.contains(cell));
        let mut mating: Vec<Cell> = solutions.iter().map(|one| one.mating).filter(is_captured).collect();
        mating.sort_unstable();
        mating.dedup();
        mating.len()
    }
}

/// Returns all pairs of different solutions.
fn pairs(solutions: &[Functions]) -> impl Iterator<Item = (&Functions, &Functions)> {
    solutions
        .iter()
        .enumerate()
        .flat_map(|(number, one)| solutions[number + 1..].iter().map(move |other| (one, other)))
}

/// Returns the cells of the side that makes the last move.
fn cells<'p>(position: &'p Position, last: &Step) -> impl Iterator<Item = Cell> + use<'p> {
    let owner = last.before.turn();
    position.pieces().into_iter().filter(move |(_, piece)| piece.owner == owner).map(|(cell, _)| cell)
}

/// Returns the cell in the diagram of the piece that is on a cell after some steps.
pub(super) fn origin(steps: &[Step], cell: Cell) -> Cell {
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
