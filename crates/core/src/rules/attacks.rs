//! Attacks of each role, and attackers of a cell.

use super::{Player, Role, TypedBoard, Variant};
use crate::geometry::{Cell, CellSet, Geometry};

/// Returns cells that pawns of a seat attack.
///
/// In Brusky's game a pawn that has not moved also attacks the cell ahead.
///
/// ```
/// use hexmate_core::rules::{Glinski, Player, Position, Role, pawn_attacks};
///
/// let start = Position::<Glinski>::start();
/// assert_eq!(pawn_attacks::<Glinski>(Player::WHITE, start.our(Role::Pawn)).len(), 17);
/// ```
#[inline]
pub fn pawn_attacks<V: Variant>(seat: Player, pawns: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
    let [left, right] = V::pawn_takes(seat);
    let beside = V::Geometry::shift(pawns, left) | V::Geometry::shift(pawns, right);
    match V::PAWNS.takes_ahead_at_first {
        true => beside | V::Geometry::shift(pawns & V::first_takers(seat), V::forward(seat)),
        false => beside,
    }
}

/// Returns the cells from which a pawn of a seat attacks one of `targets`.
#[inline]
pub(crate) fn pawn_attackers<V: Variant>(
    seat: Player,
    targets: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let beside = pawns_beside::<V>(seat, targets);
    match V::PAWNS.takes_ahead_at_first {
        true => beside | V::Geometry::shift(targets, V::forward(seat).opposite()) & V::first_takers(seat),
        false => beside,
    }
}

/// Returns the cells from which a pawn of a seat takes to either side on one of `targets`, as it takes en passant.
#[inline]
pub(crate) fn pawns_beside<V: Variant>(seat: Player, targets: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
    let [left, right] = V::pawn_takes(seat);
    V::Geometry::shift(targets, left.opposite()) | V::Geometry::shift(targets, right.opposite())
}

/// Returns the pawns of a seat that no enemy on a cell ahead stops.
#[inline]
pub(crate) fn free_to_step<V: Variant>(
    seat: Player,
    pawns: CellSet<V::Geometry>,
    enemies: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    match V::PAWNS.is_stopped_by_enemy_ahead {
        true => {
            V::pawn_steps(seat).fold(pawns, |free, way| free - V::Geometry::shift(enemies, way.opposite()))
        }
        false => pawns,
    }
}

/// Returns the cells to which pawns of a seat may step on an empty board.
#[inline]
pub(crate) fn pawn_steps<V: Variant>(
    choice: V::Choice,
    seat: Player,
    pawns: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let mut cells = CellSet::EMPTY;
    for way in V::pawn_steps(seat) {
        let step = |from| V::Geometry::shift(from, way);
        cells |= step(pawns) | step(step(pawns & V::double_step_cells(choice, seat)));
        if V::LONGEST_STEP > 2 {
            cells |= step(step(step(pawns & V::triple_step_cells(choice, seat))));
        }
    }
    cells
}

/// Returns the cells from which a pawn of a seat may step to one of `targets`; `occupied` stops it on the way.
#[inline]
pub(crate) fn pawn_origins<V: Variant>(
    choice: V::Choice,
    seat: Player,
    targets: CellSet<V::Geometry>,
    occupied: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let mut cells = CellSet::EMPTY;
    for way in V::pawn_steps(seat) {
        let back = |cells| V::Geometry::shift(cells, way.opposite());
        let once = back(targets);
        let twice = back(once - occupied);
        cells |= once | twice & V::double_step_cells(choice, seat);
        if V::LONGEST_STEP > 2 {
            cells |= back(twice - occupied) & V::triple_step_cells(choice, seat);
        }
    }
    cells
}

/// Returns the attacks of a queen, rook or bishop on an empty board.
#[inline]
pub(crate) fn lines<V: Variant>(role: Role, from: Cell) -> CellSet<V::Geometry> {
    match role {
        Role::Rook => V::Geometry::edge_lines(from),
        Role::Bishop => V::Geometry::vertex_lines(from),
        _ => V::Geometry::edge_lines(from) | V::Geometry::vertex_lines(from),
    }
}

