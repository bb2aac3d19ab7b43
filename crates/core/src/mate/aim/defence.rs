//! Who can answer a check by taking the piece that gives it, or by coming between. No search.

use super::lines::HiddenCells;
use super::scene::{Cells, Scene};
use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::{Role, Variant};

/// Walls that can answer a check whatever happens elsewhere, if they are still there.
pub(super) struct Defence<V: Variant> {
    pub(super) pieces: Cells<V>,
    /// Walls without which another one is pinned.
    pub(super) pinners: Cells<V>,
    /// Each of the pieces, as often as it has an answer, with the cells that it passes.
    ways: Vec<(Cell, Cells<V>)>,
    /// Cells that stop one of them, or several.
    stops: Cells<V>,
}

impl<V: Variant> Defence<V> {
    pub(super) const NONE: Self =
        Self { pieces: CellSet::EMPTY, pinners: CellSet::EMPTY, ways: Vec::new(), stops: CellSet::EMPTY };

    pub(super) fn is_none(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Those of some cells that stop pieces when they are filled, with the pieces that this does not stop.
    pub(super) fn stops(&self, cells: Cells<V>) -> impl Iterator<Item = (Cell, Cells<V>)> {
        (self.stops & cells).into_iter().map(|stop| {
            let others = self.ways.iter().filter(move |(_, way)| !way.contains(stop));
            (stop, others.map(|&(piece, _)| piece).collect())
        })
    }
}

impl<V: Variant> Scene<'_, V> {
    /// The defence against a hunter that comes from one cell to another.
    ///
    /// Left out is who is pinned then, and all of them where another hunter gives check too.
    pub(super) fn defence(&self, batteries: &HiddenCells<V>, from: Cell, to: Cell) -> Defence<V> {
        let mut defence = Defence::NONE;
        if !self.needs_check || batteries.alone.contains(from) {
            return defence;
        }
        let here = CellSet::of(to);
        let occupied = (self.occupied - CellSet::of(from)) | here | CellSet::of(self.king);
        let between = V::Geometry::between(to, self.king);
        let pawns = self.position.board().by_role(Role::Pawn);
        // A pawn takes what gives check, and not who is about to leave its line.
        let comers = |cell: Cell, walls: Cells<V>| match cell != to && occupied.contains(cell) {
            true => self.comers(cell, walls - pawns, occupied),
            false => self.comers(cell, walls, occupied),
        };
        for cell in between | here {
            defence.pieces |= comers(cell, self.walls - here);
        }
        if defence.pieces.is_empty() {
            return defence;
        }
        let (pinned, pairs) = self.pins(CellSet::of(from));
        defence.pieces -= pinned;
        if defence.pieces.meets(pairs) {
            defence.pinners = pairs;
        }
        for cell in between | here {
            for piece in comers(cell, defence.pieces) {
                let way = V::Geometry::between(piece, cell);
                defence.ways.push((piece, way));
                defence.stops |= way;
            }
        }
        // Who comes between ends the check.
        defence.stops -= between;
        defence
    }

    /// Walls that can come to one of some cells with their next move.
    pub(super) fn movers_to(&self, cells: Cells<V>) -> Cells<V> {
        let occupied = self.occupied | CellSet::of(self.king);
        let mut movers = CellSet::EMPTY;
        for cell in cells {
            movers |= self.comers(cell, self.walls, occupied);
        }
        movers
    }

    /// Those of some walls that can come to a cell: pawns only as they do to an empty or to a filled one.
    fn comers(&self, cell: Cell, walls: Cells<V>, occupied: Cells<V>) -> Cells<V> {
        let board = self.position.board();
        let attackers = board.attackers(cell, occupied) & walls;
        let Some(owner) = self.hunter.others(V::PLAYERS).next().filter(|_| !occupied.contains(cell)) else {
            return attackers;
        };
        let pawns = board.by_role(Role::Pawn) & walls;
        let back = V::forward(owner).opposite();
        let behind = V::Geometry::shift(CellSet::of(cell), back);
        let farther = V::Geometry::shift(behind - occupied, back);
        (attackers - pawns) | behind & pawns | farther & pawns & self.position.double_step_cells(owner)
    }
}
