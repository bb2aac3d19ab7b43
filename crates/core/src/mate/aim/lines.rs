//! What stands in the way of sliders: lines that open when one piece of either side goes. No lengths, no search.

use super::scene::{Cells, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::Variant;

/// Lines of hunters to one cell or several, that one departure of either side opens.
pub(super) struct HiddenCells<V: Variant> {
    /// Cells that a hunter hides alone.
    pub(super) by_hunter: Cells<V>,
    /// Cells that a wall hides, alone or with a hunter.
    pub(super) by_wall: Cells<V>,
    /// Those walls.
    pub(super) walls: Cells<V>,
    /// Hunters that hide a cell alone.
    pub(super) alone: Cells<V>,
    /// Hunters that hide a cell together with a wall.
    pub(super) behind: Cells<V>,
}

impl<V: Variant> HiddenCells<V> {
    pub(super) const NONE: Self = Self {
        by_hunter: CellSet::EMPTY,
        by_wall: CellSet::EMPTY,
        walls: CellSet::EMPTY,
        alone: CellSet::EMPTY,
        behind: CellSet::EMPTY,
    };

    pub(super) fn hunters(&self) -> Cells<V> {
        self.alone | self.behind
    }
}

impl<V: Variant> Scene<'_, V> {
    pub(super) fn lines(&self, cells: Cells<V>) -> HiddenCells<V> {
        let mut lines = HiddenCells::NONE;
        for cell in cells {
            for sniper in self.snipers(cell) {
                let between = V::Geometry::between(cell, sniper) & self.occupied;
                let [hunters, walls] = [between & self.hunters, between & self.walls];
                if hunters.is_several() || walls.is_several() {
                    continue;
                }
                if walls.is_empty() {
                    lines.by_hunter |= CellSet::of(cell);
                    lines.alone |= hunters;
                } else {
                    lines.by_wall |= CellSet::of(cell);
                    lines.walls |= walls;
                    lines.behind |= hunters;
                }
            }
        }
        lines
    }

    /// Those of some cells that a slider guards when this wall goes, and perhaps this hunter.
    pub(super) fn opened_by(&self, wall: Cell, hunter: Cell, cells: Cells<V>) -> Cells<V> {
        let [wall, hunter] = [wall, hunter].map(CellSet::of);
        let is_opened = |&cell: &Cell| {
            let between = |sniper| V::Geometry::between(cell, sniper) & self.occupied;
            self.snipers(cell).into_iter().any(|sniper| between(sniper) - hunter == wall)
        };
        cells.into_iter().filter(is_opened).collect()
    }

    /// Whether a hunter attacks a cell once one of them has left for it, and walls that alone stand in the way.
    pub(super) fn protection(&self, cell: Cell, from: Cell) -> (bool, Cells<V>) {
        let gone = CellSet::of(from);
        let hunters = self.hunters - gone;
        let occupied = self.occupied - gone;
        if self.position.board().attackers(cell, occupied).meets(hunters) {
            return (true, CellSet::EMPTY);
        }
        let between = |sniper| V::Geometry::between(cell, sniper) & occupied;
        let alone = |between: &Cells<V>| !between.meets(hunters) && !between.is_several();
        let walls = (self.snipers(cell) - gone).into_iter().map(between).filter(alone);
        (false, walls.fold(CellSet::EMPTY, |walls, wall| walls | wall))
    }

    /// Walls that a slider pins once some hunters are gone, and pairs of which one is pinned if the other goes.
    pub(super) fn pins(&self, gone: Cells<V>) -> (Cells<V>, Cells<V>) {
        let (mut pinned, mut pairs) = (CellSet::EMPTY, CellSet::EMPTY);
        for sniper in self.snipers(self.king) {
            let between = V::Geometry::between(self.king, sniper) & (self.occupied - gone);
            let walls = between & self.walls;
            if between != walls {
                continue;
            }
            if !walls.is_several() {
                pinned |= walls;
            } else if !walls.without_first().is_several() {
                pairs |= walls;
            }
        }
        (pinned, pairs)
    }
}
