//! What each role attacks, and who attacks a cell. No turn, no legality.

use super::{Board, Player, Role, Variant};
use crate::geometry::{Cell, CellSet, Geometry};

/// Cells that pawns of a seat attack.
#[inline]
pub(super) fn pawn_attacks<V: Variant>(seat: Player, pawns: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
    let [left, right] = V::pawn_takes(seat);
    V::Geometry::shift(pawns, left) | V::Geometry::shift(pawns, right)
}

/// Cells from which a pawn of a seat attacks one of `targets`.
#[inline]
pub(super) fn pawn_attackers<V: Variant>(
    seat: Player,
    targets: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let [left, right] = V::pawn_takes(seat);
    V::Geometry::shift(targets, left.opposite()) | V::Geometry::shift(targets, right.opposite())
}

impl<V: Variant> Board<V> {
    /// Cells that the man on a cell attacks; none if there is no man.
    pub fn attacks(&self, from: Cell<V::Geometry>) -> CellSet<V::Geometry> {
        let Some(piece) = self.piece(from) else { return CellSet::EMPTY };
        let occupied = self.occupied();
        match piece.role {
            Role::King => V::Geometry::adjacent(from),
            Role::Queen => {
                V::Geometry::slide_edges(from, occupied) | V::Geometry::slide_vertices(from, occupied)
            }
            Role::Rook => V::Geometry::slide_edges(from, occupied),
            Role::Bishop => V::Geometry::slide_vertices(from, occupied),
            Role::Knight => V::Geometry::leaps(from),
            Role::Pawn => pawn_attacks::<V>(piece.seat, CellSet::of(from)),
        }
    }

    /// Cells of all men, whoever owns them, that attack a cell.
    ///
    /// `occupied` is what stands in the way of sliders; it need not be what stands on the board.
    pub fn attackers(&self, cell: Cell<V::Geometry>, occupied: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        let queens = self.by_role(Role::Queen);
        let sliders = V::Geometry::slide_edges(cell, occupied) & (self.by_role(Role::Rook) | queens)
            | V::Geometry::slide_vertices(cell, occupied) & (self.by_role(Role::Bishop) | queens);
        let steppers = V::Geometry::leaps(cell) & self.by_role(Role::Knight)
            | V::Geometry::adjacent(cell) & self.by_role(Role::King);
        V::players().fold(sliders | steppers, |attackers, seat| {
            attackers | pawn_attackers::<V>(seat, CellSet::of(cell)) & self.pawns(seat)
        })
    }
}
