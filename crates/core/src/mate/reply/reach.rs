//! Where the attacker's pieces can come, at once or when another one gets out of their way. Too far rather than not far enough.

use super::after::After;
use super::sets::{ByRole, Cells, none};
use crate::geometry::{CellSet, Geometry};
use crate::rules::{Role, Variant, attacks};

/// All that do not step as kings or pawns do.
pub(super) const OFFICERS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Where the attacker's pieces can come to give check, by role.
pub(super) struct Reach<V: Variant> {
    /// At once; pawns and what becomes of them perhaps not even then.
    pub(super) now: ByRole<V>,
    /// Where pieces can come with their first move.
    pub(super) first: ByRole<V>,
    /// Where pieces can come if one of the attacker's pieces gets out of their way.
    pub(super) opened: ByRole<V>,
    /// Pieces out of whose way others can, or on whose cells.
    pub(super) openers: Cells<V>,
}

impl<V: Variant> Reach<V> {
    pub(super) fn new(after: &After<'_, V>, before: Cells<V>, checks: &ByRole<V>) -> Self {
        let position = after.position;
        let none = none::<V>();
        let mut reach = Self { now: none, first: none, opened: none, openers: CellSet::EMPTY };
        reach.first[Role::Pawn as usize] = CellSet::all();
        let [left, right] = V::pawn_takes(position.turn());
        let step = |pawns, direction| V::Geometry::shift(pawns, direction);
        let pawns = position.our(Role::Pawn);
        let ahead = step(pawns, V::forward(position.turn()));
        let twice = step(ahead, V::forward(position.turn()));
        reach.now[Role::Pawn as usize] = ahead | twice | step(pawns, left) | step(pawns, right);
        let promotions = if after.may_promote { V::promotion_cells(position.turn()) } else { CellSet::EMPTY };
        for role in OFFICERS {
            let now = &mut reach.now[role as usize];
            *now |= promotions;
            for from in position.our(role) {
                let seen = attacks::<V>(role, position.turn(), from, after.occupied);
                *now |= seen;
                reach.first[role as usize] |= attacks::<V>(role, position.turn(), from, before);
                let before = seen & after.ours;
                if role != Role::Knight && !before.is_empty() {
                    let beyond = attacks::<V>(role, position.turn(), from, after.occupied - before) - seen;
                    if beyond.meets(checks[role as usize]) {
                        reach.openers |= before;
                        reach.opened[role as usize] |= beyond;
                    }
                }
            }
        }
        reach.openers |= checks.iter().fold(CellSet::EMPTY, |all, &cells| all | cells) & after.ours;
        reach
    }
}
