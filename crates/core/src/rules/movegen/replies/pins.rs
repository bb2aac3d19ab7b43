//! What a piece loses that has just been pinned.

use super::moving::MovingPiece;
use super::opponent::Replies;
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::slides;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Role, Variant};

impl<V: Variant, B: Mover> Replies<'_, V, B> {
    /// What the first of the pieces there loses by a slider's arrival behind it.
    #[inline]
    pub(super) fn lost_by_arrival(&self, from: Cell, to: Cell) -> i64 {
        let line = V::Geometry::between(self.generator.king, to) | CellSet::of(to);
        self.lost(line, from, to)
    }

    /// The line on which a piece of the other player is pinned once a piece of ours has left it.
    #[inline]
    pub(super) fn uncovered_line(&self, moving: MovingPiece) -> CellSet<V::Geometry> {
        let king = self.generator.king;
        let snipers = self.generator.snipers() & self.generator.enemies;
        let behind = |&sniper: &Cell| {
            let line = V::Geometry::between(king, sniper);
            let pieces = line & self.generator.occupied;
            line.contains(moving.from) && !pieces.without_first().is_several()
        };
        snipers
            .into_iter()
            .find(behind)
            .map_or(CellSet::EMPTY, |sniper| V::Geometry::between(king, sniper) | CellSet::of(sniper))
    }

    /// What the other player's piece on a line loses when it may not leave it, after a move of ours.
    pub(super) fn lost(&self, line: CellSet<V::Geometry>, from: Cell, to: Cell) -> i64 {
        let board = &self.generator.position.board;
        let [left, arrived] = [from, to].map(CellSet::of);
        let here = line & (self.generator.ours - arrived);
        let Some(pinned) = here.first() else { return 0 };
        let after = Generator {
            occupied: (self.generator.occupied - left) | arrived,
            enemies: (self.generator.enemies - left) | arrived,
            targets: self.generator.targets | arrived,
            ..self.generator
        };
        if board.by_role(Role::Pawn).meets(here) {
            let lost = after.own_pawns(here).map(|(seat, pawn)| {
                let all = after.count_pawn_moves(seat, pawn, after.targets);
                all - after.count_pawn_moves(seat, pawn, after.targets & line)
            });
            return lost.sum::<u64>() as i64;
        }
        let seen = if board.by_role(Role::Knight).meets(here) {
            V::Geometry::leaps(pinned)
        } else {
            let role = [Role::Bishop, Role::Rook, Role::Queen]
                .into_iter()
                .find(|&role| board.by_role(role).meets(here));
            role.map_or(CellSet::EMPTY, |role| slides::<V>(role, pinned, after.occupied))
        };
        i64::from(((seen & after.targets) - line).len())
    }
}
