//! Mate in one for two players, without trying moves that give no check.

use std::ops::ControlFlow;

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{PieceMoves, Position, Role, Variant};

/// Whether the player on turn can mate his only opponent at once.
///
/// Makes only moves that can give check: a man to a cell from which it attacks
/// the king, a man that leaves the line of an own slider, a promotion, en
/// passant. `checked` is called for each of them.
pub(super) fn has_mate_in_one<V: Variant>(position: &Position<V>, mut checked: impl FnMut()) -> bool {
    let Some(king) = position.king(position.next_player()) else { return false };
    let cells = CheckCells::new(position, king);
    position
        .visit_moves(|moves| {
            for m in cells.restrict(moves) {
                checked();
                if position.after(m).is_mate() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
        .is_break()
}

/// Where men must go to give check.
struct CheckCells<V: Variant> {
    edges: CellSet<V::Geometry>,
    vertices: CellSet<V::Geometry>,
    leaps: CellSet<V::Geometry>,
    pawns: CellSet<V::Geometry>,
    /// Own men that stand alone between the king and an own slider.
    batteries: CellSet<V::Geometry>,
    passed: CellSet<V::Geometry>,
}

impl<V: Variant> CheckCells<V> {
    fn new(position: &Position<V>, king: Cell<V::Geometry>) -> Self {
        let board = position.board();
        let occupied = board.occupied();
        let [left, right] = V::pawn_takes(position.turn());
        let here = CellSet::of(king);
        let snipers = board.sliders(V::Geometry::edge_lines(king), V::Geometry::vertex_lines(king));
        let batteries = (snipers & position.ours())
            .into_iter()
            .map(|sniper| V::Geometry::between(king, sniper) & occupied)
            .filter(|between| !between.is_several())
            .fold(CellSet::EMPTY, |batteries, between| batteries | between);
        Self {
            edges: V::Geometry::slide_edges(king, occupied),
            vertices: V::Geometry::slide_vertices(king, occupied),
            leaps: V::Geometry::leaps(king),
            pawns: V::Geometry::shift(here, left.opposite()) | V::Geometry::shift(here, right.opposite()),
            batteries: batteries & position.ours(),
            passed: V::players()
                .filter_map(|player| position.passing(player))
                .map(|passing| passing.over)
                .collect(),
        }
    }

    /// Those of a man's moves that can give check.
    fn restrict(&self, moves: PieceMoves<V>) -> PieceMoves<V> {
        if self.batteries.contains(moves.from) {
            return moves;
        }
        let cells = match moves.role {
            Role::King => CellSet::EMPTY,
            Role::Queen => self.edges | self.vertices,
            Role::Rook => self.edges,
            Role::Bishop => self.vertices,
            Role::Knight => self.leaps,
            Role::Pawn => self.pawns | moves.promoting | self.passed,
        };
        PieceMoves { to: moves.to & cells, promoting: moves.promoting & cells, ..moves }
    }
}
