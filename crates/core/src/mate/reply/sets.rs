//! Sets of cells by role, and from where pieces attack a cell. No position.

use crate::geometry::{Cell, CellSet, Direction, Geometry};
use crate::rules::{Player, Role, Variant};

pub(super) type Cells<V> = CellSet<<V as Variant>::Geometry>;

/// Sets of cells, by the role of the piece that comes there.
pub(super) type ByRole<V> = [Cells<V>; Role::ALL.len()];

/// No cell for any role.
pub(super) fn none<V: Variant>() -> ByRole<V> {
    [CellSet::EMPTY; Role::ALL.len()]
}

/// From where pieces of each role attack a cell.
pub(super) fn attackers_by_role<V: Variant>(us: Player, cell: Cell, occupied: Cells<V>) -> ByRole<V> {
    let edges = V::Geometry::slide_edges(cell, occupied);
    let vertices = V::Geometry::slide_vertices(cell, occupied);
    let mut attackers = [CellSet::EMPTY; Role::ALL.len()];
    attackers[Role::King as usize] = V::Geometry::adjacent(cell);
    attackers[Role::Queen as usize] = edges | vertices;
    attackers[Role::Rook as usize] = edges;
    attackers[Role::Bishop as usize] = vertices;
    attackers[Role::Knight as usize] = V::Geometry::leaps(cell);
    attackers[Role::Pawn as usize] = taking_to::<V>(us, CellSet::of(cell));
    attackers
}

/// From where a player's pawns take to one of the cells.
pub(super) fn taking_to<V: Variant>(us: Player, cells: Cells<V>) -> Cells<V> {
    let [left, right] = V::pawn_takes(us);
    back::<V>(left, cells) | back::<V>(right, cells)
}

pub(super) fn back<V: Variant>(direction: Direction, cells: Cells<V>) -> Cells<V> {
    V::Geometry::shift(cells, direction.opposite())
}
