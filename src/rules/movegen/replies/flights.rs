//! Where the replier's king can go after each move.

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::movegen::{Generator, Mover};
use super::Man;
use crate::rules::{Player, Role, Variant};
use crate::rules::attacks::pawn_attackers;

pub(super) struct Flights<V: Variant> {
    free: CellSet<V::Geometry>,
    once: CellSet<V::Geometry>,
    twice: CellSet<V::Geometry>,
    pub(super) closers: CellSet<V::Geometry>,
    pub(super) openers: CellSet<V::Geometry>,
    /// Neighbours of the king with his men on them.
    blocked: CellSet<V::Geometry>,
    pub(super) screened: CellSet<V::Geometry>,
    edges: Tally<V::Geometry>,
    vertices: Tally<V::Geometry>,
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
            edges: Tally([CellSet::EMPTY; 4]),
            vertices: Tally([CellSet::EMPTY; 4]),
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
        for flight in flights.open_lifted() {
            flights.edges.add(V::Geometry::slide_edges(flight, replies.occupied));
            flights.vertices.add(V::Geometry::slide_vertices(flight, replies.occupied));
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

    /// The flights that nobody attacks but the man himself.
    #[inline]
    fn own(&self, occupied: CellSet<V::Geometry>, man: Man<V>) -> CellSet<V::Geometry> {
        let alone = self.free & self.once - self.twice;
        if alone.is_empty() {
            return alone;
        }
        let lines = match man.piece.role {
            Role::Queen => V::Geometry::edge_lines(man.from) | V::Geometry::vertex_lines(man.from),
            Role::Rook => V::Geometry::edge_lines(man.from),
            Role::Bishop => V::Geometry::vertex_lines(man.from),
            _ => alone,
        };
        match lines.meets(alone) {
            true => man.attacks(man.from, occupied) & alone,
            false => CellSet::EMPTY,
        }
    }

    /// The flights that no man but one attacks.
    #[inline]
    pub(super) fn open(&self, occupied: CellSet<V::Geometry>, man: Man<V>) -> CellSet<V::Geometry> {
        self.open_lifted() | self.own(occupied, man)
    }

    /// The flights that sliders attack once a man has left, and the lines of those sliders.
    #[inline]
    pub(super) fn opened<B: Mover>(
        &self,
        replies: &Generator<'_, V, B>,
        from: Cell<V::Geometry>,
    ) -> (CellSet<V::Geometry>, CellSet<V::Geometry>) {
        let mut opened = (CellSet::EMPTY, CellSet::EMPTY);
        if !self.openers.contains(from) {
            return opened;
        }
        let board = &replies.position.board;
        let queens = board.by_role(Role::Queen);
        let edges = V::Geometry::slide_edges(from, replies.occupied);
        let vertices = V::Geometry::slide_vertices(from, replies.occupied);
        let sliders =
            edges & (board.by_role(Role::Rook) | queens) | vertices & (board.by_role(Role::Bishop) | queens);
        for slider in sliders & replies.enemies {
            if let Some(direction) = V::Geometry::direction(slider, from) {
                let flights = (edges | vertices) & V::Geometry::ray(from, direction) & self.free;
                if !flights.is_empty() {
                    opened.0 |= flights;
                    opened.1 |= V::Geometry::ray(slider, direction);
                }
            }
        }
        opened
    }

    #[inline]
    pub(super) fn open_lifted(&self) -> CellSet<V::Geometry> {
        self.free - self.once
    }

    #[inline]
    pub(super) fn alone(&self) -> CellSet<V::Geometry> {
        self.free & self.once - self.twice
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
    pub(super) fn sum<B: Mover>(&self, replies: &Generator<'_, V, B>, man: Man<V>, to: CellSet<V::Geometry>, opened: CellSet<V::Geometry>) -> i64 {
        let mut sum = i64::from(self.taken(to).len()) + self.sum_open(man, to);
        for flight in self.open_lifted() & opened {
            sum -= i64::from((to - man.attacks_from(flight, replies.occupied)).len());
        }
        let own = self.own(replies.occupied, man) - opened;
        if !own.is_empty() {
            let occupied = replies.occupied - CellSet::of(man.from);
            for flight in own {
                sum += i64::from((to - man.attacks_from(flight, occupied)).len());
            }
        }
        sum
    }

    #[inline]
    pub(super) fn sum_lifted(&self, man: Man<V>, to: CellSet<V::Geometry>) -> i64 {
        i64::from(self.taken_lifted(to).len()) + self.sum_open(man, to)
    }

    #[inline]
    pub(super) fn sum_open(&self, man: Man<V>, to: CellSet<V::Geometry>) -> i64 {
        let open = self.open_lifted();
        let mut sum = i64::from(open.len()) * i64::from(to.len());
        if open.is_empty() {
            return sum;
        }
        match man.piece.role {
            Role::Queen => sum -= self.edges.sum(to) + self.vertices.sum(to),
            Role::Rook => sum -= self.edges.sum(to),
            Role::Bishop => sum -= self.vertices.sum(to),
            _ => {
                for flight in open {
                    sum -= i64::from((man.attacks_from(flight, CellSet::EMPTY) & to).len());
                }
            }
        }
        sum
    }

    #[inline]
    pub(super) fn sum_pawns(&self, seat: Player, to: CellSet<V::Geometry>) -> i64 {
        let open = self.open_lifted();
        let mut sum = i64::from(open.len()) * i64::from(to.len()) + i64::from(self.taken(to).len());
        for flight in open {
            sum -= i64::from((pawn_attackers::<V>(seat, CellSet::of(flight)) & to).len());
        }
        sum
    }
}

/// A number for each cell, as binary digits: sets of the cells that have each.
struct Tally<G: Geometry>([CellSet<G>; 4]);

impl<G: Geometry> Tally<G> {
    /// Adds one on each of the cells.
    #[inline]
    fn add(&mut self, cells: CellSet<G>) {
        let mut carry = cells;
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            if carry.is_empty() {
                break;
            }
        }
    }

    #[inline]
    fn sum(&self, cells: CellSet<G>) -> i64 {
        let digits = self.0.iter().zip(0..);
        digits.filter(|(digit, _)| !digit.is_empty()).map(|(&digit, place)| i64::from((digit & cells).len()) << place).sum()
    }
}
