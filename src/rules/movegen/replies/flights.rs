//! Where the replier's king can go after each move.

use crate::geometry::{Cell, CellSet, Geometry};
use crate::rules::attacks::{pawn_attackers, pawn_attacks};
use crate::rules::movegen::{Generator, Mover};
use crate::rules::{Player, Role, Variant};

pub(super) struct Flights<V: Variant> {
    free: CellSet<V::Geometry>,
    once: CellSet<V::Geometry>,
    twice: CellSet<V::Geometry>,
    pub(super) closers: CellSet<V::Geometry>,
    pub(super) openers: CellSet<V::Geometry>,
}

impl<V: Variant> Flights<V> {
    #[inline]
    pub(super) fn new<B: Mover>(replies: &Generator<'_, V, B>, movers: CellSet<V::Geometry>) -> Self {
        let board = &replies.position.board;
        let mut free = V::Geometry::adjacent(replies.king) - replies.ours;
        if V::PLAYERS > 2 {
            free -= board.by_role(Role::King);
        }
        let mut flights = Self {
            free,
            once: CellSet::EMPTY,
            twice: CellSet::EMPTY,
            closers: CellSet::EMPTY,
            openers: CellSet::EMPTY,
        };
        if free.is_empty() {
            return flights;
        }
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
            let lines = V::Geometry::edge_lines(slider) & free;
            flights.slide(slider, lines, replies.occupied, movers, V::Geometry::slide_edges);
        }
        for slider in (board.by_role(Role::Bishop) | queens) & enemies {
            let lines = V::Geometry::vertex_lines(slider) & free;
            flights.slide(slider, lines, replies.occupied, movers, V::Geometry::slide_vertices);
        }
        flights
    }

    #[inline]
    fn attack(&mut self, cells: CellSet<V::Geometry>) {
        let cells = cells & self.free;
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
        _slide: impl Fn(Cell<V::Geometry>, CellSet<V::Geometry>) -> CellSet<V::Geometry>,
    ) {
        let mut attacked = CellSet::EMPTY;
        for flight in lines {
            let between = V::Geometry::between(slider, flight);
            let men = between & occupied;
            if men.is_empty() {
                attacked |= CellSet::of(flight);
                self.closers |= between;
            } else if !men.is_several() {
                self.openers |= men & movers;
            }
        }
        self.attack(attacked);
    }

    /// The sum of the king's moves over the moves of one man to `to`.
    #[inline]
    pub(super) fn sum<A: Mover>(
        &self,
        moves: &Generator<'_, V, A>,
        role: Role,
        seat: Player,
        from: Cell<V::Geometry>,
        to: CellSet<V::Geometry>,
    ) -> i64 {
        if self.free.is_empty() {
            return 0;
        }
        let occupied = moves.occupied - CellSet::of(from);
        let seen_from = |cell| match role {
            Role::King => V::Geometry::adjacent(cell),
            Role::Queen => {
                V::Geometry::slide_edges(cell, occupied) | V::Geometry::slide_vertices(cell, occupied)
            }
            Role::Rook => V::Geometry::slide_edges(cell, occupied),
            Role::Bishop => V::Geometry::slide_vertices(cell, occupied),
            Role::Knight => V::Geometry::leaps(cell),
            Role::Pawn => pawn_attackers::<V>(seat, CellSet::of(cell)),
        };
        let mut candidates = self.free - self.once;
        let alone = self.once - self.twice;
        if !alone.is_empty() {
            let attacks = match role {
                Role::Pawn => pawn_attacks::<V>(seat, CellSet::of(from)),
                _ => seen_from(from),
            };
            candidates |= attacks & alone;
        }
        let mut sum = i64::from(candidates.len()) * i64::from(to.len());
        for flight in candidates {
            sum -= i64::from((seen_from(flight) & to).len());
        }
        sum
    }
}
