//! Castling in positions that the estimates exclude: they claim nothing about lines in which somebody castles.

use std::ops::ControlFlow;

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Move, Player, Position, Role, Variant};

/// Most pieces between king and rook that a move takes out of the way; en passant takes two.
const MOST_CLEARED: u32 = 2;

/// Lists the castling moves of the player to move.
pub(super) fn castling_moves<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let mut found = Vec::new();
    if may_castle_after(position, position.turn(), 0) {
        let _ = position.visit_moves_of(position.our(Role::King), &mut |moves| {
            found.extend(moves.into_iter().filter(|&m| position.castling(m).is_some()));
            ControlFlow::Continue(())
        });
    }
    found
}

/// Returns whether a player may castle after a number of moves of both sides; `false` is certain.
///
/// Looks at the pieces between king and rook only.
pub(super) fn may_castle_after<V: Variant>(position: &Position<V>, player: Player, moves: u32) -> bool {
    let wings = position.wings();
    let occupied = position.board().occupied();
    !wings.is_empty()
        && V::castlings(player).iter().any(|castling| {
            let between = V::Geometry::between(castling.king[0], castling.rook[0]) & occupied;
            wings.has(player, castling.wing) && between.len() <= MOST_CLEARED * moves
        })
}

/// Returns whether the next castling of a player may give check to a king on a cell; `false` is certain.
///
/// The rook gives check from its new cell, or another slider over the cells that king and rook leave.
pub(super) fn may_castle_with_check<V: Variant>(position: &Position<V>, player: Player, king: Cell) -> bool {
    let board = position.board();
    let lines = [V::Geometry::edge_lines(king), V::Geometry::vertex_lines(king)];
    let snipers = board.sliders(lines[0], lines[1]) & board.by_owner(player);
    V::castlings(player).iter().any(|castling| {
        let left = CellSet::of(castling.king[0]) | CellSet::of(castling.rook[0]);
        lines[0].contains(castling.rook[1])
            || snipers.into_iter().any(|sniper| V::Geometry::between(king, sniper).meets(left))
    })
}

/// Returns whether anybody may castle with one of the next `plies` moves; `false` is certain.
pub(super) fn may_castle_within<V: Variant>(position: &Position<V>, plies: u32) -> bool {
    V::players().any(|player| may_castle_after(position, player, plies.saturating_sub(1)))
}
