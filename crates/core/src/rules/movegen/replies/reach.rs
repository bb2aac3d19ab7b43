//! What the pieces of the player who replies can do, the king apart, and what an arrival takes from that.

use crate::geometry::{CellSet, Geometry};
use crate::rules::attacks::slides;
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Player, Role, Variant};

/// At least as many as the largest board has slots.
const SLOTS: usize = 288;

pub(super) struct Reach<V: Variant> {
    /// Moves of all pieces but the king, en passant apart.
    pub(super) moves: i64,
    /// Queens, rooks, bishops and knights that can move and are not pinned.
    officers: u32,
    /// Cells to which unpinned pawns step.
    steps: CellSet<V::Geometry>,
    /// The pieces.
    pub(super) pieces: CellSet<V::Geometry>,
    /// Those of them that are pinned: what they can do changes only with the pin.
    pub(super) pinned: CellSet<V::Geometry>,
    /// Where pieces other than the king may land.
    pub(super) targets: CellSet<V::Geometry>,
    /// Cells that unpinned sliders see.
    pub(super) seen: CellSet<V::Geometry>,
    /// Cells where a departure may change something.
    pub(super) touched: CellSet<V::Geometry>,
    /// Cells that pawns attack, pinned ones too.
    pub(super) pawn_attacks: CellSet<V::Geometry>,
    /// By the number of a cell: what an enemy's arrival there adds to the moves.
    ///
    /// It shuts lines and steps, and can be taken. If one of the pieces stood there,
    /// its own moves are gone.
    arrivals: [i16; SLOTS],
}

impl<V: Variant> Reach<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>) -> Self {
        let mut reach = Self {
            moves: 0,
            officers: 0,
            steps: CellSet::EMPTY,
            pieces: replies.ours,
            pinned: replies.pinned,
            targets: replies.targets,
            seen: CellSet::EMPTY,
            touched: CellSet::EMPTY,
            pawn_attacks: CellSet::EMPTY,
            arrivals: [0; SLOTS],
        };
        reach.add_knights(replies);
        reach.add_sliders(replies);
        reach.touched = reach.seen;
        for (seat, pawns) in replies.own_pawns(replies.ours) {
            for pawn in pawns & replies.pinned {
                let line = replies.targets & replies.pin_line(pawn);
                reach.moves += replies.count_pawn_moves(seat, CellSet::of(pawn), line) as i64;
            }
            reach.add_pawns(replies, seat, pawns);
        }
        reach
    }

    /// Whether some piece can still move after any move of an enemy that gives no check.
    ///
    /// Such a move takes a piece or fills a cell before pawns, and pins at most two more pieces: one
    /// by where it arrives, one by what it leaves. An officer is never shut in by an arrival,
    /// as it can take there: no king goes where it would be taken.
    #[inline]
    pub(super) fn outlasts_a_move(&self) -> bool {
        self.officers + self.steps.len() > 3
    }

    /// What arrivals of one piece on these cells add to the moves, all together.
    #[inline]
    pub(super) fn arrivals(&self, to: CellSet<V::Geometry>) -> i64 {
        to.into_iter().map(|cell| i64::from(self.arrivals[cell.index()])).sum()
    }

    #[inline]
    fn add_arrivals(&mut self, cells: CellSet<V::Geometry>, added: i16) {
        for cell in cells {
            self.arrivals[cell.index()] += added;
        }
    }

    #[inline]
    fn add_knights<B: Mover>(&mut self, replies: &Generator<'_, V, B>) {
        for from in replies.our(Role::Knight) - self.pinned {
            let leaps = V::Geometry::leaps(from);
            let moves = (leaps & self.targets).len();
            self.moves += i64::from(moves);
            self.officers += u32::from(moves > 0);
            self.arrivals[from.index()] -= moves as i16;
            self.add_arrivals(leaps & self.pieces, 1);
        }
    }

    #[inline]
    fn add_sliders<B: Mover>(&mut self, replies: &Generator<'_, V, B>) {
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in replies.our(role) {
                let seen = slides::<V>(role, from, replies.occupied);
                let to = seen & self.targets;
                if self.pinned.contains(from) {
                    self.moves += i64::from((to & replies.pin_line(from)).len());
                    continue;
                }
                self.seen |= seen;
                self.moves += i64::from(to.len());
                self.officers += u32::from(!to.is_empty());
                self.arrivals[from.index()] -= to.len() as i16;
                self.add_arrivals(seen & self.pieces, 1);
                for cell in to - replies.occupied {
                    if let Some(direction) = V::Geometry::direction(from, cell) {
                        let beyond = to & V::Geometry::ray(cell, direction);
                        self.arrivals[cell.index()] -= beyond.len() as i16;
                    }
                }
            }
        }
    }

    #[inline]
    fn add_pawns<B: Mover>(
        &mut self,
        replies: &Generator<'_, V, B>,
        seat: Player,
        all: CellSet<V::Geometry>,
    ) {
        let pawns = all - self.pinned;
        let last = V::promotion_cells(seat);
        let forward = V::forward(seat);
        let back = forward.opposite();
        let ahead = V::Geometry::shift(pawns, forward);
        self.touched |= ahead | V::Geometry::shift(ahead, forward);
        let once = ahead - replies.occupied;
        let stepped =
            V::Geometry::shift(pawns & replies.position.double_step_cells(seat), forward) - replies.occupied;
        let twice = V::Geometry::shift(stepped, forward) - replies.occupied;
        let passed = V::Geometry::shift(twice, back);
        let promotions = V::PROMOTIONS.len() as i16;
        for (steps, weight) in [(once - last, 1), (once & last, promotions), (passed, 1)] {
            self.moves += i64::from(weight) * i64::from(steps.len());
            self.add_arrivals(steps, -weight);
            self.add_arrivals(V::Geometry::shift(steps, back), -weight);
        }
        self.add_arrivals(twice, -1);
        self.steps |= once;
        for side in V::pawn_takes(seat) {
            let attacked = V::Geometry::shift(pawns, side);
            self.pawn_attacks |= V::Geometry::shift(all, side);
            self.touched |= attacked;
            for (attacked, weight) in [(attacked - last, 1), (attacked & last, promotions)] {
                let takes = attacked & replies.enemies & self.targets;
                self.moves += i64::from(weight) * i64::from(takes.len());
                self.add_arrivals(V::Geometry::shift(takes, side.opposite()), -weight);
                self.add_arrivals(attacked - replies.enemies, weight);
            }
        }
    }
}
