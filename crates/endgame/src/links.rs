//! From a position of one ending to the smaller ending that a capture or a promotion leads to. No search.

use std::sync::Arc;

use super::ending::Ending;
use super::layout::{Placement, Slot, slots};
use super::score::Packed;
use super::table::Endgame;
use hexmate_core::rules::{Player, Role};

/// What a move changes of the ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Change {
    /// The piece that leaves the board.
    pub(super) captured: Option<usize>,
    /// The pawn that promotes, and to what.
    pub(super) promoted: Option<(usize, Role)>,
}

/// The way from an ending to the table of a smaller one.
pub(super) struct Link {
    change: Change,
    table: Arc<Endgame>,
    /// By piece of the smaller ending, the piece of this one.
    order: Vec<usize>,
    /// Whether colours are exchanged there.
    exchanged: bool,
}

/// All links of an ending; by default none.
#[derive(Default)]
pub(super) struct Links(Vec<Option<Link>>);

const BECOMES: usize = Role::ALL.len();

impl Links {
    /// The links of an ending, to tables that `find` has.
    ///
    /// # Errors
    ///
    /// The first ending that `find` does not have.
    pub(super) fn new(
        ending: &Ending,
        promotions: &[Role],
        find: &dyn Fn(&Ending) -> Option<Arc<Endgame>>,
    ) -> Result<Self, Ending> {
        let slots = slots(ending);
        let mut links = Vec::new();
        links.resize_with((slots.len() + 1) * (slots.len() * BECOMES + 1), || None);
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

    /// The score of a position after a change; `at` has the arrived piece on its new cell.
    pub(super) fn packed(&self, change: Change, at: Placement, side: usize, pieces: usize) -> Packed {
        self.0[change.number(pieces)].as_ref().map_or(Packed::NONE, |link| link.packed(at, side))
    }

    /// The most plies of any score that a link leads to.
    pub(super) fn deepest(&self) -> u16 {
        self.0.iter().flatten().map(|link| link.table.deepest()).max().unwrap_or_default()
    }
}

impl Change {
    fn number(self, pieces: usize) -> usize {
        let promoted = self.promoted.map_or(0, |(piece, role)| 1 + piece * BECOMES + role as usize);
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

/// The two sides as numbers, and as players.
pub(super) const SIDES: [(usize, Player); 2] = [(0, Player::WHITE), (1, Player::BLACK)];
