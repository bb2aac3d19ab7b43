//! A position after a reply, as the king sees it that shall be mated. No attack.

use super::sets::{Cells, back, taking_to};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Position, Role, Variant, attacks};

/// The position after a reply, and what is seen of its king.
pub(super) struct After<'p, V: Variant> {
    pub(super) position: &'p Position<V>,
    pub(super) king: Cell,
    pub(super) occupied: Cells<V>,
    /// The attacker's pieces.
    pub(super) ours: Cells<V>,
    pub(super) edges: Cells<V>,
    pub(super) vertices: Cells<V>,
    /// Whether a pawn may be able to promote with the second move.
    pub(super) may_promote: bool,
}

impl<'p, V: Variant> After<'p, V> {
    pub(super) fn new(position: &'p Position<V>, king: Cell) -> Self {
        let occupied = position.board().occupied();
        let edges = V::Geometry::slide_edges(king, occupied);
        let vertices = V::Geometry::slide_vertices(king, occupied);
        let may_promote = may_promote(position);
        Self { position, king, occupied, ours: position.ours(), edges, vertices, may_promote }
    }

    /// From where a piece sees a cell.
    pub(super) fn ways_to(&self, cell: Cell, role: Role) -> Cells<V> {
        match role {
            Role::Pawn => CellSet::all(),
            _ => attacks::<V>(role, self.position.turn(), cell, self.occupied),
        }
    }

    /// Pieces other than the king that can leave their cells whatever line the attacker opens.
    pub(super) fn defenders(&self, sensitive: Cells<V>) -> Vec<Defender<V>> {
        let them = self.position.next_player();
        let board = self.position.board();
        let theirs = self.occupied - self.ours - sensitive;
        let mut defenders = Vec::with_capacity(16);
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for cell in board.by_role(role) & theirs {
                let attacked = attacks::<V>(role, them, cell, self.occupied);
                let can_close = if role == Role::Pawn { CellSet::EMPTY } else { attacked };
                defenders.push(Defender { cell, attacked, can_close });
            }
        }
        defenders
    }

    /// Where something could disturb every capture of a checker, and everything that closes its line.
    ///
    /// `None` if nothing can answer the check.
    pub(super) fn disturbing_defence(&self, checker: Cell, defenders: &[Defender<V>]) -> Option<Cells<V>> {
        let here = CellSet::of(checker);
        let line = match (self.edges | self.vertices).contains(checker) {
            true => V::Geometry::between(checker, self.king),
            false => CellSet::EMPTY,
        };
        let mut disturbing: Option<Cells<V>> = None;
        for defender in defenders {
            let answers = defender.attacked & here | defender.can_close & line;
            if answers.is_empty() || defender.cell == checker {
                continue;
            }
            let mut fixed = CellSet::of(defender.cell);
            if let Some(direction) = V::Geometry::direction(self.king, defender.cell) {
                fixed |= V::Geometry::ray(defender.cell, direction);
            }
            for to in answers {
                let path = fixed | V::Geometry::between(defender.cell, to) | (CellSet::of(to) - here);
                disturbing = Some(disturbing.map_or(path, |others| path & others));
            }
        }
        disturbing
    }

    /// Cells that the king could go to.
    pub(super) fn flights(&self) -> Cells<V> {
        let us = self.position.turn();
        let [left, right] = V::pawn_takes(us);
        let pawns = self.position.our(Role::Pawn);
        let taken = V::Geometry::shift(pawns, left) | V::Geometry::shift(pawns, right);
        let around = V::Geometry::adjacent(self.king) - (self.occupied - self.ours) - taken;
        let occupied = self.occupied - CellSet::of(self.king);
        self.position.board().not_attacked_by_officers(around, self.ours, occupied)
    }
}

/// Whether a pawn of the player to move may be able to promote with the second move.
fn may_promote<V: Variant>(position: &Position<V>) -> bool {
    let us = position.turn();
    let forward = V::forward(us);
    let last = V::promotion_cells(us);
    let near = back::<V>(forward, last) | taking_to::<V>(us, last);
    let far = back::<V>(forward, near) | taking_to::<V>(us, near);
    let farther = back::<V>(forward, back::<V>(forward, near));
    (near | far | farther).meets(position.our(Role::Pawn))
}

/// A piece that may take a checker or close its line.
pub(super) struct Defender<V: Variant> {
    cell: Cell,
    attacked: Cells<V>,
    can_close: Cells<V>,
}
