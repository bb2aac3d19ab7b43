//! Where the replier's king can go after each move.

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::movegen::{Generator, Mover};
use super::Man;
use crate::rules::{Role, Variant};

pub(super) struct Flights<V: Variant> {
    free: CellSet<V::Geometry>,
    once: CellSet<V::Geometry>,
    twice: CellSet<V::Geometry>,
    pub(super) closers: CellSet<V::Geometry>,
    pub(super) openers: CellSet<V::Geometry>,
    /// Neighbours of the king with his men on them.
    blocked: CellSet<V::Geometry>,
    pub(super) screened: CellSet<V::Geometry>,
}

impl<V: Variant> Flights<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>, movers: CellSet<V::Geometry>) -> Self {
        let board = &replies.position.board;
        let mut near = V::Geometry::adjacent(replies.king);
        if V::PLAYERS > 2 {
            near -= board.by_role(Role::King);
        }
        let free = near - replies.ours;
        let mut flights = Self {
            free,
            once: CellSet::EMPTY,
            twice: CellSet::EMPTY,
            closers: CellSet::EMPTY,
            openers: CellSet::EMPTY,
            blocked: near & replies.ours,
            screened: CellSet::EMPTY,
        };
        let enemies = replies.enemies;
        for seat in replies.others() {
            let pawns = board.pawns(seat) & enemies;
            for side in V::pawn_takes(seat) {
                flights.attack(V::Geometry::shift(pawns, side));
            }
        }
        for king in board.by_role(Role::King) & enemies {
            flights.attack(V::Geometry::adjacent(king));
        }
        for knight in board.by_role(Role::Knight) & enemies {
            flights.attack(V::Geometry::leaps(knight));
        }
        let queens = board.by_role(Role::Queen);
        for slider in (board.by_role(Role::Rook) | queens) & enemies {
            let lines = V::Geometry::edge_lines(slider) & near;
            flights.slide(slider, lines, replies.occupied, movers);
        }
        for slider in (board.by_role(Role::Bishop) | queens) & enemies {
            let lines = V::Geometry::vertex_lines(slider) & near;
            flights.slide(slider, lines, replies.occupied, movers);
        }
        flights
    }

    #[inline]
    fn attack(&mut self, cells: CellSet<V::Geometry>) {
        let cells = cells & (self.free | self.blocked);
        self.twice |= self.once & cells;
        self.once |= cells;
    }

    #[inline]
    fn slide(
        &mut self,
        slider: Cell<V::Geometry>,
        lines: CellSet<V::Geometry>,
        occupied: CellSet<V::Geometry>,
        movers: CellSet<V::Geometry>,
    ) {
        let mut attacked = CellSet::EMPTY;
        for flight in lines {
            let between = V::Geometry::between(slider, flight);
            let men = between & occupied;
            if men.is_empty() {
                attacked |= CellSet::of(flight);
                if self.free.contains(flight) {
                    self.closers |= between;
                }
            } else if !men.is_several() && men.meets(movers) {
                if self.free.contains(flight) {
                    self.openers |= men;
                } else {
                    self.screened |= CellSet::of(flight);
                }
            }
        }
        self.attack(attacked);
    }

    /// The flights that no man but one standing on `from` attacks.
    #[inline]
    pub(super) fn open(&self, occupied: CellSet<V::Geometry>, man: Man<V>) -> CellSet<V::Geometry> {
        let alone = self.once - self.twice;
        let open = self.free - self.once;
        match alone.is_empty() {
            true => open,
            false => open | man.attacks(man.from, occupied) & alone & self.free,
        }
    }

    #[inline]
    pub(super) fn open_lifted(&self) -> CellSet<V::Geometry> {
        self.free - self.once
    }

    /// Neighbours of the king's that are no flights only because his men stand there, and that one man attacks.
    #[inline]
    pub(super) fn taken(&self, to: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        (to & self.blocked) - self.twice
    }

    #[inline]
    pub(super) fn taken_lifted(&self, to: CellSet<V::Geometry>) -> CellSet<V::Geometry> {
        (to & self.blocked) - self.once
    }

    /// The sum of the king's moves over the moves of one man to `to`.
    #[inline]
    pub(super) fn sum<B: Mover>(&self, replies: &Generator<'_, V, B>, man: Man<V>, to: CellSet<V::Geometry>) -> i64 {
        let open = self.open(replies.occupied, man);
        let occupied = replies.occupied - CellSet::of(man.from);
        i64::from(self.taken(to).len()) + Self::sum_open(open, man, to, occupied)
    }

    #[inline]
    pub(super) fn sum_lifted<B: Mover>(&self, replies: &Generator<'_, V, B>, man: Man<V>, to: CellSet<V::Geometry>) -> i64 {
        i64::from(self.taken_lifted(to).len()) + Self::sum_open(self.open_lifted(), man, to, replies.occupied)
    }

    #[inline]
    fn sum_open(open: CellSet<V::Geometry>, man: Man<V>, to: CellSet<V::Geometry>, occupied: CellSet<V::Geometry>) -> i64 {
        let mut sum = i64::from(open.len()) * i64::from(to.len());
        for flight in open {
            sum -= i64::from((man.attacks_from(flight, occupied) & to).len());
        }
        sum
    }
}