/// Returns the attacks of a queen, rook or bishop, up to the first piece on each line, included.
#[inline]
pub(super) fn slides<V: Variant>(
    role: Role,
    from: Cell,
    occupied: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    let mut seen = CellSet::EMPTY;
    if role != Role::Rook {
        seen |= V::Geometry::slide_vertices(from, occupied);
    }
    if role != Role::Bishop {
        seen |= V::Geometry::slide_edges(from, occupied);
    }
    seen
}

/// Returns the attacks of a piece on a cell; only pawns need the seat.
#[inline]
pub(crate) fn attacks<V: Variant>(
    role: Role,
    seat: Player,
    from: Cell,
    occupied: CellSet<V::Geometry>,
) -> CellSet<V::Geometry> {
    match role {
        Role::King => V::Geometry::adjacent(from),
        Role::Queen | Role::Rook | Role::Bishop => slides::<V>(role, from, occupied),
        Role::Knight => V::Geometry::leaps(from),
        Role::Pawn => pawn_attacks::<V>(seat, CellSet::of(from)),
    }
}

/// Moves of a pawn to one cell: several where it promotes.
#[inline]
pub(super) fn pawn_weight<V: Variant>(seat: Player, to: Cell) -> usize {
    match V::promotion_cells(seat).contains(to) {
        true => V::PROMOTIONS.len(),
        false => 1,
    }
}

impl<V: Variant> TypedBoard<V> {
    /// Returns the pieces of all owners that slide across edges and are in `edges`, or beyond vertices and in `vertices`.
    #[inline]
    pub fn sliders(
        &self,
        edges: CellSet<V::Geometry>,
        vertices: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        let queens = self.by_role(Role::Queen);
        edges & (self.by_role(Role::Rook) | queens) | vertices & (self.by_role(Role::Bishop) | queens)
    }

    /// Returns the cells of `cells` that no king, knight or slider of `pieces` attacks; pawns are ignored.
    ///
    /// `occupied` blocks sliders; it need not be the occupied cells of the board.
    #[inline]
    pub fn not_attacked_by_officers(
        &self,
        cells: CellSet<V::Geometry>,
        pieces: CellSet<V::Geometry>,
        occupied: CellSet<V::Geometry>,
    ) -> CellSet<V::Geometry> {
        let mut free = cells;
        for king in self.by_role(Role::King) & pieces {
            free -= V::Geometry::adjacent(king);
        }
        for knight in self.by_role(Role::Knight) & pieces {
            free -= V::Geometry::leaps(knight);
        }
        let queens = self.by_role(Role::Queen);
        for slider in (self.by_role(Role::Rook) | queens) & pieces {
            if V::Geometry::edge_lines(slider).meets(free) {
                free -= V::Geometry::slide_edges(slider, occupied);
            }
        }
        for slider in (self.by_role(Role::Bishop) | queens) & pieces {
            if V::Geometry::vertex_lines(slider).meets(free) {
                free -= V::Geometry::slide_vertices(slider, occupied);
            }
        }
        free
    }

    /// Returns the cells that the piece on a cell attacks; empty without a piece.
    pub fn attacks(&self, from: Cell) -> CellSet<V::Geometry> {
        let Some(piece) = self.piece(from) else { return CellSet::EMPTY };
        attacks::<V>(piece.role, piece.seat, from, self.occupied())
    }

    /// Returns the cells of all pieces, of any owner, that attack a cell.
    ///
    /// `occupied` blocks sliders; it need not be the occupied cells of the board.
    pub fn attackers(&self, cell: Cell, occupied: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        let edges = V::Geometry::slide_edges(cell, occupied);
        let sliders = self.sliders(edges, V::Geometry::slide_vertices(cell, occupied));
        let steppers = V::Geometry::leaps(cell) & self.by_role(Role::Knight)
            | V::Geometry::adjacent(cell) & self.by_role(Role::King);
        V::players().fold(sliders | steppers, |attackers, seat| {
            attackers | pawn_attackers::<V>(seat, CellSet::of(cell)) & self.pawns(seat)
        })
    }
}
