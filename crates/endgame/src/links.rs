//! Links from an ending to the tables of the smaller endings after a capture or promotion.

use std::sync::Arc;

use super::ending::Ending;
use super::layout::{Placement, Slot, slots};
use super::score::Packed;
use super::table::Endgame;
use hexmate_core::rules::{Player, Role};

/// The change of an ending by a capture, a promotion or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Change {
    /// Slot of the captured piece.
    pub(super) captured: Option<usize>,
    /// Slot of the promoted pawn, and its new role.
    pub(super) promoted: Option<(usize, Role)>,
}

/// A link from an ending to the table of a smaller one.
pub(super) struct Link {
    change: Change,
    table: Arc<Endgame>,
    /// For each slot of the smaller ending, the slot of this one.
    order: Vec<usize>,
    /// `true` if the smaller table has colours exchanged.
    exchanged: bool,
}

/// All links of an ending, by [`Change::number`]; none by default.
#[derive(Default)]
pub(super) struct Links(Vec<Option<Link>>);

const ROLES: usize = Role::ALL.len();

impl Links {
    /// Returns the links of an ending to tables that `find` returns.
    ///
    /// # Errors
    ///
    /// The first ending for which `find` returns `None`.
    pub(super) fn new(
        ending: &Ending,
        promotions: &[Role],
        find: &dyn Fn(&Ending) -> Option<Arc<Endgame>>,
    ) -> Result<Self, Ending> {
        let slots = slots(ending);
        let mut links = Vec::new();
        links.resize_with((slots.len() + 1) * (slots.len() * ROLES + 1), || None);
        for captured in (2..slots.len()).map(Some).chain([None]) {
            let promoted = slots.iter().enumerate().filter(|(_, slot)| slot.role == Role::Pawn);
            let promoted =
                promoted.flat_map(|(piece, _)| promotions.iter().map(move |&role| Some((piece, role))));
            for promoted in promoted.chain([None]) {
                let change = Change { captured, promoted };
                if change.is_possible(&slots) {
                    links[change.number(slots.len())] = Some(Link::new(&slots, change, find)?);
                }
            }
        }
        Ok(Self(links))
    }

    /// Returns the score of a position after a change; `at` has the moved piece on its new cell.
    pub(super) fn packed(&self, change: Change, at: Placement, side: usize, pieces: usize) -> Packed {
        self.0[change.number(pieces)].as_ref().map_or(Packed::NONE, |link| link.packed(at, side))
    }

    /// Returns the maximum number of plies in all linked tables.
    pub(super) fn max_plies(&self) -> u16 {
        self.0.iter().flatten().map(|link| link.table.max_plies()).max().unwrap_or_default()
    }
}

impl Change {
    fn number(self, pieces: usize) -> usize {
        let promoted = self.promoted.map_or(0, |(piece, role)| 1 + piece * ROLES + role as usize);
        promoted * (pieces + 1) + self.captured.map_or(0, |piece| 1 + piece)
    }

    fn is_possible(self, slots: &[Slot]) -> bool {
        match (self.captured, self.promoted) {
            (None, None) => false,
            (Some(captured), Some((promoted, _))) => slots[captured].side != slots[promoted].side,
            _ => true,
        }
    }
}

impl Link {
    fn new(
        slots: &[Slot],
        change: Change,
        find: &dyn Fn(&Ending) -> Option<Arc<Endgame>>,
    ) -> Result<Self, Ending> {
        let mut left: Vec<(usize, Slot)> = slots.iter().copied().enumerate().collect();
        if let Some((piece, role)) = change.promoted {
            left[piece].1.role = role;
        }
        left.retain(|&(piece, _)| Some(piece) != change.captured);
        let roles = |side| left.iter().filter(move |(_, slot)| slot.side == side).map(|(_, slot)| slot.role);
        let ending = Ending::new(roles(0), roles(1));
        let exchanged = !ending.is_canonical();
        let table = find(&ending.canonical()).ok_or_else(|| ending.canonical())?;
        let order = self::slots(table.ending())
            .into_iter()
            .map(|wanted| {
                let side = if exchanged { 1 - wanted.side } else { wanted.side };
                let found = left.iter().position(|&(_, slot)| slot == Slot { side, role: wanted.role });
                found.map_or(0, |place| left.remove(place).0)
            })
            .collect();
        Ok(Self { change, table, order, exchanged })
    }

    fn packed(&self, at: Placement, side: usize) -> Packed {
        debug_assert!(self.change != Change::default());
        let mut there = Placement::default();
        for (piece, &here) in self.order.iter().enumerate() {
            there[piece] = match self.exchanged {
                true => self.table.paths().exchange[usize::from(at[here])],
                false => at[here],
            };
        }
        self.table.packed(there, if self.exchanged { 1 - side } else { side })
    }
}

/// Both sides, as indices and as players.
pub(super) const SIDES: [(usize, Player); 2] = [(0, Player::WHITE), (1, Player::BLACK)];
