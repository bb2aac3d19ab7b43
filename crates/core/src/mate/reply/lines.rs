//! Lines on which sliders could attack a cell, once what stands between has left. No moves.

use super::sets::Cells;
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Position, Variant};

/// The attacker's sliders in line with a cell, and what stands between.
pub(super) struct SliderLines<V: Variant> {
    /// The attacker's pieces that could open a line with one move, with two.
    pub(super) ours: [Cells<V>; 2],
    /// Others that hold a line closed, alone or with one of the attacker's.
    pub(super) theirs: Cells<V>,
    /// Others on any of the lines, however well closed.
    pub(super) sensitive: Cells<V>,
}

impl<V: Variant> SliderLines<V> {
    pub(super) fn to(position: &Position<V>, cell: Cell, ours: Cells<V>, occupied: Cells<V>) -> Self {
        let mut lines = Self { ours: [CellSet::EMPTY; 2], theirs: CellSet::EMPTY, sensitive: CellSet::EMPTY };
        let board = position.board();
        let sliders = board.sliders(V::Geometry::edge_lines(cell), V::Geometry::vertex_lines(cell));
        for slider in sliders & ours {
            let between = V::Geometry::between(cell, slider) & occupied;
            let theirs = between - ours;
            lines.sensitive |= theirs;
            if between.without_first().is_several() {
                continue;
            }
            if !theirs.is_empty() {
                lines.theirs |= theirs;
                continue;
            }
            lines.ours[1] |= between;
            if !between.is_several() {
                lines.ours[0] |= between;
            }
        }
        lines
    }
}
